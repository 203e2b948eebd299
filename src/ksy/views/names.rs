//! Names of hashes.

use super::sizes::size_of_text;
use super::walk::{Element, Walk};
use crate::bytes::SourceId;
use crate::ksy::Description;
use crate::ksy::memory::View;
use crate::ksy::reader::{MAX_STEPS, Reader};

/// `true` if the description names hashes.
pub fn has_names(description: &Description) -> bool {
    description.views.as_ref().is_some_and(|file| file.has("names"))
}

/// The hashes that a file names, with their names.
pub fn names(reader: &mut Reader, source: SourceId) -> Vec<(u32, String)> {
    let description = reader.description.clone();
    let entries = description.views.as_ref().map_or(&[][..], |file| file.entries("names"));
    reader.allow_steps(MAX_STEPS);
    let root = Element::root(reader);
    let mut walk = Walk::new(reader, View::Names, source, "");
    let mut names = Vec::new();
    for entry in entries {
        walk.each(entry, &root, &mut |walk, element| {
            let hash = walk.int(entry, "hash", element).and_then(|hash| u32::try_from(hash).ok());
            let name = walk.text(entry, "name", element).filter(|name| !name.is_empty());
            walk.take_memory(name.as_deref().map_or(0, size_of_text));
            names.extend(hash.zip(name.map(|name| name.to_string())));
        });
    }
    names
}
