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

/// Steps of each changed file, and the notes, at the time when a document was left.
pub type ClosedSteps = (BTreeMap<String, usize>, Contents);

/// Updates the undo steps of a document that was left, because files and notes were changed since. A
/// change of a file that the document uses or that its steps changed becomes a step of it; other changes
/// are not affected when its steps are undone.
pub fn catch_up(undo: &mut Undo, left: &ClosedSteps, now: &Snapshot, uses: impl Fn(&str) -> bool) {
    let (edits, notes) = left;
    let steps = |edits: &BTreeMap<String, usize>, path: &str| edits.get(path).copied().unwrap_or(0);
    let noted: Contents = newer(&now.notes, notes);
    undo.each(|moment| moment.notes.extend(noted.clone()));
    let paths: BTreeSet<&String> = edits.keys().chain(now.edits.keys()).collect();
    let changed = |path: &&String| steps(edits, path) != steps(&now.edits, path);
    let mut current = Snapshot { edits: edits.clone(), ..now.clone() };
    for path in paths.into_iter().filter(changed) {
        let (then, now) = (steps(edits, path), steps(&now.edits, path));
        let mut is_own = uses(path);
        undo.each(|moment| is_own |= steps(&moment.edits, path) != then);
        if is_own && now > then {
            for step in then..now {
                current.edits.insert(path.clone(), step);
                undo.leave(current.clone());
            }
        } else {
            let most = |steps: usize| if is_own { steps.min(now) } else { now };
            undo.each(|moment| {
                let steps = most(steps(&moment.edits, path));
                moment.edits.insert(path.clone(), steps);
            });
        }
        current.edits.insert(path.clone(), now);
    }
    undo.drop_repeated(now);
}

/// The entries of `now` that differ from `then`.
fn newer<K: Ord + Clone, V: PartialEq + Clone>(
    now: &BTreeMap<K, V>,
    then: &BTreeMap<K, V>,
) -> BTreeMap<K, V> {
    let changed = now.iter().filter(|(key, value)| then.get(key) != Some(value));
    changed.map(|(key, value)| (key.clone(), value.clone())).collect()
}
