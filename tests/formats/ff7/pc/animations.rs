//! Packs of animations (`??da`, `.a00`), and their poses.

use glam::Vec3;
use gouraud::bytes::Source;
use gouraud::formats::Records;
use gouraud::formats::ff7::pc::da::Da;
use gouraud::scene::Scene;
use gouraud_testing::build::ff7::animation::Pose;
use gouraud_testing::build::ff7::pc::{bone, mesh, pack, skeleton, square};

use super::{assert_sound, count, errors, hex, open, problems, small, words};

/// V7 of the PlayStation's document: two frames of a root and a bone.
const SECTION: &str =
    "02 00 17 00 00 00 00 FE 2E 00 00 00 00 00 00 04 00 E0 00 00 05 80 32 20 08 B3 E0 C8";

/// The same with the headers of a pack before it.
fn packed(rotations: u32, section: &[u8]) -> Vec<u8> {
    let head = words(&[1, rotations, 2, section.len() as u32]);
    [head, section.to_vec()].concat()
}

fn read(bytes: &[u8]) -> Da {
    let source = Source::from_bytes("qada", bytes.to_vec());
    gouraud::formats::Loaded::<Da>::open(&source).unwrap().0.records
}

/// V3: one rotation per frame does not fit, two do.
#[test]
fn derives_rotation_count_from_stream() {
    let section = hex(SECTION);
    for stored in [2, 1, 7, 0, u32::MAX] {
        let bytes = packed(stored, &section);
        let document = super::open_as("ff7.pc.animation", "qada", &bytes);
        assert_eq!(document.content.write().as_deref(), Ok(bytes.as_slice()));
        assert_eq!((count(&document, "animations"), count(&document, "frames")), (1, 2));
        let messages: &[&str] =
            if stored == 2 { &[] } else { &["note 0x4 animations[0].rotation_count"] };
        assert_eq!(problems(&document), messages);
        let pack = read(&bytes);
        let animation = pack.animations[0].animation().unwrap();
        assert_eq!(animation.bones, 2);
        let decoded = animation.decode();
        assert_eq!(decoded.translation(1), [5, -366, -64]);
        assert_eq!(decoded.angles(1, 1), [1023, -507, 100]);
    }
    assert_eq!(packed(2, &section).len(), 44);
    assert_sound(&open("anything", &packed(2, &section)));
}

/// V4: the counter is missing, and the stream starts two bytes earlier.
#[test]
fn recognises_missing_counter() {
    let section = hex(SECTION);
    let headless = [&[0x17, 0, 0][..], &section[5..28], &[0, 0]].concat();
    assert_eq!(headless.len(), 0x1C);
    let bytes = packed(2, &headless);
    let document = open("anything", &bytes);
    assert_eq!((document.format.id, count(&document, "frames")), ("ff7.pc.animation", 2));
    assert_eq!(problems(&document), ["warning 0x10 animations[0]"]);
    assert_eq!(document.content.write().as_deref(), Ok(bytes.as_slice()));
    assert_eq!(
        read(&bytes).animations[0].animation().unwrap().decode().translation(1),
        [5, -366, -64]
    );
}

#[test]
fn keeps_slot_numbers_and_survives_invalid_sizes() {
    let files = small::battle();
    let (_, bytes) = files.iter().find(|(name, _)| *name == "qada").unwrap();
    let document = open("anything", bytes);
    assert_sound(&document);
    assert_eq!(count(&document, "animations"), 4);
    let pack = read(bytes);
    let there: Vec<bool> = pack.animations.iter().map(|own| own.animation().is_some()).collect();
    assert_eq!(there, [true, false, true, true, false, true]);
    let keys = pack.animations.iter().filter_map(|own| own.animation()).map(|own| own.key());
    assert_eq!(keys.collect::<Vec<_>>(), [0, 4, 0, 4]);
    // The pack declares more slots than it has; one is longer than the file.
    let mut many = bytes.clone();
    many[0] = 9;
    let document = super::open_as("ff7.pc.animation", "qada", &many);
    assert!(errors(&document) > 0 && document.content.write().is_err());
    assert_eq!(count(&document, "animations"), 4);
    let mut long = bytes.clone();
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    let document = super::open_as("ff7.pc.animation", "qada", &long);
    assert!(errors(&document) > 0);
    assert_eq!(count(&document, "animations"), 1);
}

