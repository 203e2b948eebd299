//! Adds, copies and removes properties: entries of the value table, with the groups that contain them, the
//! strings that name them, and their IDs.

use std::collections::{HashMap, HashSet};

use super::super::body::Body;
use super::super::directory::Texts;
use super::super::grf::object::Object;
use super::super::grf::region::{Handle, Region};
use super::super::grf::values::{Entry, NameString, Value, ValueTable, Values};
use super::super::records::Groff;
use super::new_property::NewProperty;
use super::{Result, groups, region};
use crate::bytes::cp1252;
use crate::formats::Refusal;
use crate::formats::list_edit::unchangeable;

/// Largest number of entries that one change may add.
const MAX_ADDED: usize = 1 << 16;
/// Scope that all entries of the shipped levels have.
const PUBLIC: u8 = 1;

/// Adds a property to the group at index `entry` of a table.
pub(super) fn add_to_group(
    groff: &mut Groff,
    section: usize,
    entry: usize,
    text: &str,
) -> Result<()> {
    let path = format!("sections[{section}].entries[{entry}]");
    let table = table(groff, section).ok_or_else(|| unchangeable(&path))?;
    let id = table.entries.get(entry).map(|entry| entry.key.id);
    let id = id.ok_or_else(|| unchangeable(&path))?;
    table.add((id, id), &path, text)
}

/// Adds a property to an instance. An instance without properties gets a group, and one that shares its
/// group with others gets a copy of it.
pub(super) fn add_to_instance(
    groff: &mut Groff,
    (section, index): (usize, usize),
    texts: &Texts,
    text: &str,
) -> Result<()> {
    let path = format!("sections[{section}].instances[{index}]");
    let region = region(groff, section).ok_or_else(|| unchangeable(&path))?;
    let instance = region.instances.get(index).copied().ok_or_else(|| unchangeable(&path))?;
    if !region.with_values {
        let why = "levels of this version have no properties";
        return Err(Refusal(format!("{path}: {why}")));
    }
    let own = instance.values.id;
    let object = groff.get::<Object>(instance.place.object).map(|object| texts.get(object.name));
    let name = object.filter(|name| !name.is_empty()).unwrap_or(texts.get(instance.place.name));
    let users = groff.all::<Region>().flat_map(|(_, region)| &region.instances);
    let is_shared = users.filter(|other| other.values.id == own).count() > 1;
    let found = groff.all::<ValueTable>().next().map(|(section, _)| section);
    let table = found.and_then(|section| table(groff, section));
    let table = table.ok_or_else(|| Refusal(format!("{path}: the level has no value table")))?;
    let is_known = table.entries.iter().any(|entry| entry.key.id == own);
    let id = match own {
        id if id == 0 || !is_known => table.push(&cp1252::encode(name), Value::default())?,
        id if is_shared => table.copy(id)?,
        id => id,
    };
    table.add((id, own), &path, text)?;
    if id != own
        && let Some(region) = super::region(groff, section)
        && let Some(instance) = region.instances.get_mut(index)
    {
        instance.values = reference(id);
    }
    Ok(())
}

/// Copies entries with everything below them. A copy of a numbered property, `Action00`, gets the next free
/// number of its group.
pub(super) fn copy(groff: &mut Groff, section: usize, indices: &[usize]) -> Result<()> {
    let Some(table) = table(groff, section) else { return Ok(()) };
    let parents = parents(table);
    let limit = table.entries.len().saturating_add(MAX_ADDED);
    for index in indices {
        let Some(id) = table.entries.get(*index).map(|entry| entry.key.id) else { continue };
        let copy = table.copy(id)?;
        if table.entries.len() > limit {
            return Err(Refusal(format!("at most {MAX_ADDED} entries can be added at once")));
        }
        let Some(parent) = parents.get(&id) else { continue };
        table.renumber(copy, *parent)?;
        table.append(*parent, copy);
    }
    Ok(())
}

