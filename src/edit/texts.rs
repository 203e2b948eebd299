//! Texts that take more or fewer bytes than the ones in their places.
//!
//! The file is read once more with the new texts in the place of the old ones, and what was read is
//! written: counts, lengths and offsets follow. That it was no more than that is seen by the way
//! back: with the old texts in the new file it must be what it was, to the byte.

use super::EditError;
use super::encode::letters;
use super::held::{is_faithful, is_same, shown};
use super::order::{Wanted, What};
use super::reread::{reread, reread_with};
use crate::bytes::{FieldKind, Grafts, Value};
use crate::formats::{Document, Refusal};

/// A text and its place.
pub(super) struct NewText {
    path: String,
    at: (u64, u64),
    text: String,
    bytes: Vec<u8>,
}

impl NewText {
    /// What is wanted, where it is a text that its field cannot hold or does not fill.
    pub(super) fn of(wanted: &Wanted, document: &Document) -> Result<Option<Self>, EditError> {
        let (What::Value(Value::Text(text)), true) =
            (&wanted.what, wanted.field.kind == FieldKind::Text)
        else {
            return Ok(None);
        };
        let span = wanted.field.span;
        let stored = document.source.slice(span);
        let mut bytes = letters(text, &wanted.field.path)?;
        // A NUL that ends it is part of the field.
        if stored.ends_with(&[0]) {
            bytes.push(0);
        }
        let is_other = bytes.len() != stored.len();
        let (path, at) = (wanted.field.path.clone(), (span.start, span.len));
        Ok(is_other.then(|| Self { path, at, text: text.clone(), bytes }))
    }

    /// Where it stands in a document that is to hold it.
    fn read_in(&self, changed: &Document) -> Result<(u64, u64), EditError> {
        let field = changed.tree.find(&self.path).ok().and_then(|id| changed.tree.field(&id));
        let read = field.as_ref().map(|field| field.value.clone()).unwrap_or_default();
        match field.filter(|_| is_same(&Value::Text(self.text.clone()), &read)) {
            Some(field) => Ok((field.span.start, field.span.len)),
            None => Err(EditError::NotHeld { path: self.path.clone(), read: shown(&read) }),
        }
    }
}

/// Of `texts`, those in whose places others may be longer and shorter, and what is wanted of the
/// others, whose places have a length of their own: where all of them are of one kind, they are tried
/// in one go. `fits` tells whether some can be put where they stand.
pub(super) fn regrowing(
    document: &Document,
    texts: Vec<(NewText, Wanted)>,
    fits: &dyn Fn(&[&Wanted]) -> bool,
) -> (Vec<NewText>, Vec<Wanted>) {
    let (mut grow, mut fixed) = (Vec::new(), Vec::new());
    if texts.is_empty() || !is_faithful(document) {
        return (grow, texts.into_iter().map(|(_, wanted)| wanted).collect());
    }
    let mut left = vec![texts];
    while let Some(mut texts) = left.pop() {
        let all: Vec<&NewText> = texts.iter().map(|(text, _)| text).collect();
        if can_grow(document, &all) {
            grow.extend(texts.into_iter().map(|(text, _)| text));
            continue;
        }
        let wanted: Vec<&Wanted> = texts.iter().map(|(_, wanted)| wanted).collect();
        // Why a single one does not fit is told when it is put there.
        if texts.len() == 1 || fits(&wanted) {
            fixed.extend(texts.into_iter().map(|(_, wanted)| wanted));
            continue;
        }
        let behind = texts.split_off(texts.len() / 2);
        left.extend([behind, texts]);
    }
    (grow, fixed)
}

/// Whether the file is another one when it is written with these texts: what is read by its place
/// alone never asks for the text that is there. Of several, all must be read again.
fn can_grow(document: &Document, texts: &[&NewText]) -> bool {
    let Some(written) = written_with(document, grafts(texts.iter().copied())) else { return false };
    if texts.len() == 1 {
        return written != document.source.bytes();
    }
    let changed = reread(document, written);
    changed.is_ok_and(|changed| texts.iter().all(|text| text.read_in(&changed).is_ok()))
}

/// The document with these texts, each of which [may grow](regrowing).
pub(super) fn regrown(document: &Document, texts: &[NewText]) -> Result<Document, EditError> {
    let spreads = || EditError::Spreads {
        path: texts.first().map_or_else(String::new, |text| text.path.clone()),
    };
    let bytes = written_with(document, grafts(texts)).ok_or_else(spreads)?;
    let changed = reread(document, bytes)?;
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

/// The document with another text for all of it.
pub(super) fn rewritten(document: &Document, text: &str) -> Result<Document, EditError> {
    if !document.content.is_text() {
        let why = format!("a {} is no text", document.format.name);
        return Err(EditError::Refused(Refusal(why)));
    }
    let changed = reread(document, letters(text, "the text")?)?;
    match is_faithful(document) && !is_faithful(&changed) {
        true => {
            let why = "what is read of it could not be written back as it is";
            Err(EditError::Refused(Refusal(why.to_owned())))
        }
        false => Ok(changed),
    }
}

fn grafts<'a>(texts: impl IntoIterator<Item = &'a NewText>) -> Grafts {
    texts.into_iter().map(|text| (text.at, text.bytes.clone())).collect()
}

/// The bytes of the document, written with other texts in it.
fn written_with(document: &Document, grafts: Grafts) -> Option<Vec<u8>> {
    reread_with(document, grafts).ok()?.content.write().ok()
}
