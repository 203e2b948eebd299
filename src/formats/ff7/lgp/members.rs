//! Files of an archive as members.

use super::{EntryTarget, Lgp};
use crate::bytes::{Origin, Source, Span};
use crate::container::{Member, Slices};

/// One member for each entry of `lgp` that leads to a file; `lgp` was read from `source`.
pub(super) fn files(lgp: &Lgp, source: &Source) -> Slices {
    let mut list = Vec::new();
    for (index, (entry, target)) in lgp.entries.iter().zip(&lgp.targets).enumerate() {
        let EntryTarget::File(file) = target else { continue };
        let Some(file) = lgp.files.get(*file) else { continue };
        let span = match file.data.origin() {
            Origin::Member(span) => *span,
            _ => Span::new(source.id(), 0, 0),
        };
        let conflict = usize::from(entry.conflict).checked_sub(1);
        let conflict = conflict.and_then(|number| lgp.conflicts.get(number));
        let folder = conflict.and_then(|conflict| {
            let own = conflict.files.iter().find(|c| usize::from(c.entry) == index);
            own.map(|conflict| conflict.folder.lossy())
        });
        let path = match folder.filter(|folder| !folder.is_empty()) {
            Some(folder) => format!("{}/{}", folder.trim_matches('/'), entry.name.lossy()),
            None => entry.name.lossy(),
        };
        list.push(Member { path, size: file.data.len(), span: Some(span) });
    }
    Slices::new(source, "the archive has no files", list)
}
