//! Framing, hiding and exporting any selection, by key and by menu.

use std::collections::BTreeSet;

use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, FirstFaces, PanelId, RegionShape, SelectionTarget};
use gouraud::scene::{Element, FaceRef, Id, MeshId, Node, NodeId};

use crate::driver::{Bench, Driver, open};
use crate::opened;

/// An object that has faces, and its model.
fn object(window: &Bench) -> (NodeId, MeshId) {
    let scene = &window.model().scene().unwrap().scene;
    let mut nodes = scene.nodes.pairs();
    let has_faces = |node: &Node| scene.mesh_of(node).is_some_and(|mesh| !mesh.faces.is_empty());
    let (index, node) = nodes.find(|(_, node)| has_faces(node)).expect("the sample has objects");
    (index, node.mesh.unwrap())
}

/// An object whose model has other instances, and their total number.
fn placed_again(window: &Bench) -> (NodeId, usize) {
    let scene = &window.model().scene().unwrap().scene;
    let has_faces = |node: &Node| scene.mesh_of(node).is_some_and(|mesh| !mesh.faces.is_empty());
    let similar = |node: &Node| scene.nodes.iter().filter(|other| other.mesh == node.mesh).count();
    let nodes = scene.nodes.pairs().filter(|(_, node)| has_faces(node));
    let mut counted = nodes.map(|(index, node)| (index, similar(node)));
    counted.find(|(_, count)| *count > 1).expect("the sample places models twice")
}

/// Focuses a panel as a click in it does.
fn focus(window: &mut Bench, panel: PanelId) {
    window.show(panel);
}

#[test]
fn keys_unused_by_a_list_reach_the_scene() {
    let mut window = opened();
    for panel in [PanelId::CONTENTS, PanelId::CARD, PanelId::BYTES] {
        focus(&mut window, panel);
        let before = window.model().view.marks.wireframe;
        window.press(Key::W);
        assert_ne!(window.model().view.marks.wireframe, before, "{panel:?}");
        assert_eq!(window.model().focus, panel, "the focus stays");
    }
}

