//! Re-reads documents with changed bytes.

use super::EditError;
use crate::bytes::{Source, Substitutions};
use crate::formats::{Document, reader_of};

/// Reads the document from these bytes.
pub fn reparse(document: &Document, bytes: Vec<u8>) -> Result<Document, EditError> {
    read_as(document, &document.source.edited(bytes))
}

/// Reads the document with other texts substituted.
pub(super) fn reparse_with(
    document: &Document,
    texts: Substitutions,
) -> Result<Document, EditError> {
    read_as(document, &document.source.substituted(texts))
}

fn read_as(document: &Document, source: &Source) -> Result<Document, EditError> {
    let unknown = || EditError::NoValue { path: document.format.id.to_owned() };
    let format = reader_of(document).ok_or_else(unknown)?;
    let unread = |error| EditError::Unreadable { path: String::new(), error };
    format.open(source).map_err(unread)
}
