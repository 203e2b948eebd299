//! Field models: `.hrc`, `.rsd`, `.a`.

use glam::{Mat4, Vec3};
use gouraud::formats::Records;
use gouraud::formats::ff7::pc::a::{Frame, Rotation, Translation};
use gouraud::scene::Scene;
use gouraud_testing::build::ff7::pc::field;

use super::{assert_sound, count, open, problems, small};

fn world(scene: &Scene) -> Vec<Mat4> {
    let mut all: Vec<Mat4> = Vec::new();
    for node in &scene.nodes {
        let above = node.parent.map_or(Mat4::IDENTITY, |parent| all[parent.index()]);
        all.push(above * node.local);
    }
    all
}

#[test]
fn reads_skeleton_with_comments_and_blank_lines() {
    let document = open("anything", small::SKELETON.as_bytes());
    assert_eq!((document.format.id, count(&document, "bones")), ("ff7.pc.hrc", 3));
    assert_sound(&document);
    let value = |path: &str| {
        let id = document.tree.find(path).unwrap_or_else(|_| panic!("{path}"));
        gouraud::bytes::display_value(&document.tree.field(&id).unwrap(), &document.source)
    };
    assert_eq!(value("directives[1].value"), "\"someone\"");
    assert_eq!(value("bones[1].name"), "\"chest\"");
    assert_eq!(value("bones[1].resources[1].text"), "\"AAAB\"");
    let (scene, messages) = super::scene(&small::character(), "aaaa.hrc");
    assert_eq!(messages, [""; 0]);
    let bones: Vec<_> = scene.skeletons[0].bones.iter().collect();
    let names: Vec<&str> = bones.iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!(
        (names, scene.skeletons[0].name.as_str()),
        (vec!["hip", "chest", "head"], "someone")
    );
    // The bone has one resource and two are below it; one texture is shared.
    let meshes = scene.nodes.iter().filter(|node| node.mesh.is_some()).count();
    assert_eq!((meshes, scene.textures.len()), (3, 1));
    let names: Vec<&str> = scene.animations.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["aada", "aadb"], "the animation of four bones does not match");
}

/// Example V11 of the document.
#[test]
fn skeleton_without_bones_has_one() {
    let text = ":HEADER_BLOCK 2\n:SKELETON x\n:BONES 0\n\nnull\nroot\n0.0\n1 AAAB\n";
    let document = open("x.hrc", text.as_bytes());
    assert_eq!(count(&document, "bones"), 1);
    assert_sound(&document);
    let mut files = small::character();
    files.push(("aaka.hrc", text.as_bytes().to_vec()));
    let still =
        Frame { root_translation: Translation { x: 0.0, y: 1.0, z: 0.0 }, ..Frame::default() };
    files.push(("aazz.a", field(vec![still]).write().unwrap()));
    let (scene, messages) = super::scene(&files, "aaka.hrc");
    assert_eq!((messages.len(), scene.meshes.len()), (0, 1));
    let names: Vec<&str> = scene.animations.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["aazz"]);
}

/// V9 and V10: 72 bytes, and a pose worked out by hand.
#[test]
fn pose_reverses_bone_lengths_of_battle_models() {
    let turn = |x| Rotation { x, y: 0.0, z: 0.0 };
    let one = Frame { rotations: vec![turn(0.0)], ..Frame::default() };
    let bytes = field(vec![one]).write().unwrap();
    assert_eq!(bytes.len(), 72);
    assert_sound(&open("anything", &bytes));
    let text = ":HEADER_BLOCK 2\n:SKELETON x\n:BONES 2\n\nhip\nroot\n5\n0\n\nchest\nhip\n4\n0\n";
    let frame = Frame {
        root_translation: Translation { x: 0.0, y: 10.0, z: 0.0 },
        rotations: vec![turn(90.0), turn(0.0)],
        ..Frame::default()
    };
    let animation = field(vec![frame]).write().unwrap();
    let (scene, _) =
        super::scene(&vec![("x.hrc", text.as_bytes().to_vec()), ("y.a", animation)], "x.hrc");
    let places: Vec<Vec3> = world(&scene).iter().map(|own| own.w_axis.truncate()).collect();
    // The file's (0, -10, 0) and (0, -5, 0), with y pointing up.
    assert!((places[1] - Vec3::new(0.0, 10.0, 0.0)).length() < 1e-5, "{places:?}");
    assert!((places[2] - Vec3::new(0.0, 5.0, 0.0)).length() < 1e-5, "{places:?}");
    // A key maps to its bytes, and they map back.
    let data = &scene.animations[0].data;
    let key = data.key(2, 0).unwrap();
    assert_eq!(
        (key.path.as_str(), key.span.start, key.span.len),
        ("frames[0].rotations[1]", 72, 12)
    );
    let (frame, node) = data.moment("frames[0].rotations[1].x").unwrap();
    assert_eq!((frame, node.map(|node| node.index())), (0, Some(2)));
}

