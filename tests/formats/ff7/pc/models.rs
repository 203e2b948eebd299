//! Battle models and stages: `??aa`, `.d`, and their companions.

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::ff7::pc::ab::Ab;
use gouraud::formats::{Editable, ListChange, Loaded, Records};
use gouraud::scene::{Element, Surface};
use gouraud_testing::build::ff7::pc::{bone, skeleton};

use super::{assert_sound, count, open, problems, small};

/// Example V1 of the document.
#[test]
fn writes_two_bone_skeleton_in_76_bytes() {
    let bones = vec![bone(-1, -100.0, true), bone(0, -80.0, false)];
    let mut made = skeleton(bones, 0, 1, [3, 3], 1);
    made.first_weapon_section = 5;
    let bytes = made.write().unwrap();
    let head = super::words(&[0, 1, 1, 2, 0, 0, 1, 3, 5, 1, 3, 0, 0]);
    let bones =
        super::hex("FF FF FF FF 00 00 C8 C2 01 00 00 00 | 00 00 00 00 00 00 A0 C2 00 00 00 00");
    assert_eq!(bytes, [head, bones].concat());
    let document = open("anything", &bytes);
    assert_eq!((document.format.id, document.version.as_str()), ("ff7.pc.skeleton", "model"));
    assert_eq!(count(&document, "bones"), 3);
    assert_sound(&document);
}

#[test]
fn combines_meshes_textures_and_animations() {
    let (scene, messages) = super::scene(&small::battle(), "qaaa");
    assert_eq!(messages, [""; 0]);
    let bones = &scene.skeletons[0].bones;
    let names: Vec<&str> = bones.iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!(names, ["root", "bone 1", "bone 2", "bone 3"]);
    let meshes: Vec<Option<&str>> = bones
        .iter()
        .map(|bone| {
            let node = scene.nodes.get(bone.node).unwrap();
            scene.mesh_of(node).map(|mesh| mesh.name.as_str())
        })
        .collect();
    assert_eq!(meshes, [None, Some("qaam"), None, Some("qaao")]);
    assert_eq!(
        scene.animations.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(),
        ["animation 0", "animation 2", "action 0 idle", "action 1 hurt"]
    );
    // The weapon moves along with the body: four bones and itself.
    let clip = scene.animations[1].data.decode();
    assert_eq!((clip.tracks.len(), clip.frames), (5, 4));
    assert_eq!((scene.variants[0].options.len(), scene.variants[0].chosen.is_some()), (1, true));
    let field = |name| scene.face_field(name).unwrap();
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.face_values[field("bone")].get(0), Some(1));
    assert_eq!(mesh.face_values[field("group")].iter().max(), Some(1));
    let textured = mesh.faces.iter().last().unwrap();
    let material = &scene.materials[textured.material.index()];
    assert!(matches!(material.surface, Surface::Textured { .. }));
    // A face maps to its bytes in the file that contains it.
    let node = scene.nodes.find(|node| node.mesh.is_some()).unwrap();
    let face = Element::Face(gouraud::scene::FaceRef { node, face: 3 });
    assert_eq!(scene.origin(face).unwrap().path, "polygons[3]");
    assert_eq!(scene.tables[0].rows.len(), 3);
}

#[test]
fn reports_missing_companions_and_shows_the_rest() {
    let without = |removed: &[&str]| {
        let mut files = small::battle();
        files.retain(|(name, _)| !removed.contains(name));
        super::scene(&files, "qaaa")
    };
    let (scene, messages) = without(&["qaam"]);
    assert_eq!(
        (messages, scene.meshes.len()),
        (vec!["companion file not found: qaam".to_owned()], 2)
    );
    let (scene, messages) = without(&["qada"]);
    assert_eq!(
        (messages, scene.animations.len()),
        (vec!["companion file not found: qada".to_owned()], 0)
    );
    assert!(scene.skeletons[0].fallback.is_some());
    let (scene, messages) = without(&["qaac"]);
    assert_eq!(
        (messages, scene.textures.len()),
        (vec!["companion file not found: qaac".to_owned()], 0)
    );
    let (scene, messages) = without(&["qack"]);
    assert_eq!(
        (messages, scene.variants.len()),
        (vec!["companion file not found: qack".to_owned()], 0)
    );
    // Weapon numbers may have gaps.
    let mut files = small::battle();
    let (_, weapon) = files.iter().find(|(name, _)| *name == "qack").unwrap().clone();
    files.push(("qacm", weapon));
    let (scene, _) = super::scene(&files, "qaaa");
    let names: Vec<&str> = scene.variants[0].options.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["weapon 0", "weapon 2"]);
}

