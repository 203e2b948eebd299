//! First description of a file of an unknown format: its magic, the numbers in front, and the array of
//! records whose size repeats.

use std::fmt::Write;

use super::columns::{Column, Table, is_float};
use super::period::{Period, first_record, periods};

/// First bytes of the file that are examined.
const EXAMINED: usize = 256 << 10;
/// Header bytes in which the number of records is looked for.
const HEADER: usize = 256;
/// Bytes of the header that become fields of four bytes.
const NAMED: usize = 64;
/// Most bytes between the number of records and the first record.
const MAX_GAP: usize = 32;
/// Texts that are listed.
const MAX_TEXTS: usize = 8;
const MIN_TEXT: usize = 6;

/// An array of records that fills a part of the file.
#[derive(Clone, Copy, Debug)]
struct Array {
    start: usize,
    size: usize,
    /// Offset of the number of records in the header, if it is stored.
    count_at: Option<usize>,
    is_little: bool,
}

/// A description of the file called `name`, whose bytes, at least the first ones, are `bytes`. It loads
/// without mistakes, and reads this file.
pub fn skeleton(name: &str, bytes: &[u8], len: u64) -> String {
    let head = bytes.get(..EXAMINED).unwrap_or(bytes);
    let found = periods(head);
    let array = array(head, len, &found);
    let mut out = String::new();
    comments(&mut out, head, len, &found);
    meta(&mut out, name, array.is_none_or(|array| array.is_little));
    out.push_str("seq:\n");
    let start = array.map_or(head.len().min(16), |array| array.start);
    header(&mut out, head, start, array);
    match array {
        None => out.push_str("  - id: rest\n    size-eos: true\n"),
        Some(array) => records(&mut out, head, array),
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

/// Writes the fields in front of `end`.
fn header(out: &mut String, head: &[u8], end: usize, array: Option<Array>) {
    let mut at = 0;
    if let Some(magic) = magic(head).filter(|_| end >= 4) {
        let _ = writeln!(out, "  - id: magic\n    contents: {magic}");
        at = 4;
    }
    let count_at = array.and_then(|array| array.count_at);
    while at < end {
        let mut left = end - at;
        if count_at == Some(at) {
            out.push_str("  - id: num_records\n    type: u4\n");
        } else if left >= 4 && at < NAMED {
            let _ = writeln!(out, "  - id: field_{at:x}\n    type: u4");
        } else {
            left = count_at.filter(|count| *count > at).map_or(left, |count| count - at);
            let _ = writeln!(out, "  - id: field_{at:x}\n    size: {left}");
            at += left;
            continue;
        }
        at += left.min(4);
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

fn records(out: &mut String, head: &[u8], array: Array) {
    out.push_str("  - id: records\n    type: record\n");
    match array.count_at {
        Some(_) => out.push_str("    repeat: expr\n    repeat-expr: num_records\n"),
        None => {
            let size = array.size;
            let size_left = match array.start {
                0 => "_io.size".to_owned(),
                start => format!("(_io.size - {start})"),
            };
            let _ = writeln!(out, "    repeat: expr\n    repeat-expr: {size_left} / {size}");
        }
    }
    out.push_str("  - id: rest\n    size-eos: true\ntypes:\n  record:\n    seq:\n");
    let bytes = head.get(array.start..).unwrap_or_default();
    let columns = Table { bytes, size: array.size, is_little: array.is_little }.columns();
    let mut at = 0;
    let is_position = columns.starts_with(&[Column::F4; 3]);
    for column in columns {
        let name = match at {
            0 if is_position => "x".to_owned(),
            4 if is_position => "y".to_owned(),
            8 if is_position => "z".to_owned(),
            _ => format!("field_{at:x}"),
        };
        let _ = writeln!(out, "      - id: {name}\n        type: {}", column.type_name());
        if let Column::Text(size) = column {
            let _ = writeln!(out, "        size: {size}\n        encoding: ASCII");
        }
        at += column.size();
    }
    if is_position {
        out.push_str("-gouraud:\n  points: {each: records, at: '[x, y, z]'}\n");
    }
}

/// The array of records: of a size that repeats, and, if possible, with its count in the header.
fn array(head: &[u8], len: u64, found: &[Period]) -> Option<Array> {
    let counted = found.iter().find_map(|period| counted(head, len, period.size));
    counted.or_else(|| {
        let period = *found.first()?;
        let start = first_record(head, period);
        let bytes = head.get(start..)?;
        Some(Array { start, size: period.size, count_at: None, is_little: is_little(bytes) })
    })
}

/// The array of records of this size whose number is stored in the header, and which ends with the file.
fn counted(head: &[u8], len: u64, size: usize) -> Option<Array> {
    let header = head.get(..HEADER.min(head.len()))?;
    for (at, word) in header.chunks_exact(4).enumerate() {
        let word = *word.first_chunk::<4>()?;
        for (count, is_little) in
            [(u32::from_le_bytes(word), true), (u32::from_be_bytes(word), false)]
        {
            let length = u64::from(count).checked_mul(size as u64)?;
            let start = len.checked_sub(length).and_then(|start| usize::try_from(start).ok());
            let Some(start) = start.filter(|_| count > 1) else { continue };
            let behind = start.checked_sub(at * 4 + 4);
            if behind.is_some_and(|gap| gap <= MAX_GAP && gap.is_multiple_of(4)) {
                return Some(Array { start, size, count_at: Some(at * 4), is_little });
            }
        }
    }
    None
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
