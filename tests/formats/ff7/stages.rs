//! Stages: roles of their parts, and drawing.

use gouraud::formats::Records;
use gouraud::formats::ff7::stage::{Role, Stage};
use gouraud::scene::{Blend, ColourScale, LayerKind, Surface, Winding};

use super::{assert_sound, count, fixtures, open_as, problems, scene};

#[test]
fn assigns_part_roles_and_sky_layer() {
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
    // Turned about X so that Y points up.
    assert_eq!(scene.meshes[0].positions[0].to_array(), [-900.0, 0.0, -5000.0]);
}

#[test]
fn draws_flagged_part_additively() {
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
fn sample_has_three_sky_layers_and_additive_part() {
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
fn adds_and_removes_parts() {
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
fn marks_polygons_outside_picture() {
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

/// A stage of this type with parts up to number 11.
fn moving(kind: u8) -> gouraud::scene::Scene {
    let part = || fixtures::part(900, 0xA6, 100);
    let sky = [part(), part(), part()];
    let background = (5..8).map(|_| part()).collect();
    let objects = (8..12).map(|_| (part(), false)).collect();
    let picture = fixtures::stage_picture();
    let stage =
        gouraud_testing::build::ff7::stage::stage(kind, part(), sky, background, objects, picture);
    let document = open_as("ff7.stage", stage.write().unwrap());
    assert_sound(&document);
    scene(&document)
}

/// Position of a node's origin in a frame of the stage, and of a point one unit along x.
fn at(scene: &gouraud::scene::Scene, node: &str, frame: f32) -> ([f32; 3], [f32; 3]) {
    let clip = scene.animations.iter().next().unwrap().data.decode();
    let pose = clip.pose(frame, false, true);
    let id = scene.nodes.find(|own| own.name == node).unwrap_or_else(|| panic!("{node}"));
    let local = pose.locals.iter().find(|(own, _)| *own == id).unwrap().1;
    let x = local.transform_vector3(glam::Vec3::X);
    (local.w_axis.truncate().to_array(), x.to_array().map(|v| (v * 1e4).round() / 1e4))
}

#[test]
fn train_stage_shakes_and_scenery_passes() {
    let scene = moving(0);
    let animation = scene.animations.iter().next().unwrap();
    assert_eq!((animation.name.as_str(), animation.frames, animation.rate), ("stage", 160, 15.0));
    // 1000 along z per tick, back after ten; eight copies 10 000 apart. The scene's z is reversed.
    let belt = |copy: u32, frame| at(&scene, &format!("object 8, {copy} of 8"), frame).0;
    assert_eq!((belt(1, 0.0), belt(1, 3.0)), ([0.0, 0.0, 40_000.0], [0.0, 0.0, 37_000.0]));
    assert_eq!((belt(1, 10.0), belt(8, 9.0)), ([0.0, 0.0, 40_000.0], [0.0, 0.0, -39_000.0]));
    // 40 up on the tick after every fourth, 80 more after every 32nd.
    let up = |frame| at(&scene, "ground 1", frame).0[1];
    assert_eq!(
        [0.0, 1.0, 2.0, 5.0, 17.0, 18.0, 33.0].map(up),
        [0.0, 40.0, 0.0, 40.0, 120.0, 0.0, 40.0]
    );
    // The sky is static.
    assert!(scene.nodes.iter().any(|node| node.name == "sky 2"));
}

#[test]
fn elevator_stage_moves_shaft_past_cabins() {
    let scene = moving(2);
    let names: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert!(names.contains(&"background 3, 2 of 2") && !names.iter().any(|n| n.starts_with("sky")));
    let y = |node, frame| at(&scene, node, frame).0[1];
    // 100 up per tick; stored heights count downwards, and 12 500 is the path of one copy.
    assert_eq!(
        (y("background 4, 1 of 2", 1.0), y("background 4, 1 of 2", 124.0)),
        (100.0, 12_400.0)
    );
    assert_eq!(y("background 4, 1 of 2", 125.0), 0.0);
    assert_eq!((y("object 9, 2 of 2", 0.0), y("object 9, 2 of 2", 2.0)), (-12_500.0, -12_300.0));
    // One cabin goes 25 up, then 25 down for 16 ticks; the other is half a cycle ahead.
    let first = [0.0, 1.0, 2.0, 17.0, 32.0].map(|frame| y("ground 1", frame));
    assert_eq!(first, [0.0, 25.0, 0.0, -375.0, 0.0]);
    let other = [1.0, 2.0, 17.0].map(|frame| y("background 2", frame));
    assert_eq!(other, [-25.0, 0.0, 375.0]);
}

#[test]
fn rotates_parts_about_y_or_z() {
    // 1024 of 4096 units are a quarter: part 5 turns by 1, 6 by 2, 7 by 4 per tick. Turned about the
    // file's y, x goes to −z, which is the scene's +z.
    let scene = moving(3);
    assert_eq!(scene.animations.iter().next().unwrap().frames, 4096);
    let x = |node, frame| at(&scene, node, frame).1;
    assert_eq!(x("background 5", 1024.0), [0.0, 0.0, 1.0]);
    assert_eq!(x("background 6", 512.0), [0.0, 0.0, 1.0]);
    assert_eq!(x("background 7", 256.0), [0.0, 0.0, 1.0]);
    // 6, 7 and 8 turn by 8, 6 and 4 about z, 2500 up, which is their rest position, too.
    let scene = moving(4);
    assert_eq!(scene.animations.iter().next().unwrap().frames, 2048);
    assert_eq!(at(&scene, "background 6", 128.0), ([0.0, 2500.0, 0.0], [0.0, -1.0, 0.0]));
    assert_eq!(at(&scene, "object 8", 256.0).1, [0.0, -1.0, 0.0]);
    let rest = scene.nodes.iter().find(|node| node.name == "object 8").unwrap().local;
    assert_eq!(rest.w_axis.truncate().to_array(), [0.0, 2500.0, 0.0]);
    // Nothing moves on the other stages.
    assert!(moving(1).animations.is_empty() && moving(5).animations.is_empty());
}

#[test]
fn places_units_in_two_facing_lines() {
    let stage = scene(&open_as("ff7.stage", fixtures::stage().write().unwrap()));
    let enemy = scene(&open_as("ff7.battle", fixtures::enemy().write().unwrap()));
    let player = scene(&open_as("ff7.battle", fixtures::player().write().unwrap()));
    let battle = stage.beside(&enemy, "a").beside(&player, "b").beside(&enemy, "c");
    let place = |name: &str| {
        let node = battle.nodes.iter().find(|node| node.name == name).unwrap();
        let ahead = node.local.transform_vector3(glam::Vec3::Z).round();
        (node.local.w_axis.truncate().round().to_array(), ahead.to_array())
    };
    // Both have a collision radius of 350; models look along the scene's +z.
    assert_eq!(place("a"), ([0.0, 0.0, 1500.0], [0.0, 0.0, -1.0]));
    assert_eq!(place("b"), ([0.0, 0.0, -1500.0], [0.0, 0.0, 1.0]));
    assert_eq!(place("c"), ([700.0, 0.0, 1500.0], [0.0, 0.0, -1.0]));
    // The first scene keeps its position; the others are placed around it.
    let about = enemy.beside(&player, "b").beside(&stage, "s");
    let node = |name: &str| about.nodes.iter().find(|node| node.name == name).unwrap().local;
    let b = node("b");
    assert_eq!(b.w_axis.truncate().round().to_array(), [0.0, 0.0, 3000.0]);
    assert_eq!(node("s").w_axis.truncate().round().to_array(), [0.0, 0.0, 1500.0]);
    // One acts while the others idle.
    let names: Vec<&str> = battle.animations.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(
        names[..4],
        ["a: animation 0", "a: animation 2", "a: action 0 idle", "a: action 1 hurt"]
    );
    let hurt = battle.animations[3].data.decode();
    // Five bones each, and the player's weapon.
    assert_eq!((hurt.frames, hurt.tracks.len()), (11, 5 + 6 + 5));
    let again: Vec<_> = hurt.tracks.last().unwrap().keys.iter().map(|key| key.rotation).collect();
    assert_eq!((again[0], again[1]), (again[4], again[5]), "the idle animation loops");
}

#[test]
fn draws_settings_and_attaches_them_to_bones() {
    let scene = scene(&open_as("ff7.battle", fixtures::enemy().write().unwrap()));
    let layers: Vec<&str> = scene.layers.iter().skip(1).map(|layer| layer.name.as_str()).collect();
    let expected = ["Attachment points", "Collision radius", "Heights", "Target cursor"];
    assert_eq!(layers, expected);
    assert!(scene.layers.iter().skip(1).all(|layer| !layer.visible));
    let helper = |name: &str| scene.helpers.find(|helper| helper.name == name).unwrap();
    let target = helper("target");
    assert_eq!(
        scene.helpers.get(target).unwrap().origin.path,
        "sections[1].settings.attachments.target"
    );
    let rest = scene.world_transforms();
    let bone = *scene.carried.get(&target).unwrap();
    let at = |world: &[glam::Mat4]| scene.helper_shape(target, &rest, world).unwrap().position();
    assert_eq!(at(&rest), rest[bone.index()].w_axis.truncate());
    let clip = scene.animations.iter().next().unwrap().data.decode();
    let posed = scene.posed_transforms(&clip.pose(2.0, false, true));
    let moved = posed[bone.index()].w_axis.truncate();
    assert!(at(&posed).distance(moved) < 0.01 && at(&posed).distance(at(&rest)) > 10.0);
    // A radius of 350 up to the cursor, 600 above the ground; icons of enemies 900 further up.
    let shape = &scene.helpers.get(helper("collision radius")).unwrap().shape;
    let gouraud::scene::HelperShape::Cylinder { axis, radius, .. } = shape else { panic!() };
    assert_eq!((axis.y, *radius), (600.0, 350.0));
    let gouraud::scene::HelperShape::Line(points) =
        &scene.helpers.get(helper("status icons")).unwrap().shape
    else {
        panic!()
    };
    assert_eq!(points[1].y, 1500.0);
}

#[test]
fn names_game_files_by_number() {
    use gouraud::formats::ff7::names;
    assert_eq!(names::of("ENEMY016.LZS"), Some("MP"));
    assert_eq!(names::of("enemy331"), Some("Safer Sephiroth"));
    assert_eq!(names::of("STAGE71.BIN"), Some("Corel train"));
    assert_eq!((names::of("CLOUD"), names::of("creature.lzs")), (Some("Cloud"), None));
    let bytes = fixtures::enemy().write().unwrap();
    let source = gouraud::bytes::Source::from_bytes("ENEMY022", bytes);
    let format = gouraud::formats::by_id("ff7.battle").unwrap();
    let head = gouraud::formats::Head::of(&source);
    assert_eq!(format.title(&head).as_deref(), Some("Guard Scorpion"));
    assert_eq!(scene(&format.open(&source).unwrap()).name, "ENEMY022 Guard Scorpion");
}
