//! Replacing members of archives: the archive reads back with the same tree of files, and the bytes of
//! all other members are unchanged.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Seek, Write};

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::ea::big;
use gouraud::formats::neversoft::hed::hash_of;
use gouraud::formats::neversoft::pre;
use gouraud::formats::{self, Document, NewBytes, Refusal, Rewritten};
use gouraud_testing::build::ff7::lgp::lgp;
use gouraud_testing::build::neversoft::{
    Files, PkrFile, hed_hashed, hed_later, hed_plain, pkr_2, pkr_3, pre_1, wad,
};
use gouraud_testing::{Folder, fixtures};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

type Listed = Vec<(String, Vec<u8>)>;

fn open(id: &str, name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    formats::by_id(id).unwrap().open(&source).unwrap()
}

fn members(document: &Document, context: Context<'_>) -> Listed {
    let beside =
        document.content.container().companion_members(context).map(|(members, _)| members);
    let members = beside.as_deref().or_else(|| document.content.container().members()).unwrap();
    let bytes = |index| members.open(index).unwrap().bytes().to_vec();
    members.list().iter().enumerate().map(|(i, m)| (m.path.clone(), bytes(i))).collect()
}

fn replace(
    document: &Document,
    context: Context<'_>,
    index: usize,
    bytes: &[u8],
) -> Vec<Rewritten> {
    let replaced = BTreeMap::from([(index, bytes.to_vec())]);
    document.content.container().with_members(context, &replaced).unwrap()
}

fn whole(files: Vec<Rewritten>) -> Vec<u8> {
    let [Rewritten { beside: None, bytes: NewBytes::Whole(bytes) }] =
        <[_; 1]>::try_from(files).unwrap()
    else {
        panic!("the file itself is rewritten")
    };
    bytes
}

/// Replacements: shorter, of equal length, longer, much longer, and empty.
fn replacements(bytes: &[u8]) -> Vec<Vec<u8>> {
    let long = |len: usize| (0..len).map(|at| (at * 7 % 251) as u8).collect::<Vec<u8>>();
    let shorter = bytes.get(..bytes.len() / 2).unwrap_or(&[]).to_vec();
    let equal = bytes.iter().map(|byte| byte ^ 0x55).collect();
    vec![shorter, equal, long(bytes.len() + 1), long(9000), Vec::new()]
}

/// Replaces each member by other bytes. The result has no problems and all members, and restoring the old
/// bytes gives the old content.
#[track_caller]
fn assert_members_replaceable(id: &str, name: &str, bytes: &[u8]) {
    let document = open(id, name, bytes);
    let old = members(&document, Context::ALONE);
    assert!(old.len() > 1);
    for (index, (path, own)) in old.iter().enumerate() {
        for new in replacements(own) {
            let written = whole(replace(&document, Context::ALONE, index, &new));
            let again = open(id, name, &written);
            let mut expected = old.clone();
            expected[index].1.clone_from(&new);
            assert!(members(&again, Context::ALONE) == expected, "{id} {path}: {}", new.len());
            let coverage = again.tree.coverage();
            assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{id} {path}");
            let problem_count = |document: &Document| document.problems.iter().count();
            assert_eq!(
                problem_count(&again),
                problem_count(&document),
                "{id} {path}: {}",
                new.len()
            );
            assert_eq!(again.content.write().unwrap(), written, "{id} {path}");
            let back = whole(replace(&again, Context::ALONE, index, own));
            assert!(members(&open(id, name, &back), Context::ALONE) == old, "{id} {path}");
        }
    }
}

#[test]
fn replaces_members_of_every_big_form() {
    for form in [big::Form::BigF, big::Form::Big4, big::Form::Short] {
        let mut archive = big::Archive::new(form);
        for (path, bytes) in
            [("a.mpf", vec![1; 300]), (r"b\c.ssh", vec![2; 10]), ("d", vec![3; 128])]
        {
            archive.add(path, bytes);
        }
        let bytes = archive.write().unwrap();
        assert_members_replaceable("ea.big", "x.big", &bytes);
        let document = open("ea.big", "x.big", &bytes);
        for (index, (_, own)) in members(&document, Context::ALONE).iter().enumerate() {
            assert_eq!(whole(replace(&document, Context::ALONE, index, own)), bytes);
        }
        let written = whole(replace(&document, Context::ALONE, 0, &[9; 129]));
        let again = open("ea.big", "x.big", &written);
        let list = again.content.container().members().unwrap().list();
        assert!(list.iter().filter_map(|m| m.span).all(|span| span.start % 128 == 0));
    }
}