#[test]
fn lists_take_arrows_and_ignore_shift_arrows() {
    let mut window = opened();
    focus(&mut window, PanelId::FILES);
    let (node, _) = object(&window);
    window.send(Command::DrawFirst(Some(FirstFaces { node, count: 1 })));
    // To the row that contains the others.
    for _ in 0..20 {
        window.key_press(Key::ArrowUp);
        window.step();
    }
    let faces = |window: &Bench| window.model().view.first_faces.map(|first| first.count);
    let members = |window: &Bench| window.query_all_by_label_contains("creature.lzs").count();
    assert_eq!((faces(&window), members(&window)), (Some(1), 1));
    window.chord(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!((faces(&window), members(&window)), (Some(2), 1), "a face more");
    window.chord(Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!((faces(&window), members(&window)), (Some(1), 1), "one face fewer");
    window.press(Key::ArrowLeft);
    assert_eq!((faces(&window), members(&window)), (Some(1), 0), "the row is closed");
}

#[test]
fn lists_that_take_letters_consume_them() {
    let mut window = opened();
    for panel in [PanelId::FIELDS, PanelId::FILES] {
        focus(&mut window, panel);
        window.event(egui::Event::Text("g".to_owned()));
        window.press(Key::G);
        assert!(!window.model().view.marks.grid, "typed to find a row of {panel:?}");
    }
}

#[test]
fn isolates_hides_and_shows_objects_by_key_from_contents() {
    let mut window = opened();
    let (node, _) = object(&window);
    focus(&mut window, PanelId::CONTENTS);
    window.select(Element::Node(node));
    let overlay = window.state().scene_panel().overlay().unwrap().masks();
    let own = window.model().selected_ids();
    assert!(own.iter().all(|id| overlay[*id as usize] >> 30 & 1 == 1), "it is outlined");
    let total = window.model().scene().unwrap().ids.total() as usize;
    window.press(Key::H);
    assert_eq!(*window.model().view.hidden, own);
    window.chord(Modifiers::SHIFT, Key::H);
    assert!(window.model().view.hidden.is_empty());
    window.press(Key::I);
    assert_eq!(window.model().view.hidden.len(), total - own.len());
    window.chord(Modifiers::ALT, Key::H);
    assert!(window.model().view.hidden.is_empty());
}

#[test]
fn card_of_many_faces_counts_set_flags() {
    let mut window = opened();
    let (node, count) = placed_again(&window);
    window.select(Element::Node(node));
    window.send(Command::SelectLike(gouraud::app::model::Like::Model));
    assert_eq!(window.model().selection.as_ref().unwrap().also.len() + 1, count);
    window.get_all_by_label_contains(&format!("{count} objects")).next().expect("the title");
    let faces = window.model().selected_ids().len() as u64;
    let words = format!("Faces {}", gouraud::app::model::grouped(faces));
    window.get_all_by_label_contains(&words).next().expect("the number of faces");
}

#[test]
fn offers_to_show_a_selection_on_a_hidden_layer() {
    let mut window = opened();
    let (node, _) = object(&window);
    let layer = window.model().scene().unwrap().scene.nodes[node.index()].layer;
    window.state_mut().push(Command::ShowLayer { layer, shown: false });
    window.select(Element::Node(node));
    window.get_by_label_contains("is hidden with its layer");
    window.click("Show");
    assert!(!window.model().selection_is_unseen());
    assert!(window.query_by_label_contains("is hidden with its layer").is_none());
}

#[test]
fn status_bar_shows_hover_next_to_selection() {
    let mut window = opened();
    let (node, mesh) = object(&window);
    window.select(Element::Node(node));
    let path = window.model().selection.clone().unwrap().path;
    let other = SelectionTarget::Element(Element::Mesh(mesh));
    // As a panel does in every hovered frame.
    for _ in 0..3 {
        window.state_mut().push(Command::Hover(other.clone()));
        window.step();
    }
    let hover = window.model().hover.clone().expect("an element is hovered").path;
    assert_ne!(hover, path);
    window.get_all_by_label_contains(&path).next().expect("the selection stays in the bar");
    window.get_by_label_contains(&format!("Pointer over {hover}"));
}

#[test]
fn card_of_a_bone_lists_parent_and_children_only_if_there_are_some() {
    // The weapon has a single bone.
    let path = gouraud_testing::fixtures::path("ff7/player_min.bin");
    let mut window = open(&path);
    let scene = window.model().scene().unwrap().scene.clone();
    for has_neighbours in [false, true] {
        let mut skeletons = scene.skeletons.pairs();
        let found = skeletons.find(|(_, skeleton)| (skeleton.bones.len() > 1) == has_neighbours);
        let (skeleton, with) = found.unwrap();
        let bone = with.bones.ids().next().unwrap();
        let target = SelectionTarget::Element(Element::Bone { skeleton, bone });
        window.send(Command::Select(target));
        let heading = window.query_by_label("Parent and children");
        assert_eq!(heading.is_some(), has_neighbours);
    }
}

#[test]
fn card_reports_a_missing_texture_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plaza.psx");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx"), &path).unwrap();
    let mut window = open(&path);
    let (node, _) = object(&window);
    let face = |face| Element::Face(FaceRef { node, face });
    window.send(Command::SelectThese(vec![face(0)]));
    window.get_by_label_contains(" was not found in any open file");
    assert!(window.query_by_label_contains("Texture missing on ").is_none());
    window.send(Command::SelectThese(vec![face(0), face(1)]));
    window.get_by_label("Texture missing on 2 faces");
}

#[test]
fn card_of_a_model_has_one_count_of_faces() {
    let mut window = opened();
    let (node, _) = object(&window);
    let mesh = window.state().state.scene().unwrap().scene.nodes[node.index()].mesh.unwrap();
    window.select(Element::Mesh(mesh));
    let own = window.state().state.scene().unwrap().scene.meshes[mesh.index()].faces.len() as u64;
    let words = format!("Faces {}", gouraud::app::model::grouped(own));
    assert_eq!(window.query_all_by_label(&words).count(), 1);
}

