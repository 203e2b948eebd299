//! Recognition: structure decides, names are only hints.

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud::formats::Records;
use gouraud::formats::ff7::lzs::wrap;
use gouraud_testing::build::ff7::lgp::lgp;

use super::{fixtures, open_as, problems};

fn found(bytes: &[u8]) -> Option<(&'static str, String)> {
    let found = formats::identify(&Source::from_bytes("anything", bytes.to_vec()));
    found.map(|(format, probe)| (format.info().id, probe.reason))
}

#[test]
fn recognises_each_file() {
    let enemy = fixtures::enemy().write().unwrap();
    for (bytes, id, reason) in [
        (enemy.clone(), "ff7.battle", "6 sections, 5 bones, 32 actions"),
        (fixtures::armed().write().unwrap(), "ff7.battle", "23 sections"),
        (fixtures::player().write().unwrap(), "ff7.battle", "74 actions"),
        (
            fixtures::stage().write().unwrap(),
            "ff7.stage",
            "9 sections, type 1, TIM in the last section",
        ),
        (lgp(&[("aaaa", b"x")]).unwrap().write().unwrap(), "ff7.lgp", "1 files"),
        (fixtures::picture().write().unwrap(), "ps1.tim", "4 bits"),
        (wrap(&enemy), "ff7.lzs", "contains 6 sections"),
    ] {
        let (format, why) = found(&bytes).unwrap_or_else(|| panic!("{id} is not recognised"));
        assert_eq!(format, id, "{why}");
        assert!(why.contains(reason), "{id}: {why}");
    }
}

#[test]
fn rejects_similar_files() {
    let ours = |bytes: &[u8]| found(bytes).filter(|(id, _)| id.starts_with("ff7"));
    assert_eq!(ours(&[0; 64]), None);
    assert_eq!(ours(b"Text that no format would claim."), None);
    // A directory with descending offsets, or whose sections hold no bones.
    let words = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    assert_eq!(ours(&words(&[3, 16, 40, 20, 0, 0, 0, 0, 0, 0, 0])), None);
    assert_eq!(ours(&words(&[3, 16, 40, 44, 9999, 0, 0, 0, 0, 0, 0, 0])), None);
}

#[test]
fn derives_kind_from_picture_and_checks_it_against_scripts() {
    let kinds = [
        (fixtures::enemy(), "enemy"),
        (fixtures::armed(), "armed enemy"),
        (fixtures::player(), "playable character"),
    ];
    for (battle, kind) in kinds {
        let document = open_as("ff7.battle", battle.write().unwrap());
        assert_eq!((document.version.as_str(), problems(&document).len()), (kind, 0));
        let root = document.tree.field(&gouraud::bytes::FieldId::root()).unwrap();
        assert!(root.meaning.starts_with(kind), "{}", root.meaning);
    }
    // An enemy with a player's number of actions: shown as an enemy, with a warning.
    let mut doubtful = fixtures::enemy();
    if let gouraud::formats::ff7::battle::Section::Settings(settings) = &mut doubtful.sections[1] {
        settings.scripts.resize(74, settings.scripts[0]);
    }
    let document = open_as("ff7.battle", doubtful.write().unwrap());
    assert_eq!((document.version.as_str(), problems(&document)), ("", vec!["warning 0x0 ".into()]));
    assert_eq!(super::count(&document, "animations"), 2);
}

#[test]
fn model_without_picture_is_embedded() {
    let mut frog = fixtures::enemy();
    frog.sections.pop();
    frog.directory.entries.pop();
    if let gouraud::formats::ff7::battle::Section::Settings(settings) = &mut frog.sections[1] {
        settings.scripts.resize(74, settings.scripts[0]);
    }
    let document = open_as("ff7.battle", frog.write().unwrap());
    assert_eq!((document.version.as_str(), problems(&document).len()), ("embedded model", 0));
    let scene = super::scene(&document);
    assert_eq!((scene.animations.len(), scene.textures.len()), (4, 0));
    assert!(
        scene
            .materials
            .iter()
            .any(|material| { matches!(material.surface, gouraud::scene::Surface::Missing(None)) })
    );
}

#[test]
fn recognises_picture_without_last_byte() {
    let block = |kind: u32, halfwords: u16, rows: u16| {
        let data = 2 * usize::from(halfwords) * usize::from(rows);
        let mut bytes = [0x10, kind, 12 + data as u32].map(u32::to_le_bytes).concat();
        bytes.extend([0, 0, halfwords, rows].map(u16::to_le_bytes).as_flattened());
        bytes.extend((0..data).map(|byte| byte as u8));
        bytes
    };
    for kind in [2, 3] {
        let mut bytes = block(kind, 6, 4);
        assert_eq!(found(&bytes).unwrap().0, "ps1.tim");
        bytes.pop();
        let (format, why) = found(&bytes).expect("truncated picture is recognised");
        assert!(format == "ps1.tim" && why.contains("truncated"), "{why}");
        // A length that does not match the rectangle proves nothing.
        bytes[8] ^= 1;
        assert_eq!(found(&bytes), None);
    }
}
