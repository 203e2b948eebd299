//! First description of a file of an unknown format: its magic, the numbers of its header, the
//! array of repeating records, and the faces after it.

use std::fmt::Write;

use super::columns::{Column, Table, is_float};
use super::faces::{Count, Faces, Vertices};
use super::mesh::{face, fields, list_of_faces, mesh};
use super::period::{Period, first_record, is_even, periods};

/// Number of bytes at the start of the file that are examined.
const EXAMINED: usize = 256 << 10;
/// Header bytes that are searched for the number of records.
const HEADER: usize = 256;
/// Size of the part of the header that becomes fields of four bytes.
const NAMED: usize = 64;
/// Maximum number of bytes between the number of records and the first record.
const MAX_GAP: usize = 32;
/// Minimum number of records if other data follow, and the minimum part of the file that they fill.
const MIN_COUNT: usize = 8;
const MIN_PART: u64 = 4;
/// Texts that are listed.
const MAX_TEXTS: usize = 8;
const MIN_TEXT: usize = 6;

/// A number in the header.
#[derive(Clone, Copy, Debug)]
struct HeaderNumber {
    offset: usize,
    /// Number of bytes.
    width: usize,
    value: usize,
}

/// An array of records that fills a part of the file.
#[derive(Clone, Copy, Debug)]
struct Array {
    start: usize,
    size: usize,
    /// The number of records, if it is stored in the header.
    count: Option<HeaderNumber>,
    is_little: bool,
}

impl Array {
    /// The records, at most to the end of `head`.
    fn bytes(self, head: &[u8]) -> &[u8] {
        let count = self.count.map(|count| count.value);
        let len = count.map_or(usize::MAX, |count| count.saturating_mul(self.size));
        let end = self.start.saturating_add(len).min(head.len());
        head.get(self.start..end).unwrap_or_default()
    }

    /// The faces after the records.
    fn faces(self, head: &[u8], len: u64) -> Option<Faces> {
        let HeaderNumber { offset: count_at, value: count, .. } = self.count?;
        let end = self.start.checked_add(count.checked_mul(self.size)?)?;
        let Self { start, is_little, .. } = self;
        Vertices { bytes: head, len, start, end, count, count_at, is_little }.faces()
    }

    /// Records of the faces after the records.
    fn table_of_faces(self, head: &[u8], faces: Faces) -> Table<'_> {
        let records = self.count.map_or(0, |count| count.value.saturating_mul(self.size));
        let start = self.start.saturating_add(records).saturating_add(faces.skipped());
        let bytes = head.get(start..).unwrap_or_default();
        Table { bytes, size: faces.size, is_little: self.is_little }
    }
}

/// Names of the records: their array, type and number.
#[derive(Clone, Copy)]
struct RecordNames {
    list: &'static str,
    one: &'static str,
    count: &'static str,
}

const RECORDS: RecordNames = RecordNames { list: "records", one: "record", count: "num_records" };
const VERTICES: RecordNames =
    RecordNames { list: "vertices", one: "vertex", count: "num_vertices" };

/// A description of the file called `name`. `bytes` are its bytes, or at least the first of them.
/// The description loads without mistakes, and reads this file.
pub fn skeleton(name: &str, bytes: &[u8], len: u64) -> String {
    let head = bytes.get(..EXAMINED).unwrap_or(bytes);
    let found = periods(head);
    let array = array(head, len, &found);
    let mut out = String::new();
    comments(&mut out, head, len, &found);
    meta(&mut out, name, array.is_none_or(|array| array.is_little));
    out.push_str("seq:\n");
    let faces = array.and_then(|array| array.faces(head, len));
    let start = array.map_or(head.len().min(16), |array| array.start);
    let names = if faces.is_some() { VERTICES } else { RECORDS };
    let count = array.and_then(|array| array.count);
    let count = count.map(|count| (count.offset, count.width, names.count));
    let num_faces = faces.and_then(|faces| match faces.count {
        Count::Header(at, width) => Some((at, width, "num_faces")),
        _ => None,
    });
    header(&mut out, head, start, &[count, num_faces]);
    match array {
        None => out.push_str("  - id: rest\n    size-eos: true\n"),
        Some(array) => records(&mut out, head, array, names, faces),
    }
    out
}

