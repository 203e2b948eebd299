//! Run-length encoded rows of 8-bit or 4-bit indices.
//!
//! Commands have two bytes: a count and indices to repeat; or 0 and: 0 ends the row, 1 ends the picture,
//! 2 moves right and up by the two bytes that follow, larger values count indices that follow, padded to
//! two bytes. The lowest row is stored first.

/// Maximum number of pixels per byte; a larger picture is damaged.
const MAX_PER_BYTE: u64 = 256;

/// A run-length encoding of indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runs {
    /// Indices have 4 bits; the left one of two is in the high bits.
    pub is_short: bool,
}

/// A command of the stream.
enum Step<'a> {
    /// Indices in the current row: their number, and their bytes, which repeat.
    Indices(usize, &'a [u8]),
    /// Go to the left end of the row above.
    Row,
    /// Move right and up.
    Move(usize, usize),
}

impl Runs {
    /// Number of rows of a picture of this size that the stream reaches, limited by the number of bytes.
    pub fn rows(self, (width, height): (u32, u32), data: &[u8]) -> u32 {
        let (mut row, mut is_open) = (0usize, false);
        let mut steps = Steps { runs: self, data, is_ended: false };
        for step in &mut steps {
            match step {
                Step::Row => (row, is_open) = (row + 1, false),
                Step::Move(_, up) => row = row.saturating_add(up),
                Step::Indices(..) => is_open = true,
            }
        }
        let reached = u32::try_from(row.saturating_add(is_open.into())).unwrap_or(u32::MAX);
        // A picture may end before its last rows; those have index 0.
        let reached = if steps.is_ended { height } else { reached };
        let most = (data.len() as u64 * MAX_PER_BYTE).checked_div(width.into()).unwrap_or(0);
        reached.min(height).min(u32::try_from(most).unwrap_or(u32::MAX))
    }

    /// The indices of `rows`, the lowest row first. Skipped pixels are 0.
    pub fn decode(self, width: u32, rows: u32, data: &[u8]) -> Vec<u8> {
        let (width, rows) = (width as usize, rows as usize);
        let mut out = vec![0; width.saturating_mul(rows)];
        let (mut x, mut y) = (0usize, 0usize);
        for step in (Steps { runs: self, data, is_ended: false }) {
            match step {
                Step::Row => (x, y) = (0, y + 1),
                Step::Move(right, up) => (x, y) = (x.saturating_add(right), y.saturating_add(up)),
                Step::Indices(count, bytes) => {
                    let row = out.chunks_exact_mut(width.max(1)).nth(y);
                    let places = row.into_iter().flatten().skip(x).take(count);
                    for (at, place) in places.enumerate() {
                        *place = self.index(bytes, at);
                    }
                    x = x.saturating_add(count);
                }
            }
            if y >= rows {
                break;
            }
        }
        out
    }

    /// Index `at` of repeating bytes.
    fn index(self, bytes: &[u8], at: usize) -> u8 {
        let byte = |at: usize| bytes.get(at % bytes.len().max(1)).copied().unwrap_or(0);
        match self.is_short {
            false => byte(at),
            true if at.is_multiple_of(2) => byte(at / 2) >> 4,
            true => byte(at / 2) & 15,
        }
    }
}

/// Iterates over the commands of a stream.
struct Steps<'a> {
    runs: Runs,
    data: &'a [u8],
    /// The end marker was found.
    is_ended: bool,
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let (command, rest) = self.data.split_first_chunk::<2>().filter(|_| !self.is_ended)?;
        let (step, rest) = match *command {
            [0, 0] => (Step::Row, rest),
            [0, 1] => {
                self.is_ended = true;
                return None;
            }
            [0, 2] => {
                let ([right, up], rest) = rest.split_first_chunk()?;
                (Step::Move((*right).into(), (*up).into()), rest)
            }
            [0, count] => {
                let count = usize::from(count);
                let len = if self.runs.is_short { count.div_ceil(2) } else { count };
                let bytes = rest.get(..len)?;
                (Step::Indices(count, bytes), rest.get(len.next_multiple_of(2)..).unwrap_or(&[]))
            }
            [count, _] => {
                let index = self.data.get(1..2)?;
                (Step::Indices(count.into(), index), rest)
            }
        };
        self.data = rest;
        Some(step)
    }
}
