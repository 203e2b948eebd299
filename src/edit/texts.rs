//! Replaces texts with longer or shorter ones.
//!
//! The file is re-read with the new texts substituted for the old ones, and written: counts, lengths and
//! offsets follow. To verify that nothing else changed, the old texts are substituted in the new file,
//! which must give the original bytes.

use super::EditError;
use super::encode::letters;
use super::field_change::{FieldChange, NewContent};
use super::reparse::{reparse, reparse_with};
use super::verify::{display_value, is_faithful, is_same};
use crate::bytes::{FieldKind, Substitutions, Value};
use crate::formats::{Document, Refusal};

/// A new text and the position of the old one.
pub(super) struct NewText {
    path: String,
    at: (u64, u64),
    text: String,
    bytes: Vec<u8>,
}

impl NewText {
    /// The new text of a change, if it is a text that is longer or shorter than its field.
    pub(super) fn of(change: &FieldChange, document: &Document) -> Result<Option<Self>, EditError> {
        let (NewContent::Value(Value::Text(text)), true) =
            (&change.content, change.field.kind == FieldKind::Text)
        else {
            return Ok(None);
        };
        if document.content.editable().encoded(&change.field.path, text).is_some() {
            return Ok(None);
        }
        let span = change.field.span;
        let stored = document.source.slice(span);
        let mut bytes = letters(text, &change.field.path)?;
        // A terminating NUL is part of the field.
        if stored.ends_with(&[0]) {
            bytes.push(0);
        }
        let is_other = bytes.len() != stored.len();
        let (path, at) = (change.field.path.clone(), (span.start, span.len));
        Ok(is_other.then(|| Self { path, at, text: text.clone(), bytes }))
    }

    /// Position of the text in a document that should contain it.
    fn read_in(&self, changed: &Document) -> Result<(u64, u64), EditError> {
        let field = changed.tree.find(&self.path).ok().and_then(|id| changed.tree.field(&id));
        let read = field.as_ref().map(|field| field.value.clone()).unwrap_or_default();
        match field.filter(|_| is_same(&Value::Text(self.text.clone()), &read)) {
            Some(field) => Ok((field.span.start, field.span.len)),
            None => Err(EditError::NotHeld { path: self.path.clone(), read: display_value(&read) }),
        }
    }
}

/// Splits `texts` into those that can change their length, and the changes of the others, which have a
/// fixed length. Texts of one kind are tried together. `fits` returns `true` if texts can be written in
/// place.
pub(super) fn regrowing(
    document: &Document,
    texts: Vec<(NewText, FieldChange)>,
    fits: &dyn Fn(&[&FieldChange]) -> bool,
) -> (Vec<NewText>, Vec<FieldChange>) {
    let (mut grow, mut fixed) = (Vec::new(), Vec::new());
    if texts.is_empty() || !is_faithful(document) {
        return (grow, texts.into_iter().map(|(_, change)| change).collect());
    }
    let mut left = vec![texts];
    while let Some(mut texts) = left.pop() {
        let all: Vec<&NewText> = texts.iter().map(|(text, _)| text).collect();
        if can_grow(document, &all) {
            grow.extend(texts.into_iter().map(|(text, _)| text));
            continue;
        }
        let changes: Vec<&FieldChange> = texts.iter().map(|(_, change)| change).collect();
        // If a single text does not fit, the reason is reported when it is written.
        if texts.len() == 1 || fits(&changes) {
            fixed.extend(texts.into_iter().map(|(_, change)| change));
            continue;
        }
        let behind = texts.split_off(texts.len() / 2);
        left.extend([behind, texts]);
    }
    (grow, fixed)
}

/// `true` if the file changes when it is written with these texts: fields with a fixed position do not
/// use substituted texts. Several texts must also be read back.
fn can_grow(document: &Document, texts: &[&NewText]) -> bool {
    let Some(written) = written_with(document, substitutions(texts.iter().copied())) else {
        return false;
    };
    if texts.len() == 1 {
        return written != document.source.bytes();
    }
    let changed = reparse(document, written);
    changed.is_ok_and(|changed| texts.iter().all(|text| text.read_in(&changed).is_ok()))
}

/// Replaces these texts, each of which [can change its length](regrowing).
pub(super) fn regrown(document: &Document, texts: &[NewText]) -> Result<Document, EditError> {
    let spreads = || EditError::Spreads {
        path: texts.first().map_or_else(String::new, |text| text.path.clone()),
    };
    let bytes = written_with(document, substitutions(texts)).ok_or_else(spreads)?;
    let changed = reparse(document, bytes)?;
    let mut back = Vec::with_capacity(texts.len());
    for text in texts {
        let (start, len) = text.at;
        let old = document.source.window(start, start.saturating_add(len));
        back.push((text.read_in(&changed)?, old.to_vec()));
    }
    let was = written_with(&changed, back.into_iter().collect());
    match was.is_some_and(|bytes| bytes == document.source.bytes()) {
        true => Ok(changed),
        false => Err(spreads()),
    }
}

/// Replaces the whole text of the document.
pub(super) fn rewritten(document: &Document, text: &str) -> Result<Document, EditError> {
    if !document.content.editable().is_text() {
        let why = format!("a {} is not a text", document.format.name);
        return Err(EditError::Refused(Refusal(why)));
    }
    let changed = reparse(document, letters(text, "the text")?)?;
    match is_faithful(document) && !is_faithful(&changed) {
        true => {
            let why = "the new text does not round-trip";
            Err(EditError::Refused(Refusal(why.to_owned())))
        }
        false => Ok(changed),
    }
}

fn substitutions<'a>(texts: impl IntoIterator<Item = &'a NewText>) -> Substitutions {
    texts.into_iter().map(|text| (text.at, text.bytes.clone())).collect()
}

/// The bytes of the document, written with other texts substituted.
fn written_with(document: &Document, substitutions: Substitutions) -> Option<Vec<u8>> {
    reparse_with(document, substitutions).ok()?.content.write().ok()
}