fn comments(out: &mut String, head: &[u8], len: u64, found: &[Period]) {
    let _ = writeln!(out, "# {len} bytes.");
    if !found.is_empty() {
        let sizes: Vec<String> = found
            .iter()
            .take(4)
            .map(|period| format!("{} ({:.0} %)", period.size, 100.0 * period.share))
            .collect();
        let _ = writeln!(out, "# Record sizes, with bytes that repeat: {}.", sizes.join(", "));
    }
    for (at, text) in texts(head).take(MAX_TEXTS) {
        let _ = writeln!(out, "# Text at {at:#x}: {text}");
    }
}

/// Runs of printable characters with their offsets.
fn texts(head: &[u8]) -> impl Iterator<Item = (usize, String)> + '_ {
    let is_printable = |byte: &u8| matches!(byte, b' '..=b'~');
    let mut at = 0;
    std::iter::from_fn(move || {
        let skipped = head.get(at..)?.iter().position(is_printable)?;
        let start = at + skipped;
        let run: Vec<u8> = head.get(start..)?.iter().copied().take_while(is_printable).collect();
        at = start + run.len();
        let text: String = run.iter().take(60).map(|byte| char::from(*byte)).collect();
        Some((start, text))
    })
    .filter(|(_, text)| is_word(text))
}

/// `true` for texts of mostly letters, digits and punctuation of names.
fn is_word(text: &str) -> bool {
    let is_usual = |c: &char| c.is_ascii_alphanumeric() || " _-./\\".contains(*c);
    text.trim().len() >= MIN_TEXT && text.chars().filter(is_usual).count() * 10 >= text.len() * 9
}

fn meta(out: &mut String, name: &str, is_little: bool) {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let id = identifier(if extension.is_empty() { stem } else { extension });
    let _ = writeln!(out, "meta:\n  id: {id}\n  title: {id}");
    let is_word = |c: char| c.is_ascii_alphanumeric();
    if !extension.is_empty() && extension.chars().all(is_word) {
        let _ = writeln!(out, "  file-extension: '{}'", extension.to_ascii_lowercase());
    }
    let _ = writeln!(out, "  endian: {}", if is_little { "le" } else { "be" });
}

/// A name that the language accepts.
fn identifier(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase());
    let name: String = letters.collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) => format!("format_{name}"),
        None => "format".to_owned(),
    }
}

/// Writes the fields in front of `end`, with the numbers that have names.
fn header(out: &mut String, head: &[u8], end: usize, named: &[Option<(usize, usize, &str)>]) {
    let mut at = 0;
    if let Some(magic) = magic(head).filter(|_| end >= 4) {
        let _ = writeln!(out, "  - id: magic\n    contents: {magic}");
        at = 4;
    }
    let named = || named.iter().flatten();
    while at < end {
        if let Some((_, width, name)) = named().find(|(named, ..)| *named == at) {
            let _ = writeln!(out, "  - id: {name}\n    type: u{width}");
            at += width;
            continue;
        }
        let next = named().map(|(named, ..)| *named).filter(|named| *named > at).min();
        let left = next.map_or(end, |next| next.min(end)) - at;
        let len = if left >= 4 && at < NAMED { 4 } else { left };
        let kind = match len {
            2 | 4 if at < NAMED => format!("type: u{len}"),
            _ => format!("size: {len}"),
        };
        let _ = writeln!(out, "  - id: field_{at:x}\n    {kind}");
        at += len;
    }
}

