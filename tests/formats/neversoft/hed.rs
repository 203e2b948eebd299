use std::fs;

use gouraud::bytes::{Source, Value};
use gouraud::container::{Context, NoNames};
use gouraud::formats::neversoft::hed::{Half, hash_of};
use gouraud::formats::{self, Format, format_of};
use gouraud::library::{Library, NameBook};
use gouraud_testing::build::neversoft::{
    Files, PkrFile, hed_hashed, hed_later, hed_plain, pkr_3, wad,
};
use gouraud_testing::{Folder, fixtures};

use gouraud_testing::document::{listed, named, open, problems};

use crate::damage::Intact;

const FORMAT: &dyn Format = format_of::<Half>();
const FILES: [(&str, &[u8]); 3] =
    [("A.PSX", b"\x04\0\x02\0"), ("rio.vab", b"pBAV"), ("bam.psx", &[7; 2049])];

fn hash(name: &str) -> u32 {
    hash_of(name.as_bytes())
}

/// Members and problems of the archive to which a file in this folder belongs.
fn in_folder(folder: &Folder, name: &str, bytes: &[u8]) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
    let document = FORMAT.open(&Source::from_bytes(name, bytes.to_vec())).unwrap();
    let (members, problems) =
        document.content.container().companion_members(folder.context()).unwrap();
    let reported = problems.iter().map(|p| format!("{} {}", p.severity.name(), p.field));
    (listed(&*members), reported.collect())
}