#[test]
fn card_of_a_sound_names_the_kind_of_its_users() {
    let mut window = opened();
    let users = window.state().state.scene().unwrap().sound_users.clone();
    let (sound, kind) = (0..)
        .zip(&users)
        .find_map(|(at, users)| match users.as_slice() {
            [user] => Some((Id::new(at), user.kind())),
            _ => None,
        })
        .expect("a sound with one user");
    window.select(Element::Sound(sound));
    window.get_by_label_contains(&format!("Played by 1 {kind}"));
}

/// Draws a region with the pointer, and waits for its faces.
fn draw_region(window: &mut Bench, points: &[egui::Pos2], modifiers: Modifiers) {
    draw_without_waiting(window, points, modifiers);
    wait_for_region(window);
}

fn wait_for_region(window: &mut Bench) {
    // The hovered element is updated in every frame.
    window.event(Event::PointerGone);
    window.run_steps(2);
    window.until("the region is read", |w| w.is_idle() && w.scene_panel().is_settled());
}

fn draw_without_waiting(window: &mut Bench, points: &[egui::Pos2], modifiers: Modifiers) {
    let button = |pos: egui::Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    let (first, last) = (points[0], points[points.len() - 1]);
    window.event(Event::PointerMoved(first));
    window.step();
    window.event(button(first, true));
    window.step();
    for point in points {
        window.event(Event::PointerMoved(*point));
        window.step();
    }
    window.event(button(last, false));
    window.step();
}

fn selected(window: &Bench) -> BTreeSet<FaceRef> {
    window.model().selected_faces().collect()
}

#[test]
fn regions_select_visible_faces_or_all_of_them() {
    let mut window = opened();
    window.show(PanelId::SCENE);
    let rect = window.state().scene_panel().rect().shrink(40.0);
    let camera = window.model().view.camera;
    let whole = [rect.left_top(), rect.right_bottom()];
    window.chord(Modifiers::SHIFT, Key::B);
    window.get_by_label_contains("Drag a rectangle");
    draw_region(&mut window, &whole, Modifiers::NONE);
    let visible = selected(&window);
    assert!(visible.len() > 3, "{}", visible.len());
    assert!(window.query_by_label_contains("Drag a rectangle").is_none());
    assert_eq!(window.model().view.camera, camera, "the camera stays");

    window.send(Command::ToggleSelectThrough);
    window.chord(Modifiers::SHIFT, Key::B);
    draw_region(&mut window, &whole, Modifiers::NONE);
    let all = selected(&window);
    assert!(all.len() > visible.len() && all.is_superset(&visible));

    // Without the left half, by a lasso.
    let (left, middle) = (rect.left_center().x, rect.center().x);
    let half = [
        egui::pos2(left, rect.top()),
        egui::pos2(middle, rect.top()),
        egui::pos2(middle, rect.bottom()),
        egui::pos2(left, rect.bottom()),
    ];
    window.chord(Modifiers::SHIFT, Key::L);
    draw_region(&mut window, &half, Modifiers::COMMAND);
    let right = selected(&window);
    assert!(!right.is_empty() && right.len() < all.len() && right.is_subset(&all));
    window.chord(Modifiers::SHIFT, Key::L);
    draw_region(&mut window, &half, Modifiers::SHIFT);
    assert_eq!(selected(&window), all, "Shift adds them again");
}

