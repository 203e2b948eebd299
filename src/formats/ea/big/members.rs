//! Members of an archive.

use super::records::{Archive, DataLocation};
use crate::bytes::{Source, Span};
use crate::container::{Member, Slices};

/// Creates a member for each entry that is not hidden. Those with invalid offsets cannot be opened.
pub(super) fn files(archive: &Archive, source: &Source) -> Slices {
    let shown = archive.entries.iter().filter(|entry| !entry.is_hidden());
    let list = shown.map(|entry| {
        let span = match entry.target {
            DataLocation::In { piece, at } => archive.start_of(piece).map(|start| start + at),
            DataLocation::Nowhere(_) => None,
        };
        let span = span.map(|start| {
            let left = source.len().saturating_sub(start);
            Span::new(source.id(), start, left.min(entry.size.into()))
        });
        Member { path: entry.path(), size: span.map_or(0, |span| span.len), span }
    });
    Slices::new(source, "the archive has no file", list.collect())
}
