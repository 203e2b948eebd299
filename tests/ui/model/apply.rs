//! Effects of commands on the state.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use gouraud::app::model::{
    ColourBy, Doc, DocScene, Like, Selection, SelectionTarget, Settings, State,
    selection::time_travel::Travel, view::colour_by::colouring,
};
use gouraud::bytes::{Endian, Problems, Source, SourceId, Span, Tree};
use gouraud::formats::{Content, Counts, Document, FormatInfo};
use gouraud::library::{Library, Opened};
use gouraud::scene::{
    Blend, ColourScale, Element, Face, FaceField, FaceRef, Id, LayerKind, Material, Mesh,
    NO_CORNER, Node, Scene, Spans, Surface, UvSpace,
};

static INFO: FormatInfo =
    FormatInfo { id: "test", name: "test", extensions: &[], versions: &[], can: &[] };

struct Nothing;
impl Content for Nothing {}

/// Two instances of a mesh of three triangles; faces are the 4-byte run `faces` from byte 0.
fn state() -> State {
    state_with(|_| {})
}

/// The same with a modified scene.
pub fn state_with(change: impl FnOnce(&mut Scene)) -> State {
    let source = Source::from_bytes("test", vec![0; 16]);
    let (tree, problems, _) = Tree::record(&source, Endian::Little, "test", |cur| {
        cur.records::<u32>("faces", 3).unwrap();
        cur.get::<u32>("end").unwrap();
    });
    let face = |index: u32| Face {
        corners: [0, 1, 2, NO_CORNER],
        colours: [[128; 3]; 4],
        index,
        ..Face::default()
    };
    let mut scene = Scene {
        meshes: vec![Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            faces: (0..3).map(face).collect(),
            face_spans: Spans::even(source.id(), 0, 4, 3, "faces".into()),
            face_values: vec![[1, 3, 1].into_iter().collect()],
            ..Mesh::default()
        }]
        .into(),
        materials: vec![Material {
            name: "m".into(),
            surface: Surface::Plain,
            uv: UvSpace::Texels,
            colour: ColourScale::Raw,
            ..Material::PLAIN
        }]
        .into(),
        face_fields: vec![FaceField { name: "flags", bits: 16, flags: Vec::new() }],
        ..Scene::default()
    };
    scene.layer("drawn", LayerKind::Drawn, true);
    for name in ["a", "b"] {
        let name = name.to_owned();
        scene.nodes.push(Node {
            name,
            mesh: Some(Id::new(0)),
            local: Mat4::IDENTITY,
            ..Node::default()
        });
    }
    change(&mut scene);
    let document = Document {
        format: &INFO,
        version: String::new(),
        source,
        tree: tree.into(),
        problems,
        counts: Counts::default(),
        usable: true,
        content: Arc::new(Nothing),
    };
    let opened = Arc::new(Opened::of_document(document));
    let mut state = State::new(Arc::new(Library::new()), Settings::default());
    state.shown = Some(opened.clone());
    state.doc = Some(Arc::new(Doc {
        opened,
        problems: Problems::default(),
        scene: Some(DocScene::new(Arc::new(scene))),
        generation: 1,
        names: 0,
    }));
    state
}

fn source(state: &State) -> SourceId {
    state.shown.as_ref().unwrap().document.source.id()
}

fn face(node: u32, face: u32) -> Element {
    Element::Face(FaceRef { node: Id::new(node), face })
}

fn select(state: &mut State, target: SelectionTarget) -> Selection {
    state.select(&target);
    state.selection.clone().unwrap()
}

#[test]
fn face_selects_its_field_and_bytes() {
    let mut state = state();
    let selection = select(&mut state, SelectionTarget::Element(face(1, 2)));
    assert_eq!(selection.path, "faces[2]");
    assert_eq!((selection.span.start, selection.span.len), (8, 4));
}

#[test]
fn byte_selects_its_field_and_face() {
    let mut state = state();
    let here = source(&state);
    let selection = select(&mut state, SelectionTarget::Byte { source: here, offset: 5 });
    assert_eq!(selection.path, "faces[1]");
    assert_eq!(selection.element, Some(face(0, 1)));
    assert_eq!((selection.span.start, selection.span.len), (4, 4));
}

#[test]
fn path_selects_the_face_of_the_current_instance() {
    let mut state = state();
    let here = source(&state);
    select(&mut state, SelectionTarget::Element(face(1, 0)));
    let selection =
        select(&mut state, SelectionTarget::Path { source: here, path: "faces[2]".into() });
    assert_eq!(selection.element, Some(face(1, 2)));
}

#[test]
fn dragged_bytes_select_the_enclosing_field() {
    let mut state = state();
    let here = source(&state);
    let selection = select(&mut state, SelectionTarget::Bytes(Span::new(here, 2, 4)));
    assert_eq!((selection.span.start, selection.span.len), (2, 4));
    assert_eq!(selection.path, "faces");
    assert_eq!(selection.element, None);
}

