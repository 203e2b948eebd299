use gouraud::bytes::Source;
use gouraud::formats::ssx::mpf::chunk::chunks;
use gouraud::formats::{self, Document, Records};

use super::fixture::{board_file, body_file, head_file, open, problems, quad, read};

fn counts(document: &Document) -> Vec<(&'static str, u64)> {
    document.counts.iter().collect()
}

#[test]
fn recognises_models_by_their_structure() {
    let source = Source::from_bytes("anything", body_file().write().unwrap());
    let (format, probe) = formats::identify(&source).unwrap();
    assert_eq!((format.info().id, probe.score), ("ssx.mpf", 90), "{}", probe.reason);
}

#[test]
fn valid_files_have_no_problems_and_no_unread_bytes() {
    for file in [body_file(), head_file(), board_file()] {
        let document = open(&file.write().unwrap());
        assert_eq!(problems(&document), [""; 0]);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    }
}

#[test]
fn notes_values_that_differ_in_no_known_file() {
    let mut file = body_file();
    let model = &mut file.models[0];
    (model.bones[0].parent_file, model.bones[0].parent) = (0, 1);
    model.bones[0].signs[2] = 0.5;
    model.weights[1].unknown_08 = 35;
    model.groups[0].unknown_08 = 0;
    model.ik_points[0].unknown_0c = 7;
    model.unknown_34[3] = 1;
    let all = problems(&open(&file.write().unwrap()));
    for field in [
        "models[0].bones[0].parent",
        "models[0].bones[0].signs[2]",
        "models[0].weight_headers[1].unknown_08",
        "models[0].group_headers[0].unknown_08",
        "model_headers[0].unknown_34",
    ] {
        let is_note = |line: &String| line.starts_with("note") && line.ends_with(field);
        assert!(all.iter().any(is_note), "{field}: {all:?}");
    }
}

#[test]
fn normal_follows_the_bone_of_its_position() {
    let file = body_file();
    let (index, _, mesh) = file.models[0].meshes().next().unwrap();
    let (tag, code) = chunks(mesh)[0].uvs_at;
    let path = format!("models[0].{}.tags[{tag}].codes[{code}].uvs[0].b", index.path());
    let mut bytes = file.write().unwrap();
    let tree = open(&bytes).tree;
    let field = tree.field(&tree.find(&path).unwrap()).unwrap();
    bytes[field.span.start as usize] ^= 3;
    let all = problems(&open(&bytes));
    assert!(all.len() == 1 && all[0].starts_with("warning") && all[0].ends_with(&path), "{all:?}");
}

#[test]
fn sample_is_one_quad() {
    let bytes = quad();
    let document = open(&bytes);
    assert_eq!(problems(&document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let expected = [
        ("models", 1),
        ("vertices", 4),
        ("faces", 2),
        ("triangles", 2),
        ("materials", 1),
        ("bones", 1),
        ("morphs", 0),
        ("chunks", 1),
        ("strips", 1),
    ];
    assert_eq!(counts(&document), expected);
    assert_eq!(document.content.write().unwrap(), bytes);
    let file = read(&bytes);
    let (_, _, mesh) = file.models[0].meshes().next().unwrap();
    let chunk = &chunks(mesh)[0];
    assert!(chunk.rigid);
    assert_eq!((chunk.info.a, chunk.info.b), (14, 114));
    assert_eq!((0..4).map(|v| chunk.reference(v)).collect::<Vec<_>>(), [Some(0); 4]);
}

#[test]
fn counts_match_the_surfaces() {
    let document = open(&body_file().write().unwrap());
    let get = |key| document.counts.get(key).unwrap();
    // 31 rings of 16 triangles and one hoop of 16, twice 2 more rings, then the shadow's 5.
    assert_eq!(get("faces"), 16 * (31 + 1 + 2 + 5));
    assert_eq!((get("models"), get("bones"), get("materials")), (3, 9, 4));
    assert!(get("chunks") > 10, "{} chunks", get("chunks"));
    let document = open(&head_file().write().unwrap());
    let meshes = read(&head_file().write().unwrap()).models[0].meshes().count() as u64;
    assert!(meshes > 1, "96 vertices need more than one mesh");
    assert_eq!(document.counts.get("morphs"), Some(2 * meshes));
}

#[test]
fn chunks_fit_the_memory_of_the_vector_unit() {
    for model in body_file().models {
        for (index, _, mesh) in model.meshes() {
            assert!(model.references[index.list].len() <= 25);
            for chunk in chunks(mesh) {
                assert!(chunk.len() <= if chunk.shadow.is_empty() { 59 } else { 165 });
            }
        }
    }
    // 32 different weights do not fit in one weight group.
    assert!(body_file().models[0].groups[0].weight_groups.len() > 1);
}

#[test]
fn head_field_tree() {
    let document = open(&head_file().write().unwrap());
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}
