use gouraud::bytes::Source;
use gouraud::container::MemberIndex;
use gouraud::formats;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::directory::Name;
use gouraud::formats::trespasser::groff::grf::Point;
use gouraud::formats::trespasser::groff::grf::region::Region;
use gouraud::formats::trespasser::groff::grf::values::{Properties, Value, Values};
use gouraud::formats::trespasser::groff::scn::block::{Block, Quaternion};
use gouraud::formats::trespasser::groff::scn::saved::{Pair, PartitionBox};
use gouraud::formats::trespasser::groff::{Parsed, instance_hash};
use gouraud_testing::build::groff::Scene;

use super::fixture::{CRATE, bytes, level, open, open_as, parsed, problems, savegame, scene};
use gouraud_testing::document::messages;
use gouraud_testing::fields;

#[test]
fn recognises_each_kind_of_file_by_its_structure() {
    for (file, id) in [
        (level(), "trespasser.groff.grf"),
        (scene(), "trespasser.groff.scn"),
        (savegame(), "trespasser.groff.save"),
    ] {
        let source = Source::from_bytes("anything", bytes(&file));
        let (format, probe) = formats::identify(&source).unwrap();
        assert_eq!(format.info().id, id);
        assert!(probe.reason.contains("matching kinds of sections"), "{}", probe.reason);
    }
}

#[test]
fn valid_files_have_no_problems_and_no_unread_bytes() {
    for file in [level(), scene(), savegame()] {
        let document = open(&bytes(&file));
        assert_eq!(problems(&document), [""; 0]);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    }
}

/// In the real level one use of each name of a model is not counted; other writers count all.
#[test]
fn notes_names_with_a_wrong_number_of_references() {
    let messages_with = |change: &dyn Fn(&mut Name)| {
        let mut file = level();
        file.names.iter_mut().for_each(change);
        messages(&open(&bytes(&file)).problems)
    };
    let is_model = |name: &Name| name.text() == b"Crate-00";
    let is_map = |name: &Name| name.text() == CRATE.as_bytes();
    let first = level().names.iter().find(|name| is_map(name)).unwrap().references;
    assert_eq!(messages_with(&|_| {}), [""; 0]);
    assert_eq!(messages_with(&|name| name.references -= u32::from(is_model(name))), [""; 0]);
    let found = first + 4;
    assert_eq!(
        messages_with(&|name| name.references += if is_map(name) { 4 } else { 0 }),
        [format!("expected {first} references to this name, found {found}")]
    );
    let all = messages_with(&|name| name.references += 9);
    let count = format!("({} like this)", level().names.len());
    assert!(matches!(&all[..], [only] if only.ends_with(&count)), "{all:?}");
}

#[test]
fn counts_match_the_level() {
    let document = open(&bytes(&level()));
    assert_eq!(document.version, "15");
    let counts: Vec<_> = document.counts.iter().collect();
    assert_eq!(
        counts,
        [
            ("objects", 4),
            ("models", 4),
            ("vertices", 8 + 5 + 8 + 8),
            ("faces", 6 + 1 + 12 + 12),
            ("triangles", 12 + 3 + 12 + 12),
            ("materials", 2),
            ("members", 15),
            ("instances", 7),
            ("values", 8 + 1 + 4 + 2 * 3 + 1 + 2),
            ("sections", 15),
            ("texts", 8),
        ]
    );
    let document = open(&bytes(&savegame()));
    assert_eq!(document.version, "22");
    assert_eq!(document.counts.get("instances"), Some(3));
}

/// Every field as text; arrays other than the sections are cut to two elements.
fn fields(bytes: &[u8]) -> String {
    fields::text_of(&open(bytes).tree, |array| array.children > 3 && array.name != "sections")
}

#[test]
fn level_field_tree() {
    insta::assert_snapshot!(fields(&bytes(&level())));
}

#[test]
fn savegame_field_tree() {
    insta::assert_snapshot!(fields(&bytes(&savegame())));
}

#[test]
fn finds_properties_by_name_and_type() {
    let source = Source::from_bytes("mini.grf", bytes(&level()));
    let Parsed { groff: file, .. } = parsed(&source);
    let table = file.sections.iter().find_map(|section| match &section.body {
        Body::Values(table) => Some(table),
        _ => None,
    });
    let values = Values::new(table.unwrap());
    let region = file.first::<Region>().unwrap();
    let group = |index: usize| region.instances[index].values.id;
    let (crates, entrance) = (group(0), group(6));
    assert_eq!(crates, group(1), "copies share their group");
    assert_eq!(values.int(crates, "Height"), Some(3));
    assert_eq!(values.float(crates, "Height"), Some(0.5));
    assert_eq!(values.text(crates, "Height"), None);
    assert_eq!(values.text(crates, "class"), None, "names are case-sensitive");
    let visible = Properties::of(&values, group(4)).get("Visible", Value::as_flag);
    assert_eq!(visible, Some(false));
    let mut actions = values.properties(entrance);
    let action = actions.find(|(_, entry)| values.name(entry) == "Action00").unwrap().1.key.id;
    assert_eq!(values.int(action, "ActionType"), Some(0));
    assert_eq!(values.text(action, "Sample").as_deref(), Some(r"VO\AM01"));
    assert_eq!(values.int(0, "Height"), None, "ID 0 is not a group");
}

