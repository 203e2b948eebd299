//! Test helpers: in-memory folders, problems as lines, field trees as text.

use std::fmt::Write;

use gouraud::bytes::{FieldId, Source, Tree};
use gouraud::formats::{Document, Format};

pub use gouraud_testing::Folder;
pub use gouraud_testing::document::hex as bytes;
pub use gouraud_testing::document::{assert_sound, problems};

/// A file written by another program.
pub fn sample(name: &str) -> Vec<u8> {
    gouraud_testing::fixtures::read(&format!("trespasser/{name}"))
}

pub fn open(format: &dyn Format, name: &str, bytes: &[u8]) -> Document {
    format.open(&Source::from_bytes(name, bytes.to_vec())).unwrap()
}

/// Field tree as text, one field per line: offset, length, path, value, meaning.
pub fn dump(tree: &Tree) -> String {
    let mut text = String::new();
    dump_field(tree, &FieldId::root(), &mut text);
    text
}

fn dump_field(tree: &Tree, id: &FieldId, text: &mut String) {
    let field = tree.field(id).unwrap();
    let (start, len) = (field.span.start, field.span.len);
    writeln!(text, "{start:04x} {len:4} {} {:?} {}", field.path, field.value, field.meaning)
        .unwrap();
    for index in 0..field.children {
        dump_field(tree, &tree.child(id, index).unwrap(), text);
    }
}