#[test]
fn adding_to_the_selection_toggles_and_keeps_the_first_active() {
    let mut state = state();
    select(&mut state, SelectionTarget::Element(face(0, 0)));
    state.select_also(&SelectionTarget::Element(face(0, 1)));
    let both = state.selection.clone().unwrap();
    assert_eq!(both.elements().collect::<Vec<_>>(), [face(0, 0), face(0, 1)]);
    state.select_also(&SelectionTarget::Element(face(0, 0)));
    let left = state.selection.clone().unwrap();
    assert_eq!((left.element, left.path.as_str()), (Some(face(0, 1)), "faces[1]"));
}

#[test]
fn selects_faces_with_the_same_value() {
    let mut state = state();
    select(&mut state, SelectionTarget::Element(face(0, 0)));
    state.select_like(Like::Value { field: 0 });
    let all: Vec<_> = state.selection.as_ref().unwrap().elements().collect();
    assert_eq!(all, [face(0, 0), face(0, 2), face(1, 0), face(1, 2)]);
}

#[test]
fn isolating_hides_others_until_undone() {
    let mut state = state();
    select(&mut state, SelectionTarget::Element(face(1, 1)));
    state.isolate();
    assert_eq!(state.view.hidden.iter().copied().collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
    state.undo();
    assert!(state.view.hidden.is_empty());
    state.redo();
    assert_eq!(state.view.hidden.len(), 5);
}

#[test]
fn back_restores_the_previous_selection() {
    let mut state = state();
    select(&mut state, SelectionTarget::Element(face(0, 0)));
    select(&mut state, SelectionTarget::Element(face(0, 1)));
    state.travel(Travel::Back);
    assert_eq!(state.selection.as_ref().unwrap().element, Some(face(0, 0)));
    state.travel(Travel::Forward);
    assert_eq!(state.selection.as_ref().unwrap().element, Some(face(0, 1)));
}

#[test]
fn colouring_counts_every_face_instance_once() {
    let state = state();
    let scene = state.scene().unwrap();
    let by_value = colouring(scene, ColourBy::Field(0));
    let counts: Vec<_> = by_value.rows.iter().map(|r| (r.label.as_str(), r.count)).collect();
    assert_eq!(counts, [("0x0001", 4), ("0x0003", 2)]);
    assert_eq!(by_value.row_of, [0, 1, 0, 0, 1, 0]);
    let by_bit = colouring(scene, ColourBy::Bits { field: 0, mask: 2 });
    assert_eq!(by_bit.rows.iter().map(|r| r.count).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(by_bit.rows[1].paint, None, "faces without the bit keep their colours");
}

#[test]
fn categorises_objects_by_game_role() {
    let state = state_with(|scene| {
        let class = scene.class("CAnimal");
        assert_eq!((class, scene.class("canimal")), (Some(0), Some(0)), "in any case");
        scene.nodes[0].class = class;
    });
    let found = colouring(state.scene().unwrap(), ColourBy::Class);
    let rows: Vec<_> =
        found.rows.iter().map(|row| (row.label.as_str(), row.count, row.paint.is_some())).collect();
    assert_eq!(rows, [("CAnimal", 3, true), ("none", 3, false)]);
    assert_eq!(found.row_of, [0, 0, 0, 1, 1, 1]);
}

#[test]
fn every_blend_mode_is_a_category() {
    let opacities = [0.0, 0.05, 0.4, 1.0].map(Blend::Alpha);
    let all: Vec<Blend> = Blend::MODES.into_iter().chain(opacities).collect();
    let state = state_with(|scene| {
        let plain = scene.meshes[0].faces.first().unwrap();
        let materials = 0..=all.len() as u32;
        scene.meshes[0].faces =
            materials.map(|material| Face { material: Id::new(material), ..plain }).collect();
        for blend in &all {
            let blend = Some(*blend);
            scene.materials.push(Material { blend, ..scene.materials[0].clone() });
        }
    });
    let found = colouring(state.scene().unwrap(), ColourBy::Blend);
    let labels: BTreeSet<String> = found.rows.into_iter().map(|row| row.label).collect();
    let names = all.iter().map(Blend::to_string).chain(["opaque".to_owned()]);
    assert_eq!(labels, names.collect());
}

#[test]
fn isolates_one_or_several_legend_rows() {
    let mut state = state();
    let rows = |state: &State| state.view.isolated.iter().copied().collect::<Vec<_>>();
    state.isolate_row(1, false);
    state.isolate_row(2, true);
    assert_eq!(rows(&state), [1, 2]);
    state.isolate_row(2, false);
    assert_eq!(rows(&state), [2]);
    state.isolate_row(2, false);
    assert!(rows(&state).is_empty(), "clicking it again shows all");
}
