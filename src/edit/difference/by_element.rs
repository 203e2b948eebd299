//! Groups the differences of two documents by element: the elements of lists that were added, removed or
//! changed.

use std::collections::HashMap;

use serde::Serialize;

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
    /// Adds a difference.
    pub fn add(&mut self, difference: Difference) {
        let Difference { path, b_path, kind, shown, is_derived, .. } = difference;
        if is_derived {
            self.derived += 1;
            return;
        }
        if kind != Kind::Changed {
            self.elements.push(ElementChange { path, b_path, kind, fields: Vec::new(), shown });
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
                self.elements.push(ElementChange { path, b_path, kind, fields, shown });
            }
        }
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
