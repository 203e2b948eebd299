//! Taking back what was changed by hand: palettes, what is hidden, what was written down.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::PaletteEdits;
use super::notes::Contents;

/// Everything undo covers, at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    pub palettes: PaletteEdits,
    pub hidden: Arc<BTreeSet<u32>>,
    /// Which layers are shown.
    pub layers: Vec<bool>,
    /// Which objects are shown.
    pub nodes: Vec<bool>,
    /// The options of variants, which say what objects are shown.
    pub variants: Vec<Option<u32>>,
    pub notes: Contents,
}

impl Snapshot {
    /// Whether another option of this variant is all that sets two moments apart: pulling a slider
    /// is one step to undo, not thirty.
    pub fn differs_in(&self, other: &Self, variant: usize) -> bool {
        let mut same = Self { nodes: other.nodes.clone(), ..self.clone() };
        let options = (same.variants.get_mut(variant), other.variants.get(variant));
        let (Some(own), Some(others)) = options else { return false };
        let differs = std::mem::replace(own, *others) != *others;
        differs && same == *other
    }
}

/// Moments to go back to, and forward again.
#[derive(Debug, Default)]
pub struct Undo {
    past: Vec<Snapshot>,
    future: Vec<Snapshot>,
}

impl Undo {
    const MAX_ENTRIES: usize = 500;

    /// Notes how things were before a change.
    pub fn note(&mut self, before: Snapshot) {
        self.future.clear();
        self.past.push(before);
        if self.past.len() > Self::MAX_ENTRIES {
            self.past.remove(0);
        }
    }

    /// The moment before the latest change.
    pub fn last(&self) -> Option<&Snapshot> {
        self.past.last()
    }

    pub fn undo(&mut self, now: Snapshot) -> Option<Snapshot> {
        let before = self.past.pop()?;
        self.future.push(now);
        Some(before)
    }

    pub fn redo(&mut self, now: Snapshot) -> Option<Snapshot> {
        let after = self.future.pop()?;
        self.past.push(now);
        Some(after)
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
