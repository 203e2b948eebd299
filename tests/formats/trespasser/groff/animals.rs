//! Animals: joints and dependent vertices, substitute models, shared textures.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use glam::{Mat4, Quat, Vec3};
use gouraud::bytes::SourceId;
use gouraud::export::{Job, Options};
use gouraud::formats::Records;
use gouraud::formats::trespasser::groff::Groff;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::grf::Point;
use gouraud::formats::trespasser::texture_id;
use gouraud::scene::{Element, Id, NodeId, Pose, Posed, Scene, Surface as Covered};
use gouraud_testing::build::groff::{
    InstanceTransform, Level, Model, Property, Surface, Triangles,
};
use gouraud_testing::build::pid;
use gouraud_testing::build::pid::{Image, ImagePixels};

use super::fixture::{box_points, bytes, crate_model, helper_box};
use super::folder::{Folder, messages};

const HIDE: &str = r"Map\mini\Hidet2.bmp";
const HIDE_BUMP: &str = r"Map\mini\Hideb8.bmp";

/// A triangulated box with one surface; the first `moved` points are raised by `by`.
fn beast(surface: Surface, moved: usize, by: f32) -> Model {
    let Model::Triangles(mut shape) = helper_box(1.0, true) else { panic!("triangles") };
    shape.points.iter_mut().take(moved).for_each(|point| point[2] += by);
    Model::Triangles(Triangles { surfaces: vec![surface], ..shape })
}

fn int(value: i32) -> Property {
    Property::Int(value)
}

/// An animal and a copy of it, with two joints and one between them; vertex 7 follows no joint.
pub fn level_with(attachment: Option<i32>) -> Groff {
    let mut level = Level::default();
    let model = level.model("RaptorB-00", beast(Surface::map(HIDE), 0, 0.0));
    let closed = level.model("$Closed", beast(Surface::flat(1, 2, 3), 3, 0.25));
    let other = level.model("$Other", crate_model());
    let text = Property::text;
    let mut values = vec![
        ("Class", text("CAnimal")),
        ("NumJoints", int(2)),
        ("NumDoubleJoints", int(1)),
        ("A00", text("$Closed")),
        ("A01", text("$Nobody")),
        ("A02", text("$Sign")),
    ];
    values.extend(attachment.map(|table| ("PVA", int(table))));
    let group = level.values("RaptorB-00", values);
    let lists = |level: &mut Level, name: &str, vertices: &[i32], more: Vec<(&str, Property)>| {
        let names: Vec<String> = (0..vertices.len()).map(|at| format!("A{at:02}")).collect();
        let mut values: Vec<_> = names
            .iter()
            .zip(vertices)
            .map(|(name, vertex)| (name.as_str(), int(*vertex)))
            .collect();
        values.extend(more);
        level.values(name, values)
    };
    let first = lists(&mut level, "$JRaptorB00", &[0, 1, 2, 3], Vec::new());
    let second = lists(&mut level, "$JRaptorB01", &[4, 5, 3, 99], Vec::new());
    let between = vec![
        ("Anim00", int(0)),
        ("Anim01", int(1)),
        ("Ratio", Property::Float(0.25)),
        ("RotationRatio", Property::Float(0.5)),
    ];
    let double = lists(&mut level, "$JRaptorB02", &[6], between);
    let home = InstanceTransform::at(10.0, 20.0, 1.0).scaled(2.0);
    level.instance("RaptorB-00", model, home, group);
    let copy = InstanceTransform::at(-30.0, 5.0, 2.0).turned(0.0, 0.0, 1.0).scaled(0.5);
    level.instance("RaptorB-01", model, copy, group);
    let joint = InstanceTransform::at(10.0, 20.0, 3.0);
    level.instance("$JRaptorB00", closed, joint, first);
    level.instance("$JRaptorB01", closed, InstanceTransform::at(14.0, 20.0, 3.0), second);
    level.instance("$JRaptorB02", closed, joint.turned(0.3, 0.0, 0.0), double);
    level.instance("$Closed", closed, InstanceTransform::at(0.0, 0.0, 0.0).scaled(2.0), 0);
    let sign = level.model("$Sign", sign());
    level.instance("$Sign", sign, InstanceTransform::at(0.0, 0.0, 0.0), 0);
    level.instance("$Spare", other, InstanceTransform::at(0.0, 0.0, 0.0), 0);
    level.finish()
}

