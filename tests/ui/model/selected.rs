//! The selection, as used by actions.

use std::collections::BTreeSet;

use glam::{Mat4, Vec3};
use gouraud::app::model::view::bounds::points_of;
use gouraud::app::model::view::element_faces::is_seen;
use gouraud::app::model::view::visible_set::VisibleSet;
use gouraud::app::model::{Command, InvisibleReason, Like, State};
use gouraud::app::ui::shortcuts::blocked;
use gouraud::bytes::Span;
use gouraud::export::Subject;
use gouraud::scene::{
    Bone, Element, Face, Id, LayerKind, Material, Node, Origin, Scene, Skeleton, Surface,
    TexelFormat, Texels, Texture, TextureData,
};

use super::apply::state_with;

/// The objects `a` and `b` of one model, with `c` of another below `b`. The textures of the models' faces
/// 0, 1, 2 and 0 are 0, 0, 1 and none; a third texture is unused.
fn textured(scene: &mut Scene) {
    let source = scene.meshes[0].face_spans.origin(0).span.source;
    let origin = |at: u64| Origin::new(Span::new(source, at, 4), format!("thing {at}"));
    for texture in [0, 1] {
        let surface = Surface::Textured { texture: Id::new(texture), palette: None };
        scene.materials.push(Material { surface, ..scene.materials[0].clone() });
    }
    scene.meshes[0].faces.update(|at, face| face.material = Id::new([1, 1, 2][at]));
    for at in [4, 8, 12] {
        scene.textures.push(Texture { origin: origin(at), ..texture() });
    }
    let mut other = scene.meshes[0].clone();
    other.faces =
        other.faces.iter().take(1).map(|face| Face { material: Id::new(0), ..face }).collect();
    other.face_values = vec![[1].into_iter().collect()];
    scene.meshes.push(other);
    let hidden = scene.layer("parked", LayerKind::Drawn, false);
    scene.nodes.push(Node {
        name: "c".into(),
        mesh: Some(Id::new(1)),
        parent: Some(Id::new(1)),
        layer: hidden,
        ..Node::default()
    });
}

struct Black;

