//! Commands that hide and show elements.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::model::view::colour_by::each_face;
use crate::app::model::view::element_faces::{each_id, each_run};
use crate::app::model::{InvisibleReason, State};
use crate::scene::{Element, HelperId, NodeId};

impl State {
    /// Hides everything except the selection, and shows the whole selection.
    pub fn isolate(&mut self) {
        let (selected, Some(scene)) = (self.selected_ids(), self.scene()) else { return };
        if selected.is_empty() {
            return;
        }
        let hidden = (0..scene.ids.total()).filter(|id| !selected.contains(id)).collect();
        let selected: Vec<Element> = self.selected().collect();
        self.step(|state| {
            state.view.hidden = Arc::new(hidden);
            state.unhide_layers(&selected);
        });
    }

    pub fn hide_selected(&mut self) {
        let selected = self.selected_ids();
        self.hide(&selected);
    }

    fn hide(&mut self, ids: &BTreeSet<u32>) {
        let hidden = self.view.hidden.union(ids).copied().collect();
        self.step(|state| state.view.hidden = Arc::new(hidden));
    }

    /// Shows the whole selection, whatever hides it.
    pub fn show_selected(&mut self) {
        let (ids, selected) = (self.selected_ids(), self.selected().collect::<Vec<_>>());
        self.unhide(&ids, &selected);
    }

    /// Shows or hides one element.
    pub fn show(&mut self, element: Element, shown: bool) {
        let Some(scene) = self.scene() else { return };
        let mut ids = BTreeSet::new();
        each_id(scene, element, &mut |id| {
            ids.insert(id);
        });
        match shown {
            true => self.unhide(&ids, &[element]),
            false => self.hide(&ids),
        }
    }

    pub fn show_all(&mut self) {
        self.step(|state| state.view.hidden = Arc::default());
    }

    /// Shows or hides a whole layer.
    pub fn show_layer(&mut self, layer: u16, shown: bool) {
        let faces = if shown { self.faces_of_layer(layer) } else { BTreeSet::new() };
        let Some(scene) = self.scene().map(|scene| scene.scene.clone()) else { return };
        self.step(|state| {
            let visibility = &mut state.view.visibility;
            visibility.show_layer(layer, shown);
            let on_layer = |of: Option<u16>| of == Some(layer);
            let node = |node: &NodeId| scene.nodes.get(*node).map(|node| node.layer);
            visibility.shown_nodes.retain(|own| !on_layer(node(own)));
            let helper = |helper: &HelperId| scene.helpers.get(*helper).map(|own| own.layer);
            visibility.shown_helpers.retain(|own| !on_layer(helper(own)));
            if faces.iter().any(|id| state.view.hidden.contains(id)) {
                let hidden = state.view.hidden.difference(&faces).copied().collect();
                state.view.hidden = Arc::new(hidden);
            }
        });
    }

    /// Draw ids of the faces on a layer.
    fn faces_of_layer(&self, layer: u16) -> BTreeSet<u32> {
        let mut ids = BTreeSet::new();
        let Some(scene) = self.scene() else { return ids };
        each_face(&scene.scene, |at, _, face| {
            if face.layer == layer {
                ids.extend(scene.ids.id(at));
            }
        });
        ids
    }

    /// Shows elements, and the faces with these draw ids, whatever hides them.
    fn unhide(&mut self, ids: &BTreeSet<u32>, elements: &[Element]) {
        let hidden = self.view.hidden.difference(ids).copied().collect();
        self.step(|state| {
            state.view.hidden = Arc::new(hidden);
            state.unhide_layers(elements);
        });
    }

    /// Shows elements of hidden layers without the rest of the layer, and objects that belong to another
    /// option of a variant.
    fn unhide_layers(&mut self, elements: &[Element]) {
        for element in elements {
            // An element may be hidden for several reasons.
            while let Some(why) = self.unseen(*element) {
                match why {
                    InvisibleReason::Layer(layer) => self.show_of_layer(*element, layer),
                    InvisibleReason::Unchosen => self.unhide_unchosen(*element),
                    InvisibleReason::ByUser => break,
                }
            }
        }
    }

    /// Shows one element of a hidden layer.
    fn show_of_layer(&mut self, element: Element, layer: u16) {
        let Some(scene) = self.scene() else { return };
        if let Element::Helper(helper) = element {
            self.view.visibility.shown_helpers.insert(helper);
            return;
        }
        let mut nodes = BTreeSet::new();
        let mut own = BTreeSet::new();
        each_run(scene, element, &mut |run| {
            if scene.scene.nodes.get(run.node).is_some_and(|node| node.layer == layer) {
                nodes.insert(run.node);
            }
        });
        each_id(scene, element, &mut |id| {
            own.insert(id);
        });
        let visibility = &mut self.view.visibility;
        if !visibility.shown_nodes.is_superset(&nodes) {
            return visibility.shown_nodes.extend(nodes);
        }
        // The layer contains faces: its other faces are hidden individually.
        let others = self.faces_of_layer(layer);
        let others = others.difference(&own).copied();
        self.view.hidden = Arc::new(self.view.hidden.iter().copied().chain(others).collect());
        self.view.visibility.show_layer(layer, true);
    }

    fn unhide_unchosen(&mut self, element: Element) {
        let Some(scene) = self.scene() else { return };
        if let Element::Helper(helper) = element {
            return self.view.visibility.show_helpers(&[helper], true);
        }
        let mut nodes = Vec::new();
        each_run(scene, element, &mut |run| nodes.push(run.node));
        let visible = &mut self.view.visibility.nodes;
        for node in nodes {
            if let Some(shown) = visible.get_mut(node.index()) {
                *shown = true;
            }
        }
    }
}
