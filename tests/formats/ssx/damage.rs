//! Every kind of damage and the problems reported for it.

use gouraud::bytes::{Severity, Source};
use gouraud::container::Context;
use gouraud::formats::Records;
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::fixture::{
    MPF, board_file, body_file, damaged, errors, head_file, open, problems, read,
};
use gouraud_testing::mutation::header_like;

use crate::damage::Intact;

fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// A board, with the offsets of its model header and of its first mesh.
fn board() -> (Vec<u8>, usize) {
    let mut file = board_file();
    file.models.truncate(1);
    let bytes = file.write().unwrap();
    let mesh = number(&bytes, 8) + number(&bytes, 12 + 0x24);
    (bytes, mesh)
}

fn word(value: u32) -> [u8; 4] {
    value.to_le_bytes()
}

#[test]
fn names_the_game_of_other_versions() {
    for version in [3u32, 13, 14] {
        let bytes = damaged(&board().0, 0, &word(version));
        let source = Source::from_bytes("x.mpf", bytes);
        let (format, _) = gouraud::formats::identify(&source).unwrap();
        assert_eq!(format.info().id, "ssx.mpf");
        let document = MPF.open(&source).unwrap();
        let message = document.problems.iter().next().unwrap().to_string();
        assert!(message.contains(&format!("version {version} belongs to SSX")), "{message}");
        assert_eq!(document.version, version.to_string());
    }
    let music = Source::from_bytes("x.mpf", b"xDFP and more of it".to_vec());
    assert!(MPF.probe(&gouraud::formats::Head::of(&music)).is_none());
}

#[test]
fn reads_truncated_files_as_far_as_possible() {
    let (whole, _) = board();
    for len in 12..whole.len() {
        let document = open(&whole[..len]);
        assert!(errors(&document) > 0, "{len} bytes");
        assert!(document.content.write().is_err(), "{len} bytes");
    }
}

#[test]
fn unterminated_chain_ends_with_the_model() {
    let (bytes, mesh) = board();
    // Makes the last tag, and the one that ends the group, continue the chain.
    let file = read(&bytes);
    let chain = &file.models[0].meshes().next().unwrap().2.chain;
    let lengths: Vec<usize> = chain.iter().map(|tag| 16 + usize::from(tag.tag.qwc) * 16).collect();
    let last = mesh + lengths[0] + lengths[1];
    let bytes = damaged(&bytes, last + 3, &[0x10]);
    let document = open(&damaged(&bytes, last + lengths[2] + 3, &[0x10]));
    assert!(errors(&document) > 0);
    assert_eq!(document.counts.get("faces"), Some(16));
}

#[test]
fn reports_wrong_payload_size_of_a_group_end_tag() {
    let (bytes, mesh) = board();
    let file = read(&bytes);
    let chain = &file.models[0].meshes().next().unwrap().2.chain;
    let tag = mesh + chain.iter().map(|tag| 16 + usize::from(tag.tag.qwc) * 16).sum::<usize>();
    let document = open(&damaged(&bytes, tag, &[200, 0]));
    let field = "models[0].group_ends[0].tag.qwc";
    let problems: Vec<_> = document.problems.iter().collect();
    let found = problems.iter().find(|problem| problem.field == field);
    assert_eq!(found.map(|problem| problem.severity), Some(Severity::Error));
}

#[test]
fn unexpected_tags_end_a_chain_with_an_error() {
    let (bytes, mesh) = board();
    for id in [0u8, 2, 3, 4, 5, 7] {
        let odd = damaged(&bytes, mesh + 3, &[id << 4]);
        let document = open(&odd);
        assert_eq!(document.counts.get("faces"), Some(0), "tag {id}");
        assert!(errors(&document) > 0);
        assert_eq!(document.content.write().unwrap(), odd, "tag {id}");
    }
}

#[test]
fn reports_payloads_past_the_model() {
    let (bytes, mesh) = board();
    let document = open(&damaged(&bytes, mesh, &[0xFF, 0xFF]));
    assert!(errors(&document) > 0);
    assert!(document.content.write().is_err());
}

#[test]
fn reports_empty_payloads() {
    let (bytes, mesh) = board();
    let document = open(&damaged(&bytes, mesh, &[0, 0]));
    assert!(errors(&document) > 0);
}

#[test]
fn unknown_codes_end_their_packet() {
    let (bytes, mesh) = board();
    let odd = damaged(&bytes, mesh + 16 + 3, &[0x0B]);
    let document = open(&odd);
    let expected = "models[0].groups[0].weight_groups[0].meshes[0].tags[0].codes[0].code.command";
    assert!(
        problems(&document).iter().any(|line| line.ends_with(expected)),
        "{:?}",
        problems(&document)
    );
    assert_eq!(document.content.write().unwrap(), odd);
}

#[test]
fn unpack_longer_than_its_packet_ends_it() {
    let (bytes, mesh) = board();
    // Count of the fourth code, which unpacks the strip count.
    let odd = damaged(&bytes, mesh + 16 + 12 + 2, &[200]);
    let document = open(&odd);
    assert!(errors(&document) > 0);
    assert_eq!(document.counts.get("chunks"), Some(0));
    assert_eq!(document.content.write().unwrap(), odd);
}