fn sign() -> Model {
    let surfaces = Vec::new();
    let points = box_points(1.0)[..3].to_vec();
    let faces = vec![[0, 1, 2]];
    Model::Triangles(Triangles { points, faces, colour: [0; 3], surfaces, mapping: Vec::new() })
}

fn shown(attachment: Option<i32>) -> (Scene, String) {
    let (scene, problems) = Folder::default().scene("small.grf", &bytes(&level_with(attachment)));
    (scene, messages(&problems).join("\n"))
}

fn node_of(scene: &Scene, name: &str) -> NodeId {
    scene.nodes.find(|node| node.name == name).expect(name)
}

#[test]
fn rest_pose_keeps_the_stored_vertices() {
    for attachment in [-1, -2] {
        let (scene, _) = shown(Some(attachment));
        let rest = Posed::at_rest(&scene);
        let mut meshes = BTreeSet::new();
        for name in ["RaptorB-00", "RaptorB-01"] {
            let node = &scene.nodes[node_of(&scene, name).index()];
            let mesh = node.mesh.unwrap();
            assert!(meshes.insert(mesh), "every copy has its own mesh");
            let stored = &scene.meshes[mesh.index()];
            assert_eq!(stored.name, name);
            for (at, position) in rest.positions(&scene, mesh).iter().zip(&stored.positions) {
                let expected = node.local.transform_point3(*position);
                assert!((*at - expected).length() < 1e-3, "{name}: {at} {expected}");
            }
        }
    }
}

#[test]
fn joint_moves_its_listed_vertices_on_each_copy() {
    let (scene, text) = shown(Some(-2));
    let names: Vec<&str> = scene.skeletons.iter().map(|skeleton| skeleton.name.as_str()).collect();
    assert_eq!(names, ["RaptorB-00", "RaptorB-01"]);
    let bones = &scene.skeletons[1].bones;
    assert!(bones.iter().all(|bone| bone.parent.is_none()), "no chain is stored");
    let copy = node_of(&scene, "RaptorB-01");
    let nodes: Vec<NodeId> = bones.iter().map(|bone| bone.node).collect();
    let behind = [1, 2, 3].map(|after| Id::new(copy.number() + after));
    assert_eq!(nodes, behind, "directly after the animal");
    assert!(nodes.iter().all(|node| scene.nodes[node.index()].parent == Some(copy)));
    // Raises the second joint by one unit of the animal.
    let node = bones[1].node;
    let up = Mat4::from_translation(Vec3::Y);
    let pose =
        Pose { locals: vec![(node, up * scene.nodes[node.index()].local)], ..Pose::default() };
    let (rest, posed) = (Posed::at_rest(&scene), Posed::new(&scene, &pose));
    let mesh = scene.nodes[copy.index()].mesh.unwrap();
    let pairs = rest.positions(&scene, mesh).iter().zip(posed.positions(&scene, mesh));
    let moved: Vec<usize> =
        pairs.enumerate().filter(|(_, (a, b))| a != b).map(|(vertex, _)| vertex).collect();
    assert_eq!(moved, [4, 5], "vertex 3 belongs to the first joint");
    let count = |what: &str| text.matches(what).count();
    assert_eq!(count("RaptorB-00: 2 invalid numbers in the lists of its joints"), 1, "{text}");
    assert_eq!(count("RaptorB-00: 1 vertices follow no joint and do not move"), 1, "{text}");
}

#[test]
fn double_joint_is_interpolated_between_two_joints() {
    let (scene, _) = shown(Some(-1));
    let world = Posed::at_rest(&scene);
    let bone = &scene.skeletons[0].bones[2];
    assert_eq!(bone.name, "$JRaptorB02");
    let at = world.bones()[bone.node.index()].w_axis.truncate();
    // A quarter of the first joint (x 10) and three quarters of the second (x 14).
    assert!((at - Vec3::new(13.0, 3.0, -20.0)).length() < 1e-3, "{at}");
    let (_, turn, _) = scene.nodes[bone.node.index()].local.to_scale_rotation_translation();
    assert!(turn.angle_between(Quat::IDENTITY) < 1e-3, "neither neighbour is rotated");
}