impl TextureData for Black {
    fn decode(&self) -> Texels {
        Texels::Words(vec![0x8000])
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

fn texture() -> Texture {
    Texture {
        name: String::new(),
        id: 0,
        width: 1,
        height: 1,
        format: TexelFormat::Direct15,
        palette: None,
        pixels: std::sync::Arc::new(Black),
        origin: Origin::default(),
    }
}

/// A state with the default layers visible.
fn opened() -> State {
    let mut state = state_with(textured);
    let scene = &state.scene().unwrap().scene;
    state.view.visibility = gouraud::render::Visibility::initial(scene);
    state
}

fn choose(state: &mut State, elements: &[Element]) {
    state.select_these(elements);
    assert_eq!(state.selected().collect::<Vec<_>>(), elements);
}

fn ids(list: &[u32]) -> BTreeSet<u32> {
    list.iter().copied().collect()
}

#[test]
fn object_includes_faces_of_its_children() {
    let mut state = state_with(textured);
    choose(&mut state, &[Element::Node(Id::new(0))]);
    assert_eq!(state.selected_ids(), ids(&[0, 1, 2]));
    choose(&mut state, &[Element::Node(Id::new(1))]);
    assert_eq!(state.selected_ids(), ids(&[3, 4, 5, 6]));
}

#[test]
fn model_includes_every_instance_and_texture_its_faces() {
    let mut state = state_with(textured);
    choose(&mut state, &[Element::Mesh(Id::new(0))]);
    assert_eq!(state.selected_ids(), ids(&[0, 1, 2, 3, 4, 5]));
    choose(&mut state, &[Element::Texture(Id::new(1))]);
    assert_eq!(state.selected_ids(), ids(&[2, 5]));
    choose(&mut state, &[Element::Texture(Id::new(2))]);
    assert!(state.selected_ids().is_empty());
}

#[test]
fn unused_textures_cannot_be_isolated() {
    let mut state = state_with(textured);
    assert_eq!(blocked(&Command::Isolate, &state), Some("Nothing is selected"));
    choose(&mut state, &[Element::Texture(Id::new(2))]);
    let why = blocked(&Command::Isolate, &state);
    assert_eq!(why, Some("The selection has no faces in the scene"));
    choose(&mut state, &[Element::Texture(Id::new(1))]);
    assert_eq!(blocked(&Command::Isolate, &state), None);
    assert_eq!(blocked(&Command::FrameSelection, &state), None);
}

#[test]
fn hides_whole_objects_until_undone() {
    let mut state = state_with(textured);
    choose(&mut state, &[Element::Node(Id::new(0))]);
    state.hide_selected();
    assert_eq!(*state.view.hidden, ids(&[0, 1, 2]));
    assert_eq!(state.unseen(Element::Node(Id::new(0))), Some(InvisibleReason::ByUser));
    assert_eq!(state.unseen(Element::Mesh(Id::new(0))), None, "other instances exist");
    state.undo();
    assert!(state.view.hidden.is_empty());
}

#[test]
fn shows_elements_of_hidden_layers_on_demand() {
    let mut state = opened();
    let layer = state.scene().unwrap().scene.nodes[2].layer;
    assert_eq!(state.unseen(Element::Node(Id::new(2))), Some(InvisibleReason::Layer(layer)));
    choose(&mut state, &[Element::Node(Id::new(2))]);
    state.isolate();
    assert_eq!(state.unseen(Element::Node(Id::new(2))), None);
    assert_eq!(*state.view.hidden, ids(&[0, 1, 2, 3, 4, 5]), "only the selection is visible");
    state.show(Element::Node(Id::new(0)), true);
    assert_eq!(*state.view.hidden, ids(&[3, 4, 5]));
}

#[test]
fn showing_elements_of_a_hidden_layer_is_one_step() {
    let mut state = opened();
    let first = state.view.visibility.clone();
    choose(&mut state, &[Element::Node(Id::new(2))]);
    for (name, show) in
        [("isolate", State::isolate as fn(&mut State)), ("show selection", State::show_selected)]
    {
        show(&mut state);
        assert_eq!(state.unseen(Element::Node(Id::new(2))), None);
        state.undo();
        assert_eq!((&state.view.visibility, state.view.hidden.len()), (&first, 0), "{name}");
        assert!(!state.undo.can_go_back());
        state.redo();
        assert_eq!(state.unseen(Element::Node(Id::new(2))), None);
        state.undo();
    }
}

#[test]
fn undo_keeps_earlier_layer_changes() {
    let mut state = opened();
    let layer = state.scene().unwrap().scene.nodes[2].layer;
    state.show_layer(layer, true);
    choose(&mut state, &[Element::Node(Id::new(0))]);
    state.hide_selected();
    state.hide_selected();
    state.undo();
    assert!(state.view.hidden.is_empty(), "an edit without effect is not a step");
    assert!(state.view.visibility.layer(layer));
    state.undo();
    assert!(!state.view.visibility.layer(layer));
}

/// The set of visible objects and models equals the visibility of each of them.
fn assert_in_sight(state: &State) {
    let (scene, known) = (&state.scene().unwrap().scene, state.in_sight());
    let nodes = scene.nodes.ids().map(Element::Node);
    for element in nodes.chain(scene.meshes.ids().map(Element::Mesh)) {
        let found = match state.unseen(element) {
            _ if !is_seen(state.scene().unwrap(), element) => VisibleSet::Nothing,
            None => VisibleSet::Shown,
            Some(why) => VisibleSet::Unseen(why),
        };
        assert_eq!(known.get(element), found, "{element:?}");
    }
}

#[test]
fn visible_set_follows_every_change() {
    let mut state = opened();
    assert_in_sight(&state);
    choose(&mut state, &[Element::Node(Id::new(1))]);
    for (name, change) in [
        ("hide", State::hide_selected as fn(&mut State)),
        ("isolate", State::isolate),
        ("undo", State::undo),
        ("show all", State::show_all),
    ] {
        change(&mut state);
        assert_in_sight(&state);
        let hidden = state.selected().any(|element| state.unseen(element).is_some());
        assert_eq!(state.selection_is_unseen(), hidden, "{name}");
    }
}

#[test]
fn textures_of_a_selection_are_those_of_its_faces() {
    let mut state = state_with(textured);
    let textures =
        |list: &[u32]| list.iter().map(|texture| Element::Texture(Id::new(*texture))).collect();
    choose(&mut state, &[Element::Node(Id::new(1))]);
    assert_eq!(*state.surfaces_of_selection(), textures(&[0, 1]));
    choose(&mut state, &[Element::Node(Id::new(2))]);
    assert_eq!(*state.surfaces_of_selection(), textures(&[]));
    let like = Command::SelectLike(Like::Texture);
    assert_eq!(blocked(&like, &state), Some("The selection has no texture"));
    choose(&mut state, &[Element::Texture(Id::new(2))]);
    assert_eq!(*state.surfaces_of_selection(), textures(&[2]));
}

/// A parent bone of the first object, and one without geometry.
fn jointed(scene: &mut Scene) {
    textured(scene);
    let bone = |node| Bone { node, ..Bone::default() };
    scene.nodes.push(Node { local: Mat4::from_translation(Vec3::Y), ..Node::default() });
    scene.skeletons.push(Skeleton {
        bones: vec![bone(Id::new(0)), bone(Id::new(3))].into(),
        ..Skeleton::default()
    });
}

#[test]
fn bone_includes_the_faces_it_moves_or_its_joint() {
    let state = state_with(jointed);
    let scene = state.scene().unwrap();
    let [first, second] =
        [0, 1].map(|bone| Element::Bone { skeleton: Id::new(0), bone: Id::new(bone) });
    assert!(is_seen(scene, first) && !is_seen(scene, second));
    let points = |element| points_of(scene, &scene.posed, element);
    assert_eq!(points(first), points(Element::Node(Id::new(0))));
    assert_eq!(points(second), [Vec3::Y]);
}

#[test]
fn objects_of_one_model_are_selected_as_objects() {
    let mut state = state_with(textured);
    choose(&mut state, &[Element::Node(Id::new(1))]);
    state.select_like(Like::Model);
    let all: Vec<Element> = state.selected().collect();
    assert_eq!(
        all,
        [Element::Node(Id::new(1)), Element::Node(Id::new(0))],
        "the first stays in front"
    );
}

#[test]
fn selects_faces_with_any_texture_of_an_object() {
    let mut state = state_with(textured);
    choose(&mut state, &[Element::Node(Id::new(0))]);
    state.select_like(Like::Texture);
    assert_eq!(state.selected_ids(), ids(&[0, 1, 2, 3, 4, 5]));
    choose(&mut state, &[Element::Texture(Id::new(1))]);
    state.select_like(Like::Texture);
    assert_eq!(state.selected_ids(), ids(&[2, 5]));
}

#[test]
fn missing_texture_or_palette_is_not_a_similarity() {
    let mut state = state_with(textured);
    // Its face 6 has no texture, and no texture has a palette.
    choose(&mut state, &[Element::Texture(Id::new(1)), Element::Node(Id::new(2))]);
    state.select_like(Like::Texture);
    assert_eq!(state.selected_ids(), ids(&[2, 5]));
    state.select_like(Like::Palette);
    assert_eq!(state.selected_ids(), ids(&[2, 5]), "nothing is like it: the selection stays");
}

#[test]
fn inverts_the_selection_among_visible_faces() {
    let mut state = opened();
    choose(&mut state, &[Element::Node(Id::new(0))]);
    state.invert_selection();
    assert_eq!(state.selected_ids(), ids(&[3, 4, 5]), "nothing of the hidden layer");
    state.invert_selection();
    assert_eq!(state.selected_ids(), ids(&[0, 1, 2]));
}

#[test]
fn exports_each_model_and_texture_once() {
    let mut state = state_with(textured);
    choose(
        &mut state,
        &[Element::Node(Id::new(0)), Element::Node(Id::new(1)), Element::Texture(Id::new(1))],
    );
    let texture = Subject::Texture { texture: Id::new(1), palette: None };
    assert_eq!(state.selected_subjects(), [Subject::Model(Id::new(0)), texture]);
}