#[test]
fn replacing_shared_member_leaves_other_name_unchanged() {
    let mut archive = big::Archive::new(big::Form::BigF);
    archive.add("a", vec![1; 200]);
    archive.add("b", vec![2; 50]);
    let mut bytes = archive.write().unwrap();
    // The second entry has the offset of the first: "a" and its NUL are in between.
    let first: Vec<u8> = bytes[16..24].to_vec();
    bytes[26..34].copy_from_slice(&first);
    let document = open("ea.big", "x.big", &bytes);
    let written = whole(replace(&document, Context::ALONE, 0, b"new"));
    let found = members(&open("ea.big", "x.big", &written), Context::ALONE);
    assert_eq!(found, [("a".to_owned(), b"new".to_vec()), ("b".to_owned(), vec![1; 200])]);
}

#[test]
fn replaces_members_of_lgp_archives() {
    let files: [(&str, &[u8]); 4] =
        [("rtda", b"animations"), ("aaab", &[1, 2, 3]), ("one/flevel", b"a"), ("two/flevel", b"b")];
    let bytes = lgp(&files).unwrap().write().unwrap();
    assert_members_replaceable("ff7.lgp", "x.lgp", &bytes);
    let document = open("ff7.lgp", "x.lgp", &bytes);
    let written = whole(replace(&document, Context::ALONE, 0, b"longer than before"));
    assert!(written.ends_with(b"FINAL FANTASY7"));
}

