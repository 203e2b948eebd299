//! Texts that take more or fewer bytes than the ones in their places.
//!
//! The file is read once more with the new texts in the place of the old ones, and what was read is
//! written: counts, lengths and offsets follow. That it was no more than that is seen by the way
//! back: with the old texts in the new file it must be what it was, to the byte.

use super::EditError;
use super::encode::letters;
use super::held::{is_same, shown};
use super::order::{Wanted, What};
use super::reread::{is_faithful, reread, reread_with};
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
}

/// Of `texts`, those in whose places others may be longer and shorter, and what is wanted of the
/// others, whose places have a length of their own.
pub(super) fn regrowing(
    document: &Document,
    texts: Vec<(NewText, Wanted)>,
) -> (Vec<NewText>, Vec<Wanted>) {
    let (mut grow, mut fixed) = (Vec::new(), Vec::new());
    if texts.is_empty() || !is_faithful(document) {
        return (grow, texts.into_iter().map(|(_, wanted)| wanted).collect());
    }
    let all: Vec<&NewText> = texts.iter().map(|(text, _)| text).collect();
    let all_grow = written_with(document, grafts(all)).is_some();
    for (text, wanted) in texts {
        match all_grow || written_with(document, grafts([&text])).is_some() {
            true => grow.push(text),
            false => fixed.push(wanted),
        }
    }
    (grow, fixed)
}

/// The document with these texts, each of which [may grow](regrowing).
pub(super) fn regrown(document: &Document, texts: &[NewText]) -> Result<Document, EditError> {
    let spreads = || EditError::Spreads {
        path: texts.first().map_or_else(String::new, |text| text.path.clone()),
    };
    let bytes = written_with(document, grafts(texts)).ok_or_else(spreads)?;
    let changed = reread(document, bytes)?;
    let mut back = Vec::with_capacity(texts.len());
    for NewText { path, at, text, .. } in texts {
        let field = changed.tree.find(path).ok().and_then(|id| changed.tree.field(&id));
        let read = field.as_ref().map(|field| field.value.clone()).unwrap_or_default();
        if !is_same(&Value::Text(text.clone()), &read) {
            return Err(EditError::NotHeld { path: path.clone(), read: shown(&read) });
        }
        let now = field.map(|field| (field.span.start, field.span.len)).unwrap_or_default();
        let old = document.source.window(at.0, at.0.saturating_add(at.1));
        back.push((now, old.to_vec()));
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