/// The first four bytes, if they are letters or digits.
fn magic(head: &[u8]) -> Option<String> {
    let first = head.first_chunk::<4>()?;
    let is_magic = first.iter().all(|byte| byte.is_ascii_alphanumeric() || b" _-.".contains(byte));
    let starts = first.first().is_some_and(u8::is_ascii_alphabetic);
    let text: String = first.iter().map(|byte| char::from(*byte)).collect();
    (is_magic && starts).then(|| format!("'{text}'"))
}

fn records(out: &mut String, head: &[u8], array: Array, names: RecordNames, faces: Option<Faces>) {
    let RecordNames { list, one, count } = names;
    let _ = writeln!(out, "  - id: {list}\n    type: {one}\n    repeat: expr");
    let _ = match (array.count, array.start) {
        (Some(_), _) => writeln!(out, "    repeat-expr: {count}"),
        (None, 0) => writeln!(out, "    repeat-expr: _io.size / {}", array.size),
        (None, start) => writeln!(out, "    repeat-expr: (_io.size - {start}) / {}", array.size),
    };
    match faces {
        None => out.push_str("  - id: rest\n    size-eos: true\n"),
        Some(faces) => list_of_faces(out, faces),
    }
    let _ = writeln!(out, "types:\n  {one}:\n    seq:");
    let table = Table { bytes: array.bytes(head), size: array.size, is_little: array.is_little };
    let columns = table.columns(0..array.size);
    let position = position(&columns, faces.is_some());
    fields(out, &columns, 0, position);
    let has_colour = columns.contains(&Column::Colour);
    match (faces, position) {
        (Some(faces), position) => {
            face(out, array.table_of_faces(head, faces), faces);
            if position.is_some() {
                mesh(out, list, has_colour);
            }
        }
        (None, Some(_)) => {
            let _ = writeln!(out, "-gouraud:\n  points: {{each: {list}, at: '[x, y, z]'}}");
        }
        (None, None) => {}
    }
}

/// Index of the first of three columns that are a position.
fn position(columns: &[Column], has_faces: bool) -> Option<usize> {
    let of = |kind: Column| columns.windows(3).position(|columns| columns == [kind; 3]);
    of(Column::F4).or_else(|| of(Column::S2).filter(|_| has_faces))
}

/// The array of records: of a size that repeats, and, if possible, with its count in the header.
fn array(head: &[u8], len: u64, found: &[Period]) -> Option<Array> {
    let sizes = || [4, 2].into_iter().flat_map(|width| found.iter().map(move |of| (width, of)));
    let to_end = || {
        sizes().find_map(|(width, period)| {
            counted(head, width, period.size, |array, behind| {
                let filled = (array.count?.value as u64).checked_mul(array.size as u64)?;
                let start = usize::try_from(len.checked_sub(filled)?).ok()?;
                let gap = start.checked_sub(behind)?;
                (gap <= MAX_GAP && gap.is_multiple_of(4)).then_some(start)
            })
        })
    };
    // Faces that fill the rest of the file show where the records end.
    let before_faces = || {
        sizes().find_map(|(width, period)| {
            counted(head, width, period.size, |array, behind| {
                let mut starts = (behind..=behind + MAX_GAP).step_by(2);
                starts.find(|start| {
                    let faces = Array { start: *start, ..array }.faces(head, len);
                    faces.is_some_and(|faces| faces.count != Count::ToEnd)
                })
            })
        })
    };
    // Other data may follow the records.
    let inside = || {
        sizes().find_map(|(width, period)| {
            counted(head, width, period.size, |array, behind| {
                let first = first_record(head, *period);
                let is_near = (behind..=behind + MAX_GAP).contains(&first);
                let start = if is_near { first } else { behind };
                let count = array.count?.value;
                let filled = count.checked_mul(array.size)?;
                let is_large = filled as u64 * MIN_PART >= len && count >= MIN_COUNT;
                (is_large && start.checked_add(filled)? as u64 <= len).then_some(start)
            })
        })
    };
    // A header of any size, with the number of records anywhere in it.
    let after_header = || {
        found.iter().find_map(|period| {
            let start = rest_of(len, period.size)?;
            let count = usize::try_from(len).ok()?.checked_sub(start)? / period.size;
            let (count, is_little) = number_in(head.get(..start)?, count)?;
            Some(Array { start, size: period.size, count: Some(count), is_little })
        })
    };
    let uncounted = |size, start| {
        let bytes = head.get(start..)?;
        Some(Array { start, size, count: None, is_little: is_little(bytes) })
    };
    let whole = || {
        let period = *found.first()?;
        let start = rest_of(len, period.size)?;
        let records = head.get(start..).filter(|_| head.len() as u64 == len)?;
        is_even(records, period).then(|| uncounted(period.size, start)).flatten()
    };
    let first = || {
        let period = *found.first()?;
        uncounted(period.size, first_record(head, period))
    };
    let counted = to_end().or_else(after_header).or_else(before_faces);
    counted.or_else(whole).or_else(inside).or_else(first)
}

