//! Numbers in as few bytes as they need.

/// How many bytes each number of a list has. The largest number of each width stands for
/// [`u32::MAX`], which says that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    One,
    Two,
    Four,
}

impl Width {
    /// The narrowest width that holds a number.
    pub fn of(number: u32) -> Self {
        match number {
            u32::MAX => Self::One,
            _ if number < u8::MAX.into() => Self::One,
            _ if number < u16::MAX.into() => Self::Two,
            _ => Self::Four,
        }
    }

    /// Writes a number, which this width holds, to the front of `bytes` and steps behind it.
    pub fn put(self, number: u32, bytes: &mut &mut [u8]) {
        let [a, b, c, d] = number.to_le_bytes();
        match self {
            Self::One => put(bytes, [a]),
            Self::Two => put(bytes, [a, b]),
            Self::Four => put(bytes, [a, b, c, d]),
        }
    }

    /// Takes a number off the front of `bytes`.
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

/// Takes the first bytes off; zeros behind the end.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let Some((head, tail)) = bytes.split_first_chunk() else { return [0; N] };
    *bytes = tail;
    *head
}

/// Writes bytes to the front and steps behind them; nothing where there is no room.
pub(super) fn put<const N: usize>(room: &mut &mut [u8], bytes: [u8; N]) {
    if let Some((head, tail)) = std::mem::take(room).split_first_chunk_mut() {
        *head = bytes;
        *room = tail;
    }
}

/// A list of numbers that takes as many bytes for each as the largest needs, and none while all are
/// equal.
#[derive(Clone, Default)]
pub struct PackedInts {
    len: usize,
    first: u32,
    /// Absent while all numbers are as the first.
    width: Option<Width>,
    bytes: Vec<u8>,
}

impl PackedInts {
    /// Bytes that it takes.
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>() + self.bytes.capacity()
    }

    /// `count` times the same number.
    pub fn repeated(number: u32, count: usize) -> Self {
        Self { len: count, first: number, ..Self::default() }
    }

    /// Number of numbers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no number.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number at an index; `None` behind the end.
    pub fn get(&self, index: usize) -> Option<u32> {
        let Some(width) = self.width else { return (index < self.len).then_some(self.first) };
        let mut bytes = self.bytes.get(index.checked_mul(width.size())?..)?;
        (index < self.len).then(|| width.take(&mut bytes))
    }

    /// Numbers in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len).filter_map(|index| self.get(index))
    }

    /// Holds these numbers and no others.
    fn fill(&mut self, numbers: &[u32]) {
        let first = numbers.first().copied().unwrap_or_default();
        *self = Self::repeated(first, numbers.len());
        if numbers.iter().any(|number| *number != first) {
            let width = numbers.iter().map(|number| Width::of(*number)).max();
            self.width = width;
            self.write(numbers);
        }
    }

    /// Appends numbers that the width holds to the bytes.
    fn write(&mut self, numbers: &[u32]) {
        let Some(width) = self.width else { return };
        // Of what the width holds, and of that which stands for none, only the low bytes matter.
        let bytes = numbers.iter().map(|number| number.to_le_bytes());
        self.bytes.reserve(numbers.len() * width.size());
        match width {
            Width::One => self.bytes.extend(bytes.map(|[a, ..]| a)),
            Width::Two => bytes.for_each(|[a, b, ..]| self.bytes.extend_from_slice(&[a, b])),
            Width::Four => bytes.for_each(|bytes| self.bytes.extend_from_slice(&bytes)),
        }
    }

    /// Gives room back that is not needed.
    pub fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl Extend<u32> for PackedInts {
    /// Many at once cost less than one by one.
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
