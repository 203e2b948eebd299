//! Names in the style of Kaitai's guide.

use std::collections::{HashMap, HashSet};

use crate::bytes::layout::{Amount, Sketch, SketchField, SketchKind};

/// Reserved words of Python: for parsers in Python, the compiler of Kaitai Struct does not change
/// names.
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// A text in lower case with underscores, as an identifier.
pub(super) fn identifier(text: &str) -> String {
    let mut name = String::new();
    let mut was_lower = false;
    for c in text.chars() {
        if c.is_ascii_uppercase() && was_lower {
            name.push('_');
        }
        was_lower = c.is_ascii_lowercase();
        match c {
            c if c.is_ascii_alphanumeric() => name.push(c.to_ascii_lowercase()),
            _ if name.ends_with('_') || name.is_empty() => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    match name.starts_with(|c: char| c.is_ascii_lowercase()) {
        true if RESERVED.contains(&name) => format!("{name}_"),
        true => name.to_owned(),
        false => format!("n{name}"),
    }
}

/// `name`, or with a number if it is taken.
pub(super) fn distinct(taken: &mut HashSet<String>, name: String) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let all = std::iter::once(name.clone()).chain(numbered);
    let free = all.into_iter().find(|name| taken.insert(name.clone()));
    free.unwrap_or(name)
}

/// Names of the fields of a type: counts and sizes of one list or block have its name with a prefix.
pub(super) fn of_fields(fields: &[SketchField]) -> Vec<String> {
    let mut uses: HashMap<&str, Vec<String>> = HashMap::new();
    for field in fields {
        let size = match &field.kind {
            SketchKind::Bytes(size) | SketchKind::Text(size) => Some(("len", size)),
            _ => None,
        };
        let repeat = field.repeat.as_ref().map(|count| ("num", count));
        for (prefix, amount) in size.into_iter().chain(repeat) {
            if let Amount::Field(path) = amount {
                let name = format!("{prefix}_{}", identifier(field.name));
                uses.entry(path).or_default().push(name);
            }
        }
    }
    let mut taken = HashSet::new();
    let name = |field: &SketchField| match uses.get(field.name).map(Vec::as_slice) {
        Some([only]) => only.clone(),
        _ => identifier(field.name),
    };
    fields.iter().map(|field| distinct(&mut taken, name(field))).collect()
}

/// The expression of a field with this path below a type.
pub(super) fn path_below(sketch: &Sketch, fields: &[SketchField], path: &str) -> String {
    let mut fields = fields;
    let mut names = Vec::new();
    for part in path.split('.') {
        let found = fields.iter().position(|field| field.name == part);
        let name = found.and_then(|index| of_fields(fields).into_iter().nth(index));
        names.push(name.unwrap_or_else(|| identifier(part)));
        let kind = found.and_then(|index| fields.get(index)).map(|field| &field.kind);
        fields = match kind {
            Some(SketchKind::Type(id)) => sketch.types.get(*id).map_or(&[], |of| &of.fields),
            _ => &[],
        };
    }
    names.join(".")
}
