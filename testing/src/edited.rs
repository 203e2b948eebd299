//! Sets a field of any file: the edit is refused with a reason, or undoing it restores every byte.

use std::collections::VecDeque;

use gouraud::bytes::{Field, FieldId, Tree, Value};
use gouraud::container::Context;
use gouraud::edit::{EditOp, History, Step};
use gouraud::formats::Document;

/// Maximum size of a file that is edited: an edit reads the whole file several times.
const MOST: u64 = 1 << 16;
/// Maximum number of fields from which one is chosen, and of visited children of each.
const MOST_FIELDS: usize = 200;
const MOST_CHILDREN: usize = 16;

/// Sets a field, which the checksum of the file chooses, and reverts that. Returns `true` if the edit was
/// accepted.
///
/// # Panics
/// The edit cannot be reverted.
pub fn check(document: &Document) -> bool {
    let source = &document.source;
    if source.len() > MOST {
        return false;
    }
    let crc32 = source.crc32();
    let fields = values(&document.tree);
    let chosen = (crc32 as usize).checked_rem(fields.len()).and_then(|index| fields.get(index));
    let Some(field) = chosen else { return false };
    let order = EditOp::set(field.path.as_str(), &other(&field.value));
    match Step::carry_out("set", document, vec![order], Context::ALONE) {
        Ok((step, changed)) => {
            let mut history = History::new(crc32);
            history.push(step);
            let undone = history.document_at(1, &changed, 0);
            let undone = undone.unwrap_or_else(|error| panic!("{}: undo: {error}", field.path));
            assert!(undone.source.bytes() == source.bytes(), "{} is not reverted", field.path);
            true
        }
        Err(refused) => {
            assert!(!refused.to_string().is_empty(), "{} is refused without a reason", field.path);
            false
        }
    }
}

/// The first fields with a value, level by level.
fn values(tree: &Tree) -> Vec<Field> {
    let mut found = Vec::new();
    let mut open = VecDeque::from([FieldId::root()]);
    while let Some(id) = open.pop_front() {
        let Some(field) = tree.field(&id) else { continue };
        if open.len() < MOST_FIELDS {
            let children = 0..field.children.min(MOST_CHILDREN);
            open.extend(children.filter_map(|index| tree.child(&id, index)));
        }
        if field.value != Value::None && field.span.len > 0 {
            found.push(field);
        }
    }
    found
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Uint(number) => Value::Uint(number ^ 1),
        Value::Int(number) => Value::Int(number ^ 1),
        Value::Float(number) => Value::Float(if *number == 0.5 { 0.25 } else { 0.5 }),
        Value::Text(text) => Value::Text(if text == "a" { "b".into() } else { "a".into() }),
        Value::None => Value::None,
    }
}
