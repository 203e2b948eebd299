//! The files of an archive.

use super::{Lgp, Target};
use crate::bytes::{Origin, Problem, ReadError, Severity, Source, Span};
use crate::container::{Member, Members};

/// One file for each entry that leads to one.
pub(super) struct Files {
    list: Vec<Member>,
    sources: Vec<Source>,
}

impl Files {
    pub fn new(lgp: &Lgp) -> Self {
        let (mut list, mut sources) = (Vec::new(), Vec::new());
        for (index, (entry, target)) in lgp.entries.iter().zip(&lgp.targets).enumerate() {
            let Target::File(file) = target else { continue };
            let Some(file) = lgp.files.get(*file) else { continue };
            let span = match file.data.origin() {
                Origin::Member(span) => Some(*span),
                _ => None,
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
            list.push(Member { path, size: file.data.len(), span });
            sources.push(file.data.clone());
        }
        Self { list, sources }
    }
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        self.sources.get(index).cloned().ok_or_else(|| {
            ReadError::from(Problem::new(
                Severity::Error,
                Span::default(),
                String::new(),
                format!("the archive has no file {index}"),
            ))
        })
    }
}