#[test]
fn stage_shows_existing_pieces() {
    let files = small::stage();
    let (scene, messages) = super::scene(&files, "qbaa");
    assert_eq!((messages.len(), scene.nodes.len(), scene.skeletons.len()), (0, 2, 0));
    let mut more = files.clone();
    let (_, piece) = files.iter().find(|(name, _)| *name == "qban").unwrap().clone();
    more.push(("qbao", piece));
    let (scene, messages) = super::scene(&more, "qbaa");
    assert_eq!((scene.nodes.len(), messages), (3, vec!["expected 2 parts, found 3".to_owned()]));
    let document = open("anything", &files[0].1);
    assert_eq!((document.version.as_str(), problems(&document).len()), ("stage", 0));
}

#[test]
fn invalid_parents_become_root() {
    let bones = vec![bone(0, -1.0, false), bone(5, f32::NAN, false), bone(-7, -1.0, false)];
    let bytes = skeleton(bones, 0, 0, [0, 0], 0).write().unwrap();
    let document = super::open_as("ff7.pc.skeleton", "qaaa", &bytes);
    assert_eq!(
        problems(&document),
        [
            "warning 0x34 bones[0].parent",
            "warning 0x40 bones[1].parent",
            "warning 0x44 bones[1].length",
            "warning 0x4c bones[2].parent",
        ]
    );
    assert_eq!(document.content.write().as_deref(), Ok(bytes.as_slice()));
    let (scene, _) = super::scene(&vec![("qaaa", bytes)], "qaaa");
    let parents = scene.skeletons[0].bones.iter().skip(1).map(|bone| bone.parent.unwrap().index());
    assert_eq!(parents.collect::<Vec<_>>(), [0, 0, 0]);
}

#[test]
fn settings_match_playstation_section() {
    let settings = small::settings();
    let document = open("anything", &settings);
    assert_eq!((document.format.id, document.version.as_str()), ("ff7.pc.settings", "model"));
    assert_sound(&document);
    let stage = super::open_as("ff7.pc.settings", "qbab", &[1, 5, 0, 0, 0, 0, 0, 0]);
    assert_eq!(stage.version, "stage");
    assert_sound(&stage);
}

#[test]
fn copies_and_removes_script_steps() {
    let open = |bytes: Vec<u8>| Loaded::<Ab>::open(&Source::from_bytes("qaab", bytes)).unwrap().0;
    let steps = |file: &Loaded<Ab>| -> Vec<u8> {
        let Ab::Model(settings) = &file.records else { panic!("a model's") };
        settings.scripts().next().unwrap().1.steps.iter().map(|step| step.code).collect()
    };
    let file = open(small::settings());
    assert_eq!(steps(&file), [0xC9, 0, 0xC1]);
    let second = ["scripts[0].steps[1]".to_owned()];
    let change = |change: &ListChange<'_>| file.with_list(Context::ALONE, change);
    let copied = open(change(&ListChange::Copy(&second)).unwrap());
    assert_eq!(steps(&copied), [0xC9, 0, 0, 0xC1]);
    let removed = open(change(&ListChange::Remove(&second)).unwrap());
    assert_eq!(steps(&removed), [0xC9, 0xC1]);
    assert!(change(&ListChange::Remove(&["scripts[0]".to_owned()])).is_err());
}

/// The letters of `battle.lgp` count through the numbers of the PlayStation's files.
#[test]
fn names_models_and_stages_like_playstation_files() {
    let model = skeleton(vec![bone(-1, -100.0, false)], 0, 0, [0, 0], 0).write().unwrap();
    let stage = skeleton(Vec::new(), 0, 0, [0, 0], 0).write().unwrap();
    let called = |name: &str, bytes: &[u8]| {
        let document = open(name, bytes);
        let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
        scene.name
    };
    assert_eq!(called("aqaa", &model), "aqaa MP");
    assert_eq!(called("RTAA", &model), "RTAA Cloud");
    assert_eq!(called("oiaa", &stage), "oiaa Grassland");
    assert_eq!([called("oiaa", &model), called("aqaa", &stage)], ["oiaa", "aqaa"]);
    assert_eq!(called("aq.d", &model), "aq.d", "letters of magic.lgp are not numbers");
}

