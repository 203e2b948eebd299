//! Helpers for tests that open files.
use gouraud::bytes::Severity;
use gouraud::formats::Document;

/// Problems as `severity offset field`.
pub fn problems(document: &Document) -> Vec<String> {
    let line = |p: &gouraud::bytes::Problem| {
        format!("{} {:#x} {}", p.severity.name(), p.span.start, p.field)
    };
    document.problems.iter().map(|problem| line(&problem)).collect()
}

pub fn errors(document: &Document) -> usize {
    document.problems.iter().filter(|problem| problem.severity == Severity::Error).count()
}

/// Asserts that there are no problems, that every byte belongs to one field, and that the file is written
/// back unchanged.
#[track_caller]
pub fn assert_sound(document: &Document) {
    assert_eq!(problems(document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert!(document.content.write().unwrap() == document.source.bytes(), "written differently");
}

/// A copy of `bytes` with `new` written at `offset`.
pub fn damaged(bytes: &[u8], offset: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[offset..offset + new.len()].copy_from_slice(new);
    bytes
}
