//! Models: V6 and V9 of the document, bones as nodes, packets as faces, and writing.

use glam::Vec3;
use gouraud::bytes::{Cursor, Endian, NoRecorder, Source, layout};
use gouraud::formats::Records;
use gouraud::formats::ff7::animation::{Animation, Header, rotation};
use gouraud::formats::ff7::battle::Section;
use gouraud::formats::ff7::mesh::{Mesh, turn};
use gouraud::scene::{Blend, ColourScale, Element, FaceRef, Id, Scene, SceneIndex, Surface};
use gouraud_testing::build::ff7::animation::encode;

use super::{assert_sound, count, fixtures, hex, open_as, problems, scene};

#[test]
fn writes_one_triangle_mesh_of_document() {
    let bytes = hex("18 00 00 00
         CE FF 00 00 00 00 00 00 32 00 00 00 00 00 00 00 CE FF 00 00 9C FF 00 00
         00 00 20 00 00 00 00 00 01 00 00 00
         00 00 08 00 10 00 00 00 0A 14 1E 30 28 32 3C 00 46 50 5A 00
         00 00 00 00");
    let source = Source::from_bytes("mesh", bytes.clone());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let mut read = Mesh::default();
    layout::read(&mut cur, &mut read, (), 0).unwrap();
    assert_eq!((cur.remaining(), cur.finish().1.total()), (0, 0));
    assert_eq!(read, fixtures::triangle());
    assert_eq!(layout::write(&read, Endian::Little, ()).unwrap(), bytes);
}

/// V9, in the file's axes: the axes of the scene are converted back.
#[test]
fn bones_start_at_end_of_their_parents() {
    let mut battle = fixtures::enemy();
    let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
    body.bones.truncate(3);
    body.bones[1].length = -100;
    body.bones[2].length = 0;
    let mut pose = fixtures::poses(3, 0).remove(0);
    pose.translation = [0, -466, 0];
    pose.angles = vec![[0; 3], [1024, 0, 0], [0; 3]];
    let animation = encode(&[pose], 0).unwrap();
    battle.sections[2] = Section::Animation(animation.into());
    let document = open_as("ff7.battle", battle.write().unwrap());
    let scene = scene(&document);
    let world = scene.world_transforms();
    let at = |bone: usize| turn(world[bone].transform_point3(Vec3::ZERO));
    assert!(at(1).distance(Vec3::new(0.0, -466.0, 0.0)) < 1e-3);
    assert!(at(2).distance(Vec3::new(0.0, -366.0, 0.0)) < 1e-3, "{}", at(2));
    let tail = world[1].transform_point3(scene.skeletons[0].bones[1].tail);
    assert!(tail.distance(turn(at(2))) < 1e-3, "a bone's tail is where its child starts");
}

/// Matrix of section 4.1, entry by entry.
#[test]
fn rotates_about_z_then_x_then_y() {
    let angles = [300i16, -700, 1100];
    let [x, y, z] = angles.map(|a| f32::from(a) * std::f32::consts::TAU / 4096.0);
    let ((sx, cx), (sy, cy), (sz, cz)) = (x.sin_cos(), y.sin_cos(), z.sin_cos());
    let rows = [
        [cy * cz + sy * sx * sz, sy * sx * cz - cy * sz, sy * cx],
        [cx * sz, cx * cz, -sx],
        [cy * sx * sz - sy * cz, sy * sz + cy * sx * cz, cy * cx],
    ];
    let v = Vec3::new(0.3, -0.8, 0.5);
    let expected = Vec3::from_array(rows.map(|row| Vec3::from_array(row).dot(v)));
    let turned = turn(rotation(angles) * turn(v));
    assert!(turned.distance(expected) < 1e-5, "{turned} is not {expected}");
}

#[test]
fn converts_every_kind_of_packet_to_face() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    assert_sound(&document);
    let scene = scene(&document);
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.faces.len(), 10);
    let material = |face: usize| &scene.materials[mesh.faces.get(face).unwrap().material.index()];
    let quads: Vec<bool> = mesh.faces.iter().map(|face| !face.is_triangle()).collect();
    let (no, yes) = (false, true);
    assert_eq!(quads, [no, no, no, yes, yes, yes, no, no, yes, yes]);
    let scales = [
        (0, ColourScale::Modulate128, None),
        (1, ColourScale::Modulate128, Some(Blend::Add)),
        (2, ColourScale::Raw, Some(Blend::Add)),
        (6, ColourScale::Modulate255, None),
        (7, ColourScale::Modulate255, Some(Blend::Add)),
    ];
    for (face, scale, blend) in scales {
        assert_eq!((material(face).colour, material(face).blend), (scale, blend), "face {face}");
    }
    assert!(matches!(material(0).surface, Surface::Textured { .. }));
    assert_eq!((material(6).surface, material(6).gouraud), (Surface::Plain, true));
    assert_eq!(mesh.faces.get(6).unwrap().colours[2], [0, 0, 255]);
    assert_eq!(mesh.faces.get(1).unwrap().colours[0], [0x70; 3]);
    let field = |name: &str| {
        let at = scene.face_fields.iter().position(|field| field.name == name).unwrap();
        mesh.face_values[at].iter().collect::<Vec<_>>()
    };
    assert_eq!(field("command"), [0, 2, 3, 0, 2, 3, 0x30, 0x32, 0x38, 0x3A]);
    assert_eq!(field("clut")[..6], [0x7800, 0x7840, 0x7880, 0x7800, 0x7840, 0x7880]);
    assert_eq!(field("shade")[..3], [0x80, 0x70, 0x60]);
    assert_eq!((field("texture_page")[0], field("bone")[0], field("section")[0]), (0x25, 1, 0));
}

