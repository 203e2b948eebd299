//! Lines of the list: groups and their hits.

use std::collections::BTreeSet;

use crate::app::model::search::{GroupBy, SearchResults};

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The heading of a group, by its index.
    Head(usize),
    /// A hit, by its index.
    Hit(u32),
}

/// The rows of the results, without those in folded groups.
pub fn lines(found: &SearchResults, by: GroupBy, folded: &BTreeSet<String>) -> Vec<Line> {
    let mut lines = Vec::with_capacity(found.hits.len());
    for (at, group) in found.groups(by).iter().enumerate() {
        lines.push(Line::Head(at));
        if !folded.contains(&group.name) {
            lines.extend(group.hits.iter().copied().map(Line::Hit));
        }
    }
    lines
}
