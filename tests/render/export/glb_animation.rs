//! Hierarchies, skins, morph targets, animations and variants in GLB files.

use gltf::animation::util::ReadOutputs;
use gltf::animation::{Interpolation, Property};
use gouraud::scene::Id;

use super::*;
use gouraud_testing::puppet::{ARM, CLUB, OTHER_ARM, RATE, SKINNED, SWORD, fall, puppet, wave};

/// World transform of every node, at a key of an animation if one is named.
fn world(glb: &Glb, key: Option<(&str, usize)>) -> BTreeMap<usize, Mat4> {
    let mut locals: BTreeMap<usize, (Vec3, glam::Quat, Vec3)> = BTreeMap::new();
    for node in glb.document.nodes() {
        let (t, r, s) = node.transform().decomposed();
        locals.insert(node.index(), (t.into(), glam::Quat::from_array(r), s.into()));
    }
    let animations = || glb.document.animations();
    let animation = key.map(|(name, at)| {
        (animations().find(|animation| animation.name() == Some(name)).expect(name), at)
    });
    if let Some((animation, at)) = animation {
        for channel in animation.channels() {
            let outputs = channel.reader(|_| Some(&glb.blob)).read_outputs().unwrap();
            let place = locals.get_mut(&channel.target().node().index()).unwrap();
            match outputs {
                ReadOutputs::Translations(mut all) => place.0 = all.nth(at).unwrap().into(),
                ReadOutputs::Rotations(all) => {
                    place.1 = glam::Quat::from_array(all.into_f32().nth(at).unwrap());
                }
                ReadOutputs::Scales(mut all) => place.2 = all.nth(at).unwrap().into(),
                ReadOutputs::MorphTargetWeights(_) => panic!("nothing animates weights"),
            }
        }
    }
    let mut found = BTreeMap::new();
    let mut open: Vec<(usize, Mat4)> = glb
        .document
        .scenes()
        .flat_map(|s| s.nodes())
        .map(|n| (n.index(), Mat4::IDENTITY))
        .collect();
    while let Some((index, parent)) = open.pop() {
        let (t, r, s) = locals[&index];
        let own = parent * Mat4::from_scale_rotation_translation(s, r, t);
        found.insert(index, own);
        let node = glb.document.nodes().nth(index).unwrap();
        open.extend(node.children().map(|child| (child.index(), own)));
    }
    found
}

fn index(glb: &Glb, name: &str) -> usize {
    glb.node(name).index()
}

#[test]
fn every_animation_frame_equals_the_pose_of_the_scene() {
    let scene = puppet();
    let glb = Glb::of(&scene);
    for (name, clip) in [("wave", wave()), ("fall", fall())] {
        for frame in 0..clip.frames {
            let posed = scene.posed_transforms(&clip.pose(frame as f32, false, false));
            let written = world(&glb, Some((name, frame as usize)));
            for (node, wanted) in scene.nodes.iter().zip(posed) {
                let found = written[&index(&glb, &node.name)];
                assert!(found.abs_diff_eq(wanted, 1e-5), "{name} {frame} {}: {found}", node.name);
            }
        }
    }
}

/// A file of the demo with bones, seams between them, and clips.
fn skater() -> Scene {
    let library = gouraud::library::Library::new();
    let scene = library.open("demo//skater.psx", None).unwrap().scene(&library).unwrap();
    Scene::clone(&scene)
}

#[test]
fn writes_character_clips_as_displayed() {
    let scene = skater();
    let glb = Glb::of(&scene);
    assert_eq!(glb.document.animations().count(), scene.animations.len());
    for animation in &scene.animations {
        let clip = animation.data.decode();
        for frame in [0, clip.frames / 2, clip.frames - 1] {
            let posed = scene.posed_transforms(&clip.pose(frame as f32, false, true));
            let written = world(&glb, Some((&animation.name, frame as usize)));
            for (node, wanted) in scene.nodes.iter().zip(posed) {
                let found = written[&index(&glb, &node.name)];
                let (name, node) = (&animation.name, &node.name);
                assert!(found.abs_diff_eq(wanted, 1e-3), "{name} {frame} {node}: {found}");
            }
        }
    }
    assert_eq!(glb.document.skins().count(), 6, "stitched models are skins");
}

