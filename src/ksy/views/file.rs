//! Settings of a description for the whole file: its version, and the test that recognises it.

use std::sync::Arc;

use super::walk::{Element, Walk};
use crate::bytes::SourceId;
use crate::ksy::memory::View;
use crate::ksy::reader::Reader;
use crate::ksy::{Data, Description, Value, on_large_stack};

/// Views that a description provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provided {
    /// Something visible.
    pub view: bool,
    /// Sounds.
    pub sound: bool,
}

impl Provided {
    /// Views of the description.
    pub fn of(description: &Description) -> Self {
        let file = description.views.as_ref();
        let has = |key: &str| file.is_some_and(|file| file.has(key));
        let visible = ["meshes", "nodes", "points", "lines", "boxes", "pictures"];
        Self { view: visible.into_iter().any(has), sound: has("sounds") }
    }
}

/// `true` if the description has a test that recognises its files.
pub fn has_claim(description: &Description) -> bool {
    description.views.as_ref().is_some_and(|file| file.has("claim"))
}

/// Result of the test that recognises files, and the number of steps that it took; `false` if it cannot be
/// evaluated in at most `max_steps`. Only the fields that the test needs are read.
pub fn claim(
    description: &Arc<Description>,
    data: Data,
    source: SourceId,
    max_steps: u64,
) -> (bool, u64) {
    let Some(file) = &description.views else { return (false, 0) };
    let test = || {
        let mut reader = Reader::on_demand(max_steps, description.clone(), data.clone());
        let root = Element::root(&reader);
        let mut walk = Walk::new(&mut reader, View::Counts, source, "");
        let holds = walk.flag(file, "claim", &root) == Some(true);
        (holds, reader.steps, reader.is_too_deep)
    };
    // Most tests need little stack. A thread for each of many files takes long.
    let (mut holds, mut steps, is_too_deep) = test();
    if is_too_deep {
        let (again, more, _) = on_large_stack(test).unwrap_or_default();
        (holds, steps) = (again, steps.saturating_add(more));
    }
    (holds, steps)
}

/// The version of the file; empty if the description has none.
pub fn version(reader: &mut Reader, source: SourceId) -> String {
    let description = reader.description.clone();
    let Some(file) = &description.views else { return String::new() };
    let root = Element::root(reader);
    let mut walk = Walk::new(reader, View::Counts, source, "");
    let Some(code) = file.code("version") else { return String::new() };
    match walk.value_of(code, &root) {
        Some(Value::Text(text)) => text.to_string(),
        Some(Value::Int(number)) => number.to_string(),
        Some(Value::Float(number)) => number.to_string(),
        _ => String::new(),
    }
}
