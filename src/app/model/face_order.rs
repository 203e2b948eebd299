//! Faces in the order they are stored: one at a time, or strip by strip.
//!
//! In formats of strips a triangle is what its strip has drawn before and one corner more, so that
//! the order is part of the shape.

use std::ops::Range;

use super::selection::Target;
use super::state::{DocScene, State};
use super::view::FirstFaces;
use crate::scene::{Element, FaceField, FaceRef, Mesh};

/// Where a strip is among the faces of a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripAt {
    /// Number of the strip.
    pub strip: u32,
    /// Number of the face's triangle in it, stitches counted.
    pub triangle: u32,
    /// Its faces.
    pub faces: Range<u32>,
}

/// The draw ids of the faces that are not drawn yet.
pub fn later(scene: &DocScene, first: FirstFaces) -> Option<Range<u32>> {
    let start = scene.ids.base(first.node)?;
    let end = scene.ids.base(first.node.checked_add(1)?)?;
    Some(start.saturating_add(first.count).min(end)..end)
}

/// Number of faces of node `node`.
pub fn faces_of(scene: &DocScene, node: u32) -> u32 {
    let mesh = scene.scene.nodes.get(node as usize).and_then(|node| scene.scene.mesh_of(node));
    mesh.map_or(0, |mesh| u32::try_from(mesh.faces.len()).unwrap_or(u32::MAX))
}

/// The strip that a face is of, in formats that have strips.
pub fn strip_at(scene: &DocScene, at: FaceRef) -> Option<StripAt> {
    let field = |name| scene.scene.face_field(name);
    let (mesh, _) = scene.face(at)?;
    let strips = mesh.face_values.get(field(FaceField::STRIP)?)?;
    let face = at.face as usize;
    let strip = *strips.get(face)?;
    let before = strips.get(..face)?.iter().rev().take_while(|other| **other == strip).count();
    let behind = strips.get(face..)?.iter().take_while(|other| **other == strip).count();
    let triangles = field(FaceField::TRIANGLE).and_then(|field| mesh.face_values.get(field));
    let triangle = triangles.and_then(|list| list.get(face)).copied().unwrap_or(before as u32);
    let start = at.face.saturating_sub(before as u32);
    Some(StripAt { strip, triangle, faces: start..at.face.saturating_add(behind as u32) })
}

/// Number of strips of a mesh, up to the last that has a face.
pub fn strip_count(scene: &DocScene, mesh: &Mesh) -> u32 {
    let field = scene.scene.face_field(FaceField::STRIP);
    let strips = field.and_then(|field| mesh.face_values.get(field));
    strips.and_then(|strips| strips.last()).map_or(0, |last| last.saturating_add(1))
}

impl State {
    /// All faces of the object that is drawn in order: that of the selection, or else the one with
    /// the most faces among those that are shown.
    pub fn faces_in_order(&self) -> Option<FirstFaces> {
        let scene = self.scene()?;
        let selected = match self.selection.as_ref().and_then(|selection| selection.element) {
            Some(Element::Face(face)) => Some(face.node),
            Some(Element::Node(node)) => Some(node),
            _ => None,
        };
        let shown = |node: &u32| self.view.visibility.node(&scene.scene, *node as usize);
        let largest = || {
            let nodes = 0..u32::try_from(scene.scene.nodes.len()).unwrap_or(u32::MAX);
            // The first among equals.
            nodes.filter(shown).rev().max_by_key(|node| faces_of(scene, *node))
        };
        let node = selected.filter(|node| faces_of(scene, *node) > 0).or_else(largest)?;
        let count = faces_of(scene, node);
        (count > 0).then_some(FirstFaces { node, count })
    }

    /// Draws so much, and selects the face that was drawn last, so that its numbers and bytes are
    /// beside it.
    pub(super) fn draw_first(&mut self, first: Option<FirstFaces>) {
        let going = self.view.first_faces.is_some();
        self.view.first_faces = first;
        let (true, Some(FirstFaces { node, count })) = (going, first) else { return };
        let Some(face) = count.checked_sub(1) else { return };
        let target = Target::Element(Element::Face(FaceRef { node, face }));
        let Some(new) = self.resolve(&target) else { return };
        // A way back from each of a thousand faces would bury all others.
        if self.selected_face().is_some_and(|face| face.node == node) {
            self.selection = Some(new);
        } else {
            self.select(&target);
        }
    }

    pub(super) fn step_faces(&mut self, by: i32) {
        let Some((now, most)) = self.drawn_now() else { return };
        let count = now.count.saturating_add_signed(by).min(most);
        self.view.first_faces = Some(now);
        self.draw_first(Some(FirstFaces { count, ..now }));
    }

    pub(super) fn step_strips(&mut self, by: i32) {
        let Some((now, most)) = self.drawn_now() else { return };
        let Some(scene) = self.scene() else { return };
        let node = now.node;
        let strip = |face: u32| strip_at(scene, FaceRef { node, face }).map(|strip| strip.faces);
        let count = if by < 0 {
            // The start of the strip of the last face is the end of the one before.
            now.count.checked_sub(1).and_then(strip).map_or(0, |faces| faces.start)
        } else {
            strip(now.count).map_or(most, |faces| faces.end)
        };
        self.view.first_faces = Some(now);
        self.draw_first(Some(FirstFaces { node, count }));
    }

    /// What is drawn, and how much there is.
    fn drawn_now(&self) -> Option<(FirstFaces, u32)> {
        let now = self.view.first_faces.or_else(|| self.faces_in_order())?;
        Some((now, faces_of(self.scene()?, now.node)))
    }
}