#[test]
fn animations_have_their_keys_and_duration() {
    let glb = Glb::of(&puppet());
    let names: Vec<_> = glb.document.animations().map(|a| a.name().unwrap()).collect();
    assert_eq!(names, ["wave", "fall"]);
    for (animation, clip) in glb.document.animations().zip([wave(), fall()]) {
        for channel in animation.channels() {
            assert_eq!(channel.sampler().interpolation(), Interpolation::Step);
            let times: Vec<f32> =
                channel.reader(|_| Some(&glb.blob)).read_inputs().unwrap().collect();
            let wanted: Vec<f32> = (0..=clip.frames).map(|frame| frame as f32 / RATE).collect();
            assert_eq!(times, wanted);
        }
        let turns = animation.channels().filter(|c| c.target().property() == Property::Rotation);
        assert_eq!(turns.count(), clip.tracks.len(), "one for each track");
    }
    let moves = glb.document.animations().next().unwrap();
    let places = moves.channels().filter(|c| c.target().property() == Property::Translation);
    let nodes: Vec<usize> = places.map(|channel| channel.target().node().index()).collect();
    assert_eq!(nodes, [index(&glb, "root")], "only the root leaves its place");
    let facts = extras(glb.document.animations().nth(1).unwrap().extras());
    assert_eq!((&facts["frames"], &facts["looped"]), (&3.into(), &false.into()));
}

#[test]
fn rigid_parts_are_children_of_bones_and_stay_mirrored() {
    let scene = puppet();
    let glb = Glb::of(&scene);
    let [arm, other] = [ARM, OTHER_ARM].map(|node| glb.node(&scene.nodes[node.index()].name));
    assert_eq!(arm.mesh().unwrap().index(), other.mesh().unwrap().index());
    let world = world(&glb, None);
    assert!(world[&arm.index()].determinant() > 0.0 && world[&other.index()].determinant() < 0.0);
    assert_eq!(extras(other.extras())["bone"], "arm.l");
}

#[test]
fn a_skin_at_rest_gives_the_mesh_and_moves_with_its_joints() {
    let mut scene = puppet();
    scene.metres_per_unit = Some(0.01);
    let glb = Glb::of(&scene);
    let holder = glb.document.nodes().find(|node| node.skin().is_some()).unwrap();
    assert_eq!(holder.transform().matrix(), Mat4::IDENTITY.to_cols_array_2d());
    assert!(glb.document.default_scene().unwrap().nodes().any(|n| n.index() == holder.index()));
    let skin = holder.skin().unwrap();
    let joints: Vec<_> = skin.joints().map(|joint| joint.name().unwrap()).collect();
    assert_eq!((joints.as_slice(), skin.name()), (&["body", "tip"][..], Some("puppet")));
    let binds: Vec<Mat4> = skin
        .reader(|_| Some(&glb.blob))
        .read_inverse_bind_matrices()
        .unwrap()
        .map(|matrix| Mat4::from_cols_array_2d(&matrix))
        .collect();
    for key in [None, Some(("wave", 2))] {
        let pose = key.map_or(Pose::default(), |(_, at)| wave().pose(at as f32, false, false));
        let wanted = Posed::new(&scene, &pose);
        let world = world(&glb, key);
        if key.is_none() {
            for (joint, bind) in skin.joints().zip(&binds) {
                assert!((world[&joint.index()] * *bind).abs_diff_eq(Mat4::IDENTITY, 1e-5));
            }
        }
        let primitive = holder.mesh().unwrap().primitives().next().unwrap();
        let reader = primitive.reader(|_| Some(&glb.blob));
        let joints = reader.read_joints(0).unwrap().into_u16();
        let weights = reader.read_weights(0).unwrap().into_f32();
        let placed: Vec<Vec3> = glb
            .positions(&primitive)
            .into_iter()
            .zip(joints.zip(weights))
            .map(|(position, (joints, weights))| {
                let parts = joints.iter().zip(weights).map(|(joint, weight)| {
                    let node = skin.joints().nth(usize::from(*joint)).unwrap().index();
                    let joint = world[&node] * binds[usize::from(*joint)];
                    joint.transform_point3(position) * weight
                });
                parts.sum()
            })
            .collect();
        for place in placed {
            let near =
                wanted.positions(&scene, SKINNED).iter().any(|p| p.distance(place * 100.0) < 1e-3);
            assert!(near, "{place} is not among the posed positions");
        }
    }
}

