//! Discs: image layouts, compression and sheets, their files, and problems of damaged ones.

mod damage;
mod gamecube;
mod guarded;
mod images;
mod nero;
mod nintendo;
mod packed;
mod reading;
mod replacing;
mod rock_ridge;
mod sheets;
mod tracks;

use gouraud::bytes::Source;
use gouraud::container::{DiscFacts, Members};
use gouraud::formats::{self, Document};
use gouraud_testing::fixtures;

/// Path, size and CRC-32 of a member.
type Row = (String, u64, u32);

fn row(path: &str, size: u64, crc32: u32) -> Row {
    (path.to_owned(), size, crc32)
}

/// Members of `mini.iso`, as listed in `disc.json`.
fn mini_members() -> Vec<Row> {
    vec![
        row("SYSTEM.CNF", 57, 0x40CD_57F4),
        row("TEST_000.02", 64, 0xFC10_DD42),
        row("DATA/A.BIN", 3000, 0x10CA_BF3E),
        row("DATA/BIG.DAT", 5000, 0x2F76_B175),
        row("DATA/EMPTY.BIN", 0, 0),
        row("DATA/NOEXT", 10, 0xE2F1_4E05),
        row("DATA/SUB/B.TIM", 112, 0x3352_1A6A),
    ]
}

/// Members of `ps1mini.bin`, with the bytes of its streams in images that start at the sub-header.
fn ps1mini_members() -> Vec<Row> {
    vec![
        row("SLUS_999.01", 64, 0x8B2B_4585),
        row("SYSTEM.CNF", 68, 0x9757_B245),
        row("ZERO.DAT", 0, 0),
        row("BATTLE/SCENE.BIN", 2049, 0x1BCF_91F6),
        row("ENEMY1/A.TIM", 112, 0x3352_1A6A),
        row("MOVIE/M.STR", 4 * 2336, 0x134C_AD1F),
        row("XA/V.XA", 4 * 2336, 0xE9BF_BFF0),
    ]
}

fn rows(members: &dyn Members) -> Vec<Row> {
    let list = members.list().iter().enumerate();
    let row = |(index, member): (usize, &gouraud::container::Member)| {
        let source = members.open(index).unwrap();
        assert_eq!(source.len(), member.size, "{}", member.path);
        // As a whole, and in parts.
        assert_eq!(crc32fast::hash(source.bytes()), source.crc32(), "{}", member.path);
        (member.path.clone(), member.size, source.crc32())
    };
    list.map(row).collect()
}

/// Opens an image in the disc format that claims it.
fn open(name: &str, bytes: Vec<u8>) -> Document {
    let source = Source::from_bytes(name, bytes);
    let (format, _) = formats::identify(&source).expect("image is claimed");
    assert_eq!(format.info().id, "disc.iso9660", "{name}");
    format.open(&source).expect("image can be read")
}

fn facts(document: &Document) -> DiscFacts {
    document.content.container().members().and_then(|members| members.disc()).cloned().unwrap()
}

fn mini() -> Vec<u8> {
    fixtures::read("disc/mini.iso")
}

/// The data track: 41 sectors of 2352 bytes.
fn ps1mini() -> Vec<u8> {
    fixtures::read("disc/ps1mini.bin")[..41 * 2352].to_vec()
}

/// Opens bytes in the format that claims them, and returns its id, too.
pub fn opened(name: &str, bytes: Vec<u8>) -> (&'static str, Document) {
    let source = Source::from_bytes(name, bytes);
    let (format, _) = formats::identify(&source).expect("a format claims the bytes");
    (format.info().id, format.open(&source).expect("file can be opened"))
}

/// Paths and bytes of all members.
pub fn members(document: &Document) -> Vec<(String, Vec<u8>)> {
    let members = document.content.container().members().expect("document has members");
    let bytes = |index| members.open(index).map(|source| source.bytes().to_vec());
    let all = members.list().iter().enumerate();
    all.map(|(index, one)| (one.path.clone(), bytes(index).unwrap_or_default())).collect()
}

pub fn problems(document: &Document) -> Vec<String> {
    document.problems.iter().map(|problem| problem.to_string()).collect()
}
