//! Clips that several characters share (section 16.6).

use glam::Vec3;
use gouraud::scene::{Posed, Scene};

use super::figure::{
    self, BONES, Skater, dance, header, header_with_parents, home, origin, scene_with_files,
};

/// Names of the bones in the clip file: body, hand, arm, head.
const CLIPS: [&str; BONES] = ["BURNQ_PELVIS", "BURNQ_RIGHT_HAND", "BURNQ_RIGHT_ARM", "BURNQ_HEAD"];
/// Head, body, hand, arm.
const ORDER: [usize; BONES] = [3, 0, 1, 2];
const PARENTS: [Option<u32>; BONES] = [Some(1), None, Some(3), Some(1)];
const NAMES: [&str; BONES] = ["GLIF_HEAD", "GLIF_PELVIS", "BURNQ_RIGHT_HAND", "GLIF_RIGHT_ARM"];
const SKATER: Skater = Skater { order: ORDER, parents: PARENTS, moved: [[0; 3]; BONES] };

type Files = Vec<(&'static str, Vec<u8>)>;

fn clips() -> (&'static str, Vec<u8>) {
    ("sk2anim.psx", figure::packed().write().unwrap())
}

fn named() -> Files {
    vec![clips(), ("sk2anim.psh", header(&CLIPS)), ("hawk.psh", header(&NAMES))]
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.animations.iter().map(|animation| animation.name.as_str()).collect()
}

/// Positions of a skater's bones in a frame of its second animation, indexed by bone.
fn places(scene: &Scene, skater: &Skater, frame: usize) -> [Vec3; BONES] {
    let clip = scene.animations[1].data.decode();
    assert_eq!(clip.frames, 9);
    let posed = Posed::new(scene, &clip.pose(frame as f32, false, true));
    std::array::from_fn(|bone| {
        let object = skater.order.iter().position(|known| *known == bone).unwrap();
        let path = format!("objects[{object}]");
        let node = scene.nodes.iter().position(|node| node.origin.path == path).unwrap();
        posed.bones()[node].w_axis.truncate()
    })
}

/// Converts a position in sixteenths and the file's axes to the scene's axes.
fn scene_position([x, y, z]: [f64; 3]) -> Vec3 {
    Vec3::new(x as f32, -y as f32, -z as f32) / 16.0
}

/// Checks that the skater moves like the skeleton of the clips.
#[track_caller]
fn assert_dance(scene: &Scene, skater: &Skater) {
    for (frame, keys) in dance(9).iter().enumerate() {
        for (bone, found) in places(scene, skater, frame).into_iter().enumerate() {
            let expected = scene_position(origin(keys, bone));
            assert!(found.distance(expected) < 1e-3, "{frame}, {bone}: {found} {expected}");
        }
    }
}

#[test]
fn shared_clips_follow_own_clips_and_are_named_after_their_file() {
    let (scene, reported) = scene_with_files(&SKATER.bytes(), named());
    assert_eq!(names(&scene), ["clip 0", "sk2anim 0", "sk2anim 1"]);
    let tables = scene.tables.iter().map(|table| table.name.as_str());
    assert_eq!(tables.collect::<Vec<_>>(), ["Animations", "Animations of sk2anim"]);
    assert_eq!(reported, [""; 0]);
    // The clips of the menus are in another file.
    let mut files = named();
    files.push(("anims_fe.psx", clips().1));
    files.push(("anims_fe.psh", header(&CLIPS)));
    let (scene, _) = scene_with_files(&SKATER.bytes(), files);
    assert_eq!(names(&scene)[3..], ["anims_fe 0", "anims_fe 1"]);
}

#[test]
fn bones_are_matched_by_the_last_words_of_their_names() {
    let (scene, _) = scene_with_files(&SKATER.bytes(), named());
    assert_dance(&scene, &SKATER);
    let bones = scene.skeletons[0].bones.iter().map(|bone| bone.name.as_str());
    assert_eq!(
        bones.collect::<Vec<_>>(),
        ["GLIF_PELVIS", "GLIF_HEAD", "GLIF_RIGHT_ARM", "BURNQ_RIGHT_HAND"]
    );
}

#[test]
fn several_parts_can_follow_one_bone() {
    // A wardrobe: two heads, no hand.
    let wardrobe =
        Skater { order: [3, 0, 3, 2], parents: [Some(1), None, None, Some(1)], ..SKATER };
    let mut files = named();
    files[2].1 = header(&["SKIN_HEAD", "A_PELVIS", "AFRO_HEAD", "A_RIGHT_ARM"]);
    let (scene, _) = scene_with_files(&wardrobe.bytes(), files);
    let clip = scene.animations[1].data.decode();
    assert_eq!(clip.tracks.len(), BONES);
    let posed = Posed::new(&scene, &clip.pose(6.0, false, true));
    let expected = scene_position(origin(&dance(9)[6], 3));
    let heads =
        scene.nodes.iter().zip(posed.bones()).filter(|(node, _)| node.name.ends_with("HEAD"));
    let heads: Vec<Vec3> = heads.map(|(_, place)| place.w_axis.truncate()).collect();
    assert!(
        heads.len() == 2 && heads.iter().all(|head| head.distance(expected) < 1e-3),
        "{heads:?}"
    );
}

#[test]
fn bones_without_names_are_matched_by_rest_position() {
    let (scene, _) = scene_with_files(&SKATER.bytes(), vec![clips()]);
    assert_dance(&scene, &SKATER);
    // The skater's parts have no names; they take those of the clips' header.
    let (scene, _) = scene_with_files(&SKATER.bytes(), named().drain(..2).collect());
    assert_dance(&scene, &SKATER);
    assert_eq!(scene.skeletons[0].bones[0].name, "BURNQ_PELVIS");
}

/// Parts of the skater in file order, with the names of their parents.
const PARTS: [(&str, Option<&str>); BONES] = [
    ("GLIF_HEAD", Some("glif_pelvis")),
    ("GLIF_PELVIS", None),
    ("BURNQ_RIGHT_HAND", Some("glif_right_arm")),
    ("GLIF_RIGHT_ARM", Some("glif_pelvis")),
];

#[test]
fn header_with_matching_parents_names_the_bones() {
    let mut files = named();
    files[2].1 = header_with_parents(&PARTS);
    let (scene, reported) = scene_with_files(&SKATER.bytes(), files);
    assert_dance(&scene, &SKATER);
    assert_eq!(scene.skeletons[0].bones[0].name, "GLIF_PELVIS");
    assert_eq!(reported, [""; 0]);
}

#[test]
fn roots_of_a_header_can_have_parents_in_the_file() {
    let mut files = named();
    files[2].1 = header_with_parents(&PARTS.map(|(name, _)| (name, None)));
    let (scene, reported) = scene_with_files(&SKATER.bytes(), files);
    assert_eq!(scene.skeletons[0].bones[0].name, "GLIF_PELVIS");
    assert_eq!(reported, [""; 0]);
}

#[test]
fn refuses_a_header_of_another_game() {
    // The other game stores the same skater's parts in another order.
    let mut files = named();
    let [head, pelvis, hand, arm] = PARTS;
    files[2].1 = header_with_parents(&[pelvis, head, arm, hand]);
    let (scene, reported) = scene_with_files(&SKATER.bytes(), files);
    assert_dance(&scene, &SKATER);
    assert_eq!(scene.skeletons[0].bones[0].name, "BURNQ_PELVIS");
    assert_eq!(
        reported,
        [
            "note at 0x8 in header.object_count: hawk.psh belongs to another file: the parents of its \
             parts differ from this hierarchy"
        ]
    );
}

#[test]
fn bone_with_another_parent_has_the_position_of_the_clip() {
    // The arm is a root, like the boards of skaters.
    let loose = Skater { parents: [Some(1), None, Some(3), None], ..SKATER };
    let (scene, _) = scene_with_files(&loose.bytes(), named());
    assert_dance(&scene, &loose);
}

#[test]
fn skater_keeps_its_bone_lengths() {
    // Every bone is 8 higher, and the head another 32.
    let moved = [[0, -8, 0], [0, -8, 0], [0, -8, 0], [0, -40, 0]];
    let tall = Skater { moved, ..SKATER };
    let (scene, _) = scene_with_files(&tall.bytes(), named());
    for (frame, keys) in dance(9).iter().enumerate() {
        let found = places(&scene, &tall, frame);
        let up = Vec3::new(0.0, 0.5, 0.0);
        for bone in [0, 1, 2] {
            assert!(
                found[bone].distance(scene_position(origin(keys, bone)) + up) < 1e-3,
                "{frame}, {bone}"
            );
        }
        let neck = found[3].distance(found[0]);
        let own = home(3)[1] - home(0)[1] - 32;
        assert!((neck - own.abs() as f32 / 16.0).abs() < 1e-3, "{frame}: {neck}");
    }
}

#[test]
fn keys_of_shared_clips_are_fields_of_the_clip_file() {
    let (scene, _) = scene_with_files(&SKATER.bytes(), named());
    let (own, shared) = (&scene.animations[0], &scene.animations[1]);
    assert_ne!(own.origin.span.source, shared.origin.span.source);
    // The first track is the body: object 1 here, bone 0 in the clip file.
    let key = shared.data.key(0, 4).unwrap();
    assert_eq!(key.path, "chunks[1].data[0].bones[0]");
    assert_eq!(key.span.source, shared.origin.span.source);
    let clip = shared.data.decode();
    assert_eq!(shared.data.moment(&key.path), Some((0, Some(clip.tracks[0].node))));
    let angles = clip.tracks[0].angles[4].map(|angle| angle as i16);
    assert_eq!(angles, dance(9)[4][0].first_chunk().copied().unwrap());
}

#[test]
fn reports_clips_of_another_skeleton_if_no_others_fit() {
    let mut other = figure::bones();
    other.bone(0, [0; 3], None);
    other.packed_clip(&[vec![[0; 6]; 5]]);
    let other = other.finish().unwrap().write().unwrap();
    let alone = figure::bones().finish().unwrap().write().unwrap();
    let (scene, reported) = scene_with_files(&alone, vec![("hawkanim.psx", other.clone())]);
    assert!(scene.animations.is_empty());
    let words = "hawkanim.psx has 5 bones, this file has 4";
    assert!(reported.iter().any(|s| s.contains(words)), "{reported:?}");
    let (scene, reported) = scene_with_files(&SKATER.bytes(), vec![("hawkanim.psx", other)]);
    assert_eq!((names(&scene), reported.len()), (vec!["clip 0"], 0));
    // Clips with the same number of bones are used.
    let (scene, _) = scene_with_files(&alone, vec![clips()]);
    assert_eq!(names(&scene), ["sk2anim 0", "sk2anim 1"]);
}

#[test]
fn unmatched_parts_stay_rigid_on_their_parents() {
    let mut files = named();
    // Three matches out of four are enough.
    files[2].1 = header(&["GLIF_HEAD", "GLIF_PELVIS", "GLIF_RIGHT_HOOK", "GLIF_RIGHT_ARM"]);
    let (scene, _) = scene_with_files(&SKATER.bytes(), files);
    let [rest, _] =
        [&scene.animations[0], &scene.animations[1]].map(|a| a.data.decode().tracks.len());
    assert_eq!(rest, BONES);
    let clip = scene.animations[1].data.decode();
    assert_eq!(clip.tracks.len(), BONES - 1);
    let found = places(&scene, &SKATER, 6);
    let own = [0, 1, 2].map(|axis| f64::from(home(1)[axis] - home(2)[axis]));
    let length = own.iter().map(|v| v * v).sum::<f64>().sqrt() / 16.0;
    assert!((f64::from(found[1].distance(found[2])) - length).abs() < 1e-3);
}