#[test]
fn morph_targets_have_names_and_offsets() {
    let scene = puppet();
    let pose = Pose { morphs: vec![(SKINNED, 1, 0.5)], ..Pose::default() };
    let files = files(&scene, Options { pose, ..only(&[kind("glb")]) });
    let glb = Glb::new(files.values().next().unwrap());
    let mesh = glb.mesh("tail");
    assert_eq!(extras(mesh.extras())["targetNames"], serde_json::json!(["long", "bent"]));
    assert_eq!(mesh.weights(), Some(&[0.0, 0.5][..]));
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(&glb.blob));
    let targets: Vec<Vec<[f32; 3]>> =
        reader.read_morph_targets().map(|(positions, _, _)| positions.unwrap().collect()).collect();
    for ((at, long), bent) in glb.positions(&primitive).iter().zip(&targets[0]).zip(&targets[1]) {
        let upper = if at.y > 1.0 { 1.0 } else { 0.0 };
        assert_eq!((*long, *bent), ([0.0, upper, 0.0], [0.0, 0.0, upper]));
    }
}

#[test]
fn unchosen_options_have_zero_scale() {
    let scene = puppet();
    let size = |glb: &Glb, name: &str| {
        let world = world(glb, None);
        let node = glb.document.nodes().find(|n| n.mesh().and_then(|m| m.name()) == Some(name));
        world[&node.expect(name).index()].determinant()
    };
    let glb = Glb::of(&scene);
    assert_eq!((size(&glb, "sword"), size(&glb, "club")), (1.0, 0.0));
    let hidden = glb.node("club").children().next().unwrap();
    assert_eq!(extras(hidden.extras())["visible"], false);
    let other = Options { variants: vec![Some(Id::new(1))], ..only(&[kind("glb")]) };
    let glb = Glb::new(files(&scene, other).values().next().unwrap());
    assert_eq!((size(&glb, "sword"), size(&glb, "club")), (0.0, 1.0));
}

#[test]
fn scene_of_everything_contains_hidden_skins() {
    let mut scene = puppet();
    scene.variants[0].options[1].nodes.push(puppet::TAIL);
    let glb = Glb::of(&scene);
    let skinned = glb.document.nodes().find(|node| node.skin().is_some()).unwrap().index();
    let has: Vec<bool> = glb
        .document
        .scenes()
        .map(|scene| scene.nodes().any(|node| node.index() == skinned))
        .collect();
    assert_eq!(has, [false, true]);
}

#[test]
fn single_models_have_no_bones() {
    let scene = puppet();
    let choice = Choice::These(vec![Subject::Model(SKINNED)]);
    let glb = Glb::new(
        files(&scene, Options { choice, ..only(&[kind("glb")]) }).values().next().unwrap(),
    );
    assert_eq!((glb.document.skins().count(), glb.document.animations().count()), (0, 0));
    let primitive = glb.mesh("tail").primitives().next().unwrap();
    assert!(primitive.get(&Semantic::Joints(0)).is_none());
    assert_eq!(primitive.morph_targets().count(), 2);
}

