//! The value table as the game looks things up in it.

use std::collections::{HashMap, HashSet};

use super::{Entry, Value, ValueTable};
use crate::codec::cp1252;

/// How deep groups are followed.
const DEEPEST: usize = 16;

/// Entries by ID, and names by theirs.
pub struct Values<'a> {
    table: &'a ValueTable,
    names: HashMap<u32, &'a [u8]>,
    entries: HashMap<u32, usize>,
}

impl<'a> Values<'a> {
    pub fn new(table: &'a ValueTable) -> Self {
        let mut names = HashMap::with_capacity(table.strings.len());
        for string in &table.strings {
            names.entry(string.id).or_insert(string.text.as_slice());
        }
        let mut entries = HashMap::with_capacity(table.entries.len());
        for (index, entry) in table.entries.iter().enumerate() {
            entries.entry(entry.key.id).or_insert(index);
        }
        Self { table, names, entries }
    }

    /// Index of the entry with this ID.
    pub fn index(&self, id: u32) -> Option<usize> {
        self.entries.get(&id).copied()
    }

    pub fn entry(&self, index: usize) -> Option<&'a Entry> {
        self.table.entries.get(index)
    }

    /// The name of an entry, as text.
    pub fn name(&self, entry: &Entry) -> String {
        self.names.get(&entry.name.id).map_or_else(String::new, |text| cp1252::decode(text))
    }

    /// The properties of the group with this ID, in order: index and entry of each.
    pub fn properties(&self, group: u32) -> impl Iterator<Item = (usize, &'a Entry)> + '_ {
        let entry = self.index(group).and_then(|index| self.entry(index));
        let children = match entry.map(|entry| &entry.value) {
            Some(Value::Group(children)) => children.as_slice(),
            _ => &[],
        };
        children.iter().filter_map(|child| {
            let index = self.index(child.id)?;
            Some((index, self.entry(index)?))
        })
    }

    /// The first property of a group with this exact name and a value that `of` accepts: a property
    /// of another type counts as absent.
    fn find<T>(&self, group: u32, name: &str, of: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        if group == 0 {
            return None;
        }
        let name = cp1252::encode(name);
        self.properties(group).find_map(|(_, entry)| {
            let is_named = self.names.get(&entry.name.id).is_some_and(|text| *text == name);
            if is_named { of(&entry.value) } else { None }
        })
    }

    pub fn flag(&self, group: u32, name: &str) -> Option<bool> {
        self.find(group, name, |value| match value {
            Value::Bool(value) => Some(*value != 0),
            _ => None,
        })
    }

    pub fn int(&self, group: u32, name: &str) -> Option<i32> {
        self.find(group, name, |value| match value {
            Value::Int(value) => Some(*value),
            _ => None,
        })
    }

    pub fn float(&self, group: u32, name: &str) -> Option<f32> {
        self.find(group, name, |value| match value {
            Value::Float(value) => Some(*value),
            _ => None,
        })
    }

    pub fn text(&self, group: u32, name: &str) -> Option<String> {
        self.find(group, name, |value| match value {
            Value::Text(text) => Some(cp1252::decode(text)),
            _ => None,
        })
    }

    /// ID of the group called `name` in another one.
    pub fn group(&self, group: u32, name: &str) -> Option<u32> {
        if group == 0 {
            return None;
        }
        let name = cp1252::encode(name);
        self.properties(group).find_map(|(_, entry)| {
            let is_named = self.names.get(&entry.name.id).is_some_and(|text| *text == name);
            (is_named && matches!(entry.value, Value::Group(_))).then_some(entry.key.id)
        })
    }

    /// Calls `f` with every entry below a group, depth first, in order: how deep it lies, its index,
    /// the entry. Entries in `seen` are left out, and all others put there: a group that holds
    /// itself ends, and no entry comes twice.
    pub fn walk(
        &self,
        group: u32,
        seen: &mut HashSet<usize>,
        f: &mut dyn FnMut(usize, usize, &'a Entry),
    ) {
        self.walk_below(group, 0, seen, f);
    }

    fn walk_below(
        &self,
        group: u32,
        depth: usize,
        seen: &mut HashSet<usize>,
        f: &mut dyn FnMut(usize, usize, &'a Entry),
    ) {
        for (index, entry) in self.properties(group) {
            if seen.insert(index) {
                f(depth, index, entry);
                if depth < DEEPEST && matches!(entry.value, Value::Group(_)) {
                    self.walk_below(entry.key.id, depth + 1, seen, f);
                }
            }
        }
    }
}
