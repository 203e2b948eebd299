//! Numbers of elements of a file, without building its scene.

use super::entry::Entry;
use super::walk::{Element, Walk};
use crate::bytes::SourceId;
use crate::ksy::Value;
use crate::ksy::memory::View;
use crate::ksy::reader::Reader;

/// Maximum number of steps for counting.
const MAX_STEPS: u64 = 1_000_000;
/// Keys of entries, with those of their counts.
const KINDS: [(&str, &str); 7] = [
    ("nodes", "objects"),
    ("meshes", "models"),
    ("pictures", "textures"),
    ("palettes", "palettes"),
    ("sounds", "sounds"),
    ("members", "members"),
    ("texts", "texts"),
];
/// Keys of entries inside meshes, with those of their counts.
const INSIDE: [(&str, &str); 2] = [("positions", "vertices"), ("faces", "faces")];

/// Counts of the elements that the description makes of a file, by key. Empty if there are too many.
pub fn counts(reader: &mut Reader, source: SourceId) -> Vec<(&'static str, u64)> {
    let description = reader.description.clone();
    let Some(file) = &description.views else { return Vec::new() };
    reader.allow_steps(MAX_STEPS);
    let root = Element::root(reader);
    let mut walk = Walk::new(reader, View::Counts, source, "");
    let mut counts = Vec::new();
    for (key, name) in KINDS.into_iter().filter(|(key, _)| file.has(key)) {
        let entries = file.entries(key).iter();
        counts.push((name, entries.map(|entry| walk.count(entry, &root)).sum()));
    }
    for (key, name) in INSIDE.into_iter().filter(|_| file.has("meshes")) {
        let mut total = 0;
        for mesh in file.entries("meshes") {
            walk.each(mesh, &root, &mut |walk, element| {
                let entries = mesh.entries(key).iter();
                total += entries.map(|entry| walk.count(entry, element)).sum::<u64>();
            });
        }
        counts.push((name, total));
    }
    if walk.reader.has_steps() { counts } else { Vec::new() }
}

impl Walk<'_> {
    /// Number of elements that an entry inside `outer` applies to.
    fn count(&mut self, entry: &Entry, outer: &Element) -> u64 {
        if let Some(code) = entry.code("each")
            && !entry.has("if")
        {
            return match self.reader.eval(&code.expr, &outer.env) {
                Ok(Value::Bytes(blob)) => blob.bytes().len() as u64,
                Ok(list) => Reader::count(&list) as u64,
                Err(_) => 0,
            };
        }
        let mut count = 0;
        self.each(entry, outer, &mut |_, _| count += 1);
        count
    }
}
