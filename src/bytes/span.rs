//! Ranges of bytes that remember which source they belong to.

/// Names one [`Source`](super::Source) for the life of the process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SourceId(pub u32);

/// A range of bytes in one source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// The source the bytes are in.
    pub source: SourceId,
    /// First byte, from the start of the (decoded) source.
    pub start: u64,
    /// Length in bytes; may be 0 for things that are implied rather than stored.
    pub len: u64,
}

impl Span {
    /// Span of `len` bytes from `start` on.
    pub fn new(source: SourceId, start: u64, len: u64) -> Self {
        Self { source, start, len }
    }

    /// One past the last byte.
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.len)
    }

    /// True where the byte at `offset` is in it.
    pub fn contains(&self, offset: u64) -> bool {
        offset >= self.start && offset < self.end()
    }

    /// True when the two share at least one byte of the same source.
    pub fn overlaps(&self, other: &Span) -> bool {
        self.source == other.source && self.start < other.end() && other.start < self.end()
    }
}
