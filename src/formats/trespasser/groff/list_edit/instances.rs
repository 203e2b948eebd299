//! Copies and removes instances, with their names and values.

use std::collections::HashSet;

use super::super::body::Body;
use super::super::directory::{Name, Texts};
use super::super::grf::region::Instance;
use super::super::grf::values::{Entry, Value, ValueTable};
use super::super::records::Groff;
use super::{Result, groups, region};
use crate::bytes::cp1252;
use crate::formats::Refusal;
use crate::formats::list_edit::Renumbered;

/// Distance of a new name handle from the last one, as between addresses of small allocations.
const STEP: u32 = 32;

/// Copies instances. The name gets the next free number, so that the game treats it as a copy of the same
/// prototype.
pub(super) fn copy(
    groff: &mut Groff,
    section: usize,
    texts: &Texts,
    indices: &[usize],
) -> Result<()> {
    for index in indices {
        let found = region(groff, section).and_then(|region| region.instances.get(*index)).copied();
        let Some(instance) = found else { continue };
        let name = free_name(groff, texts.get(instance.place.name))?;
        let name = add_name(groff, name)?;
        if let Some(region) = region(groff, section) {
            let mut place = instance.place;
            place.name = name;
            region.instances.push(Instance { place, ..instance });
        }
    }
    Ok(())
}

/// `Foo-12` for `Foo-00`, if 12 is the first free number.
fn free_name(groff: &Groff, name: &str) -> Result<Vec<u8>> {
    let stem = name.rsplit_once('-').filter(|(_, number)| number.len() >= 2);
    let stem = stem.map_or(name, |(stem, _)| stem);
    let known: HashSet<&[u8]> = groff.names.iter().map(|known| known.text()).collect();
    let is_free = |name: &Vec<u8>| !known.contains(name.as_slice());
    let mut names = (1..=u16::MAX).map(|number| cp1252::encode(&format!("{stem}-{number:02}")));
    let none = || Refusal(format!("no free number for another {stem}"));
    names.find(is_free).ok_or_else(none)
}

/// Adds a name and returns its handle. Names are sorted.
fn add_name(groff: &mut Groff, text: Vec<u8>) -> Result<u32> {
    let last = groff.names.iter().map(|name| name.handle).max().unwrap_or(0);
    let none = || Refusal("no free handle for another name".to_owned());
    let handle = last.checked_add(STEP).ok_or_else(none)?;
    let name = Name { handle, references: 1, bytes: [text, vec![0]].concat() };
    let at = groff.names.partition_point(|other| other.bytes < name.bytes);
    groff.names.insert(at, name);
    Ok(handle)
}

/// Removes instances that no other refers to, and their names and values if nothing else uses them.
pub(super) fn remove(
    groff: &mut Groff,
    section: usize,
    texts: &Texts,
    gone: &[usize],
) -> Result<()> {
    let instances = region(groff, section).map(|region| region.instances.clone());
    let mut instances = instances.unwrap_or_default();
    let moved = Renumbered::without(gone);
    let handles: Vec<u32> =
        gone.iter().filter_map(|index| instances.get(*index)).map(|one| one.place.name).collect();
    // Here, ID 0 means "no group", but another entry may have this ID.
    let values = gone.iter().filter_map(|index| instances.get(*index)).map(|one| one.values.id);
    let values: Vec<u32> = values.filter(|id| *id != 0).collect();
    let path = |index: usize| format!("sections[{section}].instances[{index}]");
    for name in handles.iter().map(|handle| texts.get(*handle)) {
        let kept = instances.iter().enumerate().filter(|(index, _)| moved.of(*index).is_some());
        for (index, other) in kept {
            let other = texts.get(other.place.name);
            if takes_after(other, name) {
                return Err(Refusal(format!("{} ({other}) is a copy of {name}", path(index))));
            }
        }
    }
    moved.apply(&mut instances);
    if let Some(region) = region(groff, section) {
        region.instances = instances;
    }
    let below = groff.all::<ValueTable>().next();
    let below = below.map(|(_, table)| groups::only_below(groff, table, &values));
    let below = below.unwrap_or_default();
    for name in handles.iter().map(|handle| texts.get(*handle)) {
        if let Some(entry) = entry_naming(groff, name, &below) {
            return Err(Refusal(format!("{entry} names {name}")));
        }
    }
    groups::remove(groff, &below);
    let unused: Vec<u32> = handles.into_iter().filter(|handle| !is_used(groff, *handle)).collect();
    groff.names.retain(|name| !unused.contains(&name.handle));
    Ok(())
}

/// `true` if an instance is a copy of the prototype called `name`: `Foo-12` of `Foo-00`.
fn takes_after(instance: &str, name: &str) -> bool {
    let stem = name.strip_suffix("00").filter(|stem| stem.ends_with('-'));
    let number = stem.and_then(|stem| instance.strip_prefix(stem));
    number.is_some_and(|number| number.len() >= 2 && !number.contains('-'))
}

/// The path of a value that is this name, except in `gone`: a mesh, a level of detail or a trigger's
/// target.
fn entry_naming(groff: &Groff, name: &str, gone: &HashSet<u32>) -> Option<String> {
    let name = cp1252::encode(name);
    groff.all::<ValueTable>().find_map(|(section, table)| {
        let is_it = |value: &Value| matches!(value, Value::Text(text) if *text == name);
        let is_user = |entry: &Entry| is_it(&entry.value) && !gone.contains(&entry.key.id);
        let entry = table.entries.iter().position(is_user)?;
        Some(format!("sections[{section}].entries[{entry}]"))
    })
}

fn is_used(groff: &Groff, name: u32) -> bool {
    groff.sections.iter().any(|section| {
        section.name == name
            || match &section.body {
                Body::Object(object) => object.name == name,
                Body::Region(region) => region.instances.iter().any(|one| one.place.name == name),
                Body::Material(material) => {
                    let maps = [&material.colour_maps, &material.opacity_maps, &material.bump_maps];
                    maps.into_iter().any(|maps| maps.contains(&name))
                }
                // Unknown contents.
                Body::Raw(_) => true,
                _ => false,
            }
    })
}
