use std::f32::consts::FRAC_PI_2;
use std::ops::ControlFlow;

use glam::{EulerRot, Mat3, Vec3};
use gouraud::bytes::SourceId;
use gouraud::container::{Context, NoNames};
use gouraud::export::{Job, Options};
use gouraud::formats::Records;
use gouraud::formats::ssx::mpf::records::Vector;
use gouraud::scene::{FaceField, Id, LayerKind, Node, NodeId, Pose, Scene, Surface};

use gouraud_testing::build::mpf;

use super::fixture::{board_file, boards, body, open, open_as, quad, rider, scene_in};
use crate::neversoft::psx::read_options::FixedAnswer;

fn node<'a>(scene: &'a Scene, name: &str) -> (NodeId, &'a Node) {
    let found = scene.nodes.iter().position(|node| node.name == name);
    let index = found.unwrap_or_else(|| panic!("there is no node {name}"));
    (Id::at(index), &scene.nodes[index])
}

#[test]
fn bind_pose_equals_the_unskinned_mesh() {
    for name in ["rider_body.mpf", "rider_head.mpf"] {
        let (scene, reported) = scene_in(&rider(), name);
        assert_eq!(reported, [""; 0], "{name}");
        let pose = Pose::default();
        let world = scene.posed_transforms(&pose);
        for (index, mesh) in scene.meshes.pairs() {
            assert!(mesh.skin.is_some(), "{} of {name}", mesh.name);
            let posed = scene.posed_positions(index, &pose, &world).unwrap();
            for (posed, stored) in posed.iter().zip(&mesh.positions) {
                assert!(posed.distance(*stored) < 1e-3, "{posed} {stored}");
            }
        }
    }
}

#[test]
fn numbers_the_packets_of_faces() {
    let (scene, _) = scene_in(&rider(), "rider_body.mpf");
    let fields = [FaceField::PACKET, FaceField::STRIP].map(|name| scene.face_field(name).unwrap());
    let most = scene.meshes.iter().map(|mesh| {
        let [packets, strips] =
            fields.map(|field| mesh.face_values[field].iter().collect::<Vec<u32>>());
        assert!(packets.is_sorted(), "{} has {packets:?}", mesh.name);
        let pairs = || packets.iter().zip(&strips);
        // A strip is in one packet.
        let splits = pairs().zip(pairs().skip(1)).any(|(a, b)| a.1 == b.1 && a.0 != b.0);
        assert!(!splits, "{} has {strips:?}", mesh.name);
        packets.last().copied()
    });
    assert!(most.max().flatten() > Some(0));
}

#[test]
fn head_is_attached_to_the_skeleton_of_the_body() {
    let (scene, _) = scene_in(&rider(), "rider_head.mpf");
    let names: Vec<&str> = scene.skeletons[0].bones.iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!(names, ["hips", "spine", "head", "eye"]);
    let (head, _) = node(&scene, "head");
    let (_, eye) = node(&scene, "eye");
    assert_eq!(eye.parent, Some(head));
    let face = scene.meshes.iter().find(|mesh| mesh.name == "Face3000").unwrap();
    let joints: Vec<NodeId> = face.skin.as_ref().unwrap().joints.iter().map(|j| j.node).collect();
    assert_eq!(joints, [head]);
}

#[test]
fn head_without_its_body_reports_the_searched_folder() {
    let document = open_as("rider_head.mpf", &rider().0[1].1);
    let (scene, problems) = document.content.displayed().scene(Context::ALONE).unwrap();
    let reported: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
    assert!(
        reported.iter().any(|reported| reported
            .contains("rider_body.mpf is not in the files next to it: there are none")),
        "{reported:?}"
    );
    let face = scene.meshes.iter().find(|mesh| mesh.name == "Face3000").unwrap();
    assert!(face.skin.is_none() && !face.faces.is_empty());
}

#[test]
fn levels_of_detail_shadows_and_companions_have_layers() {
    let (scene, _) = scene_in(&rider(), "rider_body.mpf");
    let layer = |name: &str| &scene.layers[usize::from(node(&scene, name).1.layer)];
    assert_eq!(layer("Body3000").kind, LayerKind::Drawn);
    assert_eq!(
        (layer("Body750").kind, layer("Body750").visible),
        (LayerKind::LevelOfDetail, false)
    );
    assert_eq!((layer("Shdw750").kind, layer("Shdw750").visible), (LayerKind::Invisible, false));
    assert_eq!(layer("Face3000").name, "From rider_head.mpf");
    assert!(layer("Face3000").visible);
}

