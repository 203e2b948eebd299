//! Objects on hidden layers can be shown alone, and isolated objects are visible.

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId};
use gouraud::scene::{Blend, Element, Id, LayerKind, NodeId, Scene};

use crate::driver::{Bench, Driver, painted, window};

const LEVEL: &str = "demo//island.grf";

/// A window with a file open; thumbnails may still be in progress.
fn open(path: &str) -> Bench {
    let mut window = window(vec![path.to_owned()]);
    window.until("the scene is loaded", |w| w.state.scene().is_some() && !w.state.loading);
    window
}

/// The objects on a layer that have faces.
fn on_layer(scene: &Scene, name: &str) -> Vec<NodeId> {
    let nodes = scene.nodes.pairs().filter(|(_, node)| {
        let layer = scene.layers.get(usize::from(node.layer));
        let has_faces = scene.mesh_of(node).is_some_and(|mesh| !mesh.faces.is_empty());
        layer.is_some_and(|layer| layer.name == name) && has_faces
    });
    nodes.map(|(id, _)| id).collect()
}

#[test]
fn shows_one_object_of_a_hidden_layer() {
    let mut window = open(LEVEL);
    let scene = window.model().scene().unwrap().scene.clone();
    let triggers = on_layer(&scene, "Triggers");
    let [first, second, ..] = triggers.as_slice() else { panic!("{triggers:?}") };
    window.select(Element::Node(*first));
    window.click("Show");
    let unseen = |window: &Bench, node: NodeId| window.model().unseen(Element::Node(node));
    assert_eq!(unseen(&window, *first), None);
    assert!(unseen(&window, *second).is_some(), "its layer stays hidden");
    window.send(Command::Undo);
    assert!(unseen(&window, *first).is_some());
}

#[test]
fn hiding_a_layer_hides_its_shown_objects() {
    let mut window = open(LEVEL);
    let scene = window.model().scene().unwrap().scene.clone();
    let first = *on_layer(&scene, "Triggers").first().unwrap();
    let layer = scene.nodes.get(first).unwrap().layer;
    window.select(Element::Node(first));
    window.send(Command::ShowSelected);
    for shown in [true, false] {
        window.send(Command::ShowLayer { layer, shown });
        assert_eq!(window.model().unseen(Element::Node(first)).is_none(), shown);
    }
}

#[test]
fn shows_one_wall_of_a_hidden_face_layer() {
    let mut window = open(crate::SAMPLE);
    let (face, other) = {
        let scene = window.model().scene().unwrap();
        let mut faces = Vec::new();
        gouraud::app::model::view::colour_by::each_face(&scene.scene, |at, _, face| {
            let layer = scene.scene.layers.get(usize::from(face.layer));
            let is_hidden = layer.is_some_and(|l| l.kind == LayerKind::Invisible && !l.visible);
            faces.extend(is_hidden.then_some((face.layer, at)));
        });
        let (layer, first) = *faces.first().expect("the plaza has invisible faces");
        let last = faces.iter().rev().find(|(other, at)| *other == layer && *at != first);
        (Element::Face(first), Element::Face(last.expect("several of them").1))
    };
    window.select(face);
    window.send(Command::ShowSelected);
    let state = window.model();
    assert_eq!((state.unseen(face), state.unseen(other).is_some()), (None, true));
}

#[test]
fn clicks_pass_through_triggers() {
    let window = open(LEVEL);
    let scene = &window.model().scene().unwrap().scene;
    let drawn = on_layer(scene, "Objects");
    let is_shared = |node: &NodeId| {
        let mesh = |node: &NodeId| scene.nodes.get(*node).unwrap().mesh;
        drawn.iter().any(|other| mesh(other) == mesh(node))
    };
    let triggers = on_layer(scene, "Triggers").into_iter().filter(|node| !is_shared(node));
    let triggers: Vec<NodeId> = triggers.collect();
    assert!(!triggers.is_empty());
    for node in triggers {
        let mesh = scene.mesh_of(scene.nodes.get(node).unwrap()).unwrap();
        for face in &mesh.faces {
            let material = scene.materials.get(face.material).unwrap();
            let is_clear = matches!(material.blend, Some(Blend::Alpha(share)) if share < 0.5);
            assert!(is_clear && material.takes_all(), "{material:?}");
        }
    }
}

#[test]
fn isolating_an_offscreen_object_frames_it() {
    let mut window = open(crate::SAMPLE);
    let node = {
        let scene = &window.model().scene().unwrap().scene;
        let mut nodes = scene.nodes.pairs();
        nodes.find(|(_, node)| scene.mesh_of(node).is_some_and(|m| !m.faces.is_empty())).unwrap().0
    };
    window.select(Element::Node(node));
    window.state_mut().push(Command::FrameSelection);
    window.run_steps(40);
    let framed = window.model().view.camera;
    window.state_mut().push(Command::Isolate);
    window.run_steps(40);
    assert_eq!(window.model().view.camera, framed, "the camera stays for visible objects");
    window.state_mut().push(Command::ShowAll);
    let away = gouraud::render::Camera { yaw: framed.yaw + 180.0, ..framed };
    let away =
        gouraud::render::Camera { target: away.eye() + (away.eye() - framed.target), ..framed };
    window.send(Command::SetCamera(away));
    window.state_mut().push(Command::Isolate);
    window.until("it is framed", |w| {
        w.state.view.camera.target.distance(framed.target) < framed.distance * 0.01
    });
}

#[test]
fn counts_of_hidden_faces_are_below_the_notice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.psx");
    let whole =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx")).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let mut window = open(&path.to_string_lossy());
    window.run_steps(3);
    let notice = window.get_by_label_contains("The file ends at ").rect();
    let scene = window.model().scene().unwrap().scene.clone();
    let (node, _) = scene.nodes.pairs().find(|(_, node)| scene.mesh_of(node).is_some()).unwrap();
    window.select(Element::Node(node));
    window.send(Command::Isolate);
    let counts = painted(&window).into_iter().find(|(text, _)| text.contains(" hidden · "));
    let (text, rect) = counts.expect("the number of hidden faces");
    assert!(text.ends_with("Unhide all (Alt+H)"), "{text}");
    assert!(!rect.intersects(notice), "{rect:?} below {notice:?}");
}

/// A window with the demo's creature, and its bone with this number selected.
fn with_bone(bone: u32) -> Bench {
    let mut window = open("demo//creature.lzs");
    window.state_mut().push(Command::ShowPanel(PanelId::SCENE));
    window.select(Element::Bone { skeleton: Id::new(0), bone: Id::new(bone) });
    window
}

#[test]
fn isolating_a_bone_shows_only_its_faces() {
    let mut window = with_bone(13);
    let own = window.state().state.selected_ids().len();
    let total = window.state().state.scene().unwrap().ids.total() as usize;
    assert!(own > 0);
    window.key_press(Key::I);
    window.run_steps(3);
    assert_eq!(window.state().state.view.hidden.len(), total - own);
}

#[test]
fn isolating_a_bone_without_faces_reports_the_reason() {
    let mut window = with_bone(0);
    window.key_press(Key::I);
    window.run_steps(3);
    assert!(window.state().state.view.hidden.is_empty());
    let reason = "The selection has no faces in the scene";
    assert!(painted(&window).iter().any(|(text, _)| text.contains(reason)));
}
