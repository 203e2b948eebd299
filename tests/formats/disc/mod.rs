//! Discs, and what they are packed in.

mod gamecube;
mod packed;
mod zip;

use gouraud::bytes::Source;
use gouraud::formats::{self, Document};

/// What its content says it is, with that format's id.
fn opened(name: &str, bytes: Vec<u8>) -> (&'static str, Document) {
    let source = Source::from_bytes(name, bytes);
    let (format, _) = formats::identify(&source).expect("a format claims it");
    (format.info().id, format.open(&source).expect("it can be opened"))
}

/// Paths and bytes of what is inside.
fn members(document: &Document) -> Vec<(String, Vec<u8>)> {
    let members = document.content.members().expect("it has members");
    let bytes = |index| members.open(index).map(|source| source.bytes().to_vec());
    let all = members.list().iter().enumerate();
    all.map(|(index, one)| (one.path.clone(), bytes(index).unwrap_or_default())).collect()
}

fn problems(document: &Document) -> Vec<String> {
    document.problems.iter().map(|problem| problem.to_string()).collect()
}