#[test]
fn shows_one_board_and_puts_goofy_ones_on_a_layer() {
    let document = open(&board_file().write().unwrap());
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let options: Vec<(&str, usize)> =
        scene.variants[0].options.iter().map(|o| (o.name.as_str(), o.nodes.len())).collect();
    assert_eq!(options, [("Alp", 2), ("Free", 2)]);
    assert_eq!(scene.variants[0].chosen, Some(Id::new(0)));
    let layer = |name: &str| scene.layers[usize::from(node(&scene, name).1.layer)].name.as_str();
    assert_eq!(layer("Alp3000Goofy"), "Goofy");
    assert_eq!((layer("Free3000"), layer("Free1500")), ("Drawn", "Detail 1500"));
}

#[test]
fn shows_the_finest_level_of_each_kind() {
    for names in [
        &[
            ("Body3000", "Drawn"),
            ("Body1500", "Detail 1500"),
            ("Body750", "Detail 750"),
            ("Shdw750", "Shadow"),
            ("Head1500", "Drawn"),
            ("Face", "Drawn"),
        ][..],
        &[("Board3000", "Drawn"), ("Board3000Goofy", "Goofy"), ("Board750Goofy", "Detail 750")],
    ] {
        let boards = boards(names.iter().map(|(name, _)| *name));
        let document = open_as("any.mpf", &boards.write().unwrap());
        let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
        for (name, layer) in names {
            let node = node(&scene, name).1;
            assert_eq!(scene.layers[usize::from(node.layer)].name, *layer, "{name}");
        }
    }
}

/// The document's vector: (−π/2, 0, 0) turns the file's Y to its Z; rotation about all three axes is the
/// transpose of the usual matrix.
#[test]
fn bones_rotate_about_the_axes_of_the_file() {
    let plain = |[x, y, z]: [f32; 3]| Mat3::from_euler(EulerRot::XYZ, x, y, z).transpose();
    for (turns, v, expected) in [
        ([-FRAC_PI_2, 0.0, 0.0], Vec3::Y, Vec3::Z),
        (
            [0.4, -0.8, 1.1],
            Vec3::new(1.0, 2.0, -3.0),
            plain([0.4, -0.8, 1.1]) * Vec3::new(1.0, 2.0, -3.0),
        ),
    ] {
        let mut draft = body();
        draft.bones[1].rotation = Vector { x: turns[0], y: turns[1], z: turns[2] };
        let document = open(&mpf::file(vec![draft.build().unwrap()]).write().unwrap());
        let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
        let turned = |v: Vec3| Vec3::new(v.x, v.z, -v.y);
        let shown = node(&scene, "spine").1.local.transform_vector3(turned(v));
        assert!(shown.distance(turned(expected)) < 1e-5, "{turns:?}: {shown}");
    }
}

#[test]
fn morphs_apply_the_deltas_of_their_keys() {
    let (scene, _) = scene_in(&rider(), "rider_head.mpf");
    let (index, face) = scene.meshes.pairs().find(|(_, mesh)| mesh.name == "Face3000").unwrap();
    assert_eq!(face.morphs.len(), 2);
    let pose = Pose { morphs: vec![(index, 1, 1.0)], ..Pose::default() };
    let world = scene.posed_transforms(&pose);
    let posed = scene.posed_positions(index, &pose, &world).unwrap();
    for ((posed, stored), delta) in posed.iter().zip(&face.positions).zip(&face.morphs[1].deltas) {
        // Stored (12, −24, side), converted to (x, z, −y).
        assert_eq!((delta.x, delta.z), (12.0 / 12.0, 24.0 / 12.0));
        assert!((*posed - *stored).distance(*delta) < 1e-3);
    }
    let origin = &face.morphs[1].origin;
    assert!(origin.path.ends_with("keys[1]") && origin.span.len > 16, "{origin:?}");
}

#[test]
fn morphs_option_sets_the_unit_of_deltas() {
    let document = open_as("rider_head.mpf", &rider().0[1].1);
    for (answer, x) in [("twelfths", 1.0), ("sixteenths", 0.75), ("units", 12.0)] {
        let context = Context { siblings: &FixedAnswer("morphs", answer), names: &NoNames };
        let (scene, _) = document.content.displayed().scene(context).unwrap();
        let face = scene.meshes.iter().find(|mesh| mesh.name == "Face3000").unwrap();
        assert!(face.morphs[1].deltas.iter().all(|delta| delta.x == x), "{answer}");
        let option = &scene.read_options[0];
        assert_eq!(option.question.answers[option.taken].0, answer);
    }
}

