//! Finds the fields that match a pattern and a condition.

use super::EditError;
use crate::bytes::{FieldId, Hint, PathMiss, Tree, is_pattern, notation};
use crate::formats::Document;
use crate::ksy::{Condition, Examination, Label, TreeObjects};

/// The fields that match `pattern`; at least one.
pub(super) fn matching(document: &Document, pattern: &str) -> Result<Vec<FieldId>, EditError> {
    let mut all = Vec::new();
    each_matching(document, pattern, None, &mut |id| {
        all.push(id);
        Ok(())
    })?;
    Ok(all)
}

/// Calls `f` with the fields that match `pattern` and fulfil `condition`; at least one. Do all work on a
/// field in the call: elements of runs are parsed again when they are accessed after thousands of others.
pub(super) fn each_matching(
    document: &Document,
    pattern: &str,
    condition: Option<&Condition>,
    f: &mut dyn FnMut(FieldId) -> Result<(), EditError>,
) -> Result<(), EditError> {
    let tree = &document.tree;
    if condition.is_none() && !is_pattern(pattern) {
        return f(tree.find(pattern)?);
    }
    let (mut is_none, mut met, mut first) = (true, 0u64, None);
    let mut words = condition.map_or_else(Vec::new, Condition::labels);
    tree.each_matching(pattern, &mut |id| {
        met += 1;
        first.get_or_insert_with(|| id.clone());
        known_words(tree, &id, &mut words)?;
        if !condition.is_none_or(|condition| condition.holds(tree, &id)) {
            return Ok(());
        }
        is_none = false;
        f(id)
    })?;
    if let (true, Some(first), Some(condition)) = (is_none, &first, condition) {
        let mut examination = Examination::default();
        examination.examine(condition, &TreeObjects::new(tree, first.clone()), &[]);
        if let Some(unknown) = examination.unknown_name() {
            let deepest = tree.parent(first).map_or_else(String::new, |id| tree.path(&id));
            return Err(EditError::NoField(PathMiss { deepest, wanted: unknown.name.clone() }));
        }
        if let Some(mistake) = examination.mistake() {
            return Err(mistake.into());
        }
    }
    match is_none {
        true if met > 0 => Err(EditError::NoneFulfils { pattern: pattern.to_owned(), met }),
        true => Err(EditError::NoMatch { pattern: pattern.to_owned() }),
        false => Ok(()),
    }
}

/// Refuses texts that are not among the names of the field they are compared with. Each text is checked once,
/// at the first record that has its field.
fn known_words(tree: &Tree, at: &FieldId, words: &mut Vec<Label<'_>>) -> Result<(), EditError> {
    let mut unknown = None;
    words.retain(|Label { field, text }| {
        let found = tree.find_near(at, field).and_then(|id| tree.field(&id));
        let Some(found) = found else { return true };
        let has_names = matches!(found.hint, Hint::Enum(_) | Hint::Special(_) | Hint::Flags(_));
        if has_names && let Err(why) = notation::parse(&found, text) {
            unknown.get_or_insert_with(|| EditError::Word { field: (*field).to_owned(), why });
        }
        false
    });
    unknown.map_or(Ok(()), Err)
}
