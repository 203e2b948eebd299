//! Clips: decoding, effect on the scene, and damage.

use glam::Vec3;
use gouraud::bytes::{FieldKind, Value};
use gouraud::container::Context;
use gouraud::formats::neversoft::psx::animation::{
    Animations, ClipEntry, Coding, Matrix, Rotation,
};
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, tag};
use gouraud::formats::neversoft::psx::records::File;
use gouraud::scene::{Id, Pose, Posed, Scene};

use super::figure::{
    self, BONES, Frame, apply, clips_at, dance, matrix_of, open, origin, scene_with_files,
};
use gouraud_testing::build::psx::{push_matrices, push_packed};

use super::fixture::{fully_covered, records, rewritten, scene, warnings};

fn animations(file: &File) -> &Animations {
    file.last_chunk(Chunk::animations).unwrap()
}

/// Expected position of a bone's point in a frame, computed only from section 16.4, in the scene's axes.
fn expected_position(frame: &Frame, bone: usize, point: [f64; 3]) -> Vec3 {
    let [rx, ry, rz, ..] = frame[bone];
    let (origin, turned) = (origin(frame, bone), apply(matrix_of([rx, ry, rz]), point));
    let [x, y, z] = [0, 1, 2].map(|axis| ((origin[axis] + turned[axis]) / 16.0) as f32);
    Vec3::new(x, -y, -z)
}

/// Node of an object.
fn node(scene: &Scene, object: usize) -> usize {
    let path = format!("objects[{object}]");
    scene.nodes.iter().position(|node| node.origin.path == path).unwrap()
}

/// Checks that every bone in every frame has the transform expected by section 16.4.
#[track_caller]
fn assert_dance(scene: &Scene, frames: &[Frame], near: f32) {
    let clip = scene.animations[0].data.decode();
    assert_eq!(clip.frames as usize, frames.len());
    for (index, frame) in frames.iter().enumerate() {
        let posed = Posed::new(scene, &clip.pose(index as f32, false, true));
        for bone in 0..BONES {
            for point in [[0.0; 3], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0], [0.0, 0.0, 100.0]] {
                let [x, y, z] = point.map(|v: f64| (v / 16.0) as f32);
                let found = posed.bones()[node(scene, bone)].transform_point3(Vec3::new(x, -y, -z));
                let expected = expected_position(frame, bone, point);
                assert!(found.distance(expected) < near, "{index}, {bone}: {found} {expected}");
            }
        }
    }
}

#[test]
fn packed_clips_place_bones_by_section_16_4() {
    let scene = scene(&figure::packed().write().unwrap());
    let frames = dance(9);
    assert_dance(&scene, &frames, 1e-3);
    assert_eq!(scene.animations.len(), 2);
    let clip = scene.animations[0].data.decode();
    // Tracks are the skeleton's bones and keep the stored angles.
    let bones = &scene.skeletons[0].bones;
    for (track, bone) in clip.tracks.iter().zip(bones) {
        assert_eq!(track.node, bone.node);
        let object: usize = (0..BONES).find(|o| node(&scene, *o) == bone.node.index()).unwrap();
        let [x, y, z, ..] = frames[4][object].map(f32::from);
        assert_eq!(track.angles[4], [x, y, z]);
    }
    assert_eq!(open(&figure::packed().write().unwrap()).counts.get("bones"), Some(4));
}

#[test]
fn plain_clips_store_positions_in_the_model() {
    let file = figure::plain(9, 0);
    // Rounding error: half a sixteenth per axis.
    assert_dance(&scene(&file.write().unwrap()), &dance(9), 0.07);
    let clip = scene(&file.write().unwrap()).animations[0].data.decode();
    assert!(clip.tracks.iter().all(|track| track.angles.is_empty()));
}

