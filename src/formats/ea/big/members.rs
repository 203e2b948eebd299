//! The files of an archive.

use super::records::{Archive, Target};
use crate::bytes::{Source, Span};
use crate::container::{Member, Slices};

/// One file for each entry that is not hidden; nothing can be opened of one that leads nowhere.
pub(super) fn files(archive: &Archive, source: &Source) -> Slices {
    let shown = archive.entries.iter().filter(|entry| !entry.is_hidden());
    let list = shown.map(|entry| {
        let span = match entry.target {
            Target::In { piece, at } => archive.start_of(piece).map(|start| start + at),
            Target::Nowhere(_) => None,
        };
        let span = span.map(|start| {
            let left = source.len().saturating_sub(start);
            Span::new(source.id(), start, left.min(entry.size.into()))
        });
        Member { path: entry.path(), size: span.map_or(0, |span| span.len), span }
    });
    Slices::new(source, "the archive does not hold file", list.collect())
}
