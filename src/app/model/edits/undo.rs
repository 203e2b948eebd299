//! Undo of manual changes: files, palettes, visibility, notes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::app::model::PaletteEdits;
use crate::app::model::document::notes::Contents;
use crate::app::model::selection::history::History;
use crate::scene::{HelperId, NodeId, OptionId, VariantId};

/// Everything that undo can restore, at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    pub palettes: PaletteEdits,
    /// Number of applied steps of each changed file.
    pub edits: BTreeMap<String, usize>,
    pub hidden: Arc<BTreeSet<u32>>,
    /// Visibility of each layer.
    pub layers: Vec<bool>,
    /// Visibility of each object.
    pub nodes: Vec<bool>,
    /// Visibility of each helper.
    pub helpers: Vec<bool>,
    /// Objects and helpers that are visible although their layer is hidden.
    pub shown_nodes: BTreeSet<NodeId>,
    pub shown_helpers: BTreeSet<HelperId>,
    /// Selected options of the variants, which control the visibility of objects and helpers.
    pub variants: Vec<Option<OptionId>>,
    pub notes: Contents,
}

impl Snapshot {
    /// Name of the first difference between two snapshots that is not an edit of a file.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let visibility = |of: &Self| {
            (of.layers.clone(), of.shown_nodes.clone(), of.shown_helpers.clone(), of.nodes.clone())
        };
        if self.palettes != other.palettes {
            Some("change palettes")
        } else if self.notes != other.notes {
            Some("change notes")
        } else if self.variants != other.variants {
            Some("choose a variant")
        } else if self.hidden != other.hidden || visibility(self) != visibility(other) {
            Some("show or hide")
        } else {
            None
        }
    }

    /// `true` if two snapshots differ only in the option of this variant: dragging a slider is one undo
    /// step, not thirty.
    pub fn differs_in(&self, other: &Self, variant: VariantId) -> bool {
        let (nodes, helpers) = (other.nodes.clone(), other.helpers.clone());
        let mut same = Self { nodes, helpers, ..self.clone() };
        let options = (same.variants.get_mut(variant.index()), other.variants.get(variant.index()));
        let (Some(own), Some(others)) = options else { return false };
        let differs = std::mem::replace(own, *others) != *others;
        differs && same == *other
    }
}

/// Snapshots to undo and redo.
pub type Undo = History<Snapshot, 500>;