#[test]
fn scene_sections_match_the_document() {
    // Error.scn has ten sections: four hold game data, two are empty.
    let mut scene = Scene::new("e:\\Error.grf");
    let place = gouraud_testing::build::groff::saved_place(
        gouraud_testing::build::groff::InstanceTransform::at(0.0, 0.0, 0.0),
    );
    let settings = vec![0; 88];
    scene.block("DefaultCon", Block::Camera { place, magic: 0x5645_5231, settings });
    for (name, size) in [("Player", 256), ("AI System", 188), ("Joe", 64), ("Audio Daemon", 17)] {
        scene.block(name, Block::Opaque(vec![0; size]));
    }
    (1..=4).for_each(|node| scene.hang(0, node, 0));
    let bytes = bytes(&scene.finish());
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((bytes.len(), word(0x14), word(0x10)), (2625, 0x95E, 0xE3));
    let document = open_as("Error.scn", &bytes);
    assert_eq!(problems(&document), [""; 0]);
    let mut sizes: Vec<u64> = document
        .content
        .container()
        .members()
        .unwrap()
        .list()
        .iter()
        .map(|member| member.size)
        .collect();
    sizes.sort();
    assert_eq!(sizes, [0, 0, 1, 17, 32, 64, 124, 188, 256, 1348]);
}

#[test]
fn partition_ids_match_the_document() {
    let centre = Point::new(1.0, 2.0, 3.0);
    let half = Point::new(4.0, 5.0, 6.0);
    assert_eq!(PartitionBox { centre, half }.id(), 0x7199_A9C1);
}

#[test]
fn blocks_are_named_by_their_instance() {
    let source = Source::from_bytes("mini.scn", bytes(&scene()));
    let Parsed { groff: file, texts, .. } = parsed(&source);
    let block = |name: &str| {
        let at = file.sections.iter().find(|s| texts.get(s.name) == name);
        match &at.unwrap().body {
            Body::Block(block) => block.clone(),
            other => panic!("{name} is {other:?}"),
        }
    };
    let hash = instance_hash;
    let Block::Placement { place, flags } = block(&format!("{:X}", hash("Crate-01"))) else {
        panic!("a placement");
    };
    assert_eq!((place.position.x, place.scale, flags), (10.0, 2.0, Some(0x10)));
    let Quaternion { w, x, y, z } = place.rotation;
    assert!((w * w + x * x + y * y + z * z - 1.0).abs() < 1e-5);
    let Block::Gun { ammo, .. } = block(&format!("{:X}", hash("Gun"))) else { panic!("a gun") };
    assert_eq!(ammo, 10);
    assert!(matches!(block(&format!("{:X}", hash("Entrance"))), Block::Trigger(_)));
    assert!(matches!(block("9FB57F53"), Block::Opaque(bytes) if bytes.len() == 256));
}

#[test]
fn hierarchies_keep_their_pairs() {
    let source = Source::from_bytes("mini.scn", bytes(&scene()));
    let Parsed { groff: file, .. } = parsed(&source);
    let lists: Vec<&[Pair]> = file
        .sections
        .iter()
        .filter_map(|section| match &section.body {
            Body::Hierarchy(hierarchy) => Some(hierarchy.pairs.as_slice()),
            _ => None,
        })
        .collect();
    assert_eq!(lists.iter().map(|list| list.len()).collect::<Vec<_>>(), [3, 0, 2]);
    assert_eq!(lists[0][1].parent, lists[0][0].node);
}

#[test]
fn sections_are_members_in_stored_form() {
    let bytes = bytes(&level());
    let document = open(&bytes);
    let members = document.content.container().members().unwrap();
    let header = MemberIndex::new(members.list()).find(members.list(), "0000_.header").unwrap();
    assert_eq!(members.open(header).unwrap().bytes(), [0xBE, 0xBA, 0xCE, 0x0A, 15, 0, 0, 0x80]);
    assert_eq!(members.list().last().unwrap().path, "0014_.valuetable");
    let total: u64 = members.list().iter().map(|member| member.size).sum();
    assert!(total < bytes.len() as u64);
}

#[test]
fn known_instances_have_known_hashes() {
    for (name, hash) in [
        ("PDomino-07", 0x0798_15A3),
        ("RaptorB", 0x3151_9BCE),
        ("raptorb", 0xC582_829A),
        ("Player", 0x9FB5_7F53),
        ("$RaptorBody+RaptorB", 0xB0A3_374C),
        ("LFoot+31519BCE", 0x2F0C_437A),
        ("Anne", 0x8603_D590),
        ("DefaultCon", 0x80A9_DC71),
    ] {
        assert_eq!(instance_hash(name), hash, "{name}");
    }
}
