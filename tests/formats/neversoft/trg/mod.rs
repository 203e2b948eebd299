//! Neversoft trigger files: reading, writing and damage. Facts and vectors: format document
//! `neversoft-psx.md`, sections 18 and 23–24.

mod assembled;
mod bad_files;
mod fixtures;
mod levels;
mod reading;
mod scenes;
mod shapes;
mod writing;

use gouraud::bytes::{Field, FieldKind, Severity, Source};
use gouraud::formats::neversoft::trg::Trg;
use gouraud::formats::{Document, Loaded, format_of};
use gouraud_testing::document::scene;

fn open(bytes: Vec<u8>) -> Document {
    let source = Source::from_bytes("level_t.trg", bytes);
    format_of::<Trg>().open(&source).expect("the file has a header")
}

fn loaded(bytes: &[u8]) -> Loaded<Trg> {
    let source = Source::from_bytes("level_t.trg", bytes.to_vec());
    Loaded::open(&source).expect("the file has a header").0
}

fn records(bytes: &[u8]) -> Trg {
    loaded(bytes).records
}

/// The field at `path`.
fn field(document: &Document, path: &str) -> Field {
    let id = document.tree.find(path).unwrap_or_else(|miss| panic!("{miss}"));
    document.tree.field(&id).expect("found fields exist")
}

/// Displayed meaning of the field at `path`.
fn meaning(document: &Document, path: &str) -> String {
    field(document, path).meaning
}

/// `(severity, offset, field, message)` of every problem.
fn problems(document: &Document) -> Vec<(Severity, u64, String, String)> {
    let all = document.problems.iter();
    all.map(|p| (p.severity, p.span.start, p.field.clone(), p.message.clone())).collect()
}

/// Checks that every byte belongs to exactly one leaf, also in lazy runs, and that none is unread.
fn assert_covered(document: &Document) {
    let tree = &document.tree;
    let len = document.source.len();
    let coverage = tree.coverage();
    assert_eq!(coverage.fields + coverage.padding, len, "{coverage:?}");
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let mut at = 0;
    tree.leaves_in(0..len, &mut |id, span| {
        assert_eq!(span.start, at, "a gap or an overlap before {}", tree.path(&id));
        at = span.end();
        let kind = tree.field(&id).expect("leaves exist").kind;
        assert_ne!(kind, FieldKind::Unread, "{}", tree.path(&id));
    });
    assert_eq!(at, len, "the last leaf ends before the file");
}