#[test]
fn animations_keep_stored_angles() {
    let turn = |x, y, z| Rotation { x, y, z };
    let frames = [0.0, 30.0].map(|more| Frame {
        root_rotation: turn(180.0 + more, 0.0, 5.5),
        rotations: vec![turn(90.0, 400.0, -10.0 - more), turn(1.0, 2.0, 3.0 + more)],
        ..Frame::default()
    });
    let text = ":HEADER_BLOCK 2\n:SKELETON x\n:BONES 2\n\nhip\nroot\n5\n0\n\nchest\nhip\n4\n0\n";
    let animation = field(frames.to_vec()).write().unwrap();
    let files = vec![("x.hrc", text.as_bytes().to_vec()), ("y.a", animation)];
    let (scene, _) = super::scene(&files, "x.hrc");
    let clip = scene.animations[0].data.decode();
    let angles: Vec<_> = clip.tracks.iter().map(|track| track.angles.clone()).collect();
    assert_eq!(
        angles,
        [
            vec![[180.0, 0.0, 5.5], [210.0, 0.0, 5.5]],
            vec![[90.0, 400.0, -10.0], [90.0, 400.0, -40.0]],
            vec![[1.0, 2.0, 3.0], [1.0, 2.0, 33.0]],
        ]
    );
}

#[test]
fn shows_animation_on_first_matching_skeleton() {
    let (scene, messages) = super::scene(&small::character(), "aadb.a");
    assert_eq!((scene.animations.len(), scene.animations[0].name.as_str()), (1, "aadb"));
    assert_eq!(messages, ["displayed on aaaa.hrc, the first skeleton with 3 bones"]);
    let (scene, messages) = super::scene(&small::character(), "aadc.a");
    assert_eq!(
        (scene.nodes.len(), messages),
        (0, vec!["no companion skeleton with 4 bones".to_owned()])
    );
}

#[test]
fn resource_shows_mesh_with_textures() {
    let document = open("anything", small::RESOURCE.as_bytes());
    assert_eq!(document.format.id, "ff7.pc.rsd");
    assert_sound(&document);
    let (scene, messages) = super::scene(&small::character(), "aaab.rsd");
    assert_eq!((messages.len(), scene.meshes.len(), scene.textures.len()), (0, 1, 1));
    let (scene, messages) = super::scene(&vec![("aaab.rsd", small::RESOURCE.into())], "aaab.rsd");
    assert_eq!(
        (scene.meshes.len(), messages),
        (0, vec!["companion file not found: AAAC.p".to_owned()])
    );
}

#[test]
fn reports_inconsistent_texts() {
    let reported = |text: &str| {
        let document = super::open_as("ff7.pc.hrc", "x.hrc", text.as_bytes());
        gouraud_testing::exercise(gouraud::formats::all(), "x.hrc", text.as_bytes());
        assert_eq!(document.content.write().as_deref(), Ok(text.as_bytes()));
        problems(&document)
    };
    assert_eq!(reported(":BONES 3\na\nroot\n1\n0\n"), ["warning 0x7 directives[0].value"]);
    assert_eq!(reported(":BONES 1\na\nb\n1\n0\n"), ["warning 0xb bones[0].parent"]);
    assert_eq!(reported(":BONES 1\na\nroot\nlong\n0\n"), ["warning 0x10 bones[0].length"]);
    assert_eq!(reported(":BONES 1\na\nroot\n1\n3 X Y\n"), ["warning 0x12 bones[0].resource_count"]);
    assert_eq!(reported(":BONES 1\na\nroot\n1\nX Y\n"), ["warning 0x12 bones[0].resource_count"]);
    assert_eq!(reported(":BONES 1\na\nroot\n"), ["warning 0x9 bones[0].name"]);
    // Of two bones with the same name, the latest one before the child is its parent.
    let text = ":BONES 3\na\nroot\n1\n0\na\na\n2\n0\nb\na\n3\n0\n";
    let (scene, _) = super::scene(&vec![("x.hrc", text.into())], "x.hrc");
    let parents: Vec<_> =
        scene.skeletons[0].bones.iter().map(|bone| bone.parent.map(|own| own.index())).collect();
    assert_eq!(parents, [None, Some(0), Some(1)]);
}

#[test]
fn inconsistent_animations_keep_complete_frames() {
    let bytes = field(small::frames(3, 3)).write().unwrap();
    let cut = super::open_as("ff7.pc.field_animation", "x.a", &bytes[..bytes.len() - 1]);
    assert_eq!((count(&cut, "frames"), cut.content.write().is_err()), (2, true));
    let mut more = bytes.clone();
    more[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(count(&super::open_as("ff7.pc.field_animation", "x.a", &more), "frames"), 3);
    let mut order = bytes.clone();
    order[12..15].copy_from_slice(&[0, 1, 2]);
    assert_eq!(problems(&open("x.a", &order)), ["warning 0xc head.rotation_order"]);
    let mut invalid = bytes;
    invalid[36..40].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(problems(&open("x.a", &invalid)), ["warning 0x24 frames[0]"]);
}
