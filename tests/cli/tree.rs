//! `tree` and `bytes`.

use gouraud::formats::trespasser::name_hash;
use serde_json::{Value, json};

use crate::support::{FLAGS, Sandbox};

fn child<'a>(node: &'a Value, name: &str) -> &'a Value {
    let children = node["children"].as_array().unwrap();
    children.iter().find(|child| child["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn node_has_span_value_and_children() {
    let sandbox = Sandbox::new();
    let face = sandbox.run("tree level.psx --at models[0].faces[0] --json").ends_with(0).object();
    assert_eq!(face["path"], "models[0].faces[0]");
    assert_eq!(face["name"], "faces[0]");
    assert_eq!(face["type"], "Face");
    assert_eq!((&face["offset"], &face["length"]), (&json!(FLAGS), &json!(28)));
    assert_eq!(face["value"], json!(null));
    let flags = child(&face, "flags");
    assert_eq!(flags["path"], "models[0].faces[0].flags");
    assert_eq!((&flags["value"], &flags["type"]), (&json!(0x1013), &json!("u16")));
    assert!(flags["meaning"].as_str().unwrap().contains("triangle"), "{flags}");
    assert!(flags.get("children").is_none() && flags.get("source").is_none(), "{flags}");
    // All descendants, down to the fields of array elements.
    let uv = child(&face, "uv");
    assert_eq!(uv["children"][1]["children"][0]["path"], "models[0].faces[0].uv[1].u");
    assert_eq!(uv["children"][1]["children"][0]["value"], 3);
}

#[test]
fn fixed_point_shows_stored_and_scaled_number() {
    let sandbox = Sandbox::new();
    let x = sandbox.run("tree level.psx --at objects[0].position.x --json").ends_with(0).object();
    assert_eq!((&x["value"], &x["scaled"]), (&json!(65536), &json!(16.0)));
}

#[test]
fn name_hashes_show_their_known_names_and_floats_their_units() {
    let bank = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/voices.tpa");
    let sandbox = Sandbox::new();
    let ids = sandbox.run_with(&["tree", bank, "--at", "ids", "--json"]).ends_with(0).object();
    let hash = json!(name_hash("BIRD 01"));
    let ids = ids["children"].as_array().unwrap();
    let bird = ids.iter().find(|row| child(row, "id")["value"] == hash).unwrap();
    assert_eq!(child(bird, "id")["meaning"], "BIRD 01");
    assert_eq!(child(bird, "volume")["type"], "f32");
    assert_eq!(child(bird, "volume")["meaning"], "dB");
    let path = child(bird, "id")["path"].as_str().unwrap();
    let text = sandbox.run_with(&["tree", bank, "--at", path]).ends_with(0);
    assert!(text.out.contains("BIRD 01"), "{}", text.out);
}

/// A file of the demo set.
fn demo(name: &str) -> String {
    format!("{}/assets/demo/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The object that `tree` prints for a field.
fn field(sandbox: &Sandbox, file: &str, path: &str) -> Value {
    sandbox.run_with(&["tree", file, "--at", path, "--json"]).ends_with(0).object()
}

#[test]
fn handles_show_what_they_refer_to() {
    let (sandbox, level) = (Sandbox::new(), demo("island.grf"));
    let instance = field(&sandbox, &level, "sections[1].instances[0]");
    assert_eq!(instance["meaning"], "Ground", "the label of a list element");
    let (object, name) = (child(&instance, "place"), child(&instance, "values"));
    assert_eq!(child(object, "object")["meaning"], "sections[2] Ground");
    assert_eq!(child(object, "object")["target"], "sections[2]");
    assert_eq!(child(object, "name")["meaning"], "Ground");
    let names = child(object, "name")["target"].as_str().unwrap();
    assert!(names.starts_with("names["), "{names}");
    let group = child(name, "id");
    assert!(group["target"].as_str().unwrap().starts_with("sections[84].entries["), "{group}");
    let text = sandbox.run_with(&["tree", &level, "--at", "sections[1].instances[0].place.object"]);
    assert!(text.ends_with(0).out.contains("sections[2] Ground"));
    let bytes =
        sandbox.run_with(&["bytes", &level, "--at", "sections[1].instances[0].place.object"]);
    assert!(bytes.ends_with(0).out.contains("= 0x80000002  sections[2] Ground"));
}

#[test]
fn properties_show_their_names() {
    let (sandbox, level) = (Sandbox::new(), demo("island.grf"));
    let table = field(&sandbox, &level, "sections[84].entries");
    let entries = table["children"].as_array().unwrap();
    let named = entries.iter().filter(|entry| entry["meaning"] != "").count();
    assert_eq!(named, entries.len());
}

#[test]
fn blocks_of_a_scene_show_the_names_of_instances() {
    let (sandbox, scene) = (Sandbox::new(), demo("island.scn"));
    let root = field(&sandbox, &scene, "sections");
    let sections = root["children"].as_array().unwrap();
    let meanings: Vec<&str> = sections.iter().map(|s| s["meaning"].as_str().unwrap()).collect();
    assert!(meanings.iter().any(|meaning| meaning.ends_with(" Crate-03")), "{meanings:?}");
}

#[test]
fn offsets_show_the_element_at_their_target() {
    let (sandbox, creature) = (Sandbox::new(), demo("creature.lzs"));
    let bones = field(&sandbox, &creature, "sections[0].bones");
    let meshes: Vec<&str> = bones["children"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bone| child(bone, "mesh")["meaning"].as_str().unwrap())
        .collect();
    assert!(meshes.contains(&"joint") && meshes.iter().any(|m| m.starts_with("meshes[0]")));
    let head = format!("{}//models/rider_head.mpf", demo("rider.big"));
    let target = |path: &str| field(&sandbox, &head, path)["target"].clone();
    assert_eq!(target("model_headers[1].offset"), "models[1]");
    assert_eq!(target("model_headers[1].groups"), "models[1].group_headers");
    let mesh = "models[0].groups[0].weight_groups[0].mesh_headers[1]";
    assert_eq!(target(&format!("{mesh}.offset")), "models[0].groups[0].weight_groups[0].meshes[1]");
    assert_eq!(target("models[0].references[0].indices[1]"), "models[0].weights[1]");
}

#[test]
fn resources_are_named_after_the_files_beside() {
    let sandbox = Sandbox::new();
    let mesh = format!("{}//DB:>PROPS>CHEST.TMESH", demo("prop.DPS"));
    let materials = field(&sandbox, &mesh, "materials");
    assert_eq!(materials["children"][0]["meaning"], "DB:>PROPS>WOOD.TMATERIAL");
    let strip = field(&sandbox, &mesh, "strips[0].material");
    assert_eq!(strip["meaning"], "materials[0] DB:>PROPS>WOOD.TMATERIAL");
}

#[test]
fn lists_the_fields_that_refer_to_a_field() {
    let (sandbox, level) = (Sandbox::new(), demo("island.grf"));
    let run = sandbox.run_with(&["tree", &level, "--at", "sections[2]", "--used-by", "--json"]);
    let users = run.ends_with(0).json();
    let paths: Vec<&str> =
        users[0].as_array().unwrap().iter().map(|user| user["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"sections[1].instances[0].place.object"), "{paths:?}");
    assert!(paths.contains(&"directory[2].handle"), "{paths:?}");
}

#[test]
fn shows_two_levels_by_default() {
    let sandbox = Sandbox::new();
    let root = sandbox.run("tree level.psx --json").ends_with(0).object();
    let object = &child(&root, "objects")["children"][0];
    assert_eq!(object["children"], json!([]));
    assert!(object["more"].as_u64().unwrap() > 5, "{object}");
    let cut = sandbox.run("tree level.psx --json --at header --depth 0").ends_with(0).object();
    assert_eq!((&cut["children"], &cut["more"]), (&json!([]), &json!(4)));
    let all = sandbox.run_with(&["tree", "level.psx", "--json", "--at", ""]).ends_with(0);
    assert!(!all.out.contains("\"more\""));
}

#[test]
fn every_byte_is_in_a_leaf() {
    let sandbox = Sandbox::new();
    let root = sandbox.run_with(&["tree", "level.psx", "--json", "--at", ""]).object();
    let mut claimed = vec![false; 256];
    let mut open = vec![&root];
    while let Some(node) = open.pop() {
        match node.get("children").and_then(Value::as_array) {
            Some(children) => open.extend(children),
            None => {
                let [start, len] = ["offset", "length"].map(|k| node[k].as_u64().unwrap() as usize);
                claimed[start..start + len].fill(true);
            }
        }
    }
    assert!(claimed.iter().all(|claimed| *claimed));
}

#[test]
fn addresses_files_in_folders_like_members() {
    let sandbox = Sandbox::new();
    sandbox.put("sub/Level2.psx", &crate::support::level());
    let run = sandbox.run("tree sub//level2.PSX --at header.version --json").ends_with(0);
    assert_eq!(run.object()["value"], 4);
    sandbox.run("tree sub//nothing.psx").ends_with(1).reports("nothing.psx");
}

#[test]
fn reports_the_existing_part_of_a_missing_path() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("tree level.psx --at models[0].facets[3]").ends_with(1);
    assert_eq!(run.out, "");
    run.reports("\"models[0]\"");
    sandbox.run("bytes level.psx --at moons").ends_with(1).reports("unknown field \"moons\"");
}

#[test]
fn prints_the_tree_as_text() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("tree level.psx --at models[0].faces[0] --depth 1").ends_with(0);
    insta::assert_snapshot!(run.out, @r"
    level.psx  neversoft.psx version 4, 256 bytes
    OFFSET        LENGTH  FIELD                                 TYPE            VALUE             MEANING
    0x00000074        28  models[0].faces[0]                    Face                              textured flat triangle, subdivided
    0x00000074         2    flags                               u16             0x1013            textured, texture looked up, triangle, subdivide
    0x00000076         2    length                              u16             28
    0x00000078         4    indices                             u8[4]                             0, 1, 2, 0  + 4 more
    0x0000007c         4    colour                              u8[4]                             r 128 g 64 b 32, GPU code 0x24 (textured opaque flat triangle)  + 4 more
    0x00000080         2    normal                              u16             0                 normals[0]
    0x00000082         2    surface                             u16             0x0010            wall-ride
    0x00000084         4    texture                             u32             0                 texture_names[0]
    0x00000088         8    uv                                  TexelUv[4]                        + 4 more
    ");
}

#[test]
fn truncated_file_shows_its_fields_and_exits_with_3() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("tree cut.psx --json").ends_with(3).reports("the data has errors");
    assert_eq!(child(&run.object(), "header")["length"], 12);
    sandbox.run("tree note.txt").ends_with(1).reports("unknown format");
}

#[test]
fn bytes_names_the_innermost_field_of_each_row() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("bytes level.psx --at models[0].faces[0]").ends_with(0).quietly();
    insta::assert_snapshot!(run.out, @r"
    0x00000074  13 10                                             |..|                models[0].faces[0].flags = 0x1013
    0x00000076  1c 00                                             |..|                models[0].faces[0].length = 28
    0x00000078  00 01 02 00                                       |....|              models[0].faces[0].indices[0] … [3]
    0x0000007c  80 40 20 24                                       |.@ $|              models[0].faces[0].colour[0] … [3]
    0x00000080  00 00                                             |..|                models[0].faces[0].normal = 0  normals[0]
    0x00000082  10 00                                             |..|                models[0].faces[0].surface = 0x0010
    0x00000084  00 00 00 00                                       |....|              models[0].faces[0].texture = 0  texture_names[0]
    0x00000088  00                                                |.|                 models[0].faces[0].uv[0].u = 0
    0x00000089  00                                                |.|                 models[0].faces[0].uv[0].v = 0
    0x0000008a  03                                                |.|                 models[0].faces[0].uv[1].u = 3
    0x0000008b  00                                                |.|                 models[0].faces[0].uv[1].v = 0
    0x0000008c  01                                                |.|                 models[0].faces[0].uv[2].u = 1
    0x0000008d  01                                                |.|                 models[0].faces[0].uv[2].v = 1
    0x0000008e  00                                                |.|                 models[0].faces[0].uv[3].u = 0
    0x0000008f  00                                                |.|                 models[0].faces[0].uv[3].v = 0
    ");
}

#[test]
fn bytes_prints_exactly_the_requested_range() {
    let sandbox = Sandbox::new();
    let dump = |arguments: &str| -> Vec<u8> {
        let rows = sandbox.run(arguments).out;
        let hex = rows.lines().flat_map(|row| row[12..62].split_whitespace().collect::<Vec<_>>());
        hex.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
    };
    let level = crate::support::level();
    assert_eq!(dump("bytes level.psx --offset 0 --len 256"), level);
    assert_eq!(dump("bytes level.psx --offset 0x75 --len 0x22"), level[0x75..0x97]);
    let run = sandbox.run("bytes level.psx --offset 250 --len 20").ends_with(1);
    run.reports("past the end of the data at 0x100");
    sandbox.run("bytes level.psx --offset 300 --len 1").ends_with(1);
}

#[test]
fn prints_bytes_of_unknown_files() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("bytes note.txt --offset 0 --len 7").ends_with(0);
    assert!(run.out.contains("|Nothing|"), "{run:?}");
}