/// A folder on disk with these files.
fn on_disk(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

#[test]
fn reads_the_example_of_the_document() {
    let bytes = *b"A.PSX\0\0\0\0\x08\0\0\0\x01\0\0\xFF";
    let document = open("x.hed", &bytes);
    assert_eq!((document.format.id, document.version.as_str()), ("neversoft.hed", "plain"));
    assert_eq!(document.content.write().unwrap(), bytes);
    let offset = document.tree.find("entries[0].offset").unwrap();
    assert_eq!(document.tree.field(&offset).unwrap().value, Value::Uint(2048));
}

#[test]
fn every_form_of_a_table_round_trips() {
    let tables = [
        ("plain", hed_plain(&FILES, &[0xFF])),
        ("plain", hed_plain(&FILES, &[0xFF; 3])),
        ("hashed", hed_hashed(&FILES, hash)),
        ("later", hed_later(&FILES, 1)),
    ];
    for (version, bytes) in tables {
        let document = open("cd.hed", &bytes);
        assert_eq!((document.format.id, document.version.as_str()), ("neversoft.hed", version));
        assert_eq!(problems(&document), [""; 0], "{version}");
        assert_eq!(document.counts.get("members"), Some(3));
        assert_eq!(document.content.write().unwrap(), bytes);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    }
}

#[test]
fn table_and_wad_both_list_the_members() {
    let wad = wad(&FILES);
    for table in [hed_plain(&FILES, &[0xFF]), hed_later(&FILES, 1), hed_later(&FILES, 2048)] {
        let folder = Folder::of(&[("CD.HED", table.clone()), ("CD.WAD", wad.clone())]);
        for (name, bytes) in [("CD.WAD", &wad), ("CD.HED", &table)] {
            let (found, reported) = in_folder(&folder, name, bytes);
            assert_eq!(found, named(&FILES), "{name}");
            assert_eq!(reported, [""; 0]);
        }
    }
}

#[test]
fn wad_with_a_table_is_an_archive_whatever_its_first_bytes() {
    let psx = fixtures::read("neversoft/gm_sample1.psx");
    let files = [("bam.psx", &psx[..])];
    let wad = wad(&files);
    assert_eq!(open("CD.WAD", &wad).format.id, "neversoft.psx", "recognised by its first bytes");
    let folder = on_disk(&[("CD.hed", hed_hashed(&files, hash)), ("CD.WAD", wad)]);
    let path = folder.path().join("CD.WAD").display().to_string();
    let library = Library::new();
    assert_eq!(library.sniff(&path).unwrap().format.id, "neversoft.hed");
    let opened = library.open(&path, None).unwrap();
    let document = &opened.document;
    assert_eq!((document.format.id, document.version.as_str()), ("neversoft.hed", "hashed"));
    assert_eq!(opened.counts(&library).get("members"), Some(1));
    let list = library.list(&folder.path().display().to_string(), true).unwrap();
    let names: Vec<&str> = list.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(
        names,
        ["CD.hed", "CD.WAD", "2f4dc41d"],
        "the table does not list its members again"
    );
    let member = library.open(&format!("{path}//BAM.psx"), None).unwrap();
    assert_eq!(member.document.format.id, "neversoft.psx");
    assert_eq!(member.document.source.crc32(), crc32fast::hash(&psx));
    assert!(member.path.ends_with("CD.WAD//BAM.psx"), "the path has the requested name");
}

#[test]
fn table_and_wad_inside_another_archive_find_each_other() {
    let (table, wad) = (hed_plain(&FILES, &[0xFF]), wad(&FILES));
    let halves = [("cd.hed", &table), ("cd.wad", &wad)];
    let halves = halves.map(|(name, bytes)| PkrFile { name, bytes, is_packed: false });
    let folder = on_disk(&[("all.pkr", pkr_3(&[("disc", &halves)]))]);
    let library = Library::new();
    let path = folder.path().join("all.pkr").display().to_string();
    let wad = library.open(&format!("{path}//disc/cd.wad"), None).unwrap();
    assert_eq!(wad.document.format.id, "neversoft.hed");
    let member = library.open(&format!("{path}//disc/cd.wad//rio.vab"), None);
    let Err(gouraud::library::OpenError::Unknown { source, .. }) = member else { panic!("a bank") };
    assert_eq!(source.bytes(), b"pBAV");
    let list = library.list(&path, true).unwrap();
    assert_eq!(list.len(), 2 + 3);
}

#[test]
fn hashes_are_resolved_by_companion_tables_and_name_lists() {
    let (table, wad) = (hed_hashed(&FILES, hash), wad(&FILES));
    let het = hed_plain(&[("RIO.VAB", b"")], &[0xFF; 3]);
    let folder = Folder::of(&[("CD.HED", table.clone()), ("CD.WAD", wad.clone()), ("CD.HET", het)]);
    let hex = format!("{:08x}", hash("a.psx"));
    let paths = |found: Vec<(String, Vec<u8>)>| -> Vec<String> {
        found.into_iter().map(|(path, _)| path).collect()
    };
    for (name, bytes) in [("CD.WAD", &wad), ("CD.HED", &table)] {
        let (found, _) = in_folder(&folder, name, bytes);
        assert_eq!(paths(found), [hex.as_str(), "RIO.VAB", "2f4dc41d"]);
    }
    let names = NameBook::default();
    names.add(hash("a.psx"), "of something else", "a list");
    names.add(hash("a.psx"), "a.psx", "a list");
    let context = Context { names: &names, ..folder.context() };
    let document = FORMAT.open(&Source::from_bytes("CD.WAD", wad)).unwrap();
    let (members, _) = document.content.container().companion_members(context).unwrap();
    assert_eq!(paths(listed(&*members)), ["a.psx", "RIO.VAB", "2f4dc41d"]);
    let from = [0, 1, 2].map(|index| members.named_by(index));
    assert_eq!(from, [Some("a list"), Some("CD.HET"), None]);
    assert_eq!(
        members.open_as(members.hashed("Bam.PSX").unwrap(), "Bam.PSX").unwrap().name(),
        "CD.WAD//Bam.PSX"
    );
    assert!(members.hashed("no.psx").is_none());
}

#[test]
fn finds_companions_of_a_member_by_hash() {
    let psx = fixtures::read("neversoft/gm_sample1.psx");
    let files: Files<'_> = &[("bam.psx", &psx), ("bam_l.psx", &psx), ("bam_t.trg", b"_TRG")];
    let folder = on_disk(&[("cd.hed", hed_hashed(files, hash)), ("cd.wad", wad(files))]);
    let library = Library::new();
    let path = folder.path().join("cd.wad").display().to_string();
    let plain = library.open(&format!("{path}//bam_l.psx"), None).unwrap();
    let level = library.open(&format!("{path}//bam.psx"), None).unwrap();
    let count = |opened: &gouraud::library::Opened| opened.scene(&library).unwrap().textures.len();
    assert!(count(&level) >= count(&plain));
    let members = library.member(&library.open(&path, None).unwrap().stored, "bam_L.psx").unwrap();
    assert_eq!(members.file_name(), "bam_L.psx");
}

#[test]
fn lists_members_missing_from_the_wad_with_a_warning() {
    let mut table = hed_later(&FILES, 1);
    let second = 8 + 8;
    table[second + 7] |= 0x80;
    let wad = wad(&FILES);
    let folder =
        Folder::of(&[("CD.HED", table.clone()), ("CD.WAD", wad[..wad.len() - 2048].to_vec())]);
    let document = open("CD.HED", &table);
    let (members, problems) =
        document.content.container().companion_members(folder.context()).unwrap();
    let sizes: Vec<(u64, bool)> =
        members.list().iter().map(|m| (m.size, m.span.is_some())).collect();
    assert_eq!(sizes, [(4, true), (0, false), (2048, true)]);
    assert_eq!(members.missing_reason(1), Some("stored in another file"));
    assert_eq!(members.missing_reason(2), Some("found 2048 of 2049 bytes"));
    let reported: Vec<String> =
        problems.iter().map(|p| format!("{:?} {}", p.severity, p.field)).collect();
    assert_eq!(reported, ["Warning entries[1].size", "Warning entries[2].size"]);
}

#[test]
fn table_without_its_wad_lists_empty_members() {
    let folder = on_disk(&[("cd.hed", hed_plain(&FILES, &[0xFF]))]);
    let library = Library::new();
    let path = folder.path().join("cd.hed").display().to_string();
    let opened = library.open(&path, None).unwrap();
    assert_eq!(opened.problems(&library).total(), 1);
    let list = library.list(&folder.path().display().to_string(), true).unwrap();
    assert_eq!(list.len(), 1 + 3, "a table without its WAD lists its members");
    assert!(list[1..].iter().all(|entry| entry.size == 0 && entry.offset.is_none()));
}

#[test]
fn reports_files_missing_from_an_empty_wad() {
    let table = hed_plain(&FILES, &[0xFF]);
    let folder = Folder::of(&[("CD.HED", table.clone()), ("CD.WAD", Vec::new())]);
    for (name, bytes) in [("CD.HED", &table[..]), ("CD.WAD", &[])] {
        let (_, reported) = in_folder(&folder, name, bytes);
        let expected = [0, 1, 2].map(|index| format!("warning entries[{index}].size"));
        assert_eq!(reported, expected, "{name}");
    }
}

#[test]
fn sanitises_hostile_names() {
    let long = "x".repeat(10_000);
    let files: Files<'_> =
        &[("..\\..\\evil", b"1"), ("/etc/passwd", b"2"), (&long, b"3"), ("\\\\a//b", b"4")];
    let folder = Folder::of(&[("CD.HED", hed_plain(files, &[0xFF])), ("CD.WAD", wad(files))]);
    let (found, reported) = in_folder(&folder, "CD.HED", &hed_plain(files, &[0xFF]));
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["../../evil", "etc/passwd", long.as_str(), "a/b"]);
    assert_eq!(reported, [""; 0]);
}

