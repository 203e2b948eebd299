//! Adds and removes list elements.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::asset::AssetFile;
use super::match_fields::matching;
use super::reparse::reparse;
use super::verify::is_faithful;
use super::{EditError, FieldPaths};
use crate::container::Context;
use crate::formats::{Document, ListChange, Refusal};
use crate::scene::{CodingUse, Recording, Replacement};

/// A document with its companions.
type At<'a> = (&'a Document, Context<'a>);

/// Copies the elements at these paths.
pub(super) fn copied(at: At<'_>, paths: &FieldPaths) -> Result<Document, EditError> {
    each_list(at, paths, |paths| ListChange::Copy(paths))
}

/// Removes the elements at these paths.
pub(super) fn removed(at: At<'_>, paths: &FieldPaths) -> Result<Document, EditError> {
    each_list(at, paths, |paths| ListChange::Remove(paths))
}

/// Changes the lists of the elements one after the other.
fn each_list(
    at: At<'_>,
    paths: &FieldPaths,
    change: fn(&[String]) -> ListChange<'_>,
) -> Result<Document, EditError> {
    let mut document: Option<Document> = None;
    for (list, paths) in lists_of(at.0, paths)? {
        let now = (document.as_ref().unwrap_or(at.0), at.1);
        let what = match paths.as_slice() {
            [path] => path,
            _ => &list,
        };
        document = Some(changed(now, &change(&paths), what)?);
    }
    let none = || EditError::NoMatch { pattern: String::new() };
    document.ok_or_else(none)
}

/// Groups these paths by the lists that contain them.
pub(super) fn lists_of(
    document: &Document,
    paths: &FieldPaths,
) -> Result<Vec<(String, Vec<String>)>, EditError> {
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for pattern in paths.all() {
        for id in matching(document, pattern)? {
            let path = document.tree.path(&id);
            let list = path.rfind('[').and_then(|end| path.get(..end)).unwrap_or(&path).to_owned();
            let place = *places.entry(list.clone()).or_insert(lists.len());
            match lists.get_mut(place) {
                Some((_, paths)) => paths.push(path),
                None => lists.push((list, vec![path])),
            }
        }
    }
    // Nested lists come first, before the indices of their parents change; otherwise in the given order.
    lists.sort_by_key(|(list, _)| Reverse(list.matches('[').count()));
    Ok(lists)
}

/// Adds an element called `name` at the end of a list: a picture with its bump map, or a recording.
pub(super) fn added(
    at: At<'_>,
    list: &str,
    name: &str,
    (files, coding): ([Option<&AssetFile>; 2], CodingUse),
) -> Result<Document, EditError> {
    let new = replacement_of(list, files, coding)?;
    let new = new.as_deref();
    changed(at, &ListChange::Add { list, name, new }, list)
}

/// The content of an added element, from its files: a picture or a recording, and a bump map.
pub(super) fn replacement_of(
    list: &str,
    [with, bump]: [Option<&AssetFile>; 2],
    coding: CodingUse,
) -> Result<Option<Arc<Replacement>>, EditError> {
    let misread = |why: String| EditError::Misread { path: list.to_owned(), why };
    let content = |with: Option<&AssetFile>| {
        let unread = |file: &str| misread(format!("{file} was not read"));
        with.map(|with| with.content.clone().ok_or_else(|| unread(&with.file))).transpose()
    };
    let (with, bump) = (content(with)?, content(bump)?);
    let chosen = match (with.as_deref(), bump.as_deref()) {
        (Some(Replacement::Recording(recording)), None) if coding != CodingUse::Keep => {
            Replacement::Recording(Recording { coding, ..recording.clone() })
        }
        (_, None) => return Ok(with),
        (Some(Replacement::Picture(picture)), Some(Replacement::Picture(bumps))) => {
            Replacement::BumpMapped(picture.clone(), bumps.clone())
        }
        _ => return Err(misread("expected two pictures: a texture and its bump map".to_owned())),
    };
    Ok(Some(Arc::new(chosen)))
}

fn changed(
    (document, context): At<'_>,
    change: &ListChange<'_>,
    what: &str,
) -> Result<Document, EditError> {
    if !is_faithful(document) {
        let why = match document.content.write() {
            Err(Refusal(why)) => format!("its lists cannot be changed: {why}"),
            Ok(_) => "the file does not round-trip, so its lists cannot be changed".to_owned(),
        };
        return Err(EditError::Refused(Refusal(why)));
    }
    let bytes = document.content.editable().with_list(context, change);
    let misread = |Refusal(why)| match why.starts_with(what) {
        true => EditError::Refused(Refusal(why)),
        false => EditError::Misread { path: what.to_owned(), why },
    };
    let changed = reparse(document, bytes.map_err(misread)?)?;
    match is_faithful(&changed) {
        true => Ok(changed),
        false => Err(EditError::Follows { path: what.to_owned() }),
    }
}
