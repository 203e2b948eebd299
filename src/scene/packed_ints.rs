//! Compact lists of numbers.

/// Number of bytes per number. The largest number of each width represents [`u32::MAX`], which means a
/// missing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    One,
    Two,
    Four,
}

impl Width {
    /// The smallest width for a number.
    pub fn of(number: u32) -> Self {
        match number {
            u32::MAX => Self::One,
            _ if number < u8::MAX.into() => Self::One,
            _ if number < u16::MAX.into() => Self::Two,
            _ => Self::Four,
        }
    }

    /// Writes a number of this width to the front of `bytes` and advances.
    pub fn put(self, number: u32, bytes: &mut &mut [u8]) {
        let [a, b, c, d] = number.to_le_bytes();
        match self {
            Self::One => put(bytes, [a]),
            Self::Two => put(bytes, [a, b]),
            Self::Four => put(bytes, [a, b, c, d]),
        }
    }

    /// Reads a number from the front of `bytes` and advances.
    pub fn take(self, bytes: &mut &[u8]) -> u32 {
        let (number, none) = match self {
            Self::One => (u8::from_le_bytes(take(bytes)).into(), u8::MAX.into()),
            Self::Two => (u16::from_le_bytes(take(bytes)).into(), u16::MAX.into()),
            Self::Four => (u32::from_le_bytes(take(bytes)), u32::MAX),
        };
        if number == none { u32::MAX } else { number }
    }

    fn size(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
        }
    }
}

/// Reads the first bytes and advances; zeros beyond the end.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let Some((head, tail)) = bytes.split_first_chunk() else { return [0; N] };
    *bytes = tail;
    *head
}

/// Writes bytes to the front and advances; nothing if there is no room.
pub(super) fn put<const N: usize>(room: &mut &mut [u8], bytes: [u8; N]) {
    if let Some((head, tail)) = std::mem::take(room).split_first_chunk_mut() {
        *head = bytes;
        *room = tail;
    }
}

/// A list of numbers in which each takes as many bytes as the largest one needs, or none if all are
/// equal.
#[derive(Clone, Default)]
pub struct PackedInts {
    len: usize,
    first: u32,
    /// Absent if all numbers equal the first.
    width: Option<Width>,
    bytes: Vec<u8>,
}

impl PackedInts {
    /// Memory size in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.bytes.capacity()
    }

    /// `count` copies of a number.
    pub fn repeated(number: u32, count: usize) -> Self {
        Self { len: count, first: number, ..Self::default() }
    }

    /// Length of the list.
    pub fn len(&self) -> usize {
        self.len
    }

    /// `true` if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number at an index; `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<u32> {
        let Some(width) = self.width else { return (index < self.len).then_some(self.first) };
        let mut bytes = self.bytes.get(index.checked_mul(width.size())?..)?;
        (index < self.len).then(|| width.take(&mut bytes))
    }

    /// Numbers in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len).filter_map(|index| self.get(index))
    }

    /// Replaces the content with these numbers.
    fn fill(&mut self, numbers: &[u32]) {
        let first = numbers.first().copied().unwrap_or_default();
        *self = Self::repeated(first, numbers.len());
        if numbers.iter().any(|number| *number != first) {
            let width = numbers.iter().map(|number| Width::of(*number)).max();
            self.width = width;
            self.write(numbers);
        }
    }

    /// Appends numbers of the current width to the bytes.
    fn write(&mut self, numbers: &[u32]) {
        let Some(width) = self.width else { return };
        // Only the low bytes matter, even for the number that represents a missing value.
        let bytes = numbers.iter().map(|number| number.to_le_bytes());
        self.bytes.reserve(numbers.len() * width.size());
        match width {
            Width::One => self.bytes.extend(bytes.map(|[a, ..]| a)),
            Width::Two => bytes.for_each(|[a, b, ..]| self.bytes.extend_from_slice(&[a, b])),
            Width::Four => bytes.for_each(|bytes| self.bytes.extend_from_slice(&bytes)),
        }
    }

    /// Releases unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl Extend<u32> for PackedInts {
    /// Adding many numbers at once is cheaper than one at a time.
    fn extend<T: IntoIterator<Item = u32>>(&mut self, numbers: T) {
        let new: Vec<u32> = numbers.into_iter().collect();
        let holds = |number: &u32| match self.width {
            None => *number == self.first,
            Some(width) => Width::of(*number) <= width,
        };
        if self.len == 0 {
            self.fill(&new);
        } else if new.iter().all(holds) {
            self.write(&new);
            self.len += new.len();
        } else {
            self.fill(&self.iter().chain(new).collect::<Vec<_>>());
        }
    }
}

impl FromIterator<u32> for PackedInts {
    fn from_iter<T: IntoIterator<Item = u32>>(numbers: T) -> Self {
        let mut list = Self::default();
        list.fill(&numbers.into_iter().collect::<Vec<_>>());
        list
    }
}

impl PartialEq for PackedInts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl std::fmt::Debug for PackedInts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
