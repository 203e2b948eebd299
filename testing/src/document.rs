//! Helpers for tests that open files.
use gouraud::bytes::{Problems, Severity, Source};
use gouraud::container::{Context, Members};
use gouraud::formats::{self, Document};
use gouraud::scene::{Picture, Replacement, Scene, Texels, Texture};

/// Opens bytes as the format that recognises them.
///
/// # Panics
/// No format recognises them.
#[track_caller]
pub fn open(name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    let (format, _) =
        formats::identify(&source).unwrap_or_else(|| panic!("no format recognises {name}"));
    format.open(&source).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Opens bytes as the format with this identifier.
///
/// # Panics
/// It refuses them.
#[track_caller]
pub fn open_as(format: &str, name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    let format = formats::by_id(format).unwrap_or_else(|| panic!("{format} is not registered"));
    format.open(&source).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Opens a valid file: it has no problems, no unread bytes, and round-trips.
#[track_caller]
pub fn open_valid(format: &str, name: &str, bytes: &[u8]) -> Document {
    let document = open(name, bytes);
    assert_eq!(document.format.id, format);
    assert_sound(&document);
    document
}

/// The scene of a file without companions.
#[track_caller]
pub fn scene(document: &Document) -> Scene {
    document.content.displayed().scene(Context::ALONE).expect("the file has a scene").0
}

/// The number that the format reports under `key`.
#[track_caller]
pub fn count(document: &Document, key: &str) -> u64 {
    document.counts.get(key).unwrap_or_else(|| panic!("no count of {key}"))
}

/// Paths and bytes of all members.
pub fn members(document: &Document) -> Vec<(String, Vec<u8>)> {
    listed(document.content.container().members().expect("the file has members"))
}

/// Paths and bytes of members.
pub fn listed(members: &dyn Members) -> Vec<(String, Vec<u8>)> {
    let bytes = |index| members.open(index).unwrap().bytes().to_vec();
    members.list().iter().enumerate().map(|(i, m)| (m.path.clone(), bytes(i))).collect()
}

/// Paths and bytes, as [`members`] returns them.
pub fn named(names: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
    names.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
}

/// Bytes of hexadecimal digits; everything else, such as the bars of a document, is skipped.
pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// RGBA texels of a texture.
#[track_caller]
pub fn texels(texture: &Texture) -> Vec<[u8; 4]> {
    let Texels::Rgba(texels) = texture.pixels.decode() else { panic!("{}", texture.name) };
    texels
}

/// A picture that replaces a texture.
pub fn picture(width: u32, height: u32, texels: Vec<[u8; 4]>) -> Replacement {
    Replacement::Picture(Picture {
        width,
        height,
        texels,
        palette: Default::default(),
        shown_in: None,
    })
}

/// The scene of a file in an empty folder.
pub fn alone(name: &str, bytes: &[u8]) -> Scene {
    crate::Folder::default().scene(name, bytes).0
}

/// Messages of problems.
pub fn messages(problems: &Problems) -> Vec<String> {
    problems.iter().map(|problem| problem.message.clone()).collect()
}

/// Problems as `severity offset field`.
pub fn problems(document: &Document) -> Vec<String> {
    lines(&document.problems)
}

/// Problems as `severity offset field`.
pub fn lines(problems: &Problems) -> Vec<String> {
    let line = |p: &gouraud::bytes::Problem| {
        format!("{} {:#x} {}", p.severity.name(), p.span.start, p.field)
    };
    problems.iter().map(|problem| line(&problem)).collect()
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
