//! Commands that draw the faces of an object one after the other.

use crate::app::model::view::face_order::{faces_of, strip_at};
use crate::app::model::{FirstFaces, SelectionTarget, State};
use crate::scene::{Element, FaceRef, NodeId};

impl State {
    /// All faces of the object that is drawn in order: the selected one, otherwise the visible one with the
    /// most faces.
    pub fn faces_in_order(&self) -> Option<FirstFaces> {
        let scene = self.scene()?;
        let selected = match self.selected_element() {
            Some(Element::Face(face)) => Some(face.node),
            Some(Element::Node(node)) => Some(node),
            _ => None,
        };
        let shown = |node: &NodeId| self.view.visibility.node(&scene.scene, *node);
        let largest = || {
            let nodes = scene.scene.nodes.ids();
            // Of several nodes with the most faces, the first.
            nodes.filter(shown).rev().max_by_key(|node| faces_of(scene, *node))
        };
        let node = selected.filter(|node| faces_of(scene, *node) > 0).or_else(largest)?;
        let count = faces_of(scene, node);
        (count > 0).then_some(FirstFaces { node, count })
    }

    /// Draws the first faces, and selects the last of them, so that its fields and bytes are shown.
    pub fn draw_first(&mut self, first: Option<FirstFaces>) {
        let going = self.view.first_faces.is_some();
        self.view.first_faces = first;
        self.view.replay &= first.is_none();
        let (true, Some(FirstFaces { node, count })) = (going, first) else { return };
        let Some(face) = count.checked_sub(1) else { return };
        let target = SelectionTarget::Element(Element::Face(FaceRef { node, face }));
        let Some(new) = self.resolve(&target) else { return };
        // Only one history entry: a thousand faces would displace all others.
        if self.selected_face().is_some_and(|face| face.node == node) {
            self.selection = Some(new);
        } else {
            self.select(&target);
        }
    }

    /// Starts or ends the replay; it replaces drawing an object in stored order.
    pub fn toggle_replay(&mut self) {
        self.view.replay ^= true;
        self.view.first_faces = None;
    }

    /// Draws more or fewer faces of an object; the replay has its own steps.
    pub fn step_faces(&mut self, by: i32) {
        if self.view.replay {
            return;
        }
        let Some((now, most)) = self.drawn_now() else { return };
        let count = now.count.saturating_add_signed(by).min(most);
        self.view.first_faces = Some(now);
        self.draw_first(Some(FirstFaces { count, ..now }));
    }

    /// Draws more or fewer strips of an object; the replay has its own steps.
    pub fn step_strips(&mut self, by: i32) {
        if self.view.replay {
            return;
        }
        let Some((now, most)) = self.drawn_now() else { return };
        let Some(scene) = self.scene() else { return };
        let node = now.node;
        let strip = |face: u32| strip_at(scene, FaceRef { node, face }).map(|strip| strip.faces);
        let count = if by < 0 {
            // The previous strip ends where the strip of the last face starts.
            now.count.checked_sub(1).and_then(strip).map_or(0, |faces| faces.start)
        } else {
            strip(now.count).map_or(most, |faces| faces.end)
        };
        self.view.first_faces = Some(now);
        self.draw_first(Some(FirstFaces { node, count }));
    }

    /// Number of drawn faces, and of all faces.
    fn drawn_now(&self) -> Option<(FirstFaces, u32)> {
        let now = self.view.first_faces.or_else(|| self.faces_in_order())?;
        Some((now, faces_of(self.scene()?, now.node)))
    }
}
