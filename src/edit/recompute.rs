//! What follows from the rest of a file, computed anew: radii, bounds, normals, hashes, block maps.

use super::held::is_faithful;
use super::reread::reread;
use super::{EditError, Order};
use crate::formats::{Document, Refusal};

/// The orders that give every field below `at` (all of the file where that is empty) the value that
/// follows from others, where it has another one, and build the tables there that differ from it.
/// What a format's audit knows is computed.
pub fn recomputed(document: &Document, at: &str) -> Vec<Order> {
    let is_below = |path: &str| {
        let rest = path.strip_prefix(at);
        rest.is_some_and(|rest| at.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let computed = document.content.computed().into_iter();
    let values = computed.filter(|(path, _)| is_below(path));
    let tables = document.content.to_rebuild().into_iter().filter(|path| is_below(path));
    values
        .map(|(path, value)| Order::set(path, &value))
        .chain(tables.map(|rebuild| Order::Rebuild { rebuild }))
        .collect()
}

/// The document with a table built anew from the rest of it.
pub(super) fn rebuilt(document: &Document, path: &str) -> Result<Document, EditError> {
    if !is_faithful(document) {
        let why = "the file cannot be written back byte for byte, so its tables stay as they are";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let misread = |Refusal(why)| EditError::Misread { path: path.to_owned(), why };
    let changed = reread(document, document.content.rebuilt(path).map_err(misread)?)?;
    match is_faithful(&changed) {
        true => Ok(changed),
        false => Err(EditError::Follows { path: path.to_owned() }),
    }
}
