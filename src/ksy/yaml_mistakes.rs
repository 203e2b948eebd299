//! Error messages for invalid YAML.

use saphyr_parser::{Marker, ScanError};

use super::diagnostic::Position;

/// Maximum number of characters of the text that are quoted.
const MAX_FOUND: usize = 24;

/// Parts of the parser's messages, each with the expected text. The first match counts.
const EXPECTED: &[(&str, &str)] = &[
    ("quoted scalar, found unexpected end", "a quote at the end of the text"),
    ("escape", "a known escape in the text"),
    ("hexadecimal", "hexadecimal digits in the escape"),
    ("trailing content", "the end of the line after the quoted text"),
    ("flow sequence", "`,` or `]`"),
    ("flow mapping", "`,` or `}`"),
    ("did not find expected key", "a key with the same indentation as the others in its map"),
    ("'-' indicator", "`-` with the same indentation as the others in its list"),
    ("mapping values", "one key per line, and quotes around texts with `: `"),
    ("mapping keys", "a key at the beginning of a line"),
    ("simple key", "`:` after a key"),
    ("':' must", "a space after `:`"),
    ("'-' must", "a space after `-`"),
    ("':'", "a key before `:`"),
    ("tab", "spaces for indentation"),
    ("block sequence entries", "each list item on a new line"),
    ("node content", "a value"),
    ("unknown anchor", "an anchor before its alias"),
    ("block scalar", "an indented text after `|` or `>`"),
    ("indent", "the indentation of the lines above"),
    ("plain scalar", "quotes around a text with special characters"),
    ("unexpected character", "quotes around a text with special characters"),
    ("anchor or alias", "a name after `&` or `*`"),
    ("tag", "a value without a tag"),
    ("directive", "one document without directives"),
    ("document", "the end of the description"),
    ("recursion", "fewer nested lists and maps"),
    ("eof", "the rest of the value"),
];

/// Describes a mistake in a text.
pub(super) fn sentence(error: &ScanError, lines: &[&str]) -> String {
    let info = error.info();
    let known = EXPECTED.iter().find(|(part, _)| info.contains(part));
    let expected = known.map_or("YAML", |(_, expected)| expected);
    format!("expected {expected}, found {}", found_at(error.marker(), lines))
}

/// The text at a position.
fn found_at(mark: &Marker, lines: &[&str]) -> String {
    let Some(line) = mark.line().checked_sub(1).and_then(|at| lines.get(at)) else {
        return "the end of the file".to_owned();
    };
    let rest = line.chars().skip(mark.col());
    let text: String = rest.take_while(|next| !next.is_whitespace()).take(MAX_FOUND).collect();
    match line.chars().nth(mark.col()) {
        Some('\t') => "a tab".to_owned(),
        Some(' ') => "a space".to_owned(),
        None | Some('\r') if mark.line() >= lines.len() => "the end of the file".to_owned(),
        None | Some('\r') => "the end of the line".to_owned(),
        Some(_) => format!("`{text}`"),
    }
}

/// Position of the first control character, which no YAML contains, with a message.
pub(super) fn control_character(lines: &[&str]) -> Option<(Position, String)> {
    let is_control = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\r');
    lines.iter().zip(1u32..).find_map(|(line, number)| {
        let (column, found) = line.chars().enumerate().find(|(_, c)| is_control(*c))?;
        let column = u32::try_from(column).unwrap_or(u32::MAX).saturating_add(1);
        let message =
            format!("expected text, found the control character U+{:04X}", u32::from(found));
        Some((Position { line: number, column }, message))
    })
}