#[test]
fn numbered_animals_share_the_joints_of_their_model() {
    let mut level = Level::default();
    let model = level.model("RaptorB", beast(Surface::map(HIDE), 0, 0.0));
    let helper = level.model("$Helper", crate_model());
    let animal =
        || vec![("Class", Property::text("CAnimal")), ("NumJoints", int(2)), ("PVA", int(3))];
    let group = level.values("RaptorB", animal());
    level.instance("RaptorB00-00", model, InstanceTransform::at(500.0, 0.0, 0.0), group);
    level.instance("RaptorB01-00", model, InstanceTransform::at(10.0, 20.0, 1.0), group);
    level.instance("$JRaptorB00", helper, InstanceTransform::at(10.0, 20.0, 3.0), 0);
    level.instance("$JRaptorB01", helper, InstanceTransform::at(14.0, 20.0, 3.0), 0);
    // A group with the instance's own name has separate joints.
    let group = level.values("TrexA-00", animal());
    level.instance("TrexA-00", model, InstanceTransform::at(0.0, 0.0, 0.0), group);
    level.instance("$JTrexA00", helper, InstanceTransform::at(0.0, 0.0, 1.0), 0);
    level.instance("$JTrexA01", helper, InstanceTransform::at(0.0, 0.0, 2.0), 0);
    let (scene, problems) = Folder::default().scene("small.grf", &bytes(&level.finish()));
    let text = messages(&problems).join("\n");
    assert!(!text.contains("joints;"), "{text}");
    let bones = |number: usize| scene.skeletons[number].bones.iter().map(|bone| bone.name.as_str());
    assert_eq!(scene.skeletons.len(), 3);
    for animal in 0..2 {
        assert!(bones(animal).eq(["$JRaptorB00", "$JRaptorB01"]));
    }
    assert!(bones(2).eq(["$JTrexA00", "$JTrexA01"]));
    // Joints are stored relative to the first animal, and are copied for each of the others.
    let world = Posed::at_rest(&scene);
    for (animal, place) in [(0, Vec3::new(504.0, 2.0, 0.0)), (1, Vec3::new(14.0, 3.0, -20.0))] {
        let bone = scene.skeletons[animal].bones[1].node;
        let at = world.bones()[bone.index()].w_axis.truncate();
        assert!((at - place).length() < 1e-3, "{at}");
    }
}

#[test]
fn joints_without_a_vertex_list_move_nothing() {
    for (attachment, message) in [
        (Some(3), "is in table 3 of the game's program"),
        (None, "is not stored (the model has no property PVA)"),
    ] {
        let (scene, text) = shown(attachment);
        assert_eq!(text.matches(message).count(), 1, "{text}");
        assert_eq!(scene.skeletons.len(), 2);
        assert!(scene.meshes.iter().all(|mesh| mesh.skin.is_none()));
    }
}

#[test]
fn animal_attached_to_one_joint_needs_no_joint_instances() {
    for (attachment, count) in [(-1, 0), (-2, 1)] {
        let mut level = Level::default();
        let model = level.model("RaptorB-00", beast(Surface::map(HIDE), 0, 0.0));
        let values = vec![("NumJoints", int(2)), ("PVA", int(attachment))];
        let group = level.values("RaptorB-00", values);
        level.instance("RaptorB-00", model, InstanceTransform::at(1.0, 2.0, 3.0), group);
        let (scene, problems) = Folder::default().scene("small.grf", &bytes(&level.finish()));
        let text = messages(&problems).join("\n");
        assert_eq!(
            text.matches("RaptorB-00 has 2 joints, found 0 instances").count(),
            count,
            "{text}"
        );
        assert!(scene.skeletons.is_empty());
        assert!(scene.meshes.iter().all(|mesh| mesh.skin.is_none()));
    }
}

