//! Elements of lists added and taken away.

use super::EditError;
use super::apply::is_faithful;
use super::asset::With;
use super::order::matching;
use super::reread::reread;
use crate::container::Context;
use crate::formats::{Document, ListChange, Refusal};

/// A document, and what is beside it.
type At<'a> = (&'a Document, Context<'a>);

/// The document with the elements that `pattern` names once more.
pub(super) fn copied(at: At<'_>, pattern: &str) -> Result<Document, EditError> {
    changed(at, &ListChange::Copy(&named(at.0, pattern)?), pattern)
}

/// The document without the elements that `pattern` names.
pub(super) fn removed(at: At<'_>, pattern: &str) -> Result<Document, EditError> {
    changed(at, &ListChange::Remove(&named(at.0, pattern)?), pattern)
}

/// The document with something new, called `name`, at the end of a list.
pub(super) fn added(
    at: At<'_>,
    list: &str,
    name: &str,
    with: &With,
) -> Result<Document, EditError> {
    let unread =
        || EditError::Misread { path: list.to_owned(), why: format!("{} was not read", with.file) };
    let new = with.content.as_deref().ok_or_else(unread)?;
    changed(at, &ListChange::Add { list, name, new }, list)
}

fn named(document: &Document, pattern: &str) -> Result<Vec<String>, EditError> {
    let ids = matching(document, pattern, None)?;
    Ok(ids.iter().map(|id| document.tree.path(id)).collect())
}

fn changed(
    (document, context): At<'_>,
    change: &ListChange<'_>,
    what: &str,
) -> Result<Document, EditError> {
    if !is_faithful(document) {
        let why = "the file cannot be written back byte for byte, so its lists stay as they are";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let bytes = document.content.with_list(context, change);
    let misread = |Refusal(why)| EditError::Misread { path: what.to_owned(), why };
    let changed = reread(document, bytes.map_err(misread)?)?;
    match is_faithful(&changed) {
        true => Ok(changed),
        false => Err(EditError::Follows { path: what.to_owned() }),
    }
}
