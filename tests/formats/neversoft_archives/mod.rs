//! Neversoft's archives: HED with WAD, PKR, PRE.

mod hed;
mod pkr;
mod pre;

use gouraud::bytes::Source;
use gouraud::container::{Context, Members};
use gouraud::formats::{self, Document};
use gouraud_testing::document::problems;

/// Opens bytes as the format that recognises them.
fn open(name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    formats::identify(&source).expect("a format recognises the file").0.open(&source).unwrap()
}

/// Paths and bytes of all members.
fn listed(members: &dyn Members) -> Vec<(String, Vec<u8>)> {
    let bytes = |index| members.open(index).unwrap().bytes().to_vec();
    members.list().iter().enumerate().map(|(i, m)| (m.path.clone(), bytes(i))).collect()
}

fn members(document: &Document) -> Vec<(String, Vec<u8>)> {
    listed(document.content.container().members().unwrap())
}

fn named(names: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
    names.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
}

/// Problems that are found when the members are listed, formatted like `problems`.
fn member_problems(document: &Document) -> Vec<String> {
    let (_, problems) = document.content.container().companion_members(Context::ALONE).unwrap();
    problems
        .iter()
        .map(|p| format!("{} {:#x} {}", p.severity.name(), p.span.start, p.field))
        .collect()
}

/// Opens a valid archive: it has no problems, no unread bytes, and round-trips.
#[track_caller]
fn open_valid(id: &str, version: &str, name: &str, bytes: &[u8]) -> Document {
    let document = open(name, bytes);
    assert_eq!((document.format.id, document.version.as_str()), (id, version));
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(member_problems(&document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert_eq!(document.content.write().unwrap(), bytes);
    document
}
