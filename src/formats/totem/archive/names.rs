//! The name file: a text of hashes and names.

use std::collections::HashMap;

use crate::bytes::cp1252;
use crate::bytes::{Cursor, RecordReader, Recorder, Result};
use crate::formats::{Head, Probe, Report};

/// A line: a hash as a signed number, a space, a name in quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// `None` if the line does not start with a number.
    pub hash: Option<u32>,
    pub name: Vec<u8>,
    /// The line as stored, with its line ending, if it differs from how it would be written.
    stored: Option<Vec<u8>>,
}

impl Line {
    /// The name as text; it is stored in Windows-1252.
    pub fn text(&self) -> String {
        cp1252::decode(&self.name)
    }

    fn write(&self) -> Vec<u8> {
        let number = self.hash.unwrap_or(0).cast_signed();
        [format!("{number} \"").as_bytes(), &self.name, b"\"\n"].concat()
    }
}

/// The names of an archive's files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameTable {
    pub lines: Vec<Line>,
    /// Bytes after an empty line or a NUL, which end the table.
    pub tail: Vec<u8>,
    /// Line indices by hash; the first line of each hash.
    by_hash: HashMap<u32, usize>,
}

impl NameTable {
    fn of(lines: Vec<Line>, tail: Vec<u8>) -> Self {
        let mut by_hash = HashMap::new();
        for (index, line) in lines.iter().enumerate() {
            if let Some(hash) = line.hash {
                by_hash.entry(hash).or_insert(index);
            }
        }
        Self { lines, tail, by_hash }
    }

    /// The name with this hash; `None` if it is empty.
    pub fn name(&self, hash: u32) -> Option<String> {
        let line = self.lines.get(*self.by_hash.get(&hash)?)?;
        (!line.name.is_empty()).then(|| line.text())
    }

    pub fn write(&self) -> Vec<u8> {
        let line = |line: &Line| line.stored.clone().unwrap_or_else(|| line.write());
        let mut out: Vec<u8> = self.lines.iter().flat_map(line).collect();
        out.extend(&self.tail);
        out
    }
}

/// `true` if bytes start like a name table.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or(bytes);
    split(line).hash.is_some()
}

pub(super) fn probe(head: &Head<'_>) -> Option<Probe> {
    // Hardly any file starts with a number, and searching lines is much slower.
    if !head.bytes.first()?.is_ascii_digit() && !head.bytes.starts_with(b"-") {
        return None;
    }
    // The last available line may be truncated.
    let text = head.bytes.split(|byte| *byte == 0).next().unwrap_or(&[]);
    let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(text.len(), |end| end + 1);
    let lines = text.get(..whole)?.split(|byte| *byte == b'\n').map(split);
    let lines: Vec<Parts<'_>> = lines.take_while(|line| line.hash.is_some()).take(200).collect();
    // The hash of an empty name is 0, which proves nothing.
    let right =
        |line: &&Parts<'_>| !line.name.is_empty() && line.hash == Some(crc32fast::hash(line.name));
    let (all, good) = (lines.len(), lines.iter().filter(right).count());
    if all == 0 {
        return None;
    }
    let named = is_named(head);
    let with_names = lines.iter().filter(|line| !line.name.is_empty()).count();
    let score = match (good * 2 > with_names, named) {
        (true, _) => 90,
        (false, true) => 40,
        (false, false) => return None,
    };
    let reason = format!("names with hashes: {good} of the first {all} lines are valid");
    Some(Probe { score, reason })
}

fn is_named(head: &Head<'_>) -> bool {
    super::is_name_table(head.name)
}

/// Components of a line, without its line ending.
struct Parts<'a> {
    hash: Option<u32>,
    /// Length of the number.
    digits: usize,
    /// Offset of the name in the line.
    name_at: usize,
    name: &'a [u8],
    /// The name is not in quotes.
    is_bare: bool,
}

fn split(line: &[u8]) -> Parts<'_> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let digits = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
    let number = line.get(..digits).and_then(|text| str::from_utf8(text).ok());
    let number = number.and_then(|text| text.parse::<i64>().ok());
    // Some tools may write the hash as an unsigned number.
    let hash = number.and_then(|number| {
        i32::try_from(number).map(i32::cast_unsigned).or_else(|_| u32::try_from(number)).ok()
    });
    let rest = line.get(digits..).unwrap_or(&[]);
    let quoted = rest.strip_prefix(b" \"").and_then(|rest| rest.strip_suffix(b"\""));
    match quoted {
        Some(name) => Parts { hash, digits, name_at: digits + 2, name, is_bare: false },
        None => {
            let name = rest.strip_prefix(b" ").unwrap_or(rest);
            Parts { hash, digits, name_at: line.len() - name.len(), name, is_bare: true }
        }
    }
}

pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<NameTable> {
    let lines = cur.run("names", usize::MAX, LineReader).items;
    let end = cur.source_len();
    let tail = cur.bytes_if_any("tail", end)?.to_vec();
    if lines.is_empty() {
        return Err(cur.fail_at((0, 0), "names", format_args!("no line starts with a hash")));
    }
    Ok(NameTable::of(lines, tail))
}

struct LineReader;

impl RecordReader for LineReader {
    type Out = Line;
    const TYPE: &'static str = "Name";

    /// Reads nothing at the end of the table: an empty line, a NUL or the end of the file.
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Line> {
        let start = cur.pos();
        let rest = cur.peek(usize::MAX);
        let is_end = |byte: &u8| *byte == b'\n' || *byte == 0;
        let end = rest.iter().position(is_end).unwrap_or(rest.len());
        let text = rest.get(..end).unwrap_or(rest);
        if text.is_empty() || text == b"\r" {
            return Ok(Line::default());
        }
        let parts = split(text);
        let with_end = end + usize::from(rest.get(end) == Some(&b'\n'));
        cur.text("hash", parts.digits)?;
        cur.bytes_if_any("before_name", start + parts.name_at as u64)?;
        if !parts.name.is_empty() {
            cur.text("name", parts.name.len())?;
        }
        cur.bytes_if_any("after_name", start + with_end as u64)?;
        let mut line = Line { hash: parts.hash, name: parts.name.to_vec(), stored: None };
        let stored = rest.get(..with_end).unwrap_or(rest);
        if parts.hash.is_none() || line.write() != stored {
            line.stored = Some(stored.to_vec());
        }
        cur.describe(|| line.text());
        Ok(line)
    }
}

/// Reports lines without a number or quotes, and hashes that do not match the name.
pub(super) fn check(table: &NameTable, report: &mut Report<'_>) {
    for (index, line) in table.lines.iter().enumerate() {
        let stored = line.stored.as_deref().unwrap_or(&[]);
        let text = stored.strip_suffix(b"\n").unwrap_or(stored);
        let message = match line.hash {
            None => "the line does not start with a hash".to_owned(),
            Some(_) if !text.is_empty() && split(text).is_bare => {
                "the name is not in quotes".to_owned()
            }
            Some(hash) if hash != crc32fast::hash(&line.name) => {
                let expected = crc32fast::hash(&line.name);
                format!("expected the hash {expected:08X} of the name, found {hash:08X}")
            }
            Some(_) => continue,
        };
        report.warning(format!("names[{index}]"), message);
    }
}
