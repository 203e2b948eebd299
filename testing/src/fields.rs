//! Renders all fields of a file as text.
use std::fmt::Write;

use gouraud::bytes::{Field, FieldId, FieldKind, Tree, Value};

/// Every field of a tree as one line of the golden files: offset, length, name, type, value and meaning.
/// Arrays of more than eight show their first two elements.
pub fn text(tree: &Tree) -> String {
    text_of(tree, |array| array.children > 8)
}

/// Like [`text`], with another rule for the arrays to shorten.
pub fn text_of(tree: &Tree, is_long: impl Fn(&Field) -> bool) -> String {
    let mut text = String::new();
    dump(tree, &FieldId::root(), 0, &is_long, &mut text);
    text
}

fn dump(
    tree: &Tree,
    id: &FieldId,
    depth: usize,
    is_long: &impl Fn(&Field) -> bool,
    out: &mut String,
) {
    let field = tree.field(id).unwrap();
    let value = match &field.value {
        Value::None => String::new(),
        Value::Int(v) => format!(" = {v}"),
        Value::Uint(v) => format!(" = {v}"),
        Value::Float(v) => format!(" = {v}"),
        Value::Text(v) => format!(" = {v:?}"),
    };
    let meaning =
        if field.meaning.is_empty() { String::new() } else { format!("  ({})", field.meaning) };
    let (start, len) = (field.span.start, field.span.len);
    let indent = "  ".repeat(depth);
    let (name, kind) = (&field.name, &field.type_name);
    writeln!(out, "{start:#06x} {len:4} {indent}{name}: {kind}{value}{meaning}").unwrap();
    let is_cut = field.kind == FieldKind::Array && is_long(&field);
    let shown = if is_cut { 2.min(field.children) } else { field.children };
    for child in 0..shown {
        dump(tree, &tree.child(id, child).unwrap(), depth + 1, is_long, out);
    }
    if shown < field.children {
        writeln!(out, "            {indent}  … {} more", field.children - shown).unwrap();
    }
}