/// Settings next to a model are shown with it, as those of an enemy on the PlayStation.
#[test]
fn plays_draws_and_lists_settings_of_skeleton() {
    let (scene, messages) = super::scene(&small::battle(), "qaaa");
    assert_eq!(messages, [""; 0]);
    let played = scene.animations.iter().find(|own| own.name.starts_with("action")).unwrap();
    assert_eq!(
        (played.name.as_str(), played.origin.path.as_str()),
        ("action 0 idle", "scripts[0]")
    );
    let clip = played.data.decode();
    assert_eq!((clip.frames, clip.tracks.len()), (4, 5), "animation 0, the weapon with it");
    let (_, battle) = super::scene(&small::battle(), "qaab");
    assert_eq!(battle, [""; 0], "the settings show the same model");
    let radius = scene.helpers.iter().find(|helper| helper.name == "collision radius").unwrap();
    assert_eq!(radius.origin.path, "settings.collision_radius");
    assert_eq!(scene.tables.iter().filter(|table| table.name == "Actions").count(), 1);
    // The scripts of the PlayStation file, word for word.
    let ps_scene = open("ps1.bin", &gouraud_testing::small::ff7::enemy().write().unwrap());
    let (ps_scene, _) = ps_scene.content.displayed().scene(Context::ALONE).unwrap();
    let titles = |scene: &gouraud::scene::Scene| -> Vec<String> {
        let lines = scene.listing.as_ref().unwrap().lines.iter();
        lines.filter(|line| line.depth == 0).map(|line| line.words[0].text.clone()).collect()
    };
    assert_eq!(titles(&scene), titles(&ps_scene));
}

#[test]
fn lists_settings_without_skeleton() {
    let (scene, messages) = super::scene(&vec![("qaab", small::settings())], "qaab");
    assert_eq!(messages, ["companion file not found: qaaa; the animated bones are unknown"]);
    assert!(scene.listing.is_some() && scene.meshes.is_empty());
}

/// Enemies and players, distinguished by their letters, are placed in two lines on a stage.
#[test]
fn places_models_in_two_facing_lines() {
    let called = |base: &'static str| -> small::Files {
        let files = small::battle().into_iter();
        let name = |own: &str| -> &'static str { format!("{base}{}", &own[2..]).leak() };
        files.map(|(own, bytes)| (name(own), bytes)).collect()
    };
    let (stage, _) = super::scene(&small::stage(), "qbaa");
    let (enemy, _) = super::scene(&called("aa"), "aaaa");
    let (player, _) = super::scene(&called("rt"), "rtaa");
    let battle = stage.beside(&enemy, "enemy").beside(&player, "player");
    let at = |name: &str| {
        let node = battle.nodes.iter().find(|node| node.name == name).unwrap();
        (node.local.w_axis.z.round(), node.local.transform_vector3(glam::Vec3::Z).z.round())
    };
    assert_eq!([at("enemy"), at("player")], [(1500.0, -1.0), (-1500.0, 1.0)]);
}

/// Section 8.1 of the PlayStation's document: the ground of a train goes up 40 every fourth tick, and 80
/// more every 32nd.
#[test]
fn stage_type_selects_movement() {
    let mut files = small::stage();
    files.iter_mut().find(|(name, _)| *name == "qbab").unwrap().1[0] = 0;
    let (scene, messages) = super::scene(&files, "qbaa");
    assert_eq!(messages, [""; 0]);
    let names: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["piece 0, ground", "piece 1, sky"]);
    let animation = &scene.animations[0];
    assert_eq!((animation.frames, animation.origin.path.as_str()), (160, "settings.kind"));
    let clip = animation.data.decode();
    let up = |tick: usize| clip.tracks[0].keys[tick].translation.y;
    assert_eq!([up(0), up(1), up(2), up(5), up(17)], [0.0, 40.0, 0.0, 40.0, 120.0]);
}
