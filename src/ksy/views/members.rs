//! Files inside a file.

use super::sizes::size_of_text;
use super::walk::{Element, Walk};
use crate::bytes::{Problems, SourceId};
use crate::ksy::memory::View;
use crate::ksy::reader::{MAX_STEPS, Reader};
use crate::ksy::value::{Blob, BufferId};
use crate::scene::Origin;

/// A file inside a file.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name, a path with `/` or `\\`.
    pub name: String,
    /// Content.
    pub data: Blob,
    /// The file or unpacked part that has the content, with its offset; `None` if it was computed.
    pub place: Option<(BufferId, usize)>,
    /// Path of the field that is the content; empty if it was computed.
    pub field: String,
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
    let mut walk = Walk::new(reader, View::Members, source, stem);
    let mut members = Vec::new();
    for entry in entries {
        walk.each(entry, &root, &mut |walk, element| {
            let Some(data) = walk.bytes(entry, "data", element) else { return };
            let place = walk.reader.place_of(&data);
            let code = entry.code("data").map(|code| &code.expr);
            let field = code.and_then(|code| walk.reader.field_of(code, &element.env));
            let field = field.map_or_else(String::new, |(owner, _)| walk.reader.path(owner));
            let (name, origin) = (walk.name(entry, element), walk.origin(element));
            let computed = if place.is_none() { data.bytes().len() } else { 0 };
            walk.take_memory(computed.saturating_add(size_of_text(&field)));
            members.push(Member { name, data, place, field, origin });
        });
    }
    (members, walk.finish())
}
