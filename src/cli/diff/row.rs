//! Formats a difference as text or JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::bytes::Plain;
use crate::cli::out::{Clean, Out};
use crate::edit::{Difference, Kind};

/// A difference as JSON.
#[derive(Serialize)]
struct Row<'a> {
    /// The file, if two folders are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    b_path: Option<&'a str>,
    kind: Kind,
    a: &'a Plain,
    b: &'a Plain,
    a_offset: Option<u64>,
    b_offset: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    derived: bool,
}

/// Writes a difference: as JSON, or as a line of text.
pub fn write_row(
    json: bool,
    out: &mut Out,
    file: Option<&str>,
    change: &Difference,
) -> io::Result<()> {
    let Difference { path, kind, a, b, a_offset, b_offset, is_derived: derived, .. } = change;
    let (a_offset, b_offset) = (*a_offset, *b_offset);
    if json {
        let (kind, derived, b_path) = (*kind, *derived, change.b_path.as_deref());
        return out.json(&Row { file, path, b_path, kind, a, b, a_offset, b_offset, derived });
    }
    let paint = out.paint;
    let mark = match kind {
        Kind::Changed => paint.yellow("~"),
        Kind::Added => paint.green("+"),
        Kind::Removed => paint.red("-"),
    };
    write!(out, "{mark} ")?;
    if let Some(file) = file {
        write!(out, "{}  ", Clean(file))?;
    }
    if !path.is_empty() {
        write!(out, "{}  ", paint.bold(Clean(path)))?;
    }
    if let Some(b_path) = &change.b_path {
        write!(out, "(now {})  ", Clean(b_path))?;
    }
    write!(out, "{}", Clean(&change.shown))?;
    if !change.note.is_empty() {
        write!(out, "  {}", paint.cyan(Clean(&change.note)))?;
    }
    let offsets = match (a_offset, b_offset) {
        (Some(a), Some(b)) if a == b => format!("at {a:#x}"),
        (Some(a), Some(b)) => format!("at {a:#x} and {b:#x}"),
        (Some(at), None) | (None, Some(at)) => format!("at {at:#x}"),
        (None, None) => return writeln!(out),
    };
    writeln!(out, "  {}", paint.dim(offsets))
}
