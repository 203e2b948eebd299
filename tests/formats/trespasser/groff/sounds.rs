//! Sounds that a level's triggers play.

use gouraud::library::Library;
use gouraud::scene::{Element, Scene};

fn island() -> std::sync::Arc<Scene> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.grf");
    let library = Library::new();
    library.open(path, None).unwrap().scene(&library).unwrap()
}

fn heard(scene: &Scene, element: Element) -> Vec<&str> {
    scene
        .plays(element)
        .into_iter()
        .map(|sound| scene.sounds.get(sound).unwrap().name.as_str())
        .collect()
}

#[test]
fn triggers_and_their_sounds_reference_each_other() {
    let scene = island();
    let welcome = scene.nodes.find(|node| node.name == "TrigWelcome").unwrap();
    let plays = heard(&scene, Element::Node(welcome));
    assert_eq!(plays, ["VO\\WELCOME", "MUSIC - DEMO"]);
    let voice = scene.plays(Element::Node(welcome))[0];
    assert_eq!(scene.sound_users()[voice.index()], [Element::Node(welcome)]);
}

#[test]
fn trigger_helpers_play_the_sounds_of_their_trigger() {
    let scene = island();
    let at =
        |(id, helper): (_, &gouraud::scene::Helper)| (helper.name == "TrigWelcome").then_some(id);
    let helpers: Vec<_> = scene.helpers.pairs().filter_map(at).collect();
    assert!(!helpers.is_empty());
    for helper in helpers {
        assert_eq!(heard(&scene, Element::Helper(helper)), ["VO\\WELCOME", "MUSIC - DEMO"]);
    }
    let ground = scene.nodes.find(|node| node.name == "Ground").unwrap();
    assert!(heard(&scene, Element::Node(ground)).is_empty());
}
