//! The files of an archive, opened when they are wanted.

use super::records::{Archive, Place};
use crate::bytes::{Problem, ReadError, Severity, Source, Span};
use crate::container::{Member, Members, join};

pub(super) struct Files {
    source: Source,
    list: Vec<Member>,
}

impl Files {
    pub fn new(archive: &Archive, source: &Source) -> Self {
        let shown = archive.entries.iter().filter(|entry| !entry.is_hidden());
        let list = shown.map(|entry| {
            let span = match entry.place {
                Place::In { piece, at } => archive.start_of(piece).map(|start| start + at),
                Place::Nowhere(_) => None,
            };
            let span = span.map(|start| {
                let left = source.len().saturating_sub(start);
                Span::new(source.id(), start, left.min(entry.size.into()))
            });
            Member { path: entry.path(), size: span.map_or(0, |span| span.len), span }
        });
        Self { source: source.clone(), list: list.collect() }
    }
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let member = self.list.get(index);
        let opened = member.and_then(|member| {
            let span = member.span?;
            self.source.member(join(self.source.name(), &member.path), span.start, span.len)
        });
        opened.ok_or_else(|| {
            let what = member.map_or_else(|| format!("member {index}"), |m| m.path.clone());
            ReadError::from(Problem {
                severity: Severity::Error,
                span: self.source.span(),
                available: None,
                field: format!("entries[{index}]"),
                message: format!("the archive does not hold {what}"),
            })
        })
    }
}
