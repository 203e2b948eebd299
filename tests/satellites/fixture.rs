//! Files beside each other, problems as lines, trees as text.

use std::fmt::Write;

use gouraud::bytes::{FieldId, Source, Tree};
use gouraud::container::{Context, Miss, NoNames, Siblings};
use gouraud::formats::{Document, Format};

use crate::samples;

/// A folder that exists in memory.
#[derive(Default)]
pub struct Folder(pub Vec<(&'static str, Vec<u8>)>);

impl Siblings for Folder {
    fn open(&self, name: &str) -> Result<Source, Miss> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let miss = || Miss { name: name.to_owned(), looked_in: "the folder".to_owned() };
        found.map(|(name, bytes)| Source::from_bytes(*name, bytes.clone())).ok_or_else(miss)
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

impl Folder {
    pub fn context(&self) -> Context<'_> {
        Context { siblings: self, names: &NoNames }
    }
}

pub fn sample(name: &str) -> Option<Vec<u8>> {
    std::fs::read(samples::folder().join("trespasser").join(name)).ok()
}

pub fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

pub fn open(format: &dyn Format, name: &str, bytes: &[u8]) -> Document {
    format.open(&Source::from_bytes(name, bytes.to_vec())).unwrap()
}

/// Problems as `severity offset field`.
pub fn problems(document: &Document) -> Vec<String> {
    let line = |p: &gouraud::bytes::Problem| {
        format!("{} {:#x} {}", p.severity.name(), p.span.start, p.field)
    };
    document.problems.iter().map(|problem| line(&problem)).collect()
}

/// No problem, no gap, and the same bytes again.
pub fn assert_sound(document: &Document) {
    assert_eq!(problems(document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert!(document.content.write().unwrap() == document.source.bytes(), "written differently");
}

/// Every field, one in a line: offset, length, path, value, meaning.
pub fn dump(tree: &Tree) -> String {
    let mut text = String::new();
    dump_field(tree, &FieldId::root(), &mut text);
    text
}

fn dump_field(tree: &Tree, id: &FieldId, text: &mut String) {
    let field = tree.field(id).unwrap();
    let (start, len) = (field.span.start, field.span.len);
    writeln!(text, "{start:04x} {len:4} {} {:?} {}", field.path, field.value, field.meaning)
        .unwrap();
    for index in 0..field.children {
        dump_field(tree, &tree.child(id, index).unwrap(), text);
    }
}