#[test]
fn finds_textures_by_their_four_letter_names() {
    let (scene, _) = scene_in(&rider(), "rider_body.mpf");
    let names: Vec<&str> = scene.textures.iter().map(|texture| texture.name.as_str()).collect();
    assert_eq!(names, ["suit", "boot", "head", "st_g", "envr"]);
    let textured =
        |material: &&gouraud::scene::Material| matches!(material.surface, Surface::Textured { .. });
    assert_eq!(scene.materials.iter().filter(textured).count(), 3);
    // The suit reflects with its stored factor where its gloss map allows it; boots do not.
    let shine = |name: &str| {
        let material = scene.materials.iter().find(|material| material.name == name).unwrap();
        material.shine.map(|shine| (shine.surroundings.index(), shine.gloss, shine.amount))
    };
    assert_eq!(shine("suit"), Some((4, Some(Id::new(3)), 127.0 / 255.0)));
    assert_eq!(shine("boot"), None);
    let mut alone = rider();
    alone.0.pop();
    let (scene, reported) = scene_in(&alone, "rider_body.mpf");
    assert!(
        reported.iter().any(|reported| reported
            .contains("boot, envr, head, st_g, suit; there is no companion .ssh")),
        "{reported:?}"
    );
    assert!(scene.materials.iter().any(|m| matches!(m.surface, Surface::Missing(Some(_)))));
}

#[test]
fn faces_and_vertices_reference_their_bytes() {
    let (scene, _) = scene_in(&rider(), "rider_body.mpf");
    let body = &scene.meshes[0];
    let last = body.faces.iter().last().unwrap();
    let origin = body.face_spans.origin(last.index as usize);
    let document = open(&rider().0[0].1);
    assert!(document.tree.find(&origin.path).is_ok(), "{}", origin.path);
    let field = document.tree.field(&document.tree.find(&origin.path).unwrap()).unwrap();
    assert_eq!((field.span.start, field.span.len), (origin.span.start, 12));
    let found = body.position_spans.index_at(origin.span.source, origin.span.start + 5);
    assert_eq!(found, Some(last.index as usize));
    // The bytes at the origin contain the position.
    let bytes = document.source.bytes();
    let at = origin.span.start as usize;
    let x = f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(x, body.positions[last.index as usize].x);
}

#[test]
fn faces_point_outwards() {
    let (scene, _) = scene_in(&rider(), "rider_body.mpf");
    for mesh in &scene.meshes {
        for face in &mesh.faces {
            let [a, b, c] = [0, 1, 2].map(|i| mesh.positions[face.corners[i] as usize]);
            let centre = (a + b + c) / 3.0;
            let outwards = glam::Vec3::new(centre.x, 0.0, centre.z);
            assert!((b - a).cross(c - a).dot(outwards) > 0.0, "{}", mesh.name);
        }
    }
}

#[test]
fn sample_has_the_written_positions() {
    let bytes = quad();
    let (scene, _) = open(&bytes).content.displayed().scene(Context::ALONE).unwrap();
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.positions.len(), mesh.faces.len()), (4, 2));
    assert_eq!(mesh.positions[2], glam::Vec3::NEG_Z, "(0, 1, 0) in the file");
    assert_eq!(scene.metres_per_unit, Some(0.01));
    assert_eq!(scene.skeletons[0].bones[0].name, "hips");
}

#[test]
fn exports_all_boards() {
    let document = open(&board_file().write().unwrap());
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let options = Options {
        kinds: vec![gouraud_testing::kind("glb"), gouraud_testing::kind("obj")],
        ..Options::default()
    };
    let job = Job {
        scene: &scene,
        source_name: "board.mpf",
        source: SourceId::default(),
        crc32: 0,
        options,
    };
    let folder = tempfile::tempdir().unwrap();
    job.run(folder.path(), &mut |_| ControlFlow::Continue(()));
    let glb = gltf::Gltf::open(folder.path().join("rider_body.glb")).unwrap();
    let mut meshes: Vec<_> = glb.scenes().flat_map(|scene| scene.nodes()).collect();
    let mut found = std::collections::BTreeSet::new();
    while let Some(node) = meshes.pop() {
        found.extend(node.mesh().and_then(|mesh| mesh.name().map(str::to_owned)));
        meshes.extend(node.children());
    }
    let names = ["Alp3000", "Alp3000Goofy", "Free1500", "Free3000"];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), names);
    // OBJ cannot hide the other boards, so that each has a separate file.
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let objects = |name: &str| {
        let text = text(name);
        let objects = text.lines().filter_map(|line| line.strip_prefix("o "));
        objects.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(objects("rider_body.obj"), ["Alp3000", "Alp3000Goofy"]);
    assert_eq!(
        [objects("Free3000.obj"), objects("Free1500.obj")].concat(),
        ["Free3000", "Free1500"]
    );
}
