//! Stages: roles of the parts, and how they are drawn.

use gouraud::formats::Records;
use gouraud::formats::ff7::stage::{Role, Stage};
use gouraud::scene::{Blend, ColourScale, LayerKind, Surface, Winding};

use super::{assert_sound, count, fixtures, open_as, problems, scene};

#[test]
fn parts_have_roles_and_the_sky_a_layer() {
    let document = open_as("ff7.stage", fixtures::stage().write().unwrap());
    assert_sound(&document);
    assert_eq!(document.version, "1");
    let counts: Vec<_> = document.counts.iter().collect();
    let expected = [
        ("models", 7),
        ("vertices", 27),
        ("faces", 7),
        ("triangles", 13),
        ("textures", 1),
        ("palettes", 2),
        ("sections", 9),
    ];
    assert_eq!(counts, expected);
    let scene = scene(&document);
    let names: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    let expected = ["ground 1", "sky 2", "sky 3", "sky 4", "background 5", "object 6", "object 7"];
    assert_eq!(names, expected);
    let sky =
        |node: &gouraud::scene::Node| scene.layers[usize::from(node.layer)].kind == LayerKind::Sky;
    let skies: Vec<bool> = scene.nodes.iter().map(sky).collect();
    assert_eq!(skies, [false, true, true, true, false, false, false]);
    assert!(scene.meshes.iter().all(|mesh| mesh.winding == Winding::Clockwise));
    // Turned about X, so that up is up.
    assert_eq!(scene.meshes[0].positions[0].to_array(), [-900.0, 0.0, -5000.0]);
}

#[test]
fn a_flagged_part_is_added_as_a_whole() {
    let document = open_as("ff7.stage", fixtures::stage().write().unwrap());
    let scene = scene(&document);
    let material =
        |node: usize| &scene.materials[scene.meshes[node].faces.get(0).unwrap().material.index()];
    assert_eq!((material(5).blend, material(6).blend), (None, Some(Blend::Add)));
    assert_eq!(material(5).colour, ColourScale::Modulate128);
    assert_eq!(material(6).colour, ColourScale::Modulate255);
    assert_eq!(
        scene.meshes[0].faces.get(0).unwrap().colours,
        [[100; 3]; 4],
        "the shade is baked light"
    );
    let source = gouraud::bytes::Source::from_bytes("s", document.source.bytes().to_vec());
    let stage = gouraud::formats::Loaded::<Stage>::open(&source).unwrap().0.records;
    assert!(stage.directory.entries[7].flag && !stage.directory.entries[6].flag);
    assert_eq!((stage.role(5), stage.role(6), stage.role(8)), {
        (Role::Background, Role::Object, Role::Picture)
    });
}

#[test]
fn the_sample_has_three_layers_of_sky_and_a_part_that_is_added() {
    let bytes = gouraud_testing::fixtures::read("ff7/stage_min.bin");
    let document = open_as("ff7.stage", bytes);
    assert_eq!((count(&document, "sections"), count(&document, "faces")), (7, 5));
    let scene = scene(&document);
    let added: Vec<&str> = scene
        .nodes
        .iter()
        .zip(&scene.meshes)
        .filter(|(_, mesh)| {
            scene.materials[mesh.faces.get(0).unwrap().material.index()].blend.is_some()
        })
        .map(|(node, _)| node.name.as_str())
        .collect();
    assert_eq!(added, ["object 5"]);
}

#[test]
fn a_removed_part_is_gone_and_an_added_one_is_there() {
    let mut stage = fixtures::stage();
    stage.sections.remove(5);
    stage.directory.entries.remove(5);
    let document = open_as("ff7.stage", stage.write().unwrap());
    assert_sound(&document);
    assert_eq!(count(&document, "models"), 6);
    let again = stage.sections[6].clone();
    stage.sections.insert(6, again);
    stage.directory.entries.insert(6, Default::default());
    let document = open_as("ff7.stage", stage.write().unwrap());
    assert_sound(&document);
    assert_eq!(count(&document, "models"), 7);
}

#[test]
fn polygons_outside_the_picture_are_marked() {
    let mut stage = fixtures::stage();
    let gouraud::formats::ff7::stage::Section::Part(mesh, _) = &mut stage.sections[1] else {
        panic!("the ground")
    };
    mesh.texture_page = 0xA0;
    let document = open_as("ff7.stage", stage.write().unwrap());
    assert_eq!(problems(&document), [""; 0]);
    let scene = scene(&document);
    let material = scene.meshes[0].faces.get(0).unwrap().material;
    assert_eq!(scene.materials[material.index()].surface, Surface::Missing(None));
}
