//! Elements of lists added and taken away.

use std::collections::BTreeMap;

use super::asset::With;
use super::order::matching;
use super::reread::{is_faithful, reread};
use super::{EditError, Order};
use crate::container::Context;
use crate::formats::{Document, ListChange, Refusal};

/// A document, and what is beside it.
type At<'a> = (&'a Document, Context<'a>);

/// The document with the elements that these orders copy once more, or without those that they
/// remove: the orders are all of one kind, and their paths mean the document as it is.
pub(super) fn relisted(at: At<'_>, orders: &[Order]) -> Result<Document, EditError> {
    let mut lists: BTreeMap<(usize, String), Vec<String>> = BTreeMap::new();
    for order in orders {
        let (Order::Copy { copy: pattern } | Order::Remove { remove: pattern }) = order else {
            continue;
        };
        for id in matching(at.0, pattern, None)? {
            let path = at.0.tree.path(&id);
            let list = path.rfind('[').and_then(|end| path.get(..end)).unwrap_or(&path).to_owned();
            // What is inside others goes before these are counted anew.
            let depth = usize::MAX - list.len();
            lists.entry((depth, list)).or_default().push(path);
        }
    }
    let mut document: Option<Document> = None;
    for ((_, list), paths) in lists {
        let now = (document.as_ref().unwrap_or(at.0), at.1);
        let change = match orders.first() {
            Some(Order::Copy { .. }) => ListChange::Copy(&paths),
            _ => ListChange::Remove(&paths),
        };
        document = Some(changed(now, &change, paths.first().unwrap_or(&list))?);
    }
    let none = || EditError::NoMatch { pattern: String::new() };
    document.ok_or_else(none)
}

/// The document with something new, called `name`, at the end of a list.
pub(super) fn added(
    at: At<'_>,
    list: &str,
    name: &str,
    with: Option<&With>,
) -> Result<Document, EditError> {
    let content = with.map(|with| {
        let why = || format!("{} was not read", with.file);
        let unread = || EditError::Misread { path: list.to_owned(), why: why() };
        with.content.as_deref().ok_or_else(unread)
    });
    let new = content.transpose()?;
    changed(at, &ListChange::Add { list, name, new }, list)
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
