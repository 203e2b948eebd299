//! Checks the value table for missing entries, cycles and duplicates.

use std::collections::{HashMap, HashSet};

use super::super::grf::values::{Entry, Value, ValueTable};
use super::Check;

impl Check<'_, '_> {
    pub(super) fn values(&mut self, table: &ValueTable) {
        let names: HashSet<u32> = table.strings.iter().map(|string| string.id).collect();
        let mut ids: HashMap<u32, usize> = HashMap::with_capacity(table.entries.len());
        for (number, entry) in table.entries.iter().enumerate() {
            let id = entry.key.id;
            if let Some(first) = ids.get(&id) {
                let message = format_args!("the ID {id} is also that of entries[{first}]");
                self.warning(format_args!("entries[{number}].key.id"), message);
            } else {
                ids.insert(id, number);
            }
            if entry.id.id != id {
                let message = format_args!("the ID is {} here, {id} in the key", entry.id.id);
                self.warning(format_args!("entries[{number}].id.id"), message);
            }
            if !names.contains(&entry.name.id) {
                let message = format_args!("no string has the ID {}", entry.name.id);
                self.warning(format_args!("entries[{number}].name.id"), message);
            }
            if let Value::Float(value) = entry.value
                && !value.is_finite()
            {
                let message = format_args!("{value} is not finite");
                self.warning(format_args!("entries[{number}].value"), message);
            }
        }
        self.children(table, &ids);
    }

    /// Checks groups: each child exists, belongs to one group only, and is not its own ancestor.
    fn children(&mut self, table: &ValueTable, ids: &HashMap<u32, usize>) {
        let mut parents: Vec<Option<usize>> = vec![None; table.entries.len()];
        for (number, child) in groups(&table.entries) {
            let Some(at) = ids.get(&child) else {
                let message = format_args!("no entry has the ID {child}");
                self.error(format_args!("entries[{number}].children"), message);
                continue;
            };
            match parents.get_mut(*at) {
                Some(Some(other)) => {
                    let message = format_args!("entries[{at}] also belongs to entries[{other}]");
                    self.warning(format_args!("entries[{number}].children"), message);
                }
                Some(parent) => *parent = Some(number),
                None => {}
            }
        }
        // 0: not visited. Otherwise the pass in which the entry was reached.
        let mut met = vec![0; parents.len()];
        for (walk, first) in (1..).zip(0..parents.len()) {
            let mut at = Some(first);
            while let Some(number) = at {
                let Some(mark) = met.get_mut(number) else { break };
                if *mark == walk {
                    let message = format_args!("the group is its own descendant");
                    self.error(format_args!("entries[{number}].children"), message);
                }
                if *mark != 0 {
                    break;
                }
                *mark = walk;
                at = parents.get(number).copied().flatten();
            }
        }
    }
}

/// Every child of every group, with the group's index.
fn groups(entries: &[Entry]) -> impl Iterator<Item = (usize, u32)> + '_ {
    entries.iter().enumerate().flat_map(|(number, entry)| {
        let children = match &entry.value {
            Value::Group(children) => children.as_slice(),
            _ => &[],
        };
        children.iter().map(move |child| (number, child.id))
    })
}