/// Fills a ZIP with a folder, a stored file and two deflated ones.
fn filled<W: Write + Seek>(mut zip: ZipWriter<W>) {
    let options = |method| SimpleFileOptions::default().compression_method(method);
    zip.set_comment("archive comment").unwrap();
    zip.add_directory("art/", SimpleFileOptions::default()).unwrap();
    for (name, bytes, method) in [
        ("art/wall.bmp", &[7; 3000][..], CompressionMethod::Deflated),
        ("read me.txt", b"stored as it is", CompressionMethod::Stored),
        ("art/floor.bmp", b"packed", CompressionMethod::Deflated),
    ] {
        zip.start_file(name, options(method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

/// Sizes before the bytes of a file, or after them, as written to streams that cannot seek.
fn zips() -> [Vec<u8>; 2] {
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    filled(ZipWriter::new(Cursor::new(&mut before)));
    filled(ZipWriter::new_stream(&mut behind));
    [before, behind]
}

#[test]
fn replacing_zip_member_drops_local_64_bit_sizes() {
    let mut bytes = Vec::new();
    let mut zip = ZipWriter::new(Cursor::new(&mut bytes));
    let large = SimpleFileOptions::default().large_file(true);
    for name in ["a.txt", "b.txt"] {
        zip.start_file(name, large).unwrap();
        zip.write_all(b"unchanged").unwrap();
    }
    zip.finish().unwrap();
    let extra_length = |bytes: &[u8]| u16::from_le_bytes([bytes[28], bytes[29]]);
    assert_eq!(extra_length(&bytes), 20);
    let document = open("archive.zip", "x.zip", &bytes);
    let written = whole(replace(&document, Context::ALONE, 0, b"other"));
    assert_eq!(extra_length(&written), 0);
    let again = members(&open("archive.zip", "x.zip", &written), Context::ALONE);
    assert_eq!(again[0].1, b"other");
    assert_eq!(again[1].1, b"unchanged");
    assert_eq!(ZipArchive::new(Cursor::new(&written)).unwrap().len(), 2);
}

#[test]
fn replaced_zip_members_keep_compression_method() {
    for bytes in zips() {
        let document = open("archive.zip", "x.zip", &bytes);
        let old = members(&document, Context::ALONE);
        assert_eq!(old.len(), 3);
        for (index, (path, own)) in old.iter().enumerate() {
            for new in replacements(own) {
                let written = whole(replace(&document, Context::ALONE, index, &new));
                let mut expected = old.clone();
                expected[index].1.clone_from(&new);
                let again = open("archive.zip", "x.zip", &written);
                assert!(members(&again, Context::ALONE) == expected, "{path}: {}", new.len());
                assert_eq!(again.problems.iter().count(), 0, "{path}: {}", new.len());
                assert!(written.ends_with(b"archive comment"));
                // Independent reader, which verifies checksums.
                let mut read = ZipArchive::new(Cursor::new(&written)).unwrap();
                assert_eq!(read.len(), 4, "with the folder");
                for (path, bytes) in &expected {
                    let mut found = Vec::new();
                    let mut file = read.by_name(path).unwrap();
                    file.read_to_end(&mut found).unwrap();
                    assert!(found == *bytes, "{path}");
                }
            }
        }
    }
}

#[test]
fn replaced_pkr_members_keep_compression() {
    let file = |name, bytes, is_packed| PkrFile { name, bytes, is_packed };
    let art = [file("a.bmp", b"packed", true), file("b.bmp", b"plain", false)];
    let three = pkr_3(&[("art/", &art), ("sfx", &[file("c.wav", b"wav", false)])]);
    assert_members_replaceable("neversoft.pkr", "x.pkr", &three);
    let two = pkr_2(&[("art\\", &art), ("", &[file("read.me", b"text", false)])]);
    assert_members_replaceable("neversoft.pkr", "x.pkr", &two);
    // A thousand zeros stay compressed; their CRC-32 is right.
    let document = open("neversoft.pkr", "x.pkr", &three);
    let written = whole(replace(&document, Context::ALONE, 0, &[0; 1000]));
    assert!(written.len() < three.len() + 100, "{}", written.len());
    let again = open("neversoft.pkr", "x.pkr", &written);
    assert!(again.content.container().companion_members(Context::ALONE).unwrap().1.is_empty());
}

#[test]
fn replaced_pre_members_keep_compression() {
    let first = pre_1(&[("models\\a.psx", b"\x04\0\x02\0"), ("b.txt", b"hello")]);
    assert_members_replaceable("neversoft.pre", "x.pre", &first);
    for version in [pre::Version::Two, pre::Version::Three] {
        let mut archive = pre::Archive::new(version);
        archive.files.push(pre::File::new("a/zeros", vec![0; 400], version));
        archive.files.push(pre::File::new("b", b"plain".to_vec(), version));
        let bytes = archive.write().unwrap();
        assert_members_replaceable("neversoft.pre", "x.pre", &bytes);
        let document = open("neversoft.pre", "x.pre", &bytes);
        let written = whole(replace(&document, Context::ALONE, 0, &[7; 4000]));
        assert!(written.len() < 1000, "{version:?}: {}", written.len());
    }
}

const OF_WAD: [(&str, &[u8]); 3] =
    [("A.PSX", b"\x04\0\x02\0"), ("rio.vab", b"pBAV"), ("bam.psx", &[7; 2049])];

/// Both files of a split archive after replacing a member through one of them.
fn both_files(folder: &Folder, target: &str, index: usize, new: &[u8]) -> Folder {
    let bytes = |name: &str| folder.0.iter().find(|(known, _)| *known == name).unwrap().1.clone();
    let document = open("neversoft.hed", target, &bytes(target));
    let mut written = Folder::default();
    for file in replace(&document, folder.context(), index, new) {
        let NewBytes::Whole(bytes) = file.bytes else { panic!("both files are rewritten") };
        let name = match file.beside.as_deref().unwrap_or(target) {
            "CD.HED" => "CD.HED",
            "CD.WAD" => "CD.WAD",
            other => panic!("unexpected file {other}"),
        };
        written = written.with(name, bytes);
    }
    assert_eq!(written.0.len(), 2);
    written
}

#[test]
fn replaces_member_of_split_archive_through_either_file() {
    let files: Files<'_> = &OF_WAD;
    let hash = |name: &str| hash_of(name.as_bytes());
    let tables = [
        hed_plain(files, &[0xFF]),
        hed_hashed(files, hash),
        hed_later(files, 1),
        hed_later(files, 2048),
    ];
    for table in tables {
        let folder = Folder::of(&[("CD.HED", table), ("CD.WAD", wad(files))]);
        let listed = |folder: &Folder, target: usize| {
            let (name, bytes) = &folder.0[target];
            members(&open("neversoft.hed", name, bytes), folder.context())
        };
        let old = listed(&folder, 0);
        for target in ["CD.HED", "CD.WAD"] {
            for (index, (_, own)) in old.iter().enumerate() {
                for new in replacements(own) {
                    let written = both_files(&folder, target, index, &new);
                    let mut expected = old.clone();
                    expected[index].1.clone_from(&new);
                    assert!(listed(&written, 0) == expected, "{target} {index} {}", new.len());
                    assert!(listed(&written, 1) == expected, "{target} {index} {}", new.len());
                }
                let same = both_files(&folder, target, index, own);
                for (name, bytes) in &folder.0 {
                    let (_, again) = same.0.iter().find(|(known, _)| known == name).unwrap();
                    assert!(again == bytes, "{target} {index}: {name}");
                }
            }
        }
    }
}

#[test]
fn replaces_members_of_totem_blocks_within_free_space() {
    let bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/prop.DGC")).unwrap();
    let document = open("totem.archive", "prop.DGC", &bytes);
    let old = members(&document, Context::ALONE);
    for (index, (path, own)) in old.iter().enumerate() {
        for new in [own[..own.len() / 2].to_vec(), own.clone(), Vec::new()] {
            let written = whole(replace(&document, Context::ALONE, index, &new));
            assert_eq!(written.len(), bytes.len());
            assert!(new != *own || written == bytes, "{path}");
            let mut expected = old.clone();
            expected[index].1 = new;
            let again = open("totem.archive", "prop.DGC", &written);
            assert!(members(&again, Context::ALONE) == expected, "{path}");
        }
    }
    let large = BTreeMap::from([(0, vec![0; 1 << 20])]);
    let Err(Refusal(why)) = document.content.container().with_members(Context::ALONE, &large)
    else {
        panic!("a block has no room for a megabyte")
    };
    assert!(
        why.starts_with("the files of block 0 need ") && why.contains("the block has"),
        "{why}"
    );
}

#[test]
fn replaces_bank_sounds_only_by_sounds() {
    let bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/voices.tpa")).unwrap();
    let document = open("trespasser.tpa", "voices.tpa", &bytes);
    let old = members(&document, Context::ALONE);
    for index in 0..old.len() {
        let other = (index + 1) % old.len();
        let written = whole(replace(&document, Context::ALONE, index, &old[other].1));
        let again = open("trespasser.tpa", "voices.tpa", &written);
        let mut expected = old.clone();
        expected[index].1.clone_from(&old[other].1);
        assert!(members(&again, Context::ALONE) == expected, "{index}");
        assert_eq!(again.problems.iter().count(), document.problems.iter().count());
        let back = whole(replace(&again, Context::ALONE, index, &old[index].1));
        assert!(back == bytes, "{index}");
    }
    for wrong in [Vec::new(), b"no sound".to_vec(), [&old[0].1[..], b"more"].concat()] {
        let replaced = BTreeMap::from([(0, wrong)]);
        let refused =
            document.content.container().with_members(Context::ALONE, &replaced).unwrap_err();
        assert!(refused.0.starts_with("sound 0: "), "{refused}");
    }
}

#[test]
fn replaces_level_sections_unchecked() {
    let bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.scn")).unwrap();
    let document = open("trespasser.groff.scn", "island.scn", &bytes);
    let old = members(&document, Context::ALONE);
    for (index, (path, own)) in old.iter().enumerate() {
        for new in replacements(own).into_iter().chain([own.clone()]) {
            let written = whole(replace(&document, Context::ALONE, index, &new));
            assert!(new != *own || written == bytes, "{path}");
            let again = open("trespasser.groff.scn", "island.scn", &written);
            let mut expected = old.clone();
            expected[index].1.clone_from(&new);
            assert!(members(&again, Context::ALONE) == expected, "{path}: {}", new.len());
        }
    }
}

#[test]
fn replaces_members_of_pc_archives() {
    for name in ["battle.lgp", "char.lgp", "magic.lgp"] {
        let bytes = fixtures::read(&format!("ff7-pc/{name}"));
        let document = open("ff7.lgp", name, &bytes);
        let old = members(&document, Context::ALONE);
        let own = &old[0].1;
        assert_eq!(whole(replace(&document, Context::ALONE, 0, own)), bytes, "{name}");
        let written = whole(replace(&document, Context::ALONE, 0, &[&own[..], b"more"].concat()));
        let again = members(&open("ff7.lgp", name, &written), Context::ALONE);
        assert!(again[1..] == old[1..], "{name}");
    }
}

#[test]
fn refuses_truncated_archive() {
    let mut archive = big::Archive::new(big::Form::BigF);
    archive.add("a", vec![1; 200]);
    archive.add("b", vec![1; 200]);
    let bytes = archive.write().unwrap();
    let document = open("ea.big", "x.big", &bytes[..28]);
    let replaced = BTreeMap::from([(0, Vec::new())]);
    let refused = document.content.container().with_members(Context::ALONE, &replaced).unwrap_err();
    assert!(!refused.0.is_empty());
}