#[test]
fn maps_faces_vertices_and_bones_to_bytes_and_back() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    let scene = scene(&document);
    let index = SceneIndex::new(&scene);
    let mut elements = vec![
        Element::Bone { skeleton: Id::new(0), bone: Id::new(3) },
        Element::Animation(Id::new(1)),
        Element::Vertex { mesh: Id::new(0), vertex: 2 },
        Element::Palette(Id::new(1)),
        Element::PaletteEntry { palette: Id::new(2), entry: 5 },
        Element::Texture(Id::new(0)),
    ];
    elements.extend((0..10).map(|face| Element::Face(FaceRef { node: Id::new(1), face })));
    for element in elements {
        let origin = scene.origin(element).unwrap();
        let field = document.tree.find(&origin.path).unwrap_or_else(|miss| panic!("{miss}"));
        let field = document.tree.field(&field).unwrap();
        // A palette is a run of its array's entries; its path is that of the first.
        if !matches!(element, Element::Palette(_)) {
            assert_eq!(field.span, origin.span, "{element:?}: {}", origin.path);
        }
        let found = index.at(&scene, origin.span.source, origin.span.start);
        assert!(found.contains(&element), "{element:?} is not in {found:?}");
    }
}

#[test]
fn mirrored_limb_has_mirrored_geometry() {
    let scene = scene(&open_as("ff7.battle", fixtures::enemy().write().unwrap()));
    let node = |name: &str| scene.nodes.iter().position(|node| node.name == name).unwrap();
    let (limb, mirrored) = (node("bone 3"), node("bone 4 mirrored"));
    assert_eq!(scene.nodes[limb].mesh, scene.nodes[mirrored].mesh);
    assert_eq!(scene.nodes[node("bone 4")].mesh, None);
    assert!(scene.nodes[mirrored].local.determinant() < 0.0);
    let point = scene.nodes[mirrored].local.transform_point3(Vec3::new(50.0, 1.0, 2.0));
    assert_eq!(point.to_array(), [-50.0, 1.0, 2.0]);
}

#[test]
fn scene_has_first_pose_of_first_animation() {
    let scene = scene(&open_as("ff7.battle", fixtures::armed().write().unwrap()));
    assert_eq!(scene.skeletons[0].fallback, None);
    let pose = scene.animations[0].data.decode().pose(0.0, false, false);
    assert_eq!(scene.posed_transforms(&pose), scene.world_transforms());
    // Body and weapon are in one clip; the second animation has a separate one.
    for animation in &scene.animations {
        let clip = animation.data.decode();
        assert_eq!((clip.tracks.len(), animation.rate), (6, 15.0));
    }
    let names: Vec<&str> = scene.animations.iter().map(|a| a.name.as_str()).collect();
    let expected = ["animation 0", "animation 2", "action 0 idle", "action 1 hurt"];
    assert_eq!(names, expected, "slots keep their numbers");
    let looped: Vec<bool> = scene.animations.iter().map(|a| a.looped).collect();
    assert_eq!(looped, [true, true, true, false]);
}