/// Removes entries with everything that is only below them.
pub(super) fn remove(groff: &mut Groff, section: usize, indices: &[usize]) -> Result<()> {
    let Some(values) = table(groff, section) else { return Ok(()) };
    let id = |index: &usize| values.entries.get(*index).map(|entry| entry.key.id);
    let gone: Vec<u32> = indices.iter().filter_map(id).collect();
    let all: HashMap<u32, usize> = gone.iter().copied().zip(indices.iter().copied()).collect();
    for (at, region) in groff.all::<Region>() {
        let user = |of: &super::Instance| of.values.id != 0 && all.contains_key(&of.values.id);
        let Some(number) = region.instances.iter().position(user) else { continue };
        let used = region.instances.get(number).and_then(|of| all.get(&of.values.id));
        let used = used.copied().unwrap_or_default();
        return Err(Refusal(format!(
            "sections[{at}].instances[{number}] has sections[{section}].entries[{used}]"
        )));
    }
    let Some(values) = table(groff, section) else { return Ok(()) };
    for entry in &mut values.entries {
        if let Value::Group(children) = &mut entry.value {
            children.retain(|child| !all.contains_key(&child.id));
        }
    }
    let values = values.clone();
    let below = groups::only_below(groff, &values, &gone);
    groups::remove(groff, &below);
    Ok(())
}

fn table(groff: &mut Groff, section: usize) -> Option<&mut ValueTable> {
    match &mut groff.sections.get_mut(section)?.body {
        Body::Values(table) => Some(table),
        _ => None,
    }
}

fn reference(id: u32) -> Handle {
    Handle { id, references: 1 }
}

/// The group that contains each entry, by ID.
fn parents(table: &ValueTable) -> HashMap<u32, u32> {
    let mut parents = HashMap::new();
    for entry in &table.entries {
        if let Value::Group(children) = &entry.value {
            for child in children {
                parents.entry(child.id).or_insert(entry.key.id);
            }
        }
    }
    parents
}

impl ValueTable {
    /// Adds the property that `text` describes to the group with this ID, which may be a copy of
    /// `original`; `path` names the group in messages.
    fn add(&mut self, (group, original): (u32, u32), path: &str, text: &str) -> Result<()> {
        let values = Values::new(self);
        let group_entry = values.index(group).and_then(|index| values.entry(index));
        if !matches!(group_entry, Some(Entry { value: Value::Group(_), .. })) {
            let why = "only a group can have properties";
            return Err(Refusal(format!("{path}: {why}")));
        }
        let new = NewProperty::read(text, &values, self).map_err(|why| {
            let Refusal(why) = why;
            Refusal(format!("{path}: {why}"))
        })?;
        let kind = new.value.kind();
        let is_same = |entry: &Entry| entry.value.kind() == kind && values.name(entry) == new.name;
        // Only the entries of the original have the same indices in the file.
        if let Some((index, _)) = values.properties(original).find(|(_, entry)| is_same(entry)) {
            let (name, kind) = (&new.name, new.value.type_name());
            let why = format!("it already has the {kind} {name}, entries[{index}]: set its value");
            return Err(Refusal(format!("{path}: {why}")));
        }
        let id = self.push(&cp1252::encode(&new.name), new.value)?;
        self.append(group, id);
        Ok(())
    }

    /// Appends an entry and returns its ID.
    fn push(&mut self, name: &[u8], value: Value) -> Result<u32> {
        let name = reference(self.named(name)?);
        let id = self.next_id()?;
        let own = reference(id);
        self.entries.push(Entry {
            scope: PUBLIC,
            link: 0,
            id: own,
            name,
            target: Handle::NONE,
            value,
            key: own,
        });
        Ok(id)
    }

    /// Appends a child to a group.
    fn append(&mut self, group: u32, child: u32) {
        let entry = self.entries.iter_mut().find(|entry| entry.key.id == group);
        if let Some(Value::Group(children)) = entry.map(|entry| &mut entry.value) {
            children.push(reference(child));
        }
    }

