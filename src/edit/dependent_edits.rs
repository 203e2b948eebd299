//! Dependent edits of companion files, which are applied before the edits of a file.

use std::sync::Arc;

use super::field_change::FieldChange;
use super::list_edit::{lists_of, replacement_of};
use super::replace::prepared;
use super::{EditError, EditOp, FieldPaths, InputData, apply_beside};
use crate::container::Context;
use crate::formats::{Change, DependentEdits, Document, ListChange, NewValue, Refusal};
use crate::library::{Library, Opened};
use crate::scene::{PaletteUse, ReplaceOptions};

/// Edits of another file that follow from edits of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct CompanionEdits {
    /// Path of the other file.
    pub path: String,
    /// Edit operations for the other file.
    pub orders: Vec<EditOp>,
}

/// Edits of companions that follow from edit operations for a document; they must be applied first.
///
/// # Errors
/// If a companion cannot be changed as required.
pub fn dependent_edits(
    (document, context): (&Document, Context<'_>),
    orders: &[EditOp],
) -> Result<Vec<CompanionEdits>, EditError> {
    let mut all: Vec<CompanionEdits> = Vec::new();
    let ask = |change: &Change<'_>| {
        document.content.editable().entails(context, change).map_err(EditError::Refused)
    };
    let mut set: Vec<NewValue> = Vec::new();
    if document.content.editable().couples_fields() {
        for order in orders.iter().filter(|order| order.path().is_some()) {
            let changes = order.field_changes(document, &|_| None)?;
            set.extend(changes.iter().filter_map(FieldChange::new_value));
        }
    }
    let of_fields = if set.is_empty() { Vec::new() } else { ask(&Change::Fields(&set))? };
    all.extend(of_fields.into_iter().filter_map(|asked| edits_of(asked, None)));
    for order in orders {
        let asked = match order {
            EditOp::Replace { replace, with, bump, palette, coding, resize }
                if *palette != PaletteUse::Keep
                    || *resize
                    || document.content.editable().has_assets_beside() =>
            {
                let manner = ReplaceOptions { palette: *palette, coding: *coding, resize: *resize };
                let files = (with, bump.as_ref());
                let (_, _, path, new) = prepared((document, context), replace, files, manner)?;
                ask(&Change::Asset { path: &path, new: &new })?
            }
            EditOp::Add { add, name, with, bump, coding } => {
                let new = replacement_of(add, [with.as_ref(), bump.as_ref()], *coding)?;
                let new = new.as_deref();
                ask(&Change::List(ListChange::Add { list: add, name, new }))?
            }
            EditOp::Remove { remove } => {
                let mut asked = Vec::new();
                for (_, paths) in lists_of(document, remove)? {
                    asked.extend(ask(&Change::List(ListChange::Remove(&paths)))?);
                }
                asked
            }
            EditOp::Copy { copy } => {
                let mut asked = Vec::new();
                for (_, paths) in lists_of(document, copy)? {
                    asked.extend(ask(&Change::List(ListChange::Copy(&paths)))?);
                }
                asked
            }
            _ => Vec::new(),
        };
        all.extend(asked.into_iter().filter_map(|asked| edits_of(asked, Some(order))));
    }
    Ok(all)
}

/// The edit operations for a companion; `None` if there are none. `order` is the operation that it may
/// have to repeat.
fn edits_of(asked: DependentEdits, order: Option<&EditOp>) -> Option<CompanionEdits> {
    let DependentEdits { beside, copied, fields, removed, is_repeated } = asked;
    let set = |(path, value)| EditOp::set(path, InputData::from(&value));
    let mut orders: Vec<EditOp> = Vec::new();
    if !copied.is_empty() {
        orders.push(EditOp::Copy { copy: FieldPaths::Several(copied) });
    }
    orders.extend(fields.into_iter().map(set));
    if !removed.is_empty() {
        orders.push(EditOp::Remove { remove: FieldPaths::Several(removed) });
    }
    orders.extend(order.filter(|_| is_repeated).cloned());
    (!orders.is_empty()).then(|| CompanionEdits { path: beside.name().to_owned(), orders })
}

/// A file with its changed document.
pub type ChangedDocument = (Arc<Opened>, Document);

/// Applies edit operations and their dependent edits of companions. Returns the file itself first, then
/// the companions. From now on the library returns the changed companions.
///
/// # Errors
/// The first operation that cannot be applied.
pub fn carry_out(
    library: &Library,
    opened: &Arc<Opened>,
    orders: &[EditOp],
) -> Result<Vec<ChangedDocument>, EditError> {
    let apply = |file: &Opened, orders: &[EditOp]| {
        file.beside(library, |context| apply_beside(&file.document, orders, context))
    };
    let first =
        opened.beside(library, |context| dependent_edits((&opened.document, context), orders))?;
    let mut all = Vec::new();
    for CompanionEdits { path, orders } in first {
        let refused = |error: String| EditError::Refused(Refusal(error));
        let beside = library.open(&path, None).map_err(|error| refused(error.to_string()))?;
        let changed = apply(&beside, &orders)
            .map_err(|error| refused(format!("{}: {error}", beside.stored.file_name())))?;
        library.put_edited(&beside.stored, Some(changed.source.bytes().to_vec()));
        all.push((beside, changed));
    }
    all.insert(0, (opened.clone(), apply(opened, orders)?));
    Ok(all)
}
