//! Finds entries by their keys.

use super::schema::{EntryKind, FILE, ValueForm};
use crate::ksy::infer::{Checker, Scope};
use crate::ksy::ty::Ty;

/// Headings of a table; every key is allowed, and its value is an expression.
static COLUMNS: EntryKind = EntryKind { name: "columns", keys: &[], one_of: &[] };

impl Checker<'_> {
    /// Kind of the entry below these keys of `-gouraud`, and the scope of its expressions. Of several
    /// entries in a list it is the last one that begins at or above `line`.
    pub(in crate::ksy) fn entry_at(
        &self,
        path: &[&str],
        line: u32,
    ) -> Option<(&'static EntryKind, Scope)> {
        let mut kind = &FILE;
        let mut entry = self.description.views.as_ref();
        let mut scope = Scope { element: Some(Ty::Object(0)), ..Scope::of(0) };
        for name in path {
            kind = match kind.key(name)?.takes {
                ValueForm::Entries(inner) | ValueForm::EntriesOrList(inner) => inner,
                ValueForm::Columns => &COLUMNS,
                _ => return None,
            };
            let inside = entry.map_or(&[][..], |entry| entry.entries(name));
            entry = inside.iter().rfind(|entry| entry.place.at.line <= line);
            if let Some(entry) = entry {
                scope = self.scope_of(entry, &scope);
            }
        }
        Some((kind, scope))
    }
}
