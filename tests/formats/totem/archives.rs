use std::fs;

use gouraud::bytes::{Endian, Source};
use gouraud::container::{Context, Member, NoNames};
use gouraud::formats::Loaded;
use gouraud::formats::totem::archive::ArchiveHalf;
use gouraud::formats::totem::{Platform, class, name_hash};
use gouraud::library::Library;
use gouraud::scene::Surface;

use gouraud_testing::build::totem;

use super::fixture::{BITMAP, Folder, MATERIAL, MESH, SKIN, archive, open, problems};

fn half(source: &Source) -> ArchiveHalf {
    Loaded::open(source).unwrap().0.records
}

fn paths(members: &[Member]) -> Vec<&str> {
    members.iter().map(|member| member.path.as_str()).collect()
}

#[test]
fn data_and_name_files_round_trip() {
    for platform in [Platform::GAMECUBE, Platform::PS2] {
        let (archive, names) = archive(platform);
        for bytes in [archive.write().unwrap(), names.write()] {
            let document = open("anything", &bytes);
            assert_eq!(document.format.id, "totem.archive");
            assert_eq!(problems(&document), [""; 0]);
            assert_eq!(document.content.write().unwrap(), bytes);
            let coverage = document.tree.coverage();
            assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        }
        let document = open("anything", &archive.write().unwrap());
        assert_eq!((document.version.as_str(), document.counts.get("members")), ("1.73", Some(4)));
        let document = open("anything", &names.write());
        assert_eq!(document.counts.get("ids"), Some(5));
    }
}

#[test]
fn members_have_names_of_the_companion_or_hashes() {
    let (data, names) = archive(Platform::GAMECUBE);
    let document = open("X.DGC", &data.write().unwrap());
    let alone = document.content.container().members().unwrap();
    assert_eq!(paths(alone.list())[0], format!("{:08X}", name_hash(MESH)));
    let folder = Folder::of(&[("x.ngc", names.write()), ("X.NPS", b"junk".to_vec())]);
    let context = Context { siblings: &folder, names: &NoNames };
    let (members, reported) = document.content.container().companion_members(context).unwrap();
    assert_eq!(paths(members.list()), [MESH, MATERIAL, BITMAP, SKIN]);
    assert!(reported.is_empty());
    let (members, reported) =
        document.content.container().companion_members(Context::ALONE).unwrap();
    assert_eq!(paths(members.list()), paths(alone.list()));
    assert_eq!(reported.total(), 1);

    let document = open("X.NGC", &names.write());
    assert!(
        document.content.container().members().is_none(),
        "the members belong to the data file"
    );
    let (members, reported) =
        document.content.container().companion_members(Context::ALONE).unwrap();
    assert_eq!((members.list().len(), reported.total()), (0, 1));
    let folder = Folder::of(&[("X.DGC", data.write().unwrap())]);
    let context = Context { siblings: &folder, names: &NoNames };
    let (members, _) = document.content.container().companion_members(context).unwrap();
    let bytes = members.open(1).unwrap();
    assert_eq!((bytes.len(), bytes.name()), (109, format!("X.NGC//{MATERIAL}").as_str()));
}

#[test]
fn members_find_each_other_through_data_or_name_file() {
    let folder = tempfile::tempdir().unwrap();
    let (data, names) = archive(Platform::GAMECUBE);
    fs::write(folder.path().join("TENTS.DGC"), data.write().unwrap()).unwrap();
    fs::write(folder.path().join("tents.ngc"), names.write()).unwrap();
    for half in ["TENTS.DGC", "tents.ngc"] {
        let library = Library::new();
        let path = format!("{}//{MESH}", folder.path().join(half).display());
        let opened = library.open(&path, None).unwrap();
        let scene = opened.scene(&library).unwrap();
        assert!(opened.problems(&library).is_empty(), "{half}");
        assert!(matches!(scene.materials[0].surface, Surface::Textured { .. }), "{half}");
        let skin = library.open(&path.replace(MESH, SKIN), None).unwrap();
        assert_eq!(skin.scene(&library).unwrap().meshes.len(), 1, "{half}");
    }
    // Without the name file, a member is opened by its hash and still finds the others.
    fs::remove_file(folder.path().join("tents.ngc")).unwrap();
    let library = Library::new();
    let container = folder.path().join("TENTS.DGC").display().to_string();
    let opened = library.open(&container, None).unwrap();
    let reported: Vec<String> =
        opened.problems(&library).iter().map(|problem| problem.message.clone()).collect();
    assert!(reported[0].contains("hashes") && reported[0].contains("TENTS.NGC"), "{reported:?}");
    let path = format!("{container}//{:08x}", name_hash(MESH));
    let mesh = library.open(&path, None).unwrap();
    let scene = mesh.scene(&library).unwrap();
    assert!(matches!(scene.materials[0].surface, Surface::Textured { .. }));
}

