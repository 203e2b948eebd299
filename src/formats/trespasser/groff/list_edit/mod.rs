//! Copies and removes instances of a level, and adds, copies and removes their properties. Names,
//! values and blocks of the companion scene that only these instances use are copied and removed as
//! well.

mod groups;
mod instances;
mod new_property;
mod properties;
mod saved;

use std::sync::Arc;

use super::body::Body;
use super::directory::Texts;
use super::grf::region::{Instance, Region};
use super::grf::values::{Value, ValueTable, Values};
use super::kinds::{File, Scn};
use super::names::{instance_hash, parts_of};
use super::read::Parsed;
use super::records::{Groff, StaleHeader};
use super::scene::scenes_of;
use crate::bytes::Source;
use crate::container::Context;
use crate::formats::list_edit::{element, elements, list_of, unchangeable};
use crate::formats::{DependentEdits, EditResult, ListChange, ListMenu, Loaded, Refusal};

type Result<T> = EditResult<T>;

/// A list of a GROFF file that can change.
#[derive(Clone, Copy)]
enum List {
    /// Instances of the region in this section.
    Instances(usize),
    /// Entries of the value table in this section.
    Entries(usize),
    /// Blocks, or nodes of a hierarchy, of a scene.
    Saved,
}

impl List {
    fn of(path: &str) -> Self {
        let section = |name| path.strip_suffix(name).and_then(|path| element(path, "sections"));
        let instances = section(".instances").map(List::Instances);
        let entries = || section(".entries").map(List::Entries);
        instances.or_else(entries).unwrap_or(List::Saved)
    }
}

/// The changes of lists that the menu of a field offers.
pub(super) fn list_menu(groff: &Groff, path: &str) -> ListMenu {
    const EXAMPLE: Option<&str> = Some("Moveable=true");
    let owner = path.strip_suffix(".children").unwrap_or(path);
    let list = owner.rsplit_once('[').map_or("", |(list, _)| list);
    let Some(index) = element(owner, list) else { return ListMenu::default() };
    let body = |section: usize| groff.sections.get(section).map(|section| &section.body);
    let is_element = owner == path;
    match List::of(list) {
        List::Instances(section) => {
            let Some(Body::Region(region)) = body(section) else { return ListMenu::default() };
            // Objects of the scene have their own rows to duplicate and delete them.
            ListMenu { add: EXAMPLE.filter(|_| region.with_values), ..ListMenu::default() }
        }
        List::Entries(section) => {
            let Some(Body::Values(table)) = body(section) else { return ListMenu::default() };
            let value = table.entries.get(index).map(|entry| &entry.value);
            let add = EXAMPLE.filter(|_| matches!(value, Some(Value::Group(_))));
            ListMenu { copy: is_element, remove: is_element, add }
        }
        List::Saved => {
            let is_block = || matches!(body(index), Some(Body::Block(_)));
            let remove = (list == "sections" && is_block()) || list.ends_with(".pairs");
            ListMenu { remove, ..ListMenu::default() }
        }
    }
}

/// Applies a list change: copies or removes instances or properties, adds a property, or removes
/// blocks and hierarchy nodes of a scene.
pub(super) fn with_list(file: &Parsed, change: &ListChange<'_>) -> Result<Vec<u8>> {
    let mut groff = file.groff.clone();
    if groff.stale != StaleHeader::default() {
        let why = "the header states wrong sizes, so lists cannot be changed";
        return Err(Refusal(why.to_owned()));
    }
    let (paths, go) = match *change {
        ListChange::Copy(paths) => (paths, false),
        ListChange::Remove(paths) => (paths, true),
        ListChange::Add { list, name, new } => {
            add(&mut groff, &file.texts, list, (name, new.is_some()))?;
            return groff.write();
        }
    };
    let first = paths.first().map_or("", String::as_str);
    let none = || unchangeable(first);
    let list = list_of(paths).ok_or_else(none)?;
    let indices = |len| elements(paths, list, len).ok_or_else(none);
    match List::of(list) {
        List::Instances(section) => {
            let len = region(&mut groff, section).ok_or_else(none)?.instances.len();
            match go {
                true => instances::remove(&mut groff, section, &file.texts, &indices(len)?)?,
                false => instances::copy(&mut groff, section, &file.texts, &indices(len)?)?,
            }
        }
        List::Entries(section) => {
            let body = groff.sections.get(section).map(|section| &section.body);
            let Some(Body::Values(table)) = body else { return Err(none()) };
            let indices = indices(table.entries.len())?;
            match go {
                true => properties::remove(&mut groff, section, &indices)?,
                false => properties::copy(&mut groff, section, &indices)?,
            }
        }
        List::Saved if go => saved::remove(&mut groff, &file.texts, list, paths)?,
        List::Saved => saved::copy(&mut groff, list, paths)?,
    }
    groff.write()
}

