//! Selection of the files of an export.

use super::*;
use gouraud::scene::Id;

fn matching(pattern: &str) -> Options {
    Options { choice: Choice::Matching(vec![pattern.to_owned()]), ..Options::default() }
}

#[test]
fn exports_everything_by_default() {
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
fn patterns_match_single_models() {
    assert_eq!(names(&level(), matching("CUBE")), ["cube.glb"]);
    assert_eq!(names(&level(), matching("?????")), ["level.glb", "level.json"]);
    assert_eq!(names(&level(), matching("wall*")), ["wall.png", "wall.p1.png", "wall~2.png"]);
    assert_eq!(names(&level(), matching("nothing")), [""; 0]);
}

#[test]
fn patterns_match_names_as_displayed_in_lists() {
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
    // Every exportable element that the lists show.
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
fn kinds_filter_the_files() {
    assert_eq!(names(&level(), only(&[kind("csv"), kind("json")])), ["level.json", "values.csv"]);
    let mut scene = level();
    scene.nodes.clear();
    scene.helpers.clear();
    assert_eq!(names(&scene, only(&[kind("glb")])), ["cube.glb", "tree.glb"]);
}

#[test]
fn exports_selected_subjects() {
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
fn parses_kinds_by_their_command_line_names() {
    for kind in Kind::ALL.iter().copied() {
        assert_eq!(kind.name().to_uppercase().parse(), Ok(kind));
    }
    let error = "fbx".parse::<Kind>().unwrap_err();
    assert!(error.contains("`fbx`") && error.contains("glb"), "{error}");
}