#[test]
fn recursive_listing_visits_members_of_a_pair_once() {
    let folder = tempfile::tempdir().unwrap();
    let (data, names) = archive(Platform::PS2);
    fs::write(folder.path().join("A.DPS"), data.write().unwrap()).unwrap();
    fs::write(folder.path().join("A.NPS"), names.write()).unwrap();
    let library = Library::new();
    let all = library.list(&folder.path().display().to_string(), true).unwrap();
    assert_eq!(all.iter().filter(|entry| entry.name.ends_with(".TMESH")).count(), 1);
    // The name file lists the members if it is the listed path.
    let path = folder.path().join("A.NPS").display().to_string();
    assert_eq!(library.list(&path, false).unwrap().len(), 4);
}

fn of_names(names: &[&str]) -> Vec<String> {
    let files = names.iter().map(|name| totem::file(class::TXT, name, vec![1, 2, 3])).collect();
    let archive = totem::archive(Endian::Big, files);
    let table = totem::names(names.iter().copied());
    let document = open("X.DGC", &archive.write().unwrap());
    let folder = Folder::of(&[("X.NGC", table.write())]);
    let context = Context { siblings: &folder, names: &NoNames };
    let (members, _) = document.content.container().companion_members(context).unwrap();
    paths(members.list()).into_iter().map(str::to_owned).collect()
}

#[test]
fn members_with_unsafe_and_duplicate_names_can_be_opened() {
    assert_eq!(
        of_names(&["../../x", "A.T", "A.T", "A.T", "B", "B"]),
        ["../../x", "A.T", "A~2.T", "A~3.T", "B", "B~2"]
    );
    assert_eq!(of_names(&["/etc//passwd", "//", ""]), ["etc/passwd", "_", "00000000"]);
}

#[test]
fn added_file_moves_nothing_else() {
    let (data, _) = archive(Platform::GAMECUBE);
    let source = gouraud::bytes::Source::from_bytes("x", data.write().unwrap());
    let ArchiveHalf::Data(mut read, _) = half(&source) else { panic!() };
    read.blocks[0].files.remove(3);
    read.blocks[0].files.push(totem::file(class::TXT, "NOTE", b"hello".to_vec()));
    let document = open("x", &read.write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    let members = document.content.container().members().unwrap();
    assert_eq!(members.list().len(), 4);
    assert_eq!(members.open(3).unwrap().bytes(), b"hello");
    // Refuses to write a block whose files exceed its size.
    read.blocks[0].files.push(totem::file(class::TXT, "LONG", vec![0; 1 << 16]));
    assert!(read.write().is_err());
}

#[test]
fn keeps_the_padding_of_blocks() {
    let (data, _) = archive(Platform::GAMECUBE);
    let mut bytes = data.write().unwrap();
    let last = bytes.len() - 1;
    (bytes[last], bytes[0x400]) = (0xCC, 0xAA);
    let document = open("x", &bytes);
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn reads_name_tables_of_other_writers() {
    let crlf = format!(
        "{} \"MESH\"\r\n0 \"\"\r\n1234 NO QUOTES\r\n{} \"\u{e9}\"\r\n\r\nrest\0\0",
        name_hash("MESH").cast_signed(),
        crc32fast::hash(&[0xE9]).cast_signed(),
    );
    // Western code page, one byte per character.
    let bytes: Vec<u8> = crlf.chars().map(|c| c as u8).collect();
    let document = open("X.NGC", &bytes);
    assert_eq!(document.content.write().unwrap(), bytes);
    assert_eq!(document.tree.coverage().unread, 0);
    assert_eq!(problems(&document), ["warning 0x19 names[2]"]);
    let source = document.source.clone();
    let ArchiveHalf::Names(table) = half(&source) else { panic!() };
    assert_eq!(table.name(name_hash("MESH")).as_deref(), Some("MESH"));
    assert_eq!(table.name(1234).as_deref(), Some("NO QUOTES"));
    assert_eq!(table.name(crc32fast::hash(&[0xE9])).as_deref(), Some("é"));
    assert_eq!((table.name(0), table.tail.len()), (None, 8));
}

#[test]
fn damaged_archives_list_their_readable_files() {
    let (data, _) = archive(Platform::GAMECUBE);
    let whole = data.write().unwrap();
    let damaged = |at: usize, value: u32| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_be_bytes());
        let document = open("x", &bytes);
        let members = document.content.container().members().unwrap().list().len();
        (problems(&document), members, document.content.write().is_ok())
    };
    // Block size 0, not a multiple of 0x800, and not a divisor of the remaining bytes.
    assert_eq!(damaged(0x100, 0), (vec!["error 0x100 block_size".to_owned()], 4, true));
    let (reported, members, _) = damaged(0x100, 0x1001);
    assert_eq!((reported[0].as_str(), members), ("error 0x100 block_size", 4));
    // A count beyond the block, a size smaller than the file's header, a file that exceeds the block.
    assert!(!damaged(0x800, 0xFFFF_FFFF).2);
    let (reported, members, written) = damaged(0x804, 8);
    assert_eq!(
        (reported, members, written),
        (vec!["error 0x804 blocks[0].files[0].size".to_owned()], 0, false)
    );
    assert_eq!(damaged(0x804, 0x7FFF_FFFF).1, 0);
    // Truncated in the header.
    let source = gouraud::bytes::Source::from_bytes("x.DGC", whole[..0x300].to_vec());
    assert!(gouraud::formats::identify(&source).unwrap().0.open(&source).is_err());
}