#[test]
fn omitted_frames_are_interpolated() {
    // 0, 3 and 6 are stored; 7 and 8 lead back to 0.
    let file = figure::plain(9, 2);
    let bytes = file.write().unwrap();
    let animations = animations(&file);
    let keys = animations.decode(&animations.clips[0], usize::MAX);
    let stored = |frame: usize| figure::stored_frame(&dance(9)[frame])[2];
    let numbers = |frame: usize| {
        let key = keys[2][frame];
        let Rotation::Matrix(rotation) = key.rotation else { panic!("a plain clip") };
        Matrix { rotation, translation: key.translation }
    };
    assert_eq!((keys.len(), keys[0].len()), (BONES, 9));
    assert_eq!([0, 3, 6].map(numbers), [0, 3, 6].map(stored));
    assert_eq!(numbers(4), stored(3).towards(&stored(6), 4096 / 3));
    assert_eq!(numbers(8), stored(6).towards(&stored(0), 2 * 4096 / 3));
    let reported = open(&bytes).problems.iter().map(|p| p.to_string()).collect::<Vec<_>>();
    assert!(
        reported
            .iter()
            .any(|s| s.contains("clips[0].tween") && s.contains("interpolates to the first"))
    );
    // Seven frames end with a stored one, so that nothing is interpolated after it.
    let seven = open(&figure::plain(7, 2).write().unwrap());
    assert!(seven.problems.iter().all(|p| !p.field.contains("tween")));
}

#[test]
fn rest_pose_is_that_of_the_objects() {
    let bytes = figure::packed().write().unwrap();
    let found = scene(&bytes);
    let still = scene(&figure::bones().finish().unwrap().write().unwrap());
    for rest in [&found, &still] {
        let posed = Posed::at_rest(rest);
        for (object, stored) in records(&bytes).objects.iter().enumerate() {
            let place = posed.bones()[node(rest, object)];
            assert!(place.w_axis.truncate().distance(stored.position.to_scene()) < 1e-5);
            let mesh = rest.nodes[node(rest, object)].mesh.unwrap();
            let own = &rest.meshes[mesh.index()].positions;
            let shown = posed.positions(rest, mesh);
            let placed = posed.placed()[node(rest, object)];
            for (own, shown) in own.iter().zip(shown) {
                let (a, b) = (place.transform_point3(*own), placed.transform_point3(*shown));
                assert!(a.distance(b) < 1e-5, "{a} {b}");
            }
        }
    }
    assert!(still.animations.is_empty() && still.skeletons[0].bones.len() == BONES);
    let parents = found.skeletons[0].bones.iter().map(|bone| bone.parent.map(Id::number));
    assert_eq!(parents.collect::<Vec<_>>(), [None, Some(0), Some(1), Some(0)]);
}

#[test]
fn stitched_vertices_follow_their_bone() {
    let scene = scene(&figure::packed().write().unwrap());
    let frames = dance(9);
    let pose = scene.animations[0].data.decode().pose(6.0, false, true);
    let posed = Posed::new(&scene, &pose);
    let skins: Vec<bool> = scene.meshes.iter().map(|mesh| mesh.skin.is_some()).collect();
    assert_eq!(skins, [false, false, true, false]);
    // Upper left, upper right, lower left, lower right of the arm; the left corners belong to the body.
    let arm = posed.positions(&scene, Id::new(2));
    let body =
        [[64.0, -96.0, 0.0], [64.0, 64.0, 0.0]].map(|at| expected_position(&frames[6], 0, at));
    let own =
        [[16.0, -32.0, 0.0], [16.0, 160.0, 0.0]].map(|at| expected_position(&frames[6], 2, at));
    for (found, expected) in arm.iter().zip([body[0], own[0], body[1], own[1]]) {
        assert!(found.distance(expected) < 1e-3, "{found} {expected}");
    }
}

#[test]
fn both_kinds_of_clips_are_covered_and_round_trip() {
    for file in [figure::packed(), figure::plain(9, 0), figure::plain(9, 2)] {
        let bytes = file.write().unwrap();
        assert_eq!(warnings(&bytes), [""; 0]);
        assert!(fully_covered(&bytes));
        assert_eq!(rewritten(&bytes), bytes);
        assert_eq!(animations(&records(&bytes)), animations(&file));
    }
}

#[test]
fn character_field_tree() {
    let mut builder = figure::bones();
    builder.packed_clip(&dance(5));
    let packed = builder.finish().unwrap().write().unwrap();
    let text = gouraud_testing::fields::text(&open(&packed).tree);
    let chunks = text.lines().skip_while(|line| !line.contains("chunks: "));
    let chunks: Vec<&str> = chunks.take_while(|line| !line.contains("chunks_end")).collect();
    insta::assert_snapshot!(chunks.join("\n"));
}