#[test]
fn instance_row_leads_to_its_node() {
    let (scene, _) = shown(Some(-2));
    let row = |table: &str, first: &str| {
        let at = scene.tables.find(|stored| stored.name == table).unwrap();
        let row =
            scene.tables[at.index()].rows.iter().position(|row| row.cells[0] == first).unwrap();
        Element::Row { table: at, row: row as u32 }
    };
    let node = node_of(&scene, "RaptorB-01");
    assert_eq!(scene.node_of(row("Instances", "RaptorB-01")), Some(node));
    assert_eq!(scene.node_of(Element::Node(node)), Some(node));
    assert_eq!(scene.node_of(row("Values", "RaptorB-00")), None, "a value is not an instance");
}

#[test]
fn substitute_models_are_morph_targets() {
    let (scene, text) = shown(Some(-2));
    for name in ["RaptorB-00", "RaptorB-01"] {
        let mesh = scene.mesh_of(&scene.nodes[node_of(&scene, name).index()]).unwrap();
        let names: Vec<&str> = mesh.morphs.iter().map(|morph| morph.name.as_str()).collect();
        assert_eq!(names, ["$Closed"]);
        let moved: Vec<usize> = mesh.morphs[0]
            .deltas
            .iter()
            .enumerate()
            .filter(|(_, delta)| **delta != Vec3::ZERO)
            .map(|(vertex, _)| vertex)
            .collect();
        assert_eq!(moved, [0, 1, 2]);
        assert_eq!(mesh.morphs[0].deltas[0], Vec3::new(0.0, 0.25, 0.0));
        assert!(mesh.morphs[0].origin.path.ends_with(".vertices"));
    }
    for message in [
        "RaptorB-00 names the substitute model $Nobody, which does not exist",
        "$Sign cannot substitute RaptorB-00: it has 3 vertices instead of 8",
    ] {
        assert_eq!(text.matches(message).count(), 1, "{message} in {text}");
    }
}

#[test]
fn glb_export_writes_joints_as_a_skin() {
    let (scene, _) = shown(Some(-2));
    let target = tempfile::tempdir().unwrap();
    let job = Job {
        scene: &scene,
        source_name: "small.grf",
        source: SourceId::default(),
        crc32: 0,
        options: Options::default(),
    };
    job.run(target.path(), &mut |_| ControlFlow::Continue(()));
    let (gltf, buffers, _) = gltf::import(target.path().join("small.glb")).unwrap();
    let skins: Vec<_> = gltf.skins().collect();
    assert_eq!(skins.len(), 2);
    for skin in &skins {
        let names: Vec<_> = skin.joints().map(|joint| joint.name().unwrap().to_owned()).collect();
        assert_eq!(names[..3], ["$JRaptorB00", "$JRaptorB01", "$JRaptorB02"]);
        let reader = skin.reader(|buffer| Some(&buffers[buffer.index()]));
        assert_eq!(reader.read_inverse_bind_matrices().unwrap().count(), names.len());
    }
    let skinned = gltf.nodes().filter(|node| node.skin().is_some());
    assert!(skinned.filter_map(|node| node.mesh()).flat_map(|mesh| mesh.primitives()).all(
        |part| {
            part.get(&gltf::Semantic::Joints(0)).is_some() && part.morph_targets().count() == 1
        }
    ));
}

/// Textures of an animal: its colour map, combined with a bump map.
fn pack() -> (Vec<u8>, Vec<u8>) {
    let image = Image {
        id: texture_id(HIDE, HIDE_BUMP, 1.0),
        width: 8,
        height: 8,
        pixels: ImagePixels::Indices(vec![0; 64]),
        palette: Some(0),
        holes: false,
        mips: false,
        fill: [1, 2, 3],
        occlusion: 0,
    };
    let (pid, pixels) = pid::build(vec![pid::palette(vec![[0, 0, 255, 0]])], &[image]);
    (pid.write().unwrap(), pixels)
}

