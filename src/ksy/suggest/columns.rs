//! Types of the columns of a table of records.

use std::collections::BTreeSet;
use std::ops::Range;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    F4,
    U4,
    S4,
    U2,
    S2,
    U1,
    /// Red, green and blue, and an opaque alpha.
    Colour,
    /// A text of this many bytes.
    Text(usize),
}

impl Column {
    pub fn size(self) -> usize {
        match self {
            Column::F4 | Column::U4 | Column::S4 | Column::Colour => 4,
            Column::U2 | Column::S2 => 2,
            Column::U1 => 1,
            Column::Text(size) => size,
        }
    }

    /// Name of the type in a description. Colours and texts have a size instead.
    pub fn type_name(self) -> &'static str {
        match self {
            Column::F4 => "f4",
            Column::U4 => "u4",
            Column::S4 => "s4",
            Column::U2 => "u2",
            Column::S2 => "s2",
            Column::U1 => "u1",
            Column::Colour | Column::Text(_) => "str",
        }
    }
}

/// Minimum number of different values of a colour's channel.
const MIN_LEVELS: usize = 3;
/// Records that are examined.
const SAMPLE: usize = 256;

/// Records of one size.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub bytes: &'a [u8],
    pub size: usize,
    pub is_little: bool,
}

impl<'a> Table<'a> {
    /// Types of the columns in a part of the record.
    pub fn columns(self, part: Range<usize>) -> Vec<Column> {
        let mut columns = Vec::new();
        let mut at = part.start;
        while at < part.end {
            let column = self.column_at(at, part.end - at);
            at += column.size();
            match (columns.last_mut(), column) {
                (Some(Column::Text(size)), Column::Text(more)) => *size += more,
                _ => columns.push(column),
            }
        }
        columns
    }

    /// Type of the column at `at`, of at most `left` bytes.
    fn column_at(self, at: usize, left: usize) -> Column {
        if at.is_multiple_of(4) && left >= 4 {
            if self.all(at, is_text)
                && self.any(at, |word: [u8; 4]| word.iter().all(u8::is_ascii_graphic))
            {
                return Column::Text(4);
            }
            let is_number = |word: [u8; 4]| is_float(self.f4(word));
            if self.all(at, is_number) && self.any(at, |word: [u8; 4]| word != [0; 4]) {
                return Column::F4;
            }
            if self.is_colour(at) {
                return Column::Colour;
            }
            if self.all(at, |word| self.u4(word) < 1 << 20) {
                return Column::U4;
            }
            if self.all(at, |word| (self.u4(word) as i32).unsigned_abs() < 1 << 20) {
                return Column::S4;
            }
        }
        if at.is_multiple_of(2) && left >= 2 {
            // Numbers on both sides of zero have high bytes of 0x00 or 0xFF.
            let high = |[first, last]: [u8; 2]| if self.is_little { last } else { first };
            let is_signed = self.all(at, |word| matches!(high(word), 0..0x30 | 0xD0..));
            let goes_below = self.any(at, |word| high(word) >= 0xD0);
            return if is_signed && goes_below { Column::S2 } else { Column::U2 };
        }
        Column::U1
    }

    /// `true` for words with different channels and an opaque alpha.
    fn is_colour(self, at: usize) -> bool {
        let is_opaque = |[.., alpha]: [u8; 4]| alpha == 0xFF;
        let channel = |index: usize| {
            let values: BTreeSet<u8> =
                self.words::<4>(at).filter_map(|word| word.get(index).copied()).collect();
            values.len()
        };
        self.all(at, is_opaque) && (0..3).all(|index| channel(index) >= MIN_LEVELS)
    }

    fn u4(self, word: [u8; 4]) -> u32 {
        if self.is_little { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) }
    }

    fn f4(self, word: [u8; 4]) -> f32 {
        f32::from_bits(self.u4(word))
    }

    /// Words at `at` of the examined records.
    fn words<const N: usize>(self, at: usize) -> impl Iterator<Item = [u8; N]> + 'a {
        let records = self.bytes.chunks_exact(self.size).take(SAMPLE);
        records.filter_map(move |record| record.get(at..)?.first_chunk::<N>().copied())
    }

    /// `true` if nearly all words fit.
    fn all<const N: usize>(self, at: usize, fits: impl Fn([u8; N]) -> bool) -> bool {
        let (mut fitting, mut all) = (0, 0);
        for word in self.words::<N>(at) {
            all += 1;
            fitting += usize::from(fits(word));
        }
        all > 0 && fitting * 20 >= all * 19
    }

    fn any<const N: usize>(self, at: usize, fits: impl Fn([u8; N]) -> bool) -> bool {
        self.words::<N>(at).any(fits)
    }
}

fn is_text(word: [u8; 4]) -> bool {
    word.iter().all(|byte| matches!(byte, 0 | b' '..=b'~')) && word != [0; 4]
}

/// `true` for zero and numbers of usual magnitude; small integers read as floats are much smaller.
pub fn is_float(value: f32) -> bool {
    value == 0.0 && value.is_sign_positive() || (1e-16..1e7).contains(&value.abs())
}