#[test]
fn regions_keep_their_operation_while_the_next_one_begins() {
    let mut window = opened();
    window.show(PanelId::SCENE);
    window.send(Command::ToggleSelectThrough);
    let rect = window.state().scene_panel().rect().shrink(40.0);
    let whole = [rect.left_top(), rect.right_bottom()];
    let left = [rect.left_top(), rect.center_bottom()];
    window.chord(Modifiers::SHIFT, Key::B);
    draw_region(&mut window, &whole, Modifiers::NONE);
    let all = selected(&window);
    window.chord(Modifiers::SHIFT, Key::B);
    draw_without_waiting(&mut window, &left, Modifiers::COMMAND);
    window.send(Command::SelectRegion(RegionShape::Rectangle));
    wait_for_region(&mut window);
    let right = selected(&window);
    assert!(!right.is_empty() && right.len() < all.len() && right.is_subset(&all));
    // Another region is drawn before the faces of this one are known.
    draw_without_waiting(&mut window, &left, Modifiers::SHIFT);
    window.send(Command::SelectRegion(RegionShape::Rectangle));
    draw_region(&mut window, &left, Modifiers::SHIFT);
    assert_eq!(selected(&window), all);
}

#[test]
fn escape_cancels_a_region() {
    let mut window = opened();
    window.show(PanelId::SCENE);
    let before = selected(&window);
    window.chord(Modifiers::SHIFT, Key::L);
    window.get_by_label_contains("Draw around faces");
    window.press(Key::Escape);
    window.step();
    assert!(window.query_by_label_contains("Draw around faces").is_none());
    assert_eq!(selected(&window), before);

    // A click does not begin a lasso.
    let rect = window.state().scene_panel().rect();
    window.chord(Modifiers::SHIFT, Key::L);
    draw_region(&mut window, &[rect.center()], Modifiers::NONE);
    window.get_by_label_contains("Draw around faces");
    assert_eq!(selected(&window), before);
}

#[test]
fn selection_grows_to_connected_faces_and_shrinks() {
    let mut window = opened();
    let (node, _) = object(&window);
    window.show(PanelId::SCENE);
    window.select(Element::Face(FaceRef { node, face: 0 }));
    window.chord(Modifiers::SHIFT, Key::Plus);
    let more = selected(&window);
    assert!(more.len() > 1 && more.iter().all(|face| face.node == node));
    let first = window.model().selected_element();
    assert_eq!(first, Some(Element::Face(FaceRef { node, face: 0 })), "the first one stays");
    window.chord(Modifiers::SHIFT, Key::C);
    let connected = selected(&window);
    assert!(connected.is_superset(&more));
    window.chord(Modifiers::SHIFT, Key::Minus);
    assert!(selected(&window).is_subset(&connected));
}

#[test]
fn card_measures_size_area_distance_and_angle() {
    use gouraud::app::panels::selection::measures::Measures;
    let mut window = opened();
    let (node, mesh) = object(&window);
    let measure = |window: &Bench| {
        let state = window.model();
        let selection = state.selection.as_ref().unwrap();
        Measures::of(state, state.scene().unwrap(), selection, &state.faces_of_selection())
    };
    window.select(Element::Node(node));
    let whole = measure(&window);
    let scene = window.model().scene().unwrap().scene.clone();
    let world = scene.world_transforms()[node.index()];
    let stored = &scene.meshes[mesh.index()];
    let areas = stored.faces.iter().map(|face| stored.area(&face, &world)).sum::<f32>();
    let close = |one: f32, two: f32| (one - two).abs() <= 1e-3 * two.abs().max(1e-3);
    assert!(close(whole.area.unwrap(), areas), "{:?} and {areas}", whole.area);
    assert!(whole.size.unwrap().max_element() > 0.0);
    assert_eq!((whole.distance, whole.angle), (None, None));

    let vertex = |vertex| SelectionTarget::Element(Element::Vertex { mesh, vertex });
    let place = |vertex: usize| world.transform_point3(stored.positions[vertex]);
    window.send(Command::Select(vertex(0)));
    window.send(Command::SelectAlso(vertex(1)));
    let between = measure(&window).distance.unwrap();
    assert!(close(between, place(0).distance(place(1))), "{between}");
    window.send(Command::SelectAlso(vertex(2)));
    let angle = measure(&window).angle.unwrap();
    let expected = (place(1) - place(0)).angle_between(place(2) - place(0)).to_degrees();
    assert!(close(angle, expected), "{angle} and {expected}");
    window.get_by_label_contains(&format!("{angle:.1}°"));
}
