//! Hiding things in the picture, and showing them again.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::faces_of::{Unseen, each_id, each_run, unseen};
use super::state::State;
use crate::scene::Element;

impl State {
    /// Hides everything but what is selected, which is shown wherever it was hidden.
    pub(super) fn isolate(&mut self) {
        let (selected, Some(scene)) = (self.selected_ids(), self.scene()) else { return };
        if selected.is_empty() {
            return;
        }
        let hidden = (0..scene.ids.total()).filter(|id| !selected.contains(id)).collect();
        self.replace_hidden(hidden);
        self.unhide_layers(&self.selected().collect::<Vec<_>>());
    }

    pub(super) fn hide_selected(&mut self) {
        let selected = self.selected_ids();
        if !selected.is_empty() {
            self.replace_hidden(self.view.hidden.union(&selected).copied().collect());
        }
    }

    /// Shows all of the selection, whatever hides it.
    pub(super) fn show_selected(&mut self) {
        let selected = self.selected_ids();
        if !selected.is_disjoint(&self.view.hidden) {
            self.replace_hidden(self.view.hidden.difference(&selected).copied().collect());
        }
        self.unhide_layers(&self.selected().collect::<Vec<_>>());
    }

    /// Shows or hides one element.
    pub(super) fn show(&mut self, element: Element, shown: bool) {
        let Some(scene) = self.scene() else { return };
        let mut ids = BTreeSet::new();
        each_id(scene, element, &mut |id| {
            ids.insert(id);
        });
        let hidden = &self.view.hidden;
        if !shown {
            self.replace_hidden(hidden.union(&ids).copied().collect());
        } else if !ids.is_disjoint(hidden) {
            self.replace_hidden(hidden.difference(&ids).copied().collect());
        }
        if shown {
            self.unhide_layers(&[element]);
        }
    }

    pub(super) fn show_all(&mut self) {
        self.replace_hidden(BTreeSet::new());
    }

    fn replace_hidden(&mut self, hidden: BTreeSet<u32>) {
        self.undo.note(self.snapshot());
        self.view.hidden = Arc::new(hidden);
    }

    /// Shows the layers of elements, and objects that another choice of a variant leaves out.
    fn unhide_layers(&mut self, elements: &[Element]) {
        for element in elements {
            // One reason hides another.
            while let Some(why) = unseen(self, *element) {
                match why {
                    Unseen::Layer(layer) => self.view.visibility.show_layer(layer, true),
                    Unseen::Unchosen => self.unhide_nodes(*element),
                    Unseen::ByHand => break,
                }
            }
        }
    }

    fn unhide_nodes(&mut self, element: Element) {
        let Some(scene) = self.scene() else { return };
        let mut nodes = Vec::new();
        each_run(scene, element, &mut |run| nodes.push(run.node));
        let visible = &mut self.view.visibility.nodes;
        for node in nodes {
            if let Some(shown) = visible.get_mut(node as usize) {
                *shown = true;
            }
        }
    }
}
