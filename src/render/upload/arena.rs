//! Allocation of pieces of a buffer.

use std::collections::BTreeMap;

/// Hands out pieces of a range, the first that is large enough, and takes them back.
#[derive(Debug)]
pub struct Arena {
    /// Length by start; no two touch.
    free: BTreeMap<u32, u32>,
}

impl Arena {
    pub fn new(length: u32) -> Self {
        let free = (length > 0).then_some((0, length));
        Self { free: free.into_iter().collect() }
    }

    /// The start of a piece that was free; `None` when no gap is that long.
    pub fn take(&mut self, length: u32) -> Option<u32> {
        let (start, found) =
            self.free.iter().map(|(s, l)| (*s, *l)).find(|(_, free)| *free >= length)?;
        self.free.remove(&start);
        if found > length {
            self.free.insert(start + length, found - length);
        }
        Some(start)
    }

    /// Frees a piece that was taken.
    pub fn give_back(&mut self, mut start: u32, mut length: u32) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_from_the_front_and_grow_together_again() {
        let mut arena = Arena::new(100);
        assert_eq!([arena.take(40), arena.take(40), arena.take(40)], [Some(0), Some(40), None]);
        arena.give_back(0, 40);
        assert_eq!((arena.take(30), arena.take(20)), (Some(0), Some(80)));
        arena.give_back(0, 30);
        arena.give_back(80, 20);
        assert_eq!(arena.take(41), None, "40 at the front, 20 at the end");
        arena.give_back(40, 40);
        assert_eq!(arena.take(100), Some(0));
        assert_eq!(Arena::new(0).take(1), None);
    }
}
