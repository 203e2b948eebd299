//! Summary of the differences of two files: the elements that were added, removed or changed.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;

use super::row::FileNames;
use crate::cli::out::{Clean, Out, grouped};
use crate::edit::{Difference, Kind};

/// Maximum number of elements of a kind that a line of text names.
const MAX_NAMED: usize = 12;

/// The differences of two files by element.
#[derive(Default, Serialize)]
pub struct Summary {
    /// The file, if two folders are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Its name in B, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    b_file: Option<String>,
    elements: Vec<Changed>,
    /// Number of changed numbers that follow from these changes.
    derived: u64,
    #[serde(skip)]
    known: HashMap<String, usize>,
}

/// An element of a list, or a field that is in no list.
#[derive(Serialize)]
pub struct Changed {
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_path: Option<String>,
    kind: Kind,
    /// The changed fields, relative to the element.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Value, or both values of the only changed field.
    pub shown: String,
}

impl Summary {
    pub fn of(names: &FileNames) -> Self {
        let (file, b_file) = (names.file.clone(), names.b_file.clone());
        Self { file, b_file, ..Self::default() }
    }

    pub fn add(&mut self, difference: Difference) {
        let Difference { path, b_path, kind, shown, is_derived, .. } = difference;
        if is_derived {
            self.derived += 1;
            return;
        }
        if kind != Kind::Changed {
            self.elements.push(Changed { path, b_path, kind, fields: Vec::new(), shown });
            return;
        }
        let (element, field) = split(&path);
        let b_path = b_path.map(|path| split(&path).0.to_owned());
        match self.known.get(element).and_then(|at| self.elements.get_mut(*at)) {
            Some(known) => {
                known.fields.push(field.to_owned());
                known.shown.clear();
            }
            None => {
                self.known.insert(element.to_owned(), self.elements.len());
                let fields = if field.is_empty() { Vec::new() } else { vec![field.to_owned()] };
                let path = element.to_owned();
                self.elements.push(Changed { path, b_path, kind, fields, shown });
            }
        }
    }

    /// The changed elements by list and kind of change.
    pub fn groups(&self) -> Vec<(&str, Kind, Vec<&Changed>)> {
        let mut groups: Vec<(&str, Kind, Vec<&Changed>)> = Vec::new();
        let mut known: HashMap<(&str, Kind), usize> = HashMap::new();
        for element in &self.elements {
            let list = list_of(&element.path);
            let at = *known.entry((list, element.kind)).or_insert(groups.len());
            match groups.get_mut(at) {
                Some((_, _, all)) => all.push(element),
                None => groups.push((list, element.kind, vec![element])),
            }
        }
        groups
    }

    pub fn write(&self, json: bool, out: &mut Out) -> io::Result<()> {
        if json {
            return out.json(self);
        }
        match (&self.file, &self.b_file) {
            (Some(file), Some(b_file)) => {
                writeln!(out, "{} → {}", out.paint.bold(Clean(file)), Clean(b_file))?;
            }
            (Some(file), None) => writeln!(out, "{}", out.paint.bold(Clean(file)))?,
            _ => {}
        }
        for (list, kind, elements) in self.groups() {
            let mut line = format!("{list}: {} {}: ", grouped(elements.len() as u64), word(kind));
            for (at, element) in elements.iter().take(MAX_NAMED).enumerate() {
                let comma = if at == 0 { "" } else { ", " };
                let _ = write!(line, "{comma}{element}");
            }
            if let Some(more) = elements.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
                let _ = write!(line, " and {} more", grouped(more as u64));
            }
            writeln!(out, "{}", Clean(&line))?;
        }
        if self.derived > 0 {
            writeln!(out, "{} counts, offsets and references follow", grouped(self.derived))?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.path)?;
        if let Some(b_path) = &self.b_path {
            write!(f, " (now {b_path})")?;
        }
        match (self.kind, self.fields.as_slice()) {
            (Kind::Changed, [field]) => write!(f, " ({field} {})", self.shown),
            (Kind::Changed, []) => write!(f, " ({})", self.shown),
            (Kind::Changed, fields) => write!(f, " ({})", fields.join(", ")),
            _ => Ok(()),
        }
    }
}

/// Past participle of a change.
pub fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Changed => "changed",
        Kind::Added => "added",
        Kind::Removed => "removed",
    }
}

/// A path as the innermost element of a list, and the field in it.
fn split(path: &str) -> (&str, &str) {
    match path.rfind(']') {
        Some(end) => {
            let (element, field) = path.split_at(end + 1);
            (element, field.trim_start_matches('.'))
        }
        None => (path, ""),
    }
}

/// Name of the list of an element: `faces` of `models[3].faces[7]`; of another field, its first name.
fn list_of(path: &str) -> &str {
    match path.rsplit_once('[') {
        Some((list, _)) => {
            list.rsplit(['.', ']']).next().filter(|name| !name.is_empty()).unwrap_or(list)
        }
        None => path.split('.').next().unwrap_or(path),
    }
}
