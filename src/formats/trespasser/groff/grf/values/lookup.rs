//! Lookups in the value table, as the game does them.

use std::collections::{HashMap, HashSet};

use super::{Entry, Value, ValueTable};
use crate::bytes::cp1252;

/// Maximum depth of nested groups.
const MAX_DEPTH: usize = 16;

/// Entries and names, by ID.
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

    /// The first property of a group with this exact name and a value that `of` accepts. Properties of
    /// another type are ignored.
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

    pub fn int(&self, group: u32, name: &str) -> Option<i32> {
        self.find(group, name, Value::as_int)
    }

    pub fn float(&self, group: u32, name: &str) -> Option<f32> {
        self.find(group, name, Value::as_float)
    }

    pub fn text(&self, group: u32, name: &str) -> Option<String> {
        self.find(group, name, Value::as_text)
    }

    /// Calls `f` with every entry below a group, depth first, in order: depth, index, entry. Entries in
    /// `seen` are skipped, and all others are added to it, so that cycles end and no entry occurs twice.
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
                if depth < MAX_DEPTH && matches!(entry.value, Value::Group(_)) {
                    self.walk_below(entry.key.id, depth + 1, seen, f);
                }
            }
        }
    }
}

/// The properties of a group, by name.
pub struct Properties<'a>(Vec<(String, usize, &'a Value)>);

impl<'a> Properties<'a> {
    pub fn of(values: &Values<'a>, group: u32) -> Self {
        let named = |(index, entry): (usize, &'a Entry)| (values.name(entry), index, &entry.value);
        Self(values.properties(group).map(named).collect())
    }

    /// Name, index of the entry, and value of each, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize, &'a Value)> {
        self.0.iter().map(|(name, index, value)| (name.as_str(), *index, *value))
    }

    /// The first property with this exact name and a value that `of` accepts, and the index of its
    /// entry.
    pub fn find<T>(&self, name: &str, of: impl Fn(&'a Value) -> Option<T>) -> Option<(T, usize)> {
        let mut named = self.iter().filter(|(own, _, _)| *own == name);
        named.find_map(|(_, index, value)| Some((of(value)?, index)))
    }

    /// Like [`Properties::find`], without the index.
    pub fn get<T>(&self, name: &str, of: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        self.find(name, of).map(|(value, _)| value)
    }

    /// The texts whose names are `stem` and one or two digits: the number, and the text.
    pub fn numbered(&self, stem: &str) -> impl Iterator<Item = (usize, String)> {
        self.iter()
            .filter_map(move |(name, _, value)| Some((numbered(name, stem)?, value.as_text()?)))
    }
}

/// The number after `stem`, if the name has no other suffix.
pub fn numbered(name: &str, stem: &str) -> Option<usize> {
    let digits = name.strip_prefix(stem)?;
    let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}