#[test]
fn reports_a_table_without_its_end_mark() {
    let bytes = hed_hashed(&FILES, hash);
    let document = open("cd.hed", &bytes[..bytes.len() - 4]);
    assert_eq!(problems(&document), ["warning 0x24 end"]);
    assert_eq!(document.content.write().unwrap(), bytes[..bytes.len() - 4]);
    let context = Context { siblings: &Folder::default(), names: &NoNames };
    assert_eq!(document.content.container().companion_members(context).unwrap().0.list().len(), 3);
}

#[test]
fn other_texts_and_tables_are_not_recognised() {
    for bytes in [&b"hello, world\nthis is a text\n"[..], &[0; 64], &[0xFF; 64], b"ab\0\0"] {
        let source = Source::from_bytes("x.bin", bytes.to_vec());
        let claim = formats::identify(&source).map(|(format, _)| format.info().id);
        assert_ne!(claim, Some("neversoft.hed"), "{bytes:?}");
    }
}

/// Valid archives.
pub fn files() -> Vec<Intact> {
    let tables = [hed_plain(&FILES, &[0xFF]), hed_hashed(&FILES, hash), hed_later(&FILES, 1)];
    let named = |name: &str| tables.clone().map(|bytes| ("neversoft.hed", name.to_owned(), bytes));
    [named("x.hed"), named("x.wad")].concat()
}
