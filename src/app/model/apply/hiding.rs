//! Hiding things in the picture, and showing them again.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::model::faces_of::{each_id, each_run};
use crate::app::model::{State, Unseen};
use crate::scene::Element;

impl State {
    /// Hides everything but what is selected, which is shown wherever it was hidden.
    pub(super) fn isolate(&mut self) {
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

    pub(super) fn hide_selected(&mut self) {
        let selected = self.selected_ids();
        self.hide(&selected);
    }

    fn hide(&mut self, ids: &BTreeSet<u32>) {
        let hidden = self.view.hidden.union(ids).copied().collect();
        self.step(|state| state.view.hidden = Arc::new(hidden));
    }

    /// Shows all of the selection, whatever hides it.
    pub(super) fn show_selected(&mut self) {
        let (ids, selected) = (self.selected_ids(), self.selected().collect::<Vec<_>>());
        self.unhide(&ids, &selected);
    }

    /// Shows or hides one element.
    pub(super) fn show(&mut self, element: Element, shown: bool) {
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

    pub(super) fn show_all(&mut self) {
        self.step(|state| state.view.hidden = Arc::default());
    }

    pub(super) fn show_layer(&mut self, layer: u16, shown: bool) {
        self.step(|state| state.view.visibility.show_layer(layer, shown));
    }

    /// Shows elements and the faces with these draw ids, whatever hides them.
    fn unhide(&mut self, ids: &BTreeSet<u32>, elements: &[Element]) {
        let hidden = self.view.hidden.difference(ids).copied().collect();
        self.step(|state| {
            state.view.hidden = Arc::new(hidden);
            state.unhide_layers(elements);
        });
    }

    /// Shows the layers of elements, and objects that another choice of a variant leaves out.
    fn unhide_layers(&mut self, elements: &[Element]) {
        for element in elements {
            // One reason hides another.
            while let Some(why) = self.unseen(*element) {
                match why {
                    Unseen::Layer(layer) => self.view.visibility.show_layer(layer, true),
                    Unseen::Unchosen => self.unhide_unchosen(*element),
                    Unseen::ByHand => break,
                }
            }
        }
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