#[test]
fn broken_skins_and_tracks_become_valid() {
    let mut scene = puppet();
    let skin = scene.meshes[SKINNED.index()].skin.as_mut().unwrap();
    skin.joints[1].node = skin.joints[0].node;
    skin.joints[0].inverse_bind = Mat4::from_cols_array(&[f32::NAN; 16]);
    skin.joints.push(Joint { node: Id::new(999), inverse_bind: Mat4::IDENTITY });
    skin.influences.truncate(5);
    skin.influences[0] = [Influence { joint: 2, weight: 0.3 }; 4];
    skin.influences[1] = [Influence { joint: 77, weight: f32::INFINITY }; 4];
    scene.meshes[SKINNED.index()].morphs[0].deltas.truncate(1);
    scene.animations[1].rate = 0.0;
    let folder = tempfile::tempdir().unwrap();
    let report = run(&scene, only(&[kind("glb")]), folder.path());
    assert!(report.notes.iter().any(|note| note.contains("fall: no frame rate")));
    let glb = Glb::new(read_folder(folder.path()).values().next().unwrap());
    let joints: Vec<usize> =
        glb.document.skins().next().unwrap().joints().map(|joint| joint.index()).collect();
    assert_eq!(joints.iter().collect::<BTreeSet<_>>().len(), joints.len(), "each joint once");
    let skinned = glb.document.nodes().find(|node| node.skin().is_some()).unwrap();
    for primitive in skinned.mesh().unwrap().primitives() {
        let reader = primitive.reader(|_| Some(&glb.blob));
        for weights in reader.read_weights(0).unwrap().into_f32() {
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        let largest = reader.read_joints(0).unwrap().into_u16().flatten().max().unwrap();
        assert!(usize::from(largest) < joints.len());
    }
}

#[test]
fn json_lists_animations_with_stored_angles() {
    let scene = puppet();
    let files = files(&scene, only(&[kind("json")]));
    let facts: serde_json::Value = serde_json::from_slice(&files["puppet.json"]).unwrap();
    let waving = &facts["animations"][0];
    assert_eq!((&waving["name"], &waving["offset"]), (&"wave".into(), &0x1000.into()));
    let (frames, bones, rate) = (&waving["frames"], &waving["bones"], &waving["rate"]);
    assert_eq!((frames, bones, rate), (&4.into(), &5.into(), &15.0.into()));
    assert_eq!(waving["bone_names"][3], "arm.l");
    assert_eq!(waving["angles"].as_array().unwrap().len(), 4);
    assert_eq!(waving["angles"][2][3], serde_json::json!([512, 0, -(OTHER_ARM.number() as i32)]));
    let others = waving["others"].as_array().unwrap();
    assert_eq!((others.len(), &others[1]["name"]), (2, &"club".into()));
    assert_eq!(others[0]["angles"][1], serde_json::json!([256, 0, -(SWORD.number() as i32)]));
    let falling = &facts["animations"][1];
    assert_eq!((&falling["frames"], &falling["decoded_frames"]), (&3.into(), &2.into()));
    assert_eq!(facts["skeletons"][0]["bones"][1]["tail"], serde_json::json!([0.0, 2.0, 0.0]));
    assert_eq!(facts["variants"][0]["options"][1]["name"], "club");
}

#[test]
fn obj_has_the_current_pose_and_chosen_options() {
    let scene = puppet();
    let text = |options| {
        let files = files(&scene, options);
        String::from_utf8(files["puppet.obj"].clone()).unwrap()
    };
    let rest = text(only(&[kind("obj")]));
    assert!(rest.contains("o sword") && !rest.contains("o club"));
    let pose = wave().pose(2.0, false, false);
    let posed = text(Options { pose: pose.clone(), variants: vec![None], ..only(&[kind("obj")]) });
    assert!(!posed.contains("o sword") && !posed.contains("o club"));
    let posed_scene = Posed::new(&scene, &pose);
    let tip = posed_scene.positions(&scene, SKINNED)[0];
    let lines: Vec<Vec3> = posed
        .lines()
        .filter_map(|line| line.strip_prefix("v "))
        .map(|line| {
            let numbers: Vec<f32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            Vec3::from_slice(&numbers[..3])
        })
        .collect();
    assert!(lines.iter().any(|place| place.distance(tip) < 1e-5));
    let hand = posed_scene.placed()[CLUB.index()].transform_point3(Vec3::new(0.4, 1.5, 0.4));
    assert!(lines.iter().all(|place| place.distance(hand) > 1e-3));
}
