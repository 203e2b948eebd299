//! Changes that reach beyond a file: what they ask of its companions is carried out first.

use std::sync::Arc;

use super::relist::lists_of;
use super::replace::prepared;
use super::{EditError, Given, Order, Paths, apply_beside};
use crate::container::Context;
use crate::formats::{Change, Document, Entailed, ListChange, Refusal};
use crate::library::{Library, Opened};
use crate::scene::{Manner, PaletteUse};

/// What orders for a file ask of another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// Path of the other file.
    pub path: String,
    /// What is done to it.
    pub orders: Vec<Order>,
}

/// What orders for a document ask of its companions, which are to be changed first.
///
/// # Errors
/// Where a companion cannot be changed so.
pub fn entailed(
    (document, context): (&Document, Context<'_>),
    orders: &[Order],
) -> Result<Vec<Beside>, EditError> {
    let mut all: Vec<Beside> = Vec::new();
    let ask =
        |change: &Change<'_>| document.content.entails(context, change).map_err(EditError::Refused);
    for order in orders {
        let asked = match order {
            Order::Replace { replace, with, palette, coding, resize }
                if *palette != PaletteUse::Keep =>
            {
                let manner = Manner { palette: *palette, coding: *coding, resize: *resize };
                let (_, _, path, new) = prepared((document, context), replace, with, manner)?;
                ask(&Change::Asset { path: &path, new: &new })?
            }
            Order::Remove { remove } => {
                let mut asked = Vec::new();
                for (_, paths) in lists_of(document, remove)? {
                    asked.extend(ask(&Change::List(ListChange::Remove(&paths)))?);
                }
                asked
            }
            _ => Vec::new(),
        };
        for Entailed { beside, fields, removed } in asked {
            let set = |(path, value)| Order::set(path, Given::from(&value));
            let mut orders: Vec<Order> = fields.into_iter().map(set).collect();
            if !removed.is_empty() {
                orders.push(Order::Remove { remove: Paths::Several(removed) });
            }
            if !orders.is_empty() {
                all.push(Beside { path: beside.name().to_owned(), orders });
            }
        }
    }
    Ok(all)
}

/// A file with its document as it was changed.
pub type Done = (Arc<Opened>, Document);

/// Carries orders out, and before them what they ask of companions: the file itself comes first, then
/// these. From now on the library hands the companions out as they are then.
///
/// # Errors
/// The first thing that cannot be done.
pub fn carry_out(
    library: &Library,
    opened: &Arc<Opened>,
    orders: &[Order],
) -> Result<Vec<Done>, EditError> {
    let apply = |file: &Opened, orders: &[Order]| {
        file.beside(library, |context| apply_beside(&file.document, orders, context))
    };
    let first = opened.beside(library, |context| entailed((&opened.document, context), orders))?;
    let mut all = Vec::new();
    for Beside { path, orders } in first {
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
