//! Formats a difference as text or JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::bytes::Plain;
use crate::cli::out::{Clean, Out};
use crate::container::join;
use crate::edit::{Difference, Kind};
use crate::library::is_same_name;

/// Names of two compared files, if they are in folders or archives.
#[derive(Clone, Default)]
pub struct PairNames {
    /// The name in A, otherwise that in B.
    pub file: Option<String>,
    /// The name in B, if it differs.
    pub b_file: Option<String>,
    /// [Different names](is_same_name).
    pub is_renamed: bool,
    /// Number of folders and archives around the files.
    pub depth: usize,
}

impl PairNames {
    /// The names of two files inside this pair: paths from the compared folders or archives.
    pub fn inside(&self, a: Option<&str>, b: Option<&str>) -> Self {
        let inside = |around: Option<&String>, name: &str| match around {
            Some(around) => join(around, name),
            None => name.to_owned(),
        };
        let one = a.map(|name| inside(self.file.as_ref(), name));
        let two = b.map(|name| inside(self.b_file.as_ref().or(self.file.as_ref()), name));
        let is_renamed = matches!((a, b), (Some(a), Some(b)) if !is_same_name(a, b));
        let b_file = two.clone().filter(|two| one.as_ref().is_some_and(|one| one != two));
        Self { file: one.or(two), b_file, is_renamed, depth: self.depth + 1 }
    }
}

/// A difference as JSON.
#[derive(Serialize)]
struct Row<'a> {
    /// The file, if two folders are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The name that a file has in the other folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed: Option<&'a str>,
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
    names: &PairNames,
    change: &Difference,
) -> io::Result<()> {
    let (file, renamed) = match (change.kind, names.b_file.as_deref()) {
        (Kind::Added, Some(b_file)) => (Some(b_file), names.file.as_deref()),
        (Kind::Removed, b_file) => (names.file.as_deref(), b_file),
        _ => (names.file.as_deref(), None),
    };
    let renamed = renamed.filter(|_| change.path.is_empty());
    let Difference { path, kind, a, b, a_offset, b_offset, is_derived: derived, .. } = change;
    let (a_offset, b_offset) = (*a_offset, *b_offset);
    if json {
        let (kind, derived, b_path) = (*kind, *derived, change.b_path.as_deref());
        return out.json(&Row {
            file,
            renamed,
            path,
            b_path,
            kind,
            a,
            b,
            a_offset,
            b_offset,
            derived,
        });
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
    match (renamed, change.kind) {
        (Some(name), Kind::Added) => write!(out, ", named {} in A", Clean(name))?,
        (Some(name), _) => write!(out, ", named {} in B", Clean(name))?,
        (None, _) => {}
    }
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
