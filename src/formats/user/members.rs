//! Files inside a file that was read by a description.

use std::sync::Arc;

use crate::bytes::{Problem, Problems, ReadError, Severity, Source, Span};
use crate::container::{Distinct, Member, Members, join};
use crate::ksy::{Blob, Reader, views};

/// The files inside, with their content.
pub(super) struct DescribedMembers {
    source: Source,
    list: Vec<Member>,
    contents: Vec<(Blob, Option<u64>)>,
    /// Problems of the entries.
    pub(super) problems: Problems,
}

impl DescribedMembers {
    /// The files inside; `None` if there are none.
    pub(super) fn new(reader: &mut Reader, source: &Source) -> Option<Self> {
        let (members, problems) = views::members(reader, source.id(), source.stem());
        let mut names = Distinct::default();
        let (mut list, mut contents) = (Vec::new(), Vec::new());
        for member in members {
            let size = member.data.bytes().len() as u64;
            let offset = member.offset.map(|offset| offset as u64);
            let path = names.path(member.name.replace('\\', "/"));
            let span = offset.map(|offset| Span::new(source.id(), offset, size));
            list.push(Member { path, size, span });
            contents.push((member.data, offset));
        }
        let source = source.clone();
        (!list.is_empty()).then_some(Self { source, list, contents, problems })
    }
}

impl Members for DescribedMembers {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let found = self.list.get(index).zip(self.contents.get(index));
        let opened = found.and_then(|(member, (data, offset))| {
            let name = join(self.source.name(), &member.path);
            match offset {
                Some(offset) => self.source.member(name, *offset, member.size),
                None => Some(self.source.unpacked(name, Arc::new(data.bytes().to_vec()))),
            }
        });
        opened.ok_or_else(|| {
            let message = format!("the file has no member {index}");
            Problem::new(Severity::Error, self.source.span(), "", message).into()
        })
    }
}
