//! Adds a field to the text of a description.

use std::fmt::Write;

use super::super::yaml::{self, Content, Node};

/// Sections after `seq`, in their usual order.
const LATER: &[&str] = &["instances", "types", "enums", "-gouraud"];

/// Bytes that become a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewField {
    /// Offset in the file.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// `true` if the fields of `seq` end at `offset`, so that the field is the next one.
    pub is_next: bool,
}

impl NewField {
    fn type_line(self) -> String {
        match self.len {
            1 | 2 | 4 | 8 => format!("type: u{}", self.len),
            len => format!("size: {len}"),
        }
    }
}

/// The text with the field added: as the next one of `seq`, or else as an instance with a position. Returns
/// the new text and the line of the field, from 1.
///
/// # Errors
/// When the text is not a YAML map, or the section is written in braces.
pub fn with_field(text: &str, new: NewField) -> Result<(String, usize), String> {
    let root = yaml::parse(text).map_err(|mistake| mistake.to_string())?;
    let pairs = root.map().ok_or("expected a map")?;
    let section = if new.is_next { "seq" } else { "instances" };
    let name = free_name(text, new.offset);
    let lines: Vec<&str> = text.lines().collect();
    let line_of = |(key, _): &(Node, Node)| (key.at.line as usize).saturating_sub(1);
    let found = pairs.iter().position(|(key, _)| key.is(section));
    let (next, indent, heading) = match found.and_then(|at| Some((at, pairs.get(at)?))) {
        Some((at, (_, value))) => (pairs.get(at + 1), indent(text, section, value)?, String::new()),
        None => {
            let later = if new.is_next { LATER } else { LATER.get(1..).unwrap_or_default() };
            let next = pairs.iter().find(|(key, _)| later.iter().any(|name| key.is(name)));
            (next, 2, format!("{section}:\n"))
        }
    };
    let mut at = next.map_or(lines.len(), line_of).min(lines.len());
    // Comments and empty lines in front of the next section belong to it.
    let belongs = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    while at > 0 && lines.get(at - 1).is_some_and(belongs) {
        at -= 1;
    }
    let (before, after) = lines.split_at(at);
    let mut out = String::with_capacity(text.len() + 80);
    before.iter().for_each(|line| {
        let _ = writeln!(out, "{line}");
    });
    out.push_str(&heading);
    out.push_str(&entry(new, &name, indent));
    after.iter().for_each(|line| {
        let _ = writeln!(out, "{line}");
    });
    Ok((out, at + 1 + heading.lines().count()))
}

fn entry(new: NewField, name: &str, indent: usize) -> String {
    let (blank, kind) = (" ".repeat(indent), new.type_line());
    match new.is_next {
        true => format!("{blank}- id: {name}\n{blank}  {kind}\n"),
        false => format!("{blank}{name}:\n{blank}  pos: {:#x}\n{blank}  {kind}\n", new.offset),
    }
}

/// Indentation of the entries of a section.
fn indent(text: &str, section: &str, value: &Node) -> Result<usize, String> {
    let first = match &value.content {
        Content::List(items) => items.first().map(|item| item.at),
        Content::Map(pairs) => pairs.first().map(|(key, _)| key.at),
        Content::Scalar(_) => return Ok(2),
    };
    let line = first.and_then(|at| text.lines().nth((at.line as usize).saturating_sub(1)));
    let line = line.unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    let is_flow = line.trim_start().starts_with(section);
    match is_flow || first.is_none() {
        true => Err(format!("expected the entries of `{section}` on separate lines")),
        false => Ok(indent),
    }
}

/// A name made from the offset, which the text does not use yet.
fn free_name(text: &str, offset: u64) -> String {
    let name = format!("field_{offset:x}");
    let names = std::iter::once(name.clone()).chain((2u32..).map(|n| format!("{name}_{n}")));
    let is_used = |name: &String| text.lines().any(|line| has_word(line, name));
    names.into_iter().find(|name| !is_used(name)).unwrap_or(name)
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|part| part == word)
}
