//! Ranges of bytes with their source.

/// Identifies a [`Source`](super::Source) for the lifetime of the process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SourceId(pub u32);

/// A range of bytes in one source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// The source of the bytes.
    pub source: SourceId,
    /// First byte, from the start of the (decoded) source.
    pub start: u64,
    /// Length in bytes; 0 for values that are implied rather than stored.
    pub len: u64,
}

impl Span {
    /// Span of `len` bytes starting at `start`.
    pub fn new(source: SourceId, start: u64, len: u64) -> Self {
        Self { source, start, len }
    }

    /// End of the span.
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.len)
    }

    /// `true` if the byte at `offset` is in the span.
    pub fn contains(&self, offset: u64) -> bool {
        offset >= self.start && offset < self.end()
    }

    /// `true` if both share at least one byte of the same source.
    pub fn overlaps(&self, other: &Span) -> bool {
        self.source == other.source && self.start < other.end() && other.start < self.end()
    }
}