#[test]
fn reports_and_limits_inconsistent_strip_counts() {
    let (bytes, mesh) = board();
    let strips = mesh + 16 + 16 + 32;
    for count in [0u32, 1, 2, 1000, u32::MAX] {
        let odd = damaged(&bytes, strips, &word(count));
        let document = open(&odd);
        assert!(errors(&document) > 0, "{count}");
        assert_eq!(document.content.write().unwrap(), odd);
        document.content.displayed().scene(Context::ALONE).unwrap();
    }
}

#[test]
fn reports_invalid_matrix_references() {
    let (bytes, mesh) = board();
    let file = read(&bytes);
    let head = 16 + usize::from(file.models[0].meshes().next().unwrap().2.chain[0].tag.qwc) * 16;
    // After the second tag: row and mask in 48 bytes, then u, v and a of the first vertex.
    let a = mesh + head + 16 + 48 + 4;
    for number in [0u16, 15, 200, 0x8000] {
        let document = open(&damaged(&bytes, a, &number.to_le_bytes()));
        let is_reported = document.problems.iter().any(|p| p.message.contains("vertex 0 uses"));
        assert!(is_reported, "{number}: {:?}", problems(&document));
    }
}

#[test]
fn reports_and_skips_non_finite_floats() {
    let mut file = board_file();
    file.models.truncate(1);
    file.models[0].bones[0].position.x = f32::NAN;
    file.models[0].bones[0].rotation.y = f32::INFINITY;
    let bytes = file.write().unwrap();
    let document = open(&bytes);
    assert_eq!(errors(&document), 2);
    assert_eq!(document.content.write().unwrap(), bytes);
    exercise(&[MPF], "nan.mpf", &bytes);
}

#[test]
fn breaks_parent_cycles() {
    let mut file = body_file();
    for model in &mut file.models {
        (model.bones[0].parent_file, model.bones[0].parent) = (0, 2);
    }
    let bytes = file.write().unwrap();
    let document = open(&bytes);
    assert!(problems(&document).iter().any(|line| line.ends_with("bones[0].parent")));
    let (scene, reported) = document.content.displayed().scene(Context::ALONE).unwrap();
    assert!(reported.iter().any(|problem| problem.message.contains("becomes a root")));
    assert_eq!(scene.skeletons[0].bones.len(), 3);
}

#[test]
fn reports_references_and_materials_out_of_range() {
    let mut file = board_file();
    file.models.truncate(1);
    file.models[0].references[0][0] = 99;
    file.models[0].groups[0].material = 7;
    file.models[0].groups[0].kind = 5;
    file.models[0].weights[0].entries[0].bone = 3;
    file.models[0].weights[0].entries[0].weight = 90;
    let document = open(&file.write().unwrap());
    let fields: Vec<String> = document.problems.iter().map(|p| p.field.clone()).collect();
    for field in [
        "models[0].references[0].indices[0]",
        "models[0].group_headers[0].material",
        "models[0].group_headers[0].kind",
        "models[0].weights[0].entries[0].bone",
        "models[0].weights[0]",
    ] {
        assert!(fields.contains(&field.to_owned()), "missing {field} in {fields:?}");
    }
    document.content.displayed().scene(Context::ALONE).unwrap();
}

#[test]
fn limits_repeated_offsets_to_the_same_list() {
    // A thousand weights, each of which references the same whole list.
    let mut file = board_file();
    file.models.truncate(1);
    let weights = file.models[0].weights[0].clone();
    file.models[0].weights = vec![weights; 1000];
    file.models[0].weights[0].entries = vec![file.models[0].weights[1].entries[0]; 4000];
    let mut bytes = file.write().unwrap();
    let model = number(&bytes, 8);
    let headers = model + number(&bytes, 12 + 0x30);
    let first: [u8; 8] = bytes[headers..headers + 8].try_into().unwrap();
    for index in 1..1000 {
        bytes[headers + 12 * index..][..8].copy_from_slice(&first);
    }
    let document = open(&bytes);
    assert!(
        document
            .problems
            .iter()
            .any(|p| p.message.contains("refer to more data than the file has"))
    );
    assert!(document.content.write().is_err());
}

#[test]
fn two_offsets_to_one_chain_give_equal_meshes() {
    let mut file = head_file();
    file.models.truncate(1);
    let bytes = file.write().unwrap();
    let (model, groups) = (number(&bytes, 8), number(&bytes, 12 + 0x20));
    let weight_groups = model + number(&bytes, model + groups + 16);
    let headers = model + number(&bytes, weight_groups);
    let mut odd = bytes.clone();
    odd.copy_within(headers..headers + 12, headers + 12);
    let document = open(&odd);
    let (first, second) = (0, 1);
    let file = read(&odd);
    let meshes: Vec<_> = file.models[0].meshes().map(|(_, _, mesh)| &mesh.chain).collect();
    assert_eq!(meshes[first], meshes[second]);
    assert_eq!(document.content.write().unwrap(), odd);
}

pub fn boards() -> Vec<Intact> {
    vec![("ssx.mpf", "board.mpf".to_owned(), board().0)]
}

pub fn heads() -> Vec<Intact> {
    vec![("ssx.mpf", "rider_head.mpf".to_owned(), head_file().write().unwrap())]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_tables_keep_all_invariants(table in header_like()) {
        let (mut bytes, _) = board();
        let end = bytes.len().min(12 + table.len());
        bytes[12..end].copy_from_slice(&table[..end - 12]);
        exercise(&[MPF], "board.mpf", &bytes);
    }
}
