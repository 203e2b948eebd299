//! Numbers that follow from other differences.

use super::Compare;
use super::counterpart::is_reference;
use crate::bytes::{Field, FieldId, FieldKind, Referred, Tree, Value};

/// Maximum number of fields around a number whose counts and lengths are compared with it.
const MAX_NEIGHBOURS: usize = 64;

impl Compare<'_> {
    /// `true` if a changed number refers to the same element as before, or is the number of elements or
    /// bytes of a list or record next to it.
    pub(super) fn is_derived(&mut self, a: &Field, b: &Field) -> bool {
        if is_reference(&a.hint) {
            let targets = (self.a.tree.referred(a, true), self.b.tree.referred(b, true));
            return match targets {
                (Some(Referred::Field(one)), Some(Referred::Field(two))) => {
                    self.are_counterparts(&one, &two)
                }
                _ => false,
            };
        }
        let (Some(one), Some(two)) = (number(&a.value), number(&b.value)) else { return false };
        let grown = two - one;
        let ones = neighbours(self.a.tree, &a.id);
        let twos = neighbours(self.b.tree, &b.id);
        grown != 0
            && ones.iter().zip(&twos).any(|(own, other)| {
                let counts = i128::from(other.count) - i128::from(own.count);
                let lengths = i128::from(other.length) - i128::from(own.length);
                (own.count == one.unsigned_abs() as u64 && counts == grown)
                    || (lengths != 0 && lengths == grown)
            })
    }
}

/// A list or record.
struct Extent {
    count: u64,
    length: u64,
}

/// The lists and records next to a field, and next to the records that contain it.
fn neighbours(tree: &Tree, id: &FieldId) -> Vec<Extent> {
    let mut found = Vec::new();
    let mut above = tree.parent(id);
    while let Some(parent) = above {
        let count = tree.child_count(&parent).min(MAX_NEIGHBOURS);
        let is_list = tree.content(&parent).is_some_and(|content| content.kind == FieldKind::Array);
        if !is_list {
            let children = (0..count).filter_map(|index| tree.child(&parent, index));
            found.extend(children.filter_map(|child| extent(tree, &child)));
        }
        found.extend(extent(tree, &parent));
        above = tree.parent(&parent);
    }
    found
}

fn extent(tree: &Tree, id: &FieldId) -> Option<Extent> {
    let content = tree.content(id)?;
    let is_list = content.kind == FieldKind::Array;
    let count = if is_list { tree.element_count(id) as u64 } else { u64::MAX };
    let is_record = matches!(content.kind, FieldKind::Group | FieldKind::Array | FieldKind::Bytes);
    is_record.then_some(Extent { count, length: content.span.len })
}

fn number(value: &Value) -> Option<i128> {
    match *value {
        Value::Uint(number) => Some(number.into()),
        Value::Int(number) => Some(number.into()),
        _ => None,
    }
}
