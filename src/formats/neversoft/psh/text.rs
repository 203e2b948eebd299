//! Lines of a header, split into segments for lossless writing, and the parts they define.

use std::collections::BTreeMap;

use crate::bytes::Result;
use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Pass};

/// Prefix of a part's name in a symbol.
const MARK: &str = "PART_";
/// Prefix of a parent's name in a comment.
const PARENT: &[u8] = b"parent:";
/// Parent name of root parts.
pub const ROOT: &str = "Scene Root";

/// Meaning of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineKind {
    /// No part and no parent.
    #[default]
    Other,
    /// `#define HAWKPART_CHEST 1`
    Part,
    /// `//   parent: PELVIS`
    Parent,
}

/// Line, split into segments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub kind: LineKind,
    /// White space and the prefix of the name: `#define`, or `//   parent:`.
    pub before: Vec<u8>,
    /// The symbol, the name of the parent, or the whole line.
    pub text: Vec<u8>,
    /// White space between a symbol and its number.
    pub between: Vec<u8>,
    /// Number of a part, in digits.
    pub number: Vec<u8>,
    /// Remaining text with the line ending.
    pub after: Vec<u8>,
}

impl Line {
    /// Splits a line, which includes its line ending.
    fn of(line: &[u8]) -> Self {
        Self::part(line).or_else(|| Self::parent(line)).unwrap_or_else(|| {
            let (before, text, after) = trimmed(line);
            let (before, text, after) = (before.to_vec(), text.to_vec(), after.to_vec());
            Self { before, text, after, ..Self::default() }
        })
    }

    fn part(line: &[u8]) -> Option<Self> {
        let (space, rest) = space(line);
        let after_keyword = rest.strip_prefix(b"#define")?;
        let (gap, rest) = self::space(after_keyword);
        let (symbol, rest) = word(rest);
        let (between, rest) = self::space(rest);
        let (number, after) = word(rest);
        let is_whole = !gap.is_empty() && !number.is_empty() && name_of(symbol).is_some();
        let before = line.get(..space.len() + b"#define".len() + gap.len())?;
        is_whole.then(|| Self {
            kind: LineKind::Part,
            before: before.to_vec(),
            text: symbol.to_vec(),
            between: between.to_vec(),
            number: number.to_vec(),
            after: after.to_vec(),
        })
    }

    fn parent(line: &[u8]) -> Option<Self> {
        let comment = space(line).1.strip_prefix(b"//")?;
        let (_, name, after) = trimmed(space(comment).1.strip_prefix(PARENT)?);
        let before = line.get(..line.len() - after.len() - name.len())?;
        (!name.is_empty()).then(|| Self {
            kind: LineKind::Parent,
            before: before.to_vec(),
            text: name.to_vec(),
            after: after.to_vec(),
            ..Self::default()
        })
    }
}

impl Layout for Line {
    const TYPE: &'static str = "Line";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() {
            let mut lines = pass.ahead().split_inclusive(|byte| *byte == b'\n');
            *self = Self::of(lines.next().unwrap_or(&[]));
        }
        let Self { kind, before, text, between, number, after } = self;
        let name = match kind {
            LineKind::Other => "text",
            LineKind::Part => "symbol",
            LineKind::Parent => "parent",
        };
        let pieces = [
            (None, before),
            (Some(name), text),
            (None, between),
            (Some("number"), number),
            (None, after),
        ];
        for (name, bytes) in pieces {
            let len = bytes.len();
            match name.filter(|_| len > 0) {
                Some(name) => pass.text(name, bytes, len)?,
                None => pass.filler(bytes, len)?,
            }
        }
        Ok(())
    }

    fn summary(&self) -> String {
        match self.kind {
            LineKind::Other => String::new(),
            LineKind::Part => format!("part {}", cp1252::decode(&self.number)),
            LineKind::Parent => format!("below {}", cp1252::decode(&self.text)),
        }
    }
}

/// Splits off leading white space.
fn space(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.len() - text.trim_ascii_start().len())
}

/// Splits at the first white space.
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(u8::is_ascii_whitespace);
    text.split_at(end.unwrap_or(text.len()))
}

/// Splits into leading white space, content and trailing white space.
fn trimmed(line: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let (before, rest) = space(line);
    let (text, after) = rest.split_at(rest.trim_ascii_end().len());
    (before, text, after)
}

/// Part name in a symbol: `CHEST` in `HAWKPART_CHEST`.
fn name_of(symbol: &[u8]) -> Option<String> {
    let symbol = cp1252::decode(symbol);
    let (_, name) = symbol.split_once(MARK)?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Records of a header: the lines of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Psh {
    pub lines: Vec<Line>,
}

impl Layout for Psh {
    const TYPE: &'static str = "Header";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.items_up_to("lines", &mut self.lines, usize::MAX, ())
    }
}

/// Part defined by a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPart {
    /// Index of its line.
    pub line: usize,
    /// Object index; `None` if it is not a number.
    pub number: Option<usize>,
    pub name: String,
    /// Line index and name of its parent.
    pub parent: Option<(usize, String)>,
}

impl NamedPart {
    /// Name of its parent; `None` for a root.
    pub fn parent(&self) -> Option<&str> {
        let (_, name) = self.parent.as_ref()?;
        (!name.eq_ignore_ascii_case(ROOT)).then_some(name)
    }
}

impl Psh {
    /// Parses the text of a header.
    pub fn of(text: &[u8]) -> Self {
        Self { lines: text.split_inclusive(|byte| *byte == b'\n').map(Line::of).collect() }
    }

    /// Parts in text order. A parent comment belongs to the part above it.
    pub fn parts(&self) -> Vec<NamedPart> {
        let mut parts: Vec<NamedPart> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            match line.kind {
                LineKind::Other => {}
                LineKind::Part => {
                    let name = name_of(&line.text).unwrap_or_default();
                    let number = cp1252::decode(&line.number).parse().ok();
                    parts.push(NamedPart { line: index, number, name, parent: None });
                }
                LineKind::Parent => {
                    let parent = (index, cp1252::decode(&line.text));
                    if let Some(last) = parts.last_mut().filter(|last| last.parent.is_none()) {
                        last.parent = Some(parent);
                    }
                }
            }
        }
        parts
    }

    /// Common prefix of the symbols, in lower case: `hawk` of `HAWKPART_CHEST`.
    pub fn stem(&self) -> Option<String> {
        let part = self.lines.iter().find(|line| line.kind == LineKind::Part)?;
        let symbol = cp1252::decode(&part.text).to_ascii_lowercase();
        let (stem, _) = symbol.split_once(&MARK.to_ascii_lowercase())?;
        (!stem.is_empty()).then(|| stem.to_owned())
    }

    /// Names of the parts with numbers below `most`; the first of several parts with one number counts.
    pub fn names(&self, most: usize) -> BTreeMap<usize, String> {
        let mut names = BTreeMap::new();
        for part in self.parts() {
            if let Some(number) = part.number.filter(|number| *number < most) {
                names.entry(number).or_insert(part.name);
            }
        }
        names
    }
}
