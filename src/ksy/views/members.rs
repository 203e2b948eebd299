//! Files inside a file.

use super::report::Reports;
use super::walk::{Element, Walk};
use crate::bytes::{Problems, SourceId};
use crate::ksy::reader::{MAX_STEPS, Reader};
use crate::ksy::value::Blob;
use crate::scene::Origin;

/// A file inside a file.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name, a path with `/` or `\\`.
    pub name: String,
    /// Content.
    pub data: Blob,
    /// Offset of the content in the file; `None` if it was unpacked or computed.
    pub offset: Option<usize>,
    /// Bytes and field path of the element.
    pub origin: Origin,
}

/// The files inside a file, whose name without its extension is `stem`, by the description's entries
/// `members`.
pub fn members(reader: &mut Reader, source: SourceId, stem: &str) -> (Vec<Member>, Problems) {
    let description = reader.description.clone();
    let entries = description.views.as_ref().map_or(&[][..], |file| file.entries("members"));
    reader.allow_steps(MAX_STEPS);
    let root = Element::root(reader);
    let mut walk = Walk { reader, source, stem, reports: Reports::default() };
    let mut members = Vec::new();
    for entry in entries {
        walk.each(entry, &root, &mut |walk, element| {
            let Some(data) = walk.bytes(entry, "data", element) else { return };
            let offset = walk.reader.file_offset(&data);
            let (name, origin) = (walk.name(entry, element), walk.origin(element));
            members.push(Member { name, data, offset, origin });
        });
    }
    (members, walk.reports.finish())
}
