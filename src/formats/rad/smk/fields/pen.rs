//! Reads a bit stream and creates fields for it.

use crate::bytes::{Cursor, Result, TreeRecorder};
use crate::codec::smacker::LowBits;

/// Bit reader that creates fields.
pub(super) struct FieldReader<'p, 'c, 's> {
    pub cur: &'p mut Cursor<'c, TreeRecorder>,
    stream: Stream<'s>,
}

/// Bits of a block of the file.
#[derive(Clone, Debug)]
pub(super) struct Stream<'s> {
    /// Offset of the block in its source.
    start: u64,
    part: &'s [u8],
    /// Bits of the block before those of `bits`.
    before: u64,
    pub bits: LowBits<'s>,
}

impl<'s> Stream<'s> {
    /// Stream that starts at bit `at` of `bytes`, which are at offset `start` of the source.
    pub fn new(start: u64, bytes: &'s [u8], at: u64) -> Self {
        let whole = usize::try_from(at / 8).unwrap_or(usize::MAX);
        let mut bits = LowBits::new(bytes.get(whole..).unwrap_or_default());
        // Less than eight bits.
        bits.take((at % 8) as u32);
        Self { start, part: bytes, before: at / 8 * 8, bits }
    }

    /// Offset of the block in its source.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// All bytes of the block.
    pub fn part(&self) -> &'s [u8] {
        self.part
    }

    /// Position of the next bit in the block.
    pub fn at(&self) -> u64 {
        self.before + self.bits.at()
    }

    /// Byte of the next bit.
    pub fn byte(&self) -> u64 {
        self.start + self.at() / 8
    }

    /// End of the bytes that were read.
    pub fn end(&self) -> u64 {
        self.start + self.at().div_ceil(8)
    }
}

impl<'c, 's> FieldReader<'_, 'c, 's> {
    /// Creates element `index` of a run of bits: the fields read by `f`, and at least the stated bytes of
    /// the run. Neighbouring elements may share a byte.
    pub fn element(
        cur: &mut Cursor<'c, TreeRecorder>,
        (index, type_name): (usize, &'static str),
        stream: Stream<'s>,
        f: impl FnOnce(&mut FieldReader<'_, 'c, 's>),
    ) -> Result<()> {
        let (from, end, all) = (cur.pos(), cur.limit(), cur.source_len());
        cur.within(from, all, |cur| {
            cur.element(index, type_name, |cur| {
                let mut pen = FieldReader { cur, stream };
                f(&mut pen);
                let end = pen.stream.end().clamp(end, all);
                pen.cur.seek(end)
            })
        })
    }

    /// Creates the fields that `f` reads from a stream, in the open group, and moves the cursor to its
    /// end.
    pub fn over(
        cur: &mut Cursor<'c, TreeRecorder>,
        stream: Stream<'s>,
        f: impl FnOnce(&mut FieldReader<'_, 'c, 's>),
    ) -> Result<()> {
        let mut pen = FieldReader { cur, stream };
        f(&mut pen);
        let end = pen.stream.end().min(pen.cur.limit());
        pen.cur.seek(end)
    }

    pub fn at(&self) -> u64 {
        self.stream.at()
    }

    /// Reads `n` bits, at most sixteen.
    pub fn take(&mut self, name: &'static str, n: u32) -> u16 {
        self.code(name, |bits| bits.take(n), |_| String::new())
    }

    pub fn flag(&mut self, name: &'static str) -> bool {
        self.take(name, 1) != 0
    }

    /// Reads a value with `read` and creates a field for it, described by `words`. No field is created if
    /// it takes no bits or they are missing.
    pub fn code<T: Copy + Into<i64>>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut LowBits<'s>) -> T,
        words: impl FnOnce(T) -> String,
    ) -> T {
        let from = self.at();
        let value = read(&mut self.stream.bits);
        let count = u32::try_from(self.at() - from).unwrap_or(u32::MAX);
        if count > 0 && !self.stream.bits.is_spent() {
            self.cur.low_bit_field(name, (self.stream.start, from), count, value.into());
            let last = from + u64::from(count) - 1;
            self.cur.explain(|| match (words(value), count) {
                (words, _) if !words.is_empty() => words,
                (_, 1) => format!("bit {from}"),
                _ => format!("bits {from} to {last}"),
            });
        }
        value
    }

    /// Lets `f` read from the stream and create its own fields; the pen continues after it.
    pub fn apart<T>(
        &mut self,
        f: impl FnOnce(&mut Cursor<'c, TreeRecorder>, &mut Stream<'s>) -> T,
    ) -> T {
        f(self.cur, &mut self.stream)
    }

    /// Creates a group for the fields of `f`.
    pub fn group(
        &mut self,
        name: &'static str,
        type_name: &'static str,
        f: impl FnOnce(&mut FieldReader<'_, 'c, 's>),
    ) {
        let stream = &mut self.stream;
        // This only fails in deeply nested groups; here, nesting is at most three groups deep.
        let _ = self.cur.group(name, type_name, |cur| with_reader(cur, stream, f));
    }

    /// Creates a list, with the fields of each element from `f`.
    pub fn list(
        &mut self,
        name: &'static str,
        type_name: &'static str,
        count: usize,
        mut f: impl FnMut(&mut FieldReader<'_, 'c, 's>, usize),
    ) {
        let stream = &mut self.stream;
        let _ = self.cur.array(name, |cur| {
            (0..count).try_for_each(|index| {
                cur.element(index, type_name, |cur| with_reader(cur, stream, |pen| f(pen, index)))
            })
        });
    }
}

/// Runs `f` with a pen at `stream`, which then continues after the bits that were read.
fn with_reader<'c, 's>(
    cur: &mut Cursor<'c, TreeRecorder>,
    stream: &mut Stream<'s>,
    f: impl FnOnce(&mut FieldReader<'_, 'c, 's>),
) -> Result<()> {
    let mut pen = FieldReader { cur, stream: stream.clone() };
    f(&mut pen);
    *stream = pen.stream;
    Ok(())
}
