//! Skater models written by other software: field offsets and the resulting scene.

use glam::Vec3;
use gouraud::formats::Records;
use gouraud::formats::neversoft::bon::records::{Split, XboxVertex};
use gouraud::formats::neversoft::bon::{Bon, Material, Node, Version};
use gouraud::scene::Surface;
use gouraud_testing::document::{alone, open, open_valid, problems, texels};

fn seed(name: &str) -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/");
    std::fs::read(format!("{path}{name}")).unwrap()
}

#[test]
fn reads_every_version_completely() {
    for (version, textures) in [("1", 1), ("3", 1), ("4", 1)] {
        let bytes = seed(&format!("neversoft.bon{version}"));
        let document = open_valid("neversoft.bon", "puppet.bon", &bytes);
        assert_eq!(document.version, version);
        let count = |key: &str| document.counts.get(key);
        assert_eq!((count("bones"), count("materials")), (Some(2), Some(2)));
        assert_eq!((count("vertices"), count("textures")), (Some(8), Some(textures)));
        assert!(document.tree.span("rest").is_none(), "no bytes are left");
    }
}

#[test]
fn field_offsets_match_the_document() {
    let document = open("puppet.bon", &seed("neversoft.bon3"));
    let at = |path: &str| document.tree.span(path).unwrap().start;
    // Magic, version, a 16-bit count; a name of 5 bytes after its length; 4 colours, 2 floats, a flag.
    assert_eq!(at("materials[0].name"), 8 + 2 + 2);
    assert_eq!(at("materials[0].colour"), 12 + 5);
    assert_eq!(at("materials[0].texture.size"), 17 + 4 + 8 + 1 + 2 + 5 + 3);
    let document = open("puppet.bon", &seed("neversoft.bon1"));
    let at = |path: &str| document.tree.span(path).unwrap().start;
    assert_eq!(at("materials[0].name"), 8 + 4 + 1);
    assert_eq!(at("materials[0].texture.size"), 13 + 5 + 7 * 4 + 2 + 1 + 5 + 3);
}

#[test]
fn textures_match_the_platform() {
    let scene = alone("puppet.bon", &seed("neversoft.bon1"));
    assert_eq!(scene.textures[0].name, "shirt");
    assert_eq!(texels(&scene.textures[0])[0], [0, 0, 8, 255]);
    assert!(matches!(scene.materials[0].surface, Surface::Textured { .. }));
    assert_eq!(scene.materials[1].surface, Surface::Plain);
    let scene = alone("puppet.bon", &seed("neversoft.bon4"));
    assert_eq!((scene.textures[0].width, scene.textures[0].height), (8, 8));
    assert!(scene.textures[0].pixels.texel_offset(0, 0).unwrap() > 100);
}

/// Two stacked squares, each a part; the upper one follows the head.
fn skater() -> Bon {
    let corner = |(x, y)| XboxVertex { position: [x, y, 0.0], ..XboxVertex::default() };
    let places = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let above = places.map(|(x, y)| (x, y + 2.0));
    let split = |first| Split { material: 0, first, count: 4 };
    let head = Node {
        kind: 0xB1,
        name: b"head".to_vec(),
        position: [0.5, 2.0, 0.0],
        splits: vec![split(4)],
        joints: vec![split(0)],
        ..Node::default()
    };
    let pelvis = Node {
        kind: 0xB1,
        name: b"pelvis".to_vec(),
        position: [0.5, 0.0, 0.0],
        splits: vec![split(0)],
        children: vec![head],
        ..Node::default()
    };
    Bon {
        version: Version::Four,
        materials: vec![Material {
            name: b"skin".to_vec(),
            colour: [9, 8, 7, 255],
            ..Material::default()
        }],
        vertices: places.into_iter().chain(above).map(corner).collect(),
        indices: (0..8).collect(),
        nodes: vec![pelvis],
        ..Bon::default()
    }
}

#[test]
fn parts_are_bones_that_move_their_vertices() {
    let bytes = skater().write().unwrap();
    let document = open_valid("neversoft.bon", "puppet.bon", &bytes);
    // A joint uses no more indices than exist.
    assert_eq!(document.counts.get("triangles"), Some(4));
    let scene = alone("puppet.bon", &bytes);
    let bones = &scene.skeletons[0].bones;
    let names: Vec<_> =
        bones.iter().map(|bone| (bone.name.as_str(), bone.parent.is_some())).collect();
    assert_eq!(names, [("pelvis", false), ("head", true)]);
    let skin = scene.meshes[0].skin.as_ref().unwrap();
    let joints: Vec<_> = skin.influences.iter().map(|all| all[0].joint).collect();
    assert_eq!(joints, [0, 0, 0, 0, 1, 1, 1, 1]);
    let head = skin.joints[1];
    assert_eq!(head.inverse_bind.w_axis.truncate(), Vec3::new(-0.5, -2.0, 0.0));
    let local = scene.nodes.get(head.node).unwrap().local;
    assert_eq!(local.w_axis.truncate(), Vec3::new(0.0, 2.0, 0.0));
    assert_eq!(scene.meshes[0].positions[4], Vec3::new(0.0, 2.0, 0.0));
    assert_eq!(scene.meshes[0].faces.iter().next().unwrap().colours[0], [9, 8, 7]);
}

#[test]
fn reports_missing_materials_and_indices() {
    let mut skater = skater();
    skater.nodes[0].splits[0].material = 7;
    skater.nodes[0].children[0].splits[0].count = 40;
    let document = open("puppet.bon", &skater.write().unwrap());
    let reported: Vec<_> = problems(&document)
        .iter()
        .map(|line| line.rsplit(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(reported, ["nodes[0].splits[0].material", "nodes[0].children[0].splits[0].count"]);
    let bytes = seed("neversoft.bon4");
    let cut = open("puppet.bon", &bytes[..bytes.len() - 9]);
    assert!(cut.content.write().is_err() && !problems(&cut).is_empty());
}
