//! Removes entries of the value table that nothing else uses.

use std::collections::{HashMap, HashSet};

use super::super::body::Body;
use super::super::grf::region::Region;
use super::super::grf::values::{Entry, Value, ValueTable, Values};
use super::super::records::Groff;

/// The entries of the value table, by ID, that only these groups contain. Entries of groups that a
/// remaining instance or another group uses are excluded.
pub(super) fn only_below(groff: &Groff, table: &ValueTable, groups: &[u32]) -> HashSet<u32> {
    let regions = groff.all::<Region>().flat_map(|(_, region)| &region.instances);
    let mut kept: HashSet<u32> = regions.map(|instance| instance.values.id).collect();
    let children = |entry: &Entry| match &entry.value {
        Value::Group(children) => children.iter().map(|child| child.id).collect(),
        _ => Vec::new(),
    };
    let roots: Vec<u32> = groups.iter().copied().filter(|group| !kept.contains(group)).collect();
    let values = Values::new(table);
    let (mut gone, mut seen) = (HashSet::new(), HashSet::new());
    for group in &roots {
        let Some(entry) = values.index(*group).and_then(|index| values.entry(index)) else {
            continue;
        };
        gone.insert(entry.key.id);
        values.walk(*group, &mut seen, &mut |_, _, entry| _ = gone.insert(entry.key.id));
    }
    // Entries that something else uses are retained, with all below them.
    let others = table.entries.iter().filter(|entry| !gone.contains(&entry.key.id));
    kept.extend(others.flat_map(children));
    let still: Vec<u32> = gone.iter().copied().filter(|id| kept.contains(id)).collect();
    for id in still {
        gone.remove(&id);
        let mut seen = HashSet::new();
        values.walk(id, &mut seen, &mut |_, _, entry| _ = gone.remove(&entry.key.id));
    }
    gone
}

/// Removes these entries from the table, and names that only they used.
pub(super) fn remove(groff: &mut Groff, gone: &HashSet<u32>) {
    if gone.is_empty() {
        return;
    }
    // Only the first of several tables is read for instances.
    let table = groff.sections.iter_mut().find_map(|section| match &mut section.body {
        Body::Values(table) => Some(table),
        _ => None,
    });
    if let Some(table) = table {
        let mut uses: HashMap<u32, u32> = HashMap::new();
        for entry in table.entries.iter().filter(|entry| gone.contains(&entry.key.id)) {
            *uses.entry(entry.name.id).or_default() += 1;
        }
        let entry_ids = |table: &ValueTable| table.entries.iter().map(|entry| entry.key.id).max();
        let string_ids = |table: &ValueTable| table.strings.iter().map(|string| string.id).max();
        let (last_entry, last_string) = (entry_ids(table), string_ids(table));
        table.entries.retain(|entry| !gone.contains(&entry.key.id));
        let named: HashSet<u32> = table.entries.iter().map(|entry| entry.name.id).collect();
        table.strings.retain(|string| !uses.contains_key(&string.id) || named.contains(&string.id));
        for string in &mut table.strings {
            let less = uses.get(&string.id).copied().unwrap_or(0);
            string.references = string.references.saturating_sub(less);
        }
        let (entries, strings) = (entry_ids(table), string_ids(table));
        lower(&mut table.entry_manager.next, last_entry, entries);
        lower(&mut table.string_manager.next, last_string, strings);
    }
}

/// Lowers the next free ID to the one after the remaining IDs, if it was the one after all IDs.
fn lower(next: &mut u32, last: Option<u32>, remaining: Option<u32>) {
    let end = |last: Option<u32>| last.map_or(0, |last| last.saturating_add(1));
    if last.is_some() && *next == end(last) {
        *next = end(remaining);
    }
}
