//! Groups the differences of two documents by element: the elements of lists that were added, removed or
//! changed.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use super::element_path::ElementPath;
use super::{Difference, Kind};

/// An element of a list, or a field that is in no list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ElementChange {
    /// Path in the first document; of an added element that in the second.
    pub path: String,
    /// Path in the second document, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_path: Option<String>,
    /// Kind of the change.
    pub kind: Kind,
    /// The changed fields, relative to the element.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Value, or both values of the only changed field.
    pub shown: String,
}

impl ElementChange {
    /// The changed fields without indices; with the values if there is only one.
    pub fn summary(&self) -> String {
        match self.fields.as_slice() {
            [] => self.shown.clone(),
            [field] => format!("{field} {}", self.shown),
            fields => {
                let mut names: Vec<&str> = Vec::new();
                for field in fields {
                    let name = field.split('[').next().filter(|name| !name.is_empty());
                    let name = name.unwrap_or("elements");
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names.join(", ")
            }
        }
    }
}

/// Numbers of elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElementCounts {
    /// Elements of both documents that differ.
    pub changed: u64,
    /// Elements that only the second document has.
    pub added: u64,
    /// Elements that only the first document has.
    pub removed: u64,
}

impl ElementCounts {
    /// Adds the numbers of other elements.
    pub fn add_all(&mut self, other: Self) {
        self.changed += other.changed;
        self.added += other.added;
        self.removed += other.removed;
    }

    /// Counts an element.
    pub fn add(&mut self, kind: Kind) {
        *match kind {
            Kind::Changed => &mut self.changed,
            Kind::Added => &mut self.added,
            Kind::Removed => &mut self.removed,
        } += 1;
    }
}

/// Numbers of differences of two documents by element, without the elements.
#[derive(Default)]
pub struct ElementTotals {
    /// Numbers of the elements.
    pub counts: ElementCounts,
    /// Number of changed numbers that follow from these changes.
    pub derived: u64,
    /// Hashes of the paths of changed elements.
    known: HashSet<u64>,
}

impl ElementTotals {
    /// Counts a difference, as [`ElementChanges::add`] would add it.
    pub fn add(&mut self, difference: &Difference) {
        let Difference { kind, is_derived, element, .. } = difference;
        if *is_derived {
            self.derived += 1;
        } else if *kind != Kind::Changed && element.path.is_empty() {
            self.counts.add(*kind);
        } else {
            let mut hasher = DefaultHasher::new();
            element.path.hash(&mut hasher);
            if self.known.insert(hasher.finish()) {
                self.counts.add(Kind::Changed);
            }
        }
    }
}

/// Differences of two documents by element.
#[derive(Default)]
pub struct ElementChanges {
    /// The elements, in the order of the first document.
    pub elements: Vec<ElementChange>,
    /// Number of changed numbers that follow from these changes.
    pub derived: u64,
    /// Positions of changed elements.
    known: HashMap<String, usize>,
}

impl ElementChanges {
    /// Numbers of the elements.
    pub fn counts(&self) -> ElementCounts {
        let mut counts = ElementCounts::default();
        self.elements.iter().for_each(|element| counts.add(element.kind));
        counts
    }

    /// Adds a difference.
    pub fn add(&mut self, difference: Difference) {
        let Difference { path, b_path, kind, shown, is_derived, element, .. } = difference;
        if is_derived {
            self.derived += 1;
            return;
        }
        let is_whole = element.path.is_empty();
        if kind != Kind::Changed && is_whole {
            self.elements.push(ElementChange { path, b_path, kind, fields: Vec::new(), shown });
            return;
        }
        let ElementPath { path, b_path, field } = element;
        if let Some(known) = self.known.get(&path).and_then(|at| self.elements.get_mut(*at)) {
            known.fields.push(field);
            known.shown.clear();
            return;
        }
        let shown = match kind {
            Kind::Changed => shown,
            kind => format!("{shown} {}", kind.word()),
        };
        self.known.insert(path.clone(), self.elements.len());
        let fields = if field.is_empty() { Vec::new() } else { vec![field] };
        self.elements.push(ElementChange { path, b_path, kind: Kind::Changed, fields, shown });
    }
}