#[test]
fn added_clip_reads_back_and_moves_the_others() {
    let mut file = records(&figure::packed().write().unwrap());
    let chunks = &mut file.library.as_mut().unwrap().chunks;
    let Some(Chunk { body: Body::Animation(clips), .. }) = chunks.last_mut() else { panic!() };
    push_packed(clips, &dance(4)).unwrap();
    let bytes = file.write().unwrap();
    let again = records(&bytes);
    assert_eq!(animations(&again), animations(&file));
    assert!(fully_covered(&bytes));
    let decode = |file: &File, at: usize| {
        let animations = animations(file);
        animations.decode(&animations.clips[at], usize::MAX)
    };
    assert_eq!(decode(&again, 0), decode(&figure::packed(), 0));
    assert_eq!((decode(&again, 2)[0].len(), again.objects.len()), (4, BONES));
    let mut clips = animations(&again).clone();
    assert!(push_packed(&mut clips, &[vec![[0; 6]; 3]]).is_err(), "different number of bones");
    assert!(push_packed(&mut clips, &[]).is_err());
    assert!(push_matrices(&mut clips, 1, 0, &[]).is_err());
}

#[test]
fn keys_and_fields_reference_each_other() {
    let bytes = figure::packed().write().unwrap();
    let document = open(&bytes);
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let tree = &document.tree;
    let field = |path: &str| {
        let id = tree.find(path).unwrap_or_else(|miss| panic!("{miss}"));
        tree.field(&id).unwrap()
    };
    let data = &scene.animations[0].data;
    let chunk = "chunks[1].data[0]";
    // The second track is the first of the skeleton's other bones: the arm.
    let key = data.key(1, 3).unwrap();
    assert_eq!(key.path, format!("{chunk}.bones[2]"));
    assert_eq!(field(&key.path).span, key.span);
    let stream = field(&format!("{chunk}.bones[2].rotation_x"));
    assert!(stream.meaning.starts_with("9 samples: 0 120 240 360"), "{}", stream.meaning);
    let interval = field(&format!("{chunk}.bones[2].rotation_x.interval"));
    assert_eq!(interval.kind, FieldKind::Bits);
    let Value::Int(interval) = interval.value else { panic!() };
    let arm = Some(Id::at(node(&scene, 2)));
    let first = data.moment(&format!("{chunk}.bones[2].rotation_x.keys[0].step"));
    assert_eq!(first, Some((interval.min(8) as u32, arm)));
    assert_eq!(data.moment(&format!("{chunk}.bones[2]")), Some((0, arm)));
    assert_eq!(data.moment("chunks[1].data[1].bones[2]"), None);
    assert_eq!(data.moment(&format!("{chunk}.bones[99]")), Some((0, None)));
    // Plain clips have one field per stored frame.
    let bytes = figure::plain(9, 2).write().unwrap();
    let document = open(&bytes);
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let tree = &document.tree;
    let key = scene.animations[0].data.key(1, 5).unwrap();
    assert_eq!(key.path, "chunks[1].data[0].frames[1].bones[2]");
    let span = tree.field(&tree.find(&key.path).unwrap()).unwrap().span;
    assert_eq!((span, span.len), (key.span, 24));
    let moment = scene.animations[0].data.moment(&key.path);
    assert_eq!(moment, Some((3, Some(Id::at(node(&scene, 2))))));
}

#[test]
fn truncated_clips_show_their_complete_frames() {
    for file in [figure::packed(), figure::plain(9, 2)] {
        let whole = animations(&file).clone();
        // The only clip of the file.
        let clip = ClipEntry { offset: 12, ..whole.clips[0] };
        for cut in 0..whole.data.len() {
            let data = whole.data[..cut].into();
            let cut = Animations { clips: vec![clip], data, ..whole.clone() };
            let bytes = figure::with_clips(cut.clone());
            let extent = cut.extent(&clip);
            let scene = self::scene(&bytes);
            let shown = scene.animations[0].data.decode();
            match cut.coding {
                Coding::Streams => assert_eq!(shown.tracks.len(), extent.starts.len()),
                Coding::Matrices => {
                    // Frames after the last stored one need the first one, which exists.
                    let frames = [0, 1, 4, 9][extent.starts.len()];
                    assert_eq!(shown.frames, frames);
                }
            }
            let world = scene.posed_transforms(&shown.pose(1.0, false, true));
            assert!(world.iter().all(|matrix| matrix.is_finite()));
            let complete = extent.starts.len() == extent.wanted;
            assert_eq!(warnings(&bytes).is_empty(), complete, "{:?}", warnings(&bytes));
            assert_eq!(rewritten(&bytes), bytes);
            let coverage = open(&bytes).tree.coverage();
            assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        }
    }
}

