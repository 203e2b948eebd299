//! A source as a stream, for decoders that need one.

use std::io::{self, Read, Seek, SeekFrom};

use super::Source;

/// Reads a part of a source as a stream, without caching it.
pub struct Reader {
    source: Source,
    start: u64,
    len: u64,
    pos: u64,
}

impl Reader {
    /// Reads all of a source.
    pub fn new(source: &Source) -> Self {
        Self::part(source, 0, source.len())
    }

    /// Reads `len` bytes starting at `start`, limited to the source.
    pub fn part(source: &Source, start: u64, len: u64) -> Self {
        let len = len.min(source.len().saturating_sub(start));
        Self { source: source.clone(), start, len, pos: 0 }
    }
}

impl Read for Reader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = self.len.saturating_sub(self.pos);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(out.len());
        if let Some(out) = out.get_mut(..len).filter(|out| !out.is_empty()) {
            self.source.read_once(self.start + self.pos, out).map_err(io::Error::other)?;
        }
        self.pos += len as u64;
        Ok(len)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let moved = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.pos.checked_add_signed(by),
        };
        self.pos = moved.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.pos)
    }
}
