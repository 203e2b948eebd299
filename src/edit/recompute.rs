//! Recomputes values that follow from the rest of a file: radii, bounds, normals, hashes, block maps.

use super::reparse::reparse;
use super::verify::is_faithful;
use super::{Computed, EditError, EditOp};
use crate::container::Context;
use crate::formats::{Document, Refusal};

/// Edit operations that set every dependent field below `at` (in the whole file if it is empty) to its
/// computed value, if it differs, and rebuild the tables there that differ. Only the kinds in `only`, or
/// all if it is empty. The format's audit provides the computed values. A missing table is only added if
/// its kind is in `only` and `at` is empty.
pub fn recomputed(document: &Document, at: &str, only: &[Computed]) -> Vec<EditOp> {
    recomputed_beside((document, Context::ALONE), at, only)
}

/// Same as [`recomputed`], with values that are computed with companions.
pub fn recomputed_beside(
    (document, context): (&Document, Context<'_>),
    at: &str,
    only: &[Computed],
) -> Vec<EditOp> {
    let audit = document.audit_beside(context);
    let is_below = |path: &str| {
        let rest = path.strip_prefix(at);
        rest.is_some_and(|rest| at.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_wanted =
        |what: Option<Computed>| only.is_empty() || what.is_some_and(|what| only.contains(&what));
    let computed = audit.computed.into_iter();
    let values = computed.filter(|(path, _)| is_below(path) && is_wanted(Computed::of_field(path)));
    let missing = document.content.computable().buildable().into_iter();
    let missing = missing.filter(|_| at.is_empty() && !only.is_empty());
    let tables = audit.to_rebuild.into_iter().chain(missing);
    let kind = |path: &str| Computed::of_field(path).unwrap_or(Computed::BlockMap);
    let tables = tables.filter(|path| is_below(path) && is_wanted(Some(kind(path))));
    values
        .map(|(path, value)| EditOp::set(path, &value))
        .chain(tables.map(|rebuild| EditOp::Rebuild { rebuild }))
        .collect()
}

/// Rebuilds a table from the rest of the document.
pub(super) fn rebuilt(document: &Document, path: &str) -> Result<Document, EditError> {
    if !is_faithful(document) {
        let why = "the file does not round-trip, so its tables cannot be rebuilt";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let misread = |Refusal(why)| EditError::Misread { path: path.to_owned(), why };
    let changed = reparse(document, document.content.computable().rebuilt(path).map_err(misread)?)?;
    match is_faithful(&changed) {
        true => Ok(changed),
        false => Err(EditError::Follows { path: path.to_owned() }),
    }
}
