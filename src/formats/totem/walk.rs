//! Steps over the counted arrays of a resource: what proves that a file is one which no magic number
//! marks.

use super::Platform;

/// How far a chain of counted arrays holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Chain {
    /// The first array does not even fit.
    Broken,
    /// A later array reaches past the end, as in a cut file.
    Cut,
    /// As far as the head shows, everything fits.
    Holds,
    /// It ends exactly with the file.
    Whole,
}

/// Where the arrays start: behind the transformation header.
pub(super) const BODY: usize = 100;

pub(super) struct Walk<'a> {
    pub platform: Platform,
    pub bytes: &'a [u8],
    /// Of the resource.
    pub len: u64,
    pub at: u64,
}

impl<'a> Walk<'a> {
    /// From the end of the header. `bytes` may be just the start of a file of `len` bytes.
    pub fn of_body(platform: Platform, bytes: &'a [u8], len: u64) -> Self {
        let len = len.saturating_sub(platform.start() as u64);
        Self { platform, bytes, len, at: BODY as u64 }
    }

    /// What became of the walk: whether its arrays `end` the file, or `None` where it stopped.
    pub fn chain(&self, ends: Option<bool>) -> Chain {
        match ends {
            Some(true) => Chain::Whole,
            Some(false) => Chain::Holds,
            None if self.is_visible() => Chain::Cut,
            None => Chain::Holds,
        }
    }

    /// Whether the next count is among the bytes at hand, or past the file's end.
    fn is_visible(&self) -> bool {
        self.number().is_some() || self.at + 4 > self.len
    }

    pub fn number(&self) -> Option<u32> {
        self.platform.number(self.bytes, usize::try_from(self.at).ok()?)
    }

    /// The next count, stepped over.
    pub fn count(&mut self) -> Option<u32> {
        let count = self.number()?;
        self.skip(4)?;
        Some(count)
    }

    pub fn skip(&mut self, bytes: u64) -> Option<()> {
        let end = self.at.checked_add(bytes).filter(|end| *end <= self.len)?;
        self.at = end;
        Some(())
    }

    pub fn array(&mut self, size: u64) -> Option<u32> {
        let count = self.number()?;
        let start = self.at;
        if self.skip(4 + u64::from(count) * size).is_none() {
            self.at = start;
            return None;
        }
        Some(count)
    }
}
