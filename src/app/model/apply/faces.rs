//! Selection of faces: similar ones, neighbours, and those in a region of the picture.

use std::collections::HashSet;

use crate::app::model::view::colour_by::similar;
use crate::app::model::{Combine, Like, State};
use crate::scene::{Element, FaceRef, NodeId, Scene, Spread};

impl State {
    /// Selects everything similar to the selection. Objects of one model remain objects.
    pub fn select_like(&mut self, like: Like) {
        let Some(scene) = self.scene() else { return };
        let first = self.selected_element();
        let all: Vec<Element> = match (first, like) {
            (Some(Element::Node(node)), Like::Model) => same_model(&scene.scene, node),
            (Some(Element::Face(face)), Like::Normal) => elements(similar(scene, &[face], like)),
            _ => elements(similar(scene, &self.faces_of_selection(), like)),
        };
        if !all.is_empty() {
            self.select_with_first(all);
        }
    }

    /// Selects elements; if the first selected one is among them, it stays first and on the card.
    fn select_with_first(&mut self, all: Vec<Element>) {
        let first = self.selected_element().filter(|first| all.contains(first));
        let others = all.into_iter().filter(|element| Some(*element) != first);
        let ordered: Vec<Element> = first.into_iter().chain(others).collect();
        match ordered.is_empty() {
            true => self.replace_selection(None),
            false => self.select_these(&ordered),
        }
    }

    /// Selects the visible faces that are not selected.
    pub fn invert_selection(&mut self) {
        let Some(scene) = self.scene() else { return };
        let selected = self.selected_ids();
        let mut others = Vec::new();
        for (node, placed) in scene.scene.nodes.pairs() {
            let count = scene.scene.mesh_of(placed).map_or(0, |mesh| mesh.faces.len());
            for face in (0u32..).take(count) {
                let at = FaceRef { node, face };
                let free = scene.ids.id(at).is_some_and(|id| !selected.contains(&id));
                if free && self.unseen(Element::Face(at)).is_none() {
                    others.push(Element::Face(at));
                }
            }
        }
        self.select_with_first(others);
    }

    /// Selects more or fewer faces by their neighbours. Hidden faces are not added.
    pub fn spread_selection(&mut self, spread: Spread) {
        let Some(scene) = self.scene() else { return };
        let before = self.faces_of_selection();
        let known: HashSet<FaceRef> = before.iter().copied().collect();
        let mut after = scene.scene.spread(&before, spread);
        after.retain(|at| known.contains(at) || self.unseen(Element::Face(*at)).is_none());
        self.select_with_first(elements(after));
    }

    /// Combines faces with the selected ones.
    pub fn combine_faces(&mut self, faces: &[FaceRef], combine: Combine) {
        let mut all: Vec<Element> = match combine {
            Combine::Replace => Vec::new(),
            Combine::Add | Combine::Remove => elements(self.faces_of_selection()),
        };
        match combine {
            Combine::Remove => {
                let removed: HashSet<Element> = faces.iter().copied().map(Element::Face).collect();
                all.retain(|element| !removed.contains(element));
            }
            Combine::Replace | Combine::Add => {
                let mut known: HashSet<Element> = all.iter().copied().collect();
                let new = faces.iter().copied().map(Element::Face);
                all.extend(new.filter(|element| known.insert(*element)));
            }
        }
        self.select_with_first(all);
    }
}

fn elements(faces: Vec<FaceRef>) -> Vec<Element> {
    faces.into_iter().map(Element::Face).collect()
}

/// All objects of the model of an object.
fn same_model(scene: &Scene, node: NodeId) -> Vec<Element> {
    let mesh = scene.nodes.get(node).and_then(|node| node.mesh);
    let same = scene.nodes.pairs().filter(|(_, other)| mesh.is_some() && other.mesh == mesh);
    same.map(|(index, _)| Element::Node(index)).collect()
}