#[test]
fn limits_the_total_number_of_frames() {
    // Constant frames: six bytes per bone.
    let mut clips = Animations::new(Coding::Streams, BONES);
    clips.data = vec![0x0F; 6 * BONES].into();
    clips.clips = clips_at(&[(0, u16::MAX); 40]);
    let bytes = figure::with_clips(clips);
    let (scene, reported) = scene_with_files(&bytes, Vec::new());
    let frames: Vec<u32> = scene.animations.iter().map(|a| a.data.decode().frames).collect();
    // 65535 frames of 4 bones, four times, then the rest of a million keys: 16.
    assert_eq!(frames[..6], [65535, 65535, 65535, 65535, 4, 0]);
    assert!(
        reported
            .iter()
            .any(|s| s.contains("clips[4]") && s.contains("only the first 4 are displayed"))
    );
    assert!(fully_covered(&bytes) && rewritten(&bytes) == bytes);
    // The other clips are links to the first.
    let tree = open(&bytes).tree;
    let link = tree.field(&tree.find("chunks[1].data[39]").unwrap()).unwrap();
    assert!(matches!(link.kind, FieldKind::Link(_)));
}

#[test]
fn overlapping_clips_are_decoded_and_reported() {
    let mut clips = animations(&figure::plain(9, 0)).clone();
    let frame = (24 * BONES) as u32;
    clips.clips = clips_at(&[(0, 9), (3 * frame, 4)]);
    let bytes = figure::with_clips(clips.clone());
    let scene = self::scene(&bytes);
    assert_eq!(scene.animations[1].data.decode().frames, 4);
    let track = |at: usize, frame: usize| scene.animations[at].data.decode().tracks[2].keys[frame];
    assert_eq!(track(1, 2), track(0, 5));
    let document = open(&bytes);
    let note = document.problems.iter().find(|p| p.field == "chunks[1].clips[1].offset").unwrap();
    assert!(note.message.contains("within the data of another"));
    assert!(fully_covered(&bytes));
    // Too many overlapping clips to check each.
    clips.clips = clips_at(&(0..200).map(|at| (at * 2, 4)).collect::<Vec<_>>());
    let bytes = figure::with_clips(clips);
    assert!(warnings(&bytes).iter().any(|s| s.contains("too many overlapping clips")));
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn reports_and_keeps_invalid_clip_offsets() {
    let mut clips = animations(&figure::packed()).clone();
    let second = clips.start(&clips.clips[1]).unwrap() as u32;
    clips.clips = clips_at(&[(0, 9), (second, 1), (0, 3), (0, 3), (0, 9), (0, 0)]);
    clips.clips[2].offset = 9;
    clips.clips[3].offset = 0x00FF_FFFF;
    clips.clips[4].tween = 3;
    let bytes = figure::with_clips(clips);
    assert!(super::fixture::reports(&bytes, "chunks[1].clips[2].offset", "in the table"));
    assert!(super::fixture::reports(&bytes, "chunks[1].clips[3].offset", "past the end"));
    let notes: Vec<String> = open(&bytes).problems.iter().map(|p| p.to_string()).collect();
    assert!(
        notes.iter().any(|s| s.contains("clips[4].tween") && s.contains("tween value is unused"))
    );
    assert!(notes.iter().any(|s| s.contains("clips[5].frames") && s.contains("without frames")));
    let names: Vec<String> = scene(&bytes).animations.iter().map(|a| a.name.clone()).collect();
    assert_eq!(names, ["clip 0", "clip 1", "clip 4"]);
    assert_eq!(rewritten(&bytes), bytes);
}

#[test]
fn warns_about_non_rotation_matrices() {
    let mut clips = Animations::new(Coding::Matrices, BONES);
    let mut frame = figure::stored_frame(&vec![[0; 6]; BONES]);
    frame[2].rotation = [4096, 0, 0, 0, 0, 0, 0, 0, -4096];
    push_matrices(&mut clips, 1, 0, &[frame]).unwrap();
    let bytes = figure::with_clips(clips);
    let field = "chunks[1].data[0].frames[0].bones[2]";
    assert!(super::fixture::reports(&bytes, field, "not a rotation matrix"));
    let clip = scene(&bytes).animations[0].data.decode();
    assert!(clip.tracks.iter().all(|track| track.keys[0].rotation.is_normalized()));
}

#[test]
fn invalid_parents_become_roots() {
    let hier = |parents: Vec<u16>| {
        let mut file = figure::packed();
        for chunk in &mut file.library.as_mut().unwrap().chunks {
            if chunk.tag == tag::HIER {
                chunk.body = Body::Hier(parents.clone());
            }
        }
        let scene = scene(&file.write().unwrap());
        let clip = scene.animations[0].data.decode();
        let world = scene.posed_transforms(&clip.pose(3.0, false, true));
        assert!(world.iter().all(|matrix| matrix.is_finite()));
        let at = |object: usize| {
            let parent = scene.nodes[node(&scene, object)].parent?.index();
            (0..BONES).find(|other| node(&scene, *other) == parent)
        };
        (0..BONES).map(at).collect::<Vec<_>>()
    };
    assert_eq!(hier(vec![9, 0, 900, 3]), [None, Some(0), None, None]);
    assert_eq!(hier(vec![0, 0]), [None, Some(0), None, None]);
    // The cycle 0 → 1 → 2 → 0 is broken at its last object.
    assert_eq!(hier(vec![1, 2, 0, 2]), [Some(1), Some(2), None, Some(2)]);
}

#[test]
fn lower_detail_is_attached_to_the_bone_of_the_higher() {
    let mut builder = figure::bones();
    let coarse = builder.model(0xB4, &[super::fixture::square(0)]);
    builder.lower_detail(3, 500, coarse);
    builder.packed_clip(&dance(3));
    let scene = scene(&builder.finish().unwrap().write().unwrap());
    let lower = scene.nodes.iter().find(|node| node.mesh == Some(Id::new(4))).unwrap();
    assert_eq!(lower.parent, Some(Id::at(node(&scene, 3))));
    assert_eq!(scene.layers[usize::from(lower.layer)].name, "Lower detail");
}

#[test]
fn lists_named_sprites_in_a_table() {
    use gouraud::formats::neversoft::psx::chunk::{Sprite, SpriteFrame};
    let mut file = figure::packed();
    let frames = [4, 7].map(|texture| SpriteFrame { runtime: 0, texture }).to_vec();
    let sprite = Sprite { name: *b"spark\0\0\0", frames };
    let chunk = Chunk::new(tag::SPRITES, Body::Sprites(vec![sprite]));
    file.library.as_mut().unwrap().chunks.push(chunk);
    let scene = scene(&file.write().unwrap());
    let table = scene.tables.iter().find(|table| table.name == "Named sprites").unwrap();
    assert_eq!(table.rows[0].cells, ["spark", "2", "4, 7"]);
}

/// A pose seen from the front, one character per body part.
fn silhouette(scene: &Scene, pose: &Pose) -> String {
    const WIDE: i32 = 56;
    const HIGH: i32 = 36;
    let posed = Posed::new(scene, pose);
    let mut rows = vec![vec![b'.'; WIDE as usize]; HIGH as usize];
    for (node, at) in scene.nodes.iter().zip(posed.placed()) {
        let Some(index) = node.mesh else { continue };
        let positions = posed.positions(scene, index);
        for face in &scene.meshes[index.index()].faces {
            for triangle in face.triangles() {
                let corner = |i: usize| {
                    let place = at.transform_point3(positions[face.corners[triangle[i]] as usize]);
                    (place.x + 14.0, 36.0 - place.y)
                };
                let [a, b, c] = [0, 1, 2].map(corner);
                let side = |p: (f32, f32), q: (f32, f32), r: (f32, f32)| {
                    (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)
                };
                for (x, y) in (0..WIDE).flat_map(|x| (0..HIGH).map(move |y| (x, y))) {
                    let at = (x as f32 * 0.75 + 0.37, y as f32 * 1.5 + 0.71);
                    let sides = [side(a, b, at), side(b, c, at), side(c, a, at)];
                    if sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0) {
                        rows[y as usize][x as usize] = b'0' + index.number() as u8;
                    }
                }
            }
        }
    }
    rows.into_iter().map(|row| String::from_utf8(row).unwrap() + "\n").collect()
}

#[test]
fn pose_in_the_middle_of_a_clip() {
    let scene = scene(&figure::packed().write().unwrap());
    let animation = &scene.animations[0];
    let clip = animation.data.decode();
    let half = animation.pose_at(&clip, clip.seconds(animation.rate) / 2.0, false);
    let rest = silhouette(&scene, &Pose::default());
    insta::assert_snapshot!(format!(
        "at rest\n{rest}\nat half time\n{}",
        silhouette(&scene, &half)
    ));
}
