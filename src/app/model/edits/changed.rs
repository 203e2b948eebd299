//! Bytes and values that differ from the last saved file.

use std::ops::Range;
use std::sync::Arc;

use crate::bytes::{Field, Source, Span};
use crate::edit::{History, Splice};
use crate::library::Opened;

/// Differences from the last saved file.
pub struct Changed {
    /// Changed ranges of the current file, in order and not adjacent.
    ranges: Vec<Range<u64>>,
    /// The file as it was last saved.
    pub saved: Arc<Opened>,
}

impl Changed {
    /// Compares the current file with the saved one, in the ranges that its steps changed.
    pub fn of(history: &History, saved: Arc<Opened>, now: &Source) -> Self {
        let (done, steps) = (history.done(), history.steps());
        let from = history.saved().unwrap_or(0);
        let mut ranges = Vec::new();
        for step in steps.get(from..done).unwrap_or_default() {
            step.splices.iter().for_each(|splice| follow(&mut ranges, splice));
        }
        // Steps that were saved and then undone.
        for step in steps.get(done..from).unwrap_or_default().iter().rev() {
            step.splices.iter().rev().for_each(|splice| follow(&mut ranges, &splice.undone()));
        }
        ranges.sort_by_key(|range| range.start);
        let before = &saved.document.source;
        if before.len() == now.len() {
            ranges = ranges.into_iter().flat_map(|range| differing(before, now, range)).collect();
        }
        Self { ranges, saved }
    }

    /// Changed ranges that end after `from`.
    pub fn ranges_from(&self, from: u64) -> &[Range<u64>] {
        let first = self.ranges.partition_point(|range| range.end <= from);
        self.ranges.get(first..).unwrap_or_default()
    }

    /// `true` if any byte of the span changed.
    pub fn touches(&self, span: Span) -> bool {
        self.ranges_from(span.start).first().is_some_and(|range| range.start < span.end())
    }

    /// The saved field with the same path as `field`, if its bytes changed.
    pub fn saved_field(&self, field: &Field) -> Option<Field> {
        if !self.touches(field.span) {
            return None;
        }
        let tree = &self.saved.document.tree;
        tree.field(&tree.find(&field.path).ok()?)
    }
}

/// Shifts the changed ranges by a later splice, and adds the range of the splice.
fn follow(ranges: &mut Vec<Range<u64>>, splice: &Splice) {
    let (old, new) = (splice.old.len() as u64, splice.new.len() as u64);
    let end = splice.at.saturating_add(old);
    let mut own = splice.at..splice.at.saturating_add(new);
    ranges.retain_mut(|range| {
        if range.start >= end {
            range.start = range.start - old + new;
            range.end = range.end - old + new;
        } else if range.end > splice.at {
            // Overlapping ranges are merged.
            own.start = own.start.min(range.start);
            own.end = own.end.max((range.end.max(end) - old).saturating_add(new));
            return false;
        }
        true
    });
    if !own.is_empty() {
        ranges.push(own);
    }
}

/// The byte ranges in `range` that differ.
fn differing(before: &Source, now: &Source, range: Range<u64>) -> Vec<Range<u64>> {
    let window = |source: &Source| source.window(range.start, range.end).to_vec();
    let mut runs: Vec<Range<u64>> = Vec::new();
    for (at, (old, new)) in (range.start..).zip(window(before).into_iter().zip(window(now))) {
        if old == new {
            continue;
        }
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end = at + 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}
