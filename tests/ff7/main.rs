//! Final Fantasy VII battles and PlayStation pictures: what is read, shown, written, and survived.
//! Facts and vectors: format document `ff7-battle.md`, sections 2 to 11.

mod animations;
mod archives;
mod damage;
mod fixtures;
mod models;
mod packed;
mod pictures;
mod recognition;
mod samples;
mod stages;
mod survival;
mod tree;

use gouraud::bytes::{Severity, Source};
use gouraud::container::Context;
use gouraud::formats::{self, Document};
use gouraud::scene::Scene;

fn open_as(format: &str, bytes: Vec<u8>) -> Document {
    let format = formats::by_id(format).expect("the format is in the list");
    format.open(&Source::from_bytes("file.bin", bytes)).expect("something can be said")
}

fn scene(document: &Document) -> Scene {
    document.content.scene(Context::ALONE).expect("it can be looked at").0
}

/// Problems as `severity offset field`.
fn problems(document: &Document) -> Vec<String> {
    let line = |p: &gouraud::bytes::Problem| {
        format!("{} {:#x} {}", p.severity.name(), p.span.start, p.field)
    };
    document.problems.iter().map(|problem| line(&problem)).collect()
}

fn errors(document: &Document) -> usize {
    document.problems.iter().filter(|problem| problem.severity == Severity::Error).count()
}

/// Nothing is wrong, every byte is explained once, and the writer makes the same file.
#[track_caller]
fn assert_sound(document: &Document) {
    assert_eq!(problems(document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert_eq!(document.content.write().as_deref(), Ok(document.source.bytes()));
}

fn count(document: &Document, key: &str) -> u64 {
    document.counts.get(key).unwrap_or_else(|| panic!("no count of {key}"))
}

/// Bytes as the document prints them: hex pairs, with bars between parts.
fn hex(text: &str) -> Vec<u8> {
    let pairs = text.split_whitespace().filter(|word| *word != "|" && *word != "/");
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect()
}
