//! Files inside a file that was read with a description.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bytes::{Problem, Problems, ReadError, Severity, Source, Span};
use crate::container::{Distinct, Member, Members, join};
use crate::formats::{EditResult, NewMembers, Refusal};
use crate::ksy::{Blob, BufferId, Reader, views};

/// Content of a contained file.
struct Content {
    data: Blob,
    /// The file or unpacked part that contains the member, with the member's offset; `None` if it was computed.
    place: Option<(BufferId, usize)>,
    /// Path of its field.
    field: String,
}

impl Content {
    /// Offset in the file.
    fn offset(&self) -> Option<u64> {
        self.place.filter(|(buffer, _)| *buffer == 0).map(|(_, offset)| offset as u64)
    }
}

/// The contained files with their content.
pub(super) struct DescribedMembers {
    source: Source,
    list: Vec<Member>,
    contents: Vec<Content>,
    /// Problems of the entries.
    pub(super) problems: Problems,
}

impl DescribedMembers {
    /// The contained files; `None` if there are none.
    pub(super) fn new(reader: &mut Reader, source: &Source) -> Option<Self> {
        let (members, problems) = views::members(reader, source.id(), source.stem());
        let mut names = Distinct::default();
        let (mut list, mut contents) = (Vec::new(), Vec::new());
        for views::Member { name, data, place, field, .. } in members {
            let content = Content { data, place, field };
            let size = content.data.bytes().len() as u64;
            let path = names.path(without_empty_names(&name));
            let span = content.offset().map(|offset| Span::new(source.id(), offset, size));
            list.push(Member { path, size, span });
            contents.push(content);
        }
        let source = source.clone();
        (!list.is_empty()).then_some(Self { source, list, contents, problems })
    }
}

/// A path with `/` between its names. Two in a row would separate a member from its container.
fn without_empty_names(path: &str) -> String {
    let mut path = path.replace('\\', "/");
    while path.contains("//") {
        path = path.replace("//", "/");
    }
    path
}

/// A file, and its unpacked parts by their numbers, with new content of some members.
pub(super) struct Replaced {
    pub(super) file: Vec<u8>,
    pub(super) parts: BTreeMap<BufferId, Vec<u8>>,
    /// Members that are processed without being read further: their paths, fields, and content.
    pub(super) processed: Vec<(String, String, Vec<u8>)>,
    /// Paths of the fields that are their content.
    pub(super) fields: Vec<String>,
}

impl DescribedMembers {
    /// Replaces members by content of the same length. `parts` are the unpacked parts of the file.
    ///
    /// # Errors
    /// When a member has another length.
    pub(super) fn replaced(&self, parts: &[Source], new: &NewMembers) -> EditResult<Replaced> {
        let file = self.source.bytes().to_vec();
        let (parts_now, processed) = (BTreeMap::new(), Vec::new());
        let mut replaced = Replaced { file, parts: parts_now, processed, fields: Vec::new() };
        for (index, bytes) in new {
            let found = self.list.get(*index).zip(self.contents.get(*index));
            let (member, content) =
                found.ok_or_else(|| Refusal(format!("the file has no member {index}")))?;
            let path = &member.path;
            if bytes.len() as u64 != member.size {
                let (expected, found) = (member.size, bytes.len());
                let message = format!(
                    "{path}: expected {expected} bytes, found {found}; members of described formats \
                     keep their length"
                );
                return Err(Refusal(message));
            }
            replaced.fields.push(content.field.clone());
            let Some((buffer, offset)) = content.place else {
                replaced.processed.push((path.clone(), content.field.clone(), bytes.clone()));
                continue;
            };
            let target = match buffer.checked_sub(1) {
                None => &mut replaced.file,
                Some(part) => replaced.parts.entry(buffer).or_insert_with(|| {
                    parts.get(part).map_or_else(Vec::new, |part| part.bytes().to_vec())
                }),
            };
            let end = offset.saturating_add(bytes.len());
            if let Some(target) = target.get_mut(offset..end) {
                target.copy_from_slice(bytes);
            }
        }
        Ok(replaced)
    }
}

impl Members for DescribedMembers {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let found = self.list.get(index).zip(self.contents.get(index));
        let opened = found.and_then(|(member, content)| {
            let name = join(self.source.name(), &member.path);
            match content.offset() {
                Some(offset) => self.source.member(name, offset, member.size),
                None => Some(self.source.unpacked(name, Arc::new(content.data.bytes().to_vec()))),
            }
        });
        opened.ok_or_else(|| {
            let message = format!("the file has no member {index}");
            Problem::new(Severity::Error, self.source.span(), "", message).into()
        })
    }
}
