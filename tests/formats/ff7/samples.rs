//! Files written by other programs.

use gouraud::bytes::Source;
use gouraud::formats;
use gouraud::scene::Id;

use gouraud_testing::fixtures::{self, Fixture, read};

use super::{assert_sound, count, open_as, scene};

#[test]
fn recognises_exactly_the_samples_of_its_formats() {
    for Fixture { name, bytes } in fixtures::all() {
        let source = Source::from_bytes(name.clone(), bytes);
        let found = formats::identify(&source).map(|(format, _)| format.info().id);
        let expected = match name.as_str() {
            name if name.ends_with(".lzs") => Some("ff7.lzs"),
            "ff7/lzs_vector.bin" => None,
            "ff7/stage_min.bin" => Some("ff7.stage"),
            name if name.starts_with("ff7/") && name.ends_with(".bin") => Some("ff7.battle"),
            name if name.ends_with(".lgp") => Some("ff7.lgp"),
            name if name.ends_with(".tim") => Some("ps1.tim"),
            _ => {
                let ours = found.is_some_and(|id| id.starts_with("ff7.") || id == "ps1.tim");
                assert!(!ours, "{name} is not {found:?}");
                continue;
            }
        };
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn samples_have_no_problems_and_round_trip() {
    for name in ["enemy_min", "enemy_weapon_min", "player_min", "stage_min"] {
        let bytes = read(&format!("ff7/{name}.bin"));
        let format = if name == "stage_min" { "ff7.stage" } else { "ff7.battle" };
        assert_sound(&open_as(format, bytes.clone()));
        let packed = open_as("ff7.lzs", read(&format!("ff7/{name}.lzs")));
        assert_eq!(packed.content.packed().decoded().expect("a wrapper").source.bytes(), bytes);
    }
    assert_sound(&open_as("ff7.lgp", read("ff7/three_files.lgp")));
    for name in ["tim4_2clut", "tim8_2clut", "tim16_stp", "tim24_3px"] {
        assert_sound(&open_as("ps1.tim", read(&format!("tim/{name}.tim"))));
    }
}

/// Content of `enemy_min` by section 11 of the document.
#[test]
fn small_enemy_has_bones_and_angles_of_document() {
    let bytes = read("ff7/enemy_min.bin");
    let document = open_as("ff7.battle", bytes);
    assert_eq!((document.version.as_str(), count(&document, "sections")), ("enemy", 6));
    assert_eq!((count(&document, "bones"), count(&document, "animations")), (5, 2));
    assert_eq!((count(&document, "frames"), count(&document, "palettes")), (5, 2));
    let scene = scene(&document);
    let bones = &scene.skeletons[0].bones;
    let parents: Vec<_> = bones.iter().map(|bone| bone.parent.map(Id::number)).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(1)]);
    let tails: Vec<f32> = bones.iter().map(|bone| bone.tail.z).collect();
    assert_eq!(tails, [0.0, 100.0, 80.0, 60.0, 80.0], "negative lengths, turned about X");
    let with_mesh: Vec<_> = scene
        .nodes
        .iter()
        .filter(|n| n.mesh.is_some())
        .map(|n| (n.name.as_str(), n.mesh.map(Id::number)))
        .collect();
    let expected = [("bone 1", Some(0)), ("bone 3", Some(1)), ("bone 4 mirrored", Some(1))];
    assert_eq!(with_mesh, expected);
    let names: Vec<&str> = scene.animations.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(
        names,
        ["animation 0", "animation 1", "action 0 idle"],
        "the empty slot is not an animation"
    );
    let last = |animation: usize| -> Vec<[i32; 3]> {
        let clip = scene.animations[animation].data.decode();
        let last = clip.tracks.iter().map(|track| *track.angles.last().expect("frames"));
        last.map(|angles| angles.map(|angle| angle as i32)).collect()
    };
    let expected = [[0, 0, 0], [1023, 5, 1], [-2, 512, 100], [7, -63, -512], [91, 200, -340]];
    assert_eq!(last(0), expected);
    let expected = [[0, 0, 0], [1008, 0, 0], [0, 624, 0], [0, 0, -1536], [96, 208, 304]];
    assert_eq!(last(1), expected);
    let root = &scene.animations[0].data.decode().tracks[0];
    let end = root.keys.last().expect("frames").translation;
    assert_eq!(end.to_array(), [5.0, 366.0, 64.0]);
}

#[test]
fn weapons_of_samples_move_with_body() {
    for (name, version, weapons) in
        [("enemy_weapon_min", "armed enemy", 1), ("player_min", "playable character", 16)]
    {
        let bytes = read(&format!("ff7/{name}.bin"));
        let document = open_as("ff7.battle", bytes);
        assert_eq!(document.version, version);
        let scene = scene(&document);
        let variant = &scene.variants[0];
        assert_eq!((variant.options.len(), variant.chosen), (weapons, Some(Id::new(0))));
        assert_eq!(scene.unchosen_nodes(&[]).len(), weapons - 1);
        let clip = scene.animations[0].data.decode();
        let weapon = clip.tracks.last().expect("the weapon is the last track");
        assert_eq!(scene.nodes[weapon.node.index()].name, "weapon");
        assert_eq!((weapon.keys.len(), clip.frames), (3, 3));
        assert_eq!(weapon.keys[0].translation.to_array(), [30.0, 200.0, -10.0]);
    }
}
