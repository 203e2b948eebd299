//! An archive that is two files: one half as it was read, and how it finds the other.

use std::sync::Arc;

use super::half::{Half, PAIRS};
use super::members::Files;
use super::names::NameTable;
use super::records::Archive;
use crate::bytes::Source;
use crate::container::Context;
use crate::formats::Loaded;

/// One half of an archive.
pub enum ArchiveHalf {
    /// `.DGC`, `.DPS`; the files are called by their hashes.
    Data(Archive, Files),
    /// `.NGC`, `.NPS`.
    Names(NameTable),
}

/// The other half of `source`, which is the half `own`: the file of the same name with the other
/// extension. A file with none of the extensions is tried with every pair.
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
                missed =
                    format!("{} not found in {}", miss.name, miss.looked_in);
            }
        }
    }
    Err(missed)
}
