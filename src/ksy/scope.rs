//! Finds the classes and enums that a description names.

use std::sync::Arc;

use super::description::{ClassId, Description, EnumId};

/// The class that a path means inside a class: its own types, those of outer ones, the description
/// itself, then loaded descriptions.
pub fn class_named(description: &Description, from: ClassId, path: &[Arc<str>]) -> Option<ClassId> {
    let (first, rest) = path.split_first()?;
    let mut scope = Some(from);
    while let Some(class) = scope.and_then(|id| description.classes.get(id)) {
        if let Some(found) = class.types.get(first) {
            return descend(description, *found, rest);
        }
        if class.outer.is_none() && class.name == *first {
            return descend(description, scope?, rest);
        }
        scope = class.outer;
    }
    descend(description, *description.tops.get(first)?, rest)
}

fn descend(description: &Description, from: ClassId, path: &[Arc<str>]) -> Option<ClassId> {
    path.iter()
        .try_fold(from, |class, name| description.classes.get(class)?.types.get(name).copied())
}

/// The enum that a path means inside a class.
pub fn enum_named(description: &Description, from: ClassId, path: &[Arc<str>]) -> Option<EnumId> {
    let (name, classes) = path.split_last()?;
    if !classes.is_empty() {
        let class = class_named(description, from, classes)?;
        return description.classes.get(class)?.enums.get(name).copied();
    }
    let mut scope = Some(from);
    while let Some(class) = scope.and_then(|id| description.classes.get(id)) {
        if let Some(found) = class.enums.get(name) {
            return Some(*found);
        }
        scope = class.outer;
    }
    None
}

pub fn joined(path: &[Arc<str>]) -> String {
    path.join("::")
}
