//! Layouts with a name, and the layout of each kind of document.

use std::collections::BTreeMap;

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};

use super::layout::{completed, show, visible};
use crate::app::model::PanelId;

/// Stored layouts.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Layouts {
    /// Layouts that the user saved, by name.
    named: BTreeMap<String, Tree<PanelId>>,
    /// The last layout of each kind of document, by the panel that suits it best.
    kinds: BTreeMap<String, Tree<PanelId>>,
}

impl Layouts {
    /// The names, in order.
    pub fn names(&self) -> Vec<String> {
        self.named.keys().cloned().collect()
    }

    /// Stores a layout, in place of one with the same name.
    pub fn save(&mut self, name: &str, layout: &Tree<PanelId>) {
        self.named.insert(name.to_owned(), layout.clone());
    }

    /// Deletes a layout.
    pub fn delete(&mut self, name: &str) {
        self.named.remove(name);
    }

    /// The layout with this name.
    pub fn get(&self, name: &str) -> Option<Tree<PanelId>> {
        self.named.get(name).cloned().map(completed)
    }

    /// Stores the layout of the documents that `before` suits best, and replaces it with that of the next kind,
    /// if there is one. The panels in front of their tabs remain in front.
    pub fn exchange(&mut self, before: PanelId, next: PanelId, layout: &mut Tree<PanelId>) {
        self.kinds.insert(before.0.to_owned(), layout.clone());
        if let Some(stored) = self.kinds.get(next.0) {
            let in_front = visible(layout);
            *layout = completed(stored.clone());
            in_front.into_iter().for_each(|panel| show(layout, panel));
        }
    }
}
