//! Which files an export consists of.

use super::*;
use gouraud::scene::Id;

fn matching(pattern: &str) -> Options {
    Options { choice: Choice::Matching(vec![pattern.to_owned()]), ..Options::default() }
}

#[test]
fn everything_is_the_level_loose_models_textures_tables_and_facts() {
    let everything = [
        "level.glb",
        "level.json",
        "tree.glb",
        "wall.png",
        "wall.p1.png",
        "aabbccdd.png",
        "wall~2.png",
        ".._glass.png",
        "values.csv",
    ];
    assert_eq!(names(&level(), Options::default()), everything);
    assert_eq!(names(&level(), matching("*")), everything);
}

#[test]
fn a_pattern_reaches_single_models() {
    assert_eq!(names(&level(), matching("CUBE")), ["cube.glb"]);
    assert_eq!(names(&level(), matching("?????")), ["level.glb", "level.json"]);
    assert_eq!(names(&level(), matching("wall*")), ["wall.png", "wall.p1.png", "wall~2.png"]);
    assert_eq!(names(&level(), matching("nothing")), [""; 0]);
}

#[test]
fn what_lists_call_an_asset_is_a_name_for_it() {
    let mut scene = level();
    scene.meshes[0].name = "beef0001".to_owned();
    scene.nodes[0].name = "beef0001".to_owned();
    for pattern in
        ["model 0", "model 0 beef*", "object 0", "object 0 beef0001", "second*", "mirror 3"]
    {
        assert_eq!(names(&scene, matching(pattern)), ["beef0001.glb"], "{pattern}");
    }
    assert_eq!(names(&scene, matching("tree 1")), ["tree.glb"]);
    assert_eq!(names(&scene, matching("#1")), ["aabbccdd.png"], "a texture without a name");
    assert_eq!(names(&scene, matching("object 1*")), [""; 0], "a group holds no model");
    // Everything that the lists show of what can be exported.
    for element in [
        Element::Mesh(Id::new(1)),
        Element::Texture(Id::new(0)),
        Element::Row { table: Id::new(0), row: 0 },
    ] {
        for name in scene.names_of(element) {
            assert_ne!(names(&scene, matching(&name)), [""; 0], "{name}");
        }
    }
}

#[test]
fn kinds_filter_what_there_is() {
    assert_eq!(names(&level(), only(&[kind("csv"), kind("json")])), ["level.json", "values.csv"]);
    let mut scene = level();
    scene.nodes.clear();
    scene.helpers.clear();
    assert_eq!(names(&scene, only(&[kind("glb")])), ["cube.glb", "tree.glb"]);
}

#[test]
fn single_things_can_be_asked_for() {
    let choice = Choice::These(vec![
        Subject::Texture { texture: Id::new(0), palette: Some(Id::new(1)) },
        Subject::Model(Id::new(0)),
        Subject::Model(Id::new(99)),
        Subject::Table(Id::new(0)),
    ]);
    let options = Options { choice, ..Options::default() };
    assert_eq!(names(&level(), options), ["wall.p1.png", "cube.glb", "values.csv"]);
}

#[test]
fn kinds_have_the_names_of_the_command_line() {
    for kind in Kind::ALL.iter().copied() {
        assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
    }
    let error = "fbx".parse::<Kind>().unwrap_err();
    assert!(error.contains("`fbx`") && error.contains("glb"), "{error}");
}
