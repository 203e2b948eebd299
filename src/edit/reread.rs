//! A document with other bytes.

use super::EditError;
use crate::formats::{Document, by_id};

/// The document with these bytes.
pub fn reread(document: &Document, bytes: Vec<u8>) -> Result<Document, EditError> {
    let id = document.format.id;
    let unknown = || EditError::NoValue { path: id.to_owned() };
    let format = by_id(id).ok_or_else(unknown)?;
    format.open(&document.source.edited(bytes)).map_err(EditError::Unreadable)
}