/// World positions of corners of the scene in a frame of the first animation.
fn world(scene: &Scene, frame: f32) -> Vec<Vec3> {
    let mut scene = scene.clone();
    let clip = scene.animations[0].data.decode();
    for (node, local) in clip.pose(frame, false, false).locals {
        scene.nodes.get_mut(node).unwrap().local = local;
    }
    let mut all: Vec<glam::Mat4> = Vec::new();
    for node in &scene.nodes {
        let above = node.parent.map_or(glam::Mat4::IDENTITY, |parent| all[parent.index()]);
        all.push(above * node.local);
    }
    all.iter().map(|local| local.w_axis.truncate()).collect()
}

/// V9 of the PlayStation's document on the PC: the root at (0, −466, 0), bone 0 turned 90° about x and
/// 100 long, so that bone 1 starts 100 lower. The PlayStation model has the same pose.
#[test]
fn pose_matches_playstation() {
    let pose = Pose { translation: [0, -466, 0], angles: vec![[0; 3], [1024, 0, 0], [0; 3]] };
    let animations = pack(&[(vec![pose.clone()], 0)]).unwrap().write().unwrap();
    let bones = vec![bone(-1, -100.0, true), bone(0, 0.0, false)];
    let aa = skeleton(bones, 0, 0, [1, 0], 0).write().unwrap();
    let am = mesh(&[square(1.0, 0.0, 0)]).write().unwrap();
    let (pc, messages) =
        super::scene(&vec![("qaaa", aa), ("qada", animations), ("qaam", am)], "qaaa");
    assert_eq!(messages, ["companion file not found: qaab"]);
    // y is reversed: up is positive.
    let close = |a: Vec3, b: [f32; 3]| (a - Vec3::from(b)).length() < 1e-4;
    let at = world(&pc, 0.0);
    assert!(close(at[0], [0.0, 466.0, 0.0]) && close(at[1], [0.0, 466.0, 0.0]), "{at:?}");
    assert!(close(at[2], [0.0, 366.0, 0.0]), "{at:?}");
    // The same numbers in a PlayStation file.
    let mut character = gouraud_testing::small::ff7::character();
    character.body.bones.truncate(3);
    character.body.bones[1].length = -100;
    character.body.bones[2].length = 0;
    character.animations = vec![vec![pose]];
    let battle = character.finish().unwrap().write().unwrap();
    let document = super::open_as("ff7.battle", "ps1.bin", &battle);
    let ps = document.content.displayed().scene(gouraud::container::Context::ALONE).unwrap().0;
    let ps_positions = world(&ps, 0.0);
    assert!((0..3).all(|node| close(ps_positions[node], at[node].to_array())), "{ps_positions:?}");
}

/// All frames of a longer animation: each bone has the position of the PlayStation's.
#[test]
fn every_frame_matches_playstation() {
    let poses = small::poses(5, 0);
    let mut character = gouraud_testing::small::ff7::character();
    character.animations = vec![poses.clone()];
    let bones = character.body.bones.clone();
    let battle = character.finish().unwrap().write().unwrap();
    let document = super::open_as("ff7.battle", "ps1.bin", &battle);
    let ps = document.content.displayed().scene(gouraud::container::Context::ALONE).unwrap().0;
    let of_pc =
        bones.iter().skip(1).map(|own| bone(i32::from(own.parent) - 1, own.length.into(), false));
    let aa = skeleton(of_pc.collect(), 0, 0, [1, 0], 0).write().unwrap();
    let da = pack(&[(poses.clone(), 0)]).unwrap().write().unwrap();
    let (pc, _) = super::scene(&vec![("qaaa", aa), ("qada", da)], "qaaa");
    for frame in 0..poses.len() {
        let (pc, ps) = (world(&pc, frame as f32), world(&ps, frame as f32));
        for bone in 0..bones.len() {
            assert!((pc[bone] - ps[bone]).length() < 1e-3, "frame {frame}, bone {bone}");
        }
    }
}

#[test]
fn rotates_single_bone_model_once() {
    let (scene, messages) = super::scene(&small::magic(), "spark.d");
    assert_eq!(messages, [""; 0]);
    let clip = scene.animations[0].data.decode();
    assert_eq!((clip.tracks.len(), clip.frames), (1, 4));
    assert_eq!(scene.nodes[1].local, glam::Mat4::IDENTITY);
}
