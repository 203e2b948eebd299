//! Exercises descriptions together with files.

use gouraud::bytes::{FieldId, Source, Tree, Value};
use gouraud::container::Context;
use gouraud::edit::{EditOp, apply};
use gouraud::export::{Job, Options};
use gouraud::formats::user::UserFormat;
use gouraud::formats::{Document, Format, Head};
use gouraud::ksy::{self, Imports};
use gouraud::scene::Scene;

/// Maximum number of fields that are displayed.
const MOST_FIELDS: usize = 2_000;

/// Maximum number of children of a field that are searched for a number.
const MOST_CHILDREN: usize = 16;
/// Maximum number of files that are exported.
const MOST_FILES: usize = 8;

struct NoImports;

impl Imports for NoImports {
    fn find(&self, _: &str, import: &str) -> Result<(String, String), String> {
        Err(format!("`{import}` was not found"))
    }
}

/// Loads a description and opens bytes by it: fields, scene, exports, members, and an edit of a number.
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
        export(&scene, &source);
    }
    set_first_number(&document);
    let _ = document.content.container().members().map(|members| members.list().len());
    true
}

/// Exports the first files of a scene.
fn export(scene: &Scene, source: &Source) {
    let (source_name, crc32, options) = ("file", 0, Options::default());
    let job = Job { scene, source_name, source: source.id(), crc32, options };
    for asset in job.plan().into_iter().take(MOST_FILES) {
        if let Err(message) = job.bytes(None, asset.subject, asset.kind) {
            assert!(!message.is_empty(), "a refusal without a message");
        }
    }
}

/// Sets the first number to another value. If the edit is accepted, the file keeps its length.
fn set_first_number(document: &Document) {
    let tree = &document.tree;
    let mut open = vec![FieldId::root()];
    let mut left = MOST_FIELDS;
    while let Some(id) = open.pop() {
        let Some(field) = tree.field(&id).filter(|_| left > 0) else { return };
        left -= 1;
        if let (Value::Uint(number), true) = (&field.value, field.span.len > 0) {
            let to = if *number == 1 { "2" } else { "1" };
            if let Ok(changed) = apply(document, &[EditOp::set(field.path, to)]) {
                assert_eq!(changed.tree.source().len(), tree.source().len());
            }
            return;
        }
        open.extend(
            (0..field.children.min(MOST_CHILDREN)).rev().filter_map(|at| tree.child(&id, at)),
        );
    }
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