/// Adds a property to the group or the instance at `path`.
fn add(groff: &mut Groff, texts: &Texts, path: &str, (text, has_file): (&str, bool)) -> Result<()> {
    let owner = path.strip_suffix(".children").unwrap_or(path);
    let parts = owner.strip_suffix(']').and_then(|element| element.rsplit_once('['));
    let list = parts.map_or(owner, |(list, _)| list);
    let index = element(owner, list);
    match (List::of(list), index) {
        (List::Instances(_) | List::Entries(_), _) if has_file => {
            let why = "a property is a text such as Moveable=true, not a file";
            Err(Refusal(format!("{path}: {why}")))
        }
        (List::Instances(section), Some(index)) => {
            properties::add_to_instance(groff, (section, index), texts, text)
        }
        (List::Entries(section), Some(index)) => {
            properties::add_to_group(groff, section, index, text)
        }
        (List::Entries(_), None) => {
            let why = "a property is added to a group, such as entries[3], or to an instance";
            Err(Refusal(format!("{path}: {why}")))
        }
        (List::Instances(_), None) => {
            let why = "an instance can only be copied from another one, not added from a file";
            Err(Refusal(format!("{path}: {why}")))
        }
        (List::Saved, _) => Err(unchangeable(path)),
    }
}

/// Elements of the companion scenes that are removed with these elements.
pub(super) fn entails(
    (file, name): (&Parsed, &str),
    context: Context<'_>,
    paths: &[String],
) -> Result<Vec<DependentEdits>> {
    let names = instances_at(file, paths);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let hashes: Vec<u32> = names.iter().map(|name| instance_hash(name)).collect();
    let of_scene = |(beside, scene): (Source, Arc<Loaded<File<Scn>>>)| {
        let scene = &scene.kept()?.parsed;
        let removed = saved::stored_of(&scene.groff, &scene.texts, &hashes);
        Ok(DependentEdits { removed, ..DependentEdits::nothing(beside) })
    };
    scenes_of(name, context).into_iter().map(of_scene).collect()
}

/// Nodes of the companion scenes for copies of these instances: below the same boxes as the originals.
pub(super) fn entails_places(
    (file, name): (&Parsed, &str),
    context: Context<'_>,
    paths: &[String],
) -> Result<Vec<DependentEdits>> {
    let list = list_of(paths).unwrap_or("");
    let List::Instances(section) = List::of(list) else { return Ok(Vec::new()) };
    let scenes = scenes_of(name, context);
    if scenes.is_empty() {
        return Ok(Vec::new());
    }
    let mut groff = file.groff.clone();
    let Some(region_of) = region(&mut groff, section) else { return Ok(Vec::new()) };
    let len = region_of.instances.len();
    let Some(indices) = elements(paths, list, len) else { return Ok(Vec::new()) };
    instances::copy(&mut groff, section, &file.texts, &indices)?;
    let texts = Texts::of(&groff.names);
    let hash = |of: &Instance| instance_hash(texts.get(of.place.name));
    let Some(region_of) = region(&mut groff, section) else { return Ok(Vec::new()) };
    let (originals, copies) = region_of.instances.split_at(len);
    let originals = indices.iter().filter_map(|index| originals.get(*index));
    let hashes: Vec<(u32, u32)> = originals.map(hash).zip(copies.iter().map(hash)).collect();
    let of_scene = |(beside, scene): (Source, Arc<Loaded<File<Scn>>>)| {
        let (copied, fields) = saved::places_of(&scene.kept()?.parsed.groff, &hashes);
        Ok(DependentEdits { copied, fields, ..DependentEdits::nothing(beside) })
    };
    let mut all: Vec<DependentEdits> = scenes.into_iter().map(of_scene).collect::<Result<_>>()?;
    all.retain(|entailed| !entailed.copied.is_empty());
    Ok(all)
}

/// The names of the instances at these paths, and of the parts of animals.
fn instances_at(file: &Parsed, paths: &[String]) -> Vec<String> {
    let list = list_of(paths).and_then(|list| list.strip_suffix(".instances"));
    let section = list.and_then(|path| file.groff.sections.get(element(path, "sections")?));
    let Some(Body::Region(region)) = section.map(|section| &section.body) else {
        return Vec::new();
    };
    let list = list_of(paths).unwrap_or("");
    let values = file.groff.first::<ValueTable>().map(Values::new);
    let instances = paths.iter().filter_map(|path| region.instances.get(element(path, list)?));
    let names = instances.flat_map(|instance| {
        let parts = values.as_ref().map(|values| parts_of(file, values, instance));
        let own = file.texts.get(instance.place.name).to_owned();
        parts.into_iter().flatten().chain([own])
    });
    names.collect()
}

fn region(groff: &mut Groff, section: usize) -> Option<&mut Region> {
    match &mut groff.sections.get_mut(section)?.body {
        Body::Region(region) => Some(region),
        _ => None,
    }
}