/// Size of the header if records of this size fill the rest of the file.
fn rest_of(len: u64, size: usize) -> Option<usize> {
    let rest = usize::try_from(len.checked_rem(size as u64)?).ok()?;
    (rest <= HEADER).then_some(rest)
}

/// The number in a header with this value, of four or two bytes, and `true` if it is little-endian.
fn number_in(header: &[u8], value: usize) -> Option<(HeaderNumber, bool)> {
    if value < MIN_COUNT {
        return None;
    }
    let digit = |number: usize, byte: &u8| (number << 8) | usize::from(*byte);
    [4, 2].into_iter().find_map(|width| {
        header.windows(width).enumerate().find_map(|(offset, bytes)| {
            let is_little = bytes.iter().rev().fold(0, digit) == value;
            let is_big = bytes.iter().fold(0, digit) == value;
            (is_little || is_big).then_some((HeaderNumber { offset, width, value }, is_little))
        })
    })
}

/// The array of records of this size whose number is stored in the header in `width` bytes, and for which
/// `start` returns the first one. It is called with the array and the end of the number.
fn counted(
    head: &[u8],
    width: usize,
    size: usize,
    start: impl Fn(Array, usize) -> Option<usize>,
) -> Option<Array> {
    let header = head.get(..HEADER.min(head.len()))?;
    header.chunks_exact(width).enumerate().find_map(|(at, bytes)| {
        let digit = |number: usize, byte: &u8| (number << 8) | usize::from(*byte);
        let numbers =
            [(bytes.iter().rev().fold(0, digit), true), (bytes.iter().fold(0, digit), false)];
        numbers.into_iter().find_map(|(value, is_little)| {
            let offset = at * width;
            let count =
                Some(HeaderNumber { offset, width, value }).filter(|count| count.value > 1)?;
            let array = Array { start: 0, size, count: Some(count), is_little };
            let start = start(array, offset + width)?;
            Some(Array { start, ..array })
        })
    })
}

/// Byte order in which more words are usual floats or small numbers.
fn is_little(bytes: &[u8]) -> bool {
    let is_usual = |word: u32| word != 0 && (word < 1 << 16 || is_float(f32::from_bits(word)));
    let is_small = |high: u8| high == 0 || high == 0xFF;
    let (mut little, mut big) = (0, 0);
    for word in bytes.chunks_exact(4).take(4096).filter_map(|word| word.first_chunk::<4>()) {
        little += usize::from(is_usual(u32::from_le_bytes(*word)));
        big += usize::from(is_usual(u32::from_be_bytes(*word)));
        let [a, b, c, d] = *word;
        little +=
            usize::from(is_small(b) && !is_small(a)) + usize::from(is_small(d) && !is_small(c));
        big += usize::from(is_small(a) && !is_small(b)) + usize::from(is_small(c) && !is_small(d));
    }
    little >= big
}