    /// The ID of a string, which is added if it is missing.
    fn named(&mut self, text: &[u8]) -> Result<u32> {
        if let Some(known) = self.strings.iter_mut().find(|string| string.text == text) {
            known.references = known.references.saturating_add(1);
            return Ok(known.id);
        }
        let ids = self.strings.iter().map(|string| string.id);
        let id = next(self.string_manager.next, ids)?;
        self.string_manager.next = id.saturating_add(1);
        self.strings.push(NameString { text: text.to_vec(), id, references: 1 });
        Ok(id)
    }

    fn next_id(&mut self) -> Result<u32> {
        let id = next(self.entry_manager.next, self.entries.iter().map(|entry| entry.key.id))?;
        self.entry_manager.next = id.saturating_add(1);
        Ok(id)
    }

    /// Copies an entry with everything below it; returns the ID of the copy.
    fn copy(&mut self, id: u32) -> Result<u32> {
        let values = Values::new(self);
        let mut copied: Vec<usize> = values.index(id).into_iter().collect();
        let mut seen: HashSet<usize> = copied.iter().copied().collect();
        values.walk(id, &mut seen, &mut |_, index, _| copied.push(index));
        // As in the shipped levels, children precede their group.
        copied.sort_unstable();
        let first = next(self.entry_manager.next, self.entries.iter().map(|entry| entry.key.id))?;
        let originals: Vec<Entry> =
            copied.iter().filter_map(|index| self.entries.get(*index).cloned()).collect();
        let count = u32::try_from(originals.len()).unwrap_or(u32::MAX);
        let end = first.checked_add(count).ok_or_else(no_id)?;
        let ids: HashMap<u32, u32> =
            originals.iter().map(|entry| entry.key.id).zip(first..end).collect();
        let mut uses: HashMap<u32, u32> = HashMap::new();
        for mut entry in originals {
            let new = ids.get(&entry.key.id).copied().unwrap_or(entry.key.id);
            entry.id.id = new;
            entry.key.id = new;
            if let Value::Group(children) = &mut entry.value {
                for child in children {
                    child.id = ids.get(&child.id).copied().unwrap_or(child.id);
                }
            }
            *uses.entry(entry.name.id).or_default() += 1;
            self.entries.push(entry);
        }
        for string in &mut self.strings {
            let more = uses.get(&string.id).copied().unwrap_or(0);
            string.references = string.references.saturating_add(more);
        }
        self.entry_manager.next = end;
        Ok(ids.get(&id).copied().unwrap_or(id))
    }

    /// Gives a copy of a numbered property the first free number of the group.
    fn renumber(&mut self, id: u32, group: u32) -> Result<()> {
        let values = Values::new(self);
        let entry = values.index(id).and_then(|index| values.entry(index));
        let name = entry.map_or_else(String::new, |entry| values.name(entry));
        let digits = name.len().checked_sub(2).and_then(|at| name.split_at_checked(at));
        let Some((stem, _)) =
            digits.filter(|(_, digits)| digits.bytes().all(|b| b.is_ascii_digit()))
        else {
            return Ok(());
        };
        let known: HashSet<String> =
            values.properties(group).map(|(_, entry)| values.name(entry)).collect();
        let free = (0..100).map(|number| format!("{stem}{number:02}"));
        let free = free.filter(|name| !known.contains(name)).min();
        let none = || Refusal(format!("no free number for another {stem}"));
        let text = cp1252::encode(&free.ok_or_else(none)?);
        let before = entry.map(|entry| entry.name.id);
        let name = self.named(&text)?;
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.key.id == id) {
            entry.name.id = name;
        }
        let string = self.strings.iter_mut().find(|string| Some(string.id) == before);
        if let Some(string) = string {
            string.references = string.references.saturating_sub(1);
        }
        Ok(())
    }
}

/// The next free ID: the stored one, unless an existing ID is as large.
fn next(stored: u32, ids: impl Iterator<Item = u32>) -> Result<u32> {
    match ids.max() {
        Some(last) => Ok(stored.max(last.checked_add(1).ok_or_else(no_id)?)),
        None => Ok(stored),
    }
}

fn no_id() -> Refusal {
    Refusal("no free ID for another entry".to_owned())
}
