//! Exercises descriptions together with files.

use gouraud::bytes::{FieldId, Source, Tree};
use gouraud::container::Context;
use gouraud::formats::user::UserFormat;
use gouraud::formats::{Format, Head};
use gouraud::ksy::{self, Imports};

use crate::{edited, exported};

/// Maximum number of fields that are displayed.
const MOST_FIELDS: usize = 2_000;

struct NoImports;

impl Imports for NoImports {
    fn find(&self, _: &str, import: &str) -> Result<(String, String), String> {
        Err(format!("`{import}` was not found"))
    }
}

/// Loads a description and opens bytes by it: fields, scene, exports, members, and an edit of a field.
/// Returns `true` if the description has no mistakes; otherwise each must have a message.
pub fn exercise_description(text: &str, bytes: &[u8]) -> bool {
    let description = ksy::load("test.ksy", text, &NoImports);
    if description.has_errors() {
        assert!(description.diagnostics.iter().all(|found| !found.message.is_empty()));
        return false;
    }
    let format = UserFormat::new(description, "test.ksy");
    let source = Source::from_bytes("file", bytes.to_vec());
    let _ = format.probe(&Head::of(&source));
    let document = format.open(&source).expect("a file is read as far as possible");
    for problem in document.problems.iter() {
        assert!(!problem.message.is_empty(), "a problem without a message: {problem:?}");
    }
    let mut left = MOST_FIELDS;
    display(&document.tree, &FieldId::root(), &mut left);
    if let Some((scene, _)) = document.content.displayed().scene(Context::ALONE) {
        exported::check(&scene, &source);
    }
    edited::check(&document);
    let _ = document.content.container().members().map(|members| members.list().len());
    true
}

/// Names a field and those below it.
fn display(tree: &Tree, id: &FieldId, left: &mut usize) {
    let Some(field) = tree.field(id).filter(|_| *left > 0) else { return };
    *left -= 1;
    for index in 0..field.children {
        if *left == 0 {
            return;
        }
        if let Some(child) = tree.child(id, index) {
            display(tree, &child, left);
        }
    }
}