#[test]
fn animals_without_textures_use_those_of_their_original() {
    let mut level = Level::default();
    let class = level.values("animal", vec![("Class", Property::text("CAnimal"))]);
    let other = r"Map\mini\Othert2.bmp";
    for (name, surface) in [
        ("Trex-00", Surface::map(other)),
        ("RaptorA-00", Surface::map(HIDE)),
        ("RaptorA103-00", Surface::flat(0x80, 0x80, 0x80)),
        ("Stego", Surface::flat(0x80, 0x80, 0x80)),
        ("Bump", Surface::map(other).bumpy(HIDE_BUMP)),
    ] {
        let model = level.model(name, beast(surface, 0, 0.0));
        level.instance(
            name,
            model,
            InstanceTransform::at(0.0, 0.0, 0.0),
            if name == "Bump" { 0 } else { class },
        );
    }
    let (pid, swp) = pack();
    let folder = Folder::default().with("small-130.pid", pid).with("small-130.swp", swp);
    let (scene, _) = folder.scene("small.grf", &bytes(&level.finish()));
    let node = |name: &str| &scene.nodes[node_of(&scene, name).index()];
    let fact = |name: &str| {
        let facts = node(name).facts.iter();
        facts.filter(|(what, _)| *what == "Material").map(|(_, words)| words.clone()).next()
    };
    assert_eq!(fact("RaptorA-00"), None);
    let words = "from RaptorA-00; its own model has no textures";
    assert_eq!(fact("RaptorA103-00").as_deref(), Some(words));
    assert_eq!(fact("Stego").unwrap(), words.replace("RaptorA-00", "Trex-00"));
    let surface = |name: &str| {
        let face = scene.mesh_of(node(name)).unwrap().faces.get(0).unwrap();
        scene.materials[face.material.index()].surface
    };
    assert!(matches!(surface("RaptorA-00"), Covered::Textured { .. }));
    assert_eq!(surface("RaptorA103-00"), surface("RaptorA-00"));
    assert!(matches!(surface("Stego"), Covered::Missing(_)));
    let face = scene.mesh_of(node("RaptorA103-00")).unwrap().faces.get(0).unwrap();
    assert_eq!(face.uvs[1], [1.0, 0.0], "texture coordinates of the animal itself");
    let table = scene.tables.iter().find(|table| table.name == "Materials").unwrap();
    let found = |model: &str| {
        let row = table.rows.iter().find(|row| row.cells[0] == model).expect(model);
        row.cells[6].clone()
    };
    assert_eq!(found("RaptorA-00"), "with the bump map Hideb8.bmp (same stem)");
    assert_eq!(found("Trex-00"), "no");
}

#[test]
fn shows_pivots_that_differ_from_the_origin() {
    let mut file = level_with(None);
    for section in &mut file.sections {
        match &mut section.body {
            // In metres of the world; the first instance has the scale 2.
            Body::Geometry1(geometry) if geometry.vertices.len() == 8 => {
                geometry.pivot = Some(Point::new(0.2, 0.0, 0.6));
            }
            Body::Geometry2(geometry) => geometry.pivot = Some(Point::new(0.0, 0.5, 0.0)),
            _ => {}
        }
    }
    let (scene, _) = Folder::default().scene("small.grf", &bytes(&file));
    let pivot = |name: &str| {
        let facts = &scene.nodes[node_of(&scene, name).index()].facts;
        facts.iter().find(|(what, _)| *what == "Pivot").map(|(_, words)| words.as_str())
    };
    assert_eq!(pivot("RaptorB-00"), Some("0.100 0.300 0.000"));
    assert_eq!(pivot("RaptorB-01"), Some("0.400 1.200 0.000"));
    assert_eq!(pivot("$Spare"), Some("0.000 0.000 -0.500"));
    assert_eq!(pivot("$Sign"), None, "the pivot is the origin");
    let layer = scene.layers.iter().position(|layer| layer.name == "Pivots").unwrap();
    assert!(!scene.layers[layer].visible);
    let marks = scene.helpers.iter().filter(|helper| usize::from(helper.layer) == layer);
    let of = marks.filter(|helper| helper.name == "RaptorB-00").map(|helper| &helper.shape);
    let at: Vec<String> = of.map(|shape| format!("{shape:?}")).collect();
    assert_eq!(at.len(), 1);
    assert!(at[0].contains("10.2") && at[0].contains("1.6"), "{at:?}");
}
