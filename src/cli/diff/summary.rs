//! Summary of the differences of two files: the elements that were added, removed or changed.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;

use super::row::PairNames;
use crate::cli::out::{Clean, Out, grouped};
use crate::edit::{Difference, ElementChange, ElementChanges, Kind};

/// Maximum number of elements of a kind that a line of text names.
const MAX_NAMED: usize = 12;

/// The differences of two files by element.
#[derive(Default)]
pub struct Summary {
    names: PairNames,
    changes: ElementChanges,
}

/// A summary as JSON.
#[derive(Serialize)]
struct Row<'a> {
    /// The file, if two folders are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Name of the file in B, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    b_file: Option<&'a str>,
    elements: &'a [ElementChange],
    /// Number of changed numbers that follow from these changes.
    derived: u64,
}

impl Summary {
    pub fn of(names: &PairNames) -> Self {
        Self { names: names.clone(), changes: ElementChanges::default() }
    }

    pub fn add(&mut self, difference: Difference) {
        self.changes.add(difference);
    }

    /// The differences by element.
    pub fn changes(&self) -> &ElementChanges {
        &self.changes
    }

    /// The changed elements by list and kind of change.
    pub fn groups(&self) -> Vec<(&str, Kind, Vec<&ElementChange>)> {
        let mut groups: Vec<(&str, Kind, Vec<&ElementChange>)> = Vec::new();
        let mut known: HashMap<(&str, Kind), usize> = HashMap::new();
        for element in &self.changes.elements {
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
            let (file, b_file) = (self.names.file.as_deref(), self.names.b_file.as_deref());
            let ElementChanges { elements, derived, .. } = &self.changes;
            return out.json(&Row { file, b_file, elements, derived: *derived });
        }
        match (&self.names.file, &self.names.b_file) {
            (Some(file), Some(b_file)) => {
                writeln!(out, "{} → {}", out.paint.bold(Clean(file)), Clean(b_file))?;
            }
            (Some(file), None) => writeln!(out, "{}", out.paint.bold(Clean(file)))?,
            _ => {}
        }
        for (list, kind, elements) in self.groups() {
            let mut line = format!("{list}: {} {}: ", grouped(elements.len() as u64), kind.word());
            for (at, element) in elements.iter().take(MAX_NAMED).enumerate() {
                let comma = if at == 0 { "" } else { ", " };
                let _ = write!(line, "{comma}{}", InWords(element));
            }
            if let Some(more) = elements.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
                let _ = write!(line, " and {} more", grouped(more as u64));
            }
            writeln!(out, "{}", Clean(&line))?;
        }
        if self.changes.derived > 0 {
            writeln!(
                out,
                "{} dependent counts, offsets and references changed",
                grouped(self.changes.derived)
            )?;
        }
        Ok(())
    }
}

/// An element with its changes, in a line.
struct InWords<'a>(&'a ElementChange);

impl std::fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ElementChange { path, b_path, kind, .. } = self.0;
        f.write_str(path)?;
        if let Some(b_path) = b_path {
            write!(f, " (now {b_path})")?;
        }
        match kind {
            Kind::Changed => write!(f, " ({})", self.0.summary()),
            Kind::Added | Kind::Removed => Ok(()),
        }
    }
}

/// Name of the list of an element: `faces` of `models[3].faces[7]`; of another field, its first name.
fn list_of(path: &str) -> &str {
    let mut list = path;
    while let Some((outer, _)) = list.strip_suffix(']').and_then(|list| list.rsplit_once('[')) {
        list = outer;
    }
    match list.len() < path.len() {
        true => list.rsplit('.').next().unwrap_or(list),
        false => path.split('.').next().unwrap_or(path),
    }
}
