//! Faces after an array of vertices: their number, and indices of their corners.

use std::collections::HashSet;

/// Faces that are examined.
const SAMPLE: usize = 4096;
/// Largest record of a face in bytes.
const MAX_SIZE: usize = 256;

/// Faces that fill the file after their vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    pub count: Count,
    pub corners: usize,
    /// Bytes of an index.
    pub index_size: usize,
    /// Bytes of a face, and those before its corners.
    pub size: usize,
    pub before: usize,
}

impl Faces {
    /// Faces that consist of their corners.
    fn of_corners(count: Count, (corners, index_size): (usize, usize)) -> Self {
        Self { count, corners, index_size, size: corners * index_size, before: 0 }
    }

    /// Bytes between the vertices and the first face.
    pub fn skipped(self) -> usize {
        match self.count {
            Count::InFront(width) => width,
            _ => 0,
        }
    }
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
        const SHAPES: [(usize, usize); 4] = [(3, 2), (3, 4), (4, 2), (4, 4)];
        let rest = usize::try_from(self.len).ok()?.checked_sub(self.end)?;
        // The file starts with a magic.
        let offsets = |width| (4..self.start).step_by(width).filter(|at| *at != self.count_at);
        let headers = [4, 2]
            .into_iter()
            .flat_map(|width| offsets(width).map(move |at| Count::Header(at, width)));
        let counts = headers.chain([Count::InFront(4), Count::InFront(2), Count::ToEnd]);
        let mut all =
            counts.clone().flat_map(|count| SHAPES.map(|shape| Faces::of_corners(count, shape)));
        let plain = all.find(|faces| self.fits(*faces, rest) && self.are_indices(*faces, false));
        plain.or_else(|| counts.into_iter().find_map(|count| self.larger_faces(count, rest)))
    }

    /// Faces that have other values besides their corners.
    fn larger_faces(self, count: Count, rest: usize) -> Option<Faces> {
        const SHAPES: [(usize, usize); 4] = [(4, 4), (4, 2), (3, 4), (3, 2)];
        let plain = Faces::of_corners(count, (3, 2));
        let number = self.number_of(count, plain.size, rest).filter(|number| *number > 1)?;
        let rest = rest.checked_sub(plain.skipped())?;
        let size = (rest / number).min(MAX_SIZE);
        if count == Count::ToEnd || size * number != rest {
            return None;
        }
        let faces = (0..size).step_by(2).flat_map(|before| {
            SHAPES.map(|shape| Faces { size, before, ..Faces::of_corners(count, shape) })
        });
        let mut fitting =
            faces.filter(|faces| faces.before + faces.corners * faces.index_size <= size);
        fitting.find(|faces| self.are_indices(*faces, true))
    }

    /// Number of faces.
    fn number_of(self, count: Count, size: usize, rest: usize) -> Option<usize> {
        match count {
            Count::Header(at, width) => self.number(at, width),
            Count::InFront(width) => self.number(self.end, width),
            Count::ToEnd => rest.checked_rem(size).filter(|left| *left == 0).map(|_| rest / size),
        }
    }

    /// `true` if the faces fill the rest of the file.
    fn fits(self, faces: Faces, rest: usize) -> bool {
        let count = self.number_of(faces.count, faces.size, rest).filter(|count| *count > 1);
        let len = count.and_then(|count| count.checked_mul(faces.size));
        len.is_some_and(|len| len + faces.skipped() == rest)
    }

    /// `true` if the corners are indices below the number of vertices. Those among other values must also
    /// use most vertices, and have different values in all corners.
    fn are_indices(self, faces: Faces, is_strict: bool) -> bool {
        let rest = usize::try_from(self.len).unwrap_or(usize::MAX).saturating_sub(self.end);
        let Some(count) = self.number_of(faces.count, faces.size, rest) else { return false };
        let start = self.end + faces.skipped() + faces.before;
        let (mut highest, mut degenerate, mut examined) = (0, 0, 0);
        let mut values = vec![HashSet::new(); faces.corners];
        for face in 0..count.min(SAMPLE) {
            let corner = |corner: usize| {
                self.number(start + face * faces.size + corner * faces.index_size, faces.index_size)
            };
            let corners: Option<Vec<usize>> = (0..faces.corners).map(corner).collect();
            // The end of a long file is not examined.
            let Some(mut corners) = corners else { break };
            highest = corners.iter().copied().fold(highest, usize::max);
            if highest >= self.count {
                return false;
            }
            for (value, values) in corners.iter().zip(&mut values) {
                values.insert(*value);
            }
            corners.sort_unstable();
            corners.dedup();
            examined += 1;
            degenerate += usize::from(corners.len() < if is_strict { faces.corners } else { 3 });
        }
        let is_varied = values.iter().all(|values| values.len() * 4 >= self.count.min(examined));
        examined > 1
            && highest >= 2
            && degenerate * 10 <= examined
            && (!is_strict || is_varied && highest * 2 >= self.count.min(examined))
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
