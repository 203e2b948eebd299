//! An archive as one of its two files, and the search for the other one.

use std::sync::Arc;

use super::file_pair::{Half, PAIRS};
use super::members::Files;
use super::names::NameTable;
use super::records::Archive;
use crate::bytes::Source;
use crate::container::Context;
use crate::formats::Loaded;

/// One of the two files of an archive.
pub enum ArchiveHalf {
    /// `.DGC`, `.DPS`; the files are named by their hashes.
    Data(Archive, Files),
    /// `.NGC`, `.NPS`.
    Names(NameTable),
}

/// Opens the other file of `source`, which has the role `own`: same name, different extension. A
/// file with an unknown extension is tried with every pair.
pub(super) fn other_half(
    source: &Source,
    context: Context<'_>,
    own: Half,
    other: Half,
) -> Result<Arc<Loaded<ArchiveHalf>>, String> {
    let known = own.pair(source.file_name());
    let pairs = known.map_or(PAIRS.to_vec(), |pair| vec![pair]);
    let mut missed = String::new();
    for pair in pairs {
        let name = format!("{}.{}", source.stem(), other.of(pair));
        match context.siblings.open(&name) {
            Ok(found) => {
                let unread = |error| format!("{} cannot be read: {error}", found.file_name());
                return Loaded::companion(&found, context).map_err(unread);
            }
            Err(miss) => {
                missed = format!("{} not found in {}", miss.name, miss.looked_in);
            }
        }
    }
    Err(missed)
}
