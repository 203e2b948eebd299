//! Every field of a small model, as text.

use gouraud::formats::Records;
use std::fmt::Write;

use gouraud::bytes::{FieldId, Tree, Value};
use gouraud_testing::build::ff7::lgp::lgp;
use gouraud_testing::build::tim;

use super::{fixtures, open_as};

/// Writes each field as one line: offset, length, path, value, meaning.
fn dump(tree: &Tree, id: &FieldId, text: &mut String) {
    let field = tree.field(id).unwrap();
    let value = match &field.value {
        Value::None => String::new(),
        Value::Int(v) => v.to_string(),
        Value::Uint(v) => v.to_string(),
        Value::Float(v) => v.to_string(),
        Value::Text(v) => v.clone(),
    };
    let (start, len) = (field.span.start, field.span.len);
    let line = format!("{start:04x} {len:4} {} {value} | {}", field.path, field.meaning);
    writeln!(text, "{}", line.trim_end_matches([' ', '|'])).unwrap();
    // The elements of a plain array are in its meaning.
    let scalars = field.meaning.contains(", ") && field.type_name.contains('[');
    for index in 0..if scalars { 0 } else { field.children } {
        dump(tree, &tree.child(id, index).unwrap(), text);
    }
}

fn text(format: &str, bytes: Vec<u8>) -> String {
    let document = open_as(format, bytes);
    let mut text = String::new();
    dump(&document.tree, &FieldId::root(), &mut text);
    text
}

#[test]
fn lists_fields_of_model() {
    let mut character = fixtures::character();
    // Two frames are enough.
    character.animations.truncate(1);
    character.animations[0].truncate(2);
    character.picture = tim::stub();
    let bytes = character.finish().unwrap().write().unwrap();
    insta::assert_snapshot!(text("ff7.battle", bytes));
}

#[test]
fn lists_fields_of_archive() {
    let files: [(&str, &[u8]); 2] = [("one/same", b"a"), ("two/same", b"b")];
    let bytes = lgp(&files).unwrap().write().unwrap();
    let text = text("ff7.lgp", bytes);
    let lines = text.lines().filter(|line| !line.contains(" lookup["));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}
