//! The fields of a file, all of them, as text.

use std::fmt::Write;

use gouraud::bytes::{FieldId, FieldKind, Tree, Value};

/// Every field of a tree, as the golden tests keep them.
pub fn text(tree: &Tree) -> String {
    let mut text = String::new();
    dump(tree, &FieldId::root(), 0, &mut text);
    text
}

/// One line a field: where, how long, its name, what it is and what it means. Longer arrays show
/// their first two elements.
fn dump(tree: &Tree, id: &FieldId, depth: usize, out: &mut String) {
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
    let shown =
        if field.kind == FieldKind::Array && field.children > 8 { 2 } else { field.children };
    for child in 0..shown {
        dump(tree, &tree.child(id, child).unwrap(), depth + 1, out);
    }
    if shown < field.children {
        writeln!(out, "            {indent}  … {} more", field.children - shown).unwrap();
    }
}