#[test]
fn falls_back_to_artificial_pose_without_animations() {
    let mut battle = fixtures::enemy();
    let mut lost = Animation::empty(0);
    lost.header = Header::Usual { frames: 4, size: None, key: 13 };
    lost.spare.push(0, 16);
    lost.spare.push(0, 8);
    for index in [2, 4] {
        battle.sections[index] = Section::Animation(lost.clone().into());
    }
    let document = open_as("ff7.battle", battle.write().unwrap());
    let scene = scene(&document);
    assert!(scene.skeletons[0].fallback.as_ref().is_some_and(|why| why.contains("all are 0")));
    assert_eq!((problems(&document).len(), document.usable), (2, true));
    let tip = scene.world_transforms()[2].transform_point3(Vec3::ZERO);
    assert_eq!(turn(tip).to_array(), [0.0, 0.0, -100.0], "stretched along -z");
}

#[test]
fn round_trips_added_and_removed_elements() {
    let mut battle = fixtures::enemy();
    let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
    body.meshes[0].coloured_quads.clear();
    body.meshes[1].vertices.push(Default::default());
    let document = open_as("ff7.battle", battle.write().unwrap());
    assert_sound(&document);
    assert_eq!((count(&document, "faces"), count(&document, "vertices")), (9, 4 + 4));
    battle.sections.insert(5, Section::Animation(Animation::empty(7).into()));
    battle.directory.entries.push(Default::default());
    let document = open_as("ff7.battle", battle.write().unwrap());
    assert_sound(&document);
    assert_eq!((count(&document, "sections"), count(&document, "animations")), (7, 2));
}

#[test]
fn shows_settings_and_scripts() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    let field = |path: &str| {
        document.tree.field(&document.tree.find(path).unwrap_or_else(|miss| panic!("{miss}")))
    };
    let radius = field("sections[1].settings.collision_radius").unwrap();
    assert_eq!(
        (radius.value, radius.meaning.as_str()),
        (gouraud::bytes::Value::Uint(350), "units")
    );
    let script = field("sections[1].scripts[1]").unwrap();
    let words = "face target · plays 2 · set wait ticks 3 · wait · plays 0 · end";
    assert_eq!(script.meaning, format!("action 1: {words}"));
    let scene = scene(&document);
    let actions = scene.tables.iter().find(|table| table.name == "Actions").unwrap();
    assert_eq!(actions.rows.len(), 32);
    assert_eq!(actions.rows[1].cells, ["1", "hurt", "scripts[1]", "11", words]);
}

#[test]
fn invalid_polygon_keeps_values_of_other_faces() {
    let values = |scene: &Scene| {
        let mesh = &scene.meshes[0];
        let lists: Vec<Vec<u32>> =
            mesh.face_values.iter().map(|values| values.iter().collect()).collect();
        let row = |face: usize| lists.iter().map(|values| values[face]).collect();
        let mut all: Vec<Vec<u32>> = (0..mesh.faces.len()).map(row).collect();
        all.extend(mesh.undrawn.iter().cloned());
        all.sort();
        all
    };
    let sound = scene(&open_as("ff7.battle", fixtures::enemy().write().unwrap()));
    let mut battle = fixtures::enemy();
    let Section::Model(body) = &mut battle.sections[0] else { panic!("a body") };
    body.meshes[0].textured_triangles[1].vertices[2] = 0xFFF8;
    let document = open_as("ff7.battle", battle.write().unwrap());
    assert_eq!(problems(&document).len(), 1, "{:?}", problems(&document));
    let shown = scene(&document);
    assert_eq!((shown.meshes[0].faces.len(), shown.meshes[0].undrawn.len()), (9, 1));
    assert_eq!(values(&shown), values(&sound));
}
