//! Allocation of ranges of a buffer.

use std::collections::BTreeMap;

/// First-fit allocator of ranges.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Length by start of the free ranges, which never touch.
    free: BTreeMap<u32, u32>,
}

impl Arena {
    /// Creates an allocator of a buffer of this length.
    pub fn new(length: u32) -> Self {
        let free = (length > 0).then_some((0, length));
        Self { free: free.into_iter().collect() }
    }

    /// Allocates a range and returns its start; `None` if no gap is long enough.
    pub fn take(&mut self, length: u32) -> Option<u32> {
        let (start, found) =
            self.free.iter().map(|(s, l)| (*s, *l)).find(|(_, free)| *free >= length)?;
        self.free.remove(&start);
        if found > length {
            self.free.insert(start + length, found - length);
        }
        Some(start)
    }

    /// Frees an allocated range.
    pub fn free(&mut self, mut start: u32, mut length: u32) {
        if let Some((before, free)) = self.free.range(..start).next_back().map(|(s, l)| (*s, *l))
            && before + free == start
        {
            self.free.remove(&before);
            (start, length) = (before, length + free);
        }
        if let Some(free) = self.free.remove(&(start + length)) {
            length += free;
        }
        self.free.insert(start, length);
    }
}
