//! Faces after an array of vertices: their number, and indices of their corners.

/// Faces that are examined.
const SAMPLE: usize = 4096;

/// Faces that fill the file after their vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    pub count: Count,
    pub corners: usize,
    /// Bytes of an index.
    pub index_size: usize,
}

/// Storage of the number of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// At this offset in the header, in this many bytes.
    Header(usize, usize),
    /// Directly before the faces, in this many bytes.
    InFront(usize),
    /// Not stored: the faces extend to the end of the file.
    ToEnd,
}

/// A file with vertices.
#[derive(Clone, Copy)]
pub struct Vertices<'a> {
    pub bytes: &'a [u8],
    /// Length of the file.
    pub len: u64,
    pub start: usize,
    /// End of the vertices.
    pub end: usize,
    pub count: usize,
    /// Offset of the number of vertices.
    pub count_at: usize,
    pub is_little: bool,
}

impl Vertices<'_> {
    /// The faces after the vertices.
    pub fn faces(self) -> Option<Faces> {
        let shapes = [(3, 2), (3, 4), (4, 2), (4, 4)];
        let rest = usize::try_from(self.len).ok()?.checked_sub(self.end)?;
        // The file starts with a magic.
        let offsets = |width| (4..self.start).step_by(width).filter(|at| *at != self.count_at);
        let headers = [4, 2]
            .into_iter()
            .flat_map(|width| offsets(width).map(move |at| Count::Header(at, width)));
        let counts = headers.chain([Count::InFront(4), Count::InFront(2), Count::ToEnd]);
        let mut all = counts.flat_map(|count| {
            shapes.map(|(corners, index_size)| Faces { count, corners, index_size })
        });
        all.find(|faces| self.fits(*faces, rest))
    }

    /// `true` if the faces fill the rest of the file, and their indices are below the number of
    /// vertices.
    fn fits(self, faces: Faces, rest: usize) -> bool {
        let size = faces.corners * faces.index_size;
        let (skipped, count) = match faces.count {
            Count::Header(at, width) => (0, self.number(at, width)),
            Count::InFront(width) => (width, self.number(self.end, width)),
            Count::ToEnd => {
                (0, rest.checked_rem(size).filter(|left| *left == 0).map(|_| rest / size))
            }
        };
        let Some(count) = count.filter(|count| *count > 1) else { return false };
        count.checked_mul(size).is_some_and(|len| len + skipped == rest)
            && self.are_indices(faces, self.end + skipped, count)
    }

    fn are_indices(self, faces: Faces, start: usize, count: usize) -> bool {
        let (mut highest, mut degenerate, mut examined) = (0, 0, 0);
        for face in 0..count.min(SAMPLE) {
            let corner = |corner: usize| {
                let at = start + (face * faces.corners + corner) * faces.index_size;
                self.number(at, faces.index_size)
            };
            let corners: Option<Vec<usize>> = (0..faces.corners).map(corner).collect();
            // The end of a long file is not examined.
            let Some(mut corners) = corners else { break };
            highest = corners.iter().copied().fold(highest, usize::max);
            corners.sort_unstable();
            corners.dedup();
            examined += 1;
            degenerate += usize::from(corners.len() < 3);
        }
        examined > 1 && highest < self.count && highest >= 2 && degenerate * 10 <= examined
    }

    /// An unsigned number of this many bytes.
    fn number(self, at: usize, width: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at.checked_add(width)?)?;
        let digit = |number: usize, byte: &u8| (number << 8) | usize::from(*byte);
        Some(match self.is_little {
            true => bytes.iter().rev().fold(0, digit),
            false => bytes.iter().fold(0, digit),
        })
    }
}
