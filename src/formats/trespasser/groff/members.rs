//! The sections of a file as members, raw.

use super::read::Places;
use super::records::Groff;
use crate::bytes::{Problem, ReadError, Severity, Source, Span};
use crate::container::{Member, Members, join, safe_name};

/// One member a section, named by its index and its name, since many share a name.
pub(super) struct Sections {
    source: Source,
    list: Vec<Member>,
}

impl Sections {
    pub fn new(file: &Groff, names: &super::Texts, places: &Places, source: &Source) -> Self {
        let member = |(index, section): (usize, &super::records::Section)| {
            let (start, size) = places.section(index);
            let name = safe_name(names.get(section.name));
            let span = Some(Span::new(source.id(), start, size));
            Member { path: format!("{index:04}_{name}"), size, span }
        };
        let list = file.sections.iter().enumerate().map(member).collect();
        Self { source: source.clone(), list }
    }
}

impl Members for Sections {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let opened = self.list.get(index).and_then(|member| {
            let span = member.span?;
            self.source.member(join(self.source.name(), &member.path), span.start, span.len)
        });
        opened.ok_or_else(|| {
            ReadError::from(Problem {
                severity: Severity::Error,
                span: self.source.span(),
                available: None,
                field: String::new(),
                message: format!("the file has no section {index}"),
            })
        })
    }
}
