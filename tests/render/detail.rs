//! Levels of detail by distance.

use glam::{Mat4, Vec3};
use gouraud::render::{Camera, DetailChoice, Visibility};
use gouraud::scene::{Detail, DetailStep, Id, Layer, LayerKind, Mesh, Node, Posed, Scene};

/// An object at the origin with three shapes, for up to 10 and 100 units and beyond.
fn scene() -> Scene {
    let node = |layer| Node {
        mesh: Some(Id::new(0)),
        parent: (layer > 0).then(|| Id::new(0)),
        layer,
        ..Node::default()
    };
    let layer =
        |name: &str, visible| Layer { name: name.to_owned(), kind: LayerKind::Drawn, visible };
    let step = |node, until| DetailStep { node: Id::new(node), until };
    let steps = vec![step(0, Some(10.0)), step(1, Some(100.0)), step(2, None)];
    Scene {
        layers: vec![layer("Drawn", true), layer("Lower detail", false)],
        nodes: vec![node(0), node(1), node(1)].into(),
        meshes: vec![Mesh::default()].into(),
        details: vec![Detail { steps }],
        ..Scene::default()
    }
}

fn shown(choice: DetailChoice, shown: &Visibility, scene: &Scene, distance: f32) -> Vec<bool> {
    let camera = Camera { target: Vec3::ZERO, distance, ..Camera::default() };
    let posed = Posed::at_rest(scene);
    let detail = choice.chosen(shown, scene, &posed, &camera);
    let out = Visibility { detail, ..shown.clone() };
    scene.nodes.ids().map(|node| out.node(scene, node)).collect()
}

#[test]
fn selects_a_shape_by_distance() {
    let scene = scene();
    let all = Visibility::initial(&scene);
    let at = |distance| shown(DetailChoice::Distance, &all, &scene, distance);
    assert_eq!(at(9.0), [true, false, false]);
    assert_eq!(at(50.0), [false, true, false]);
    assert_eq!(at(500.0), [false, false, true]);
    let manual = |steps| shown(DetailChoice::Lower(steps), &all, &scene, 1.0);
    assert_eq!(manual(1), [false, true, false]);
    assert_eq!(manual(9), [false, false, true]);
}

#[test]
fn highest_detail_leaves_others_to_their_layer() {
    let scene = scene();
    let mut all = Visibility::initial(&scene);
    assert_eq!(shown(DetailChoice::Highest, &all, &scene, 500.0), [true, false, false]);
    all.show_layer(1, true);
    assert_eq!(shown(DetailChoice::Highest, &all, &scene, 500.0), [true; 3]);
    // Hidden objects stay hidden.
    all.show_layer(0, false);
    all.show_layer(1, false);
    assert_eq!(shown(DetailChoice::Distance, &all, &scene, 500.0), [false; 3]);
}

#[test]
fn selects_a_simpler_shape_when_an_object_moves_away() {
    let mut scene = scene();
    let all = Visibility::initial(&scene);
    let camera = Camera { target: Vec3::ZERO, distance: 5.0, ..Camera::default() };
    scene.nodes[0].local = Mat4::from_translation(-camera.basis().2 * 60.0);
    let posed = Posed::at_rest(&scene);
    let chosen = DetailChoice::Distance.chosen(&all, &scene, &posed, &camera);
    assert_eq!(chosen.into_values().collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn detail_choice_round_trips() {
    for choice in [DetailChoice::Highest, DetailChoice::Distance, DetailChoice::Lower(3)] {
        assert_eq!(choice.to_string().parse(), Ok(choice));
    }
    assert_eq!("0".parse(), Ok(DetailChoice::Highest));
    assert!("near".parse::<DetailChoice>().unwrap_err().contains("unknown detail \"near\""));
}
