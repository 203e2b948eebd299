//! Fields that change with an instance's transform and name: in the level, the fields of its
//! helpers and the values that contain its name; in the companion scene, everything about the
//! instance, because the game prefers the scene to the level.

use std::collections::HashMap;
use std::sync::Arc;

use super::body::Body;
use super::directory::Texts;
use super::grf::region::{Instance, Placement};
use super::grf::values::{Value as Property, ValueTable, Values};
use super::kinds::{File, Scn};
use super::moves::{Move, TransformPart, instance, moves};
use super::names::{instance_hash, parts_named};
use super::read::Parsed;
use super::records::Groff;
use super::scene::{self, FactsOfGroups};
use super::scn::block::{Block, TriggerMore};
use super::scn::kind::hash_of_name;
use super::scn::saved::Hierarchy;
use crate::bytes::{Source, Value, cp1252};
use crate::container::Context;
use crate::formats::{DependentEdits, EditResult, Loaded, NewValue, Refusal};

type Result<T> = EditResult<T>;
type Fields = Vec<(String, Value)>;

/// A new name of an instance.
struct Renaming<'a> {
    instance: &'a Instance,
    old: String,
    new: &'a str,
}

/// Other fields of a level that change when these are set.
pub(super) fn followers(
    file: &Loaded<&Parsed>,
    facts: &FactsOfGroups,
    set: &[NewValue],
) -> Result<Fields> {
    let moves = moves(&file.records.groff, set);
    let mut all = scene::helpers_that_follow(file, facts, &moves)?;
    for renaming in renamings(file.records, set) {
        all.extend(values_naming(&file.records.groff, &renaming));
    }
    Ok(all)
}

/// Fields of the companion scenes that change when these fields of a level are set.
pub(super) fn entails(
    file: &Loaded<&Parsed>,
    context: Context<'_>,
    set: &[NewValue],
) -> Result<Vec<DependentEdits>> {
    let (moves, renamings) = (moves(&file.records.groff, set), renamings(file.records, set));
    if moves.is_empty() && renamings.is_empty() {
        return Ok(Vec::new());
    }
    let ids = new_ids(file.records, &renamings);
    let of_scene = |(beside, saved): (Source, Arc<Loaded<File<Scn>>>)| {
        let saved = &saved.kept()?.parsed;
        let blocks = blocks(saved);
        let mut fields = Vec::new();
        for ((section, index), of) in &moves {
            let found = instance(&file.records.groff, *section, *index);
            let name = found.map_or("", |found| file.records.texts.get(found.place.name));
            if let Some((block, section)) = blocks.get(&instance_hash(name)) {
                fields.extend(in_block(of, block, *section));
            }
        }
        if let Some(ids) = &ids {
            refuse_taken(ids, &blocks, beside.file_name())?;
            fields.extend(renamed(&saved.groff, &saved.texts, ids));
        }
        Ok(DependentEdits { fields, ..DependentEdits::nothing(beside) })
    };
    let scenes = scene::typed_scenes_of(file, file.source.file_name(), context);
    scenes.into_iter().map(of_scene).collect()
}

/// Refuses a new name whose block the scene already has.
fn refuse_taken(
    ids: &HashMap<u32, u32>,
    blocks: &HashMap<u32, (&Block, usize)>,
    scene: &str,
) -> Result<()> {
    let is_taken = |(old, new): &(&u32, &u32)| {
        blocks.contains_key(new) && blocks.contains_key(old) && !ids.contains_key(new)
    };
    match ids.iter().find(is_taken) {
        Some((_, new)) => Err(Refusal(format!("{scene} already has a block {new:X} of this name"))),
        None => Ok(()),
    }
}

/// The blocks of a scene with their sections, by hash.
fn blocks(saved: &Parsed) -> HashMap<u32, (&Block, usize)> {
    let mut blocks = HashMap::new();
    for (section, block) in saved.groff.all::<Block>() {
        let name = saved.groff.sections.get(section).map(|section| section.name);
        if let Some(hash) = name.and_then(|name| hash_of_name(saved.texts.get(name))) {
            blocks.entry(hash).or_insert((block, section));
        }
    }
    blocks
}

/// The dependent fields of a scene's block.
fn in_block(of: &Move, block: &Block, section: usize) -> Fields {
    let Some((stored, _)) = block.place() else { return Vec::new() };
    let place = Placement { position: stored.position, scale: stored.scale, ..of.before };
    let path = |field: &str| format!("sections[{section}].place.{field}");
    let mut fields = Vec::new();
    let numbers = of.parts.iter().filter_map(|(part, is_relative)| {
        let (before, after, was) = (part.get(of.before)?, part.get(of.after)?, part.get(place)?);
        let new = if *is_relative { was + (after - before) } else { after };
        let name = part.field_of_block()?;
        (new != was).then(|| (path(&name), Value::Float(f64::from(new))))
    });
    fields.extend(numbers);
    let is_turned = of.parts.keys().any(|part| matches!(part, TransformPart::Angle(_)));
    let turn = scene::rotation_of(&of.after).filter(|turn| is_turned && *turn != stored.rotation);
    if let Some(turn) = turn {
        let parts = [("w", turn.w), ("x", turn.x), ("y", turn.y), ("z", turn.z)];
        let field = |(axis, value): (&str, f32)| {
            (path(&format!("rotation.{axis}")), Value::Float(f64::from(value)))
        };
        fields.extend(parts.map(field));
    }
    fields
}

/// The new names of instances.
fn renamings<'a>(file: &'a Parsed, set: &'a [NewValue]) -> Vec<Renaming<'a>> {
    let mut all = Vec::new();
    for NewValue { path, value, .. } in set {
        let index = path.strip_prefix("names[").and_then(|rest| rest.strip_suffix("].text"));
        let (Some(index), Value::Text(new)) = (index.and_then(|at| at.parse().ok()), value) else {
            continue;
        };
        let index: usize = index;
        let Some(name) = file.groff.names.get(index) else { continue };
        let regions = file.groff.sections.iter().filter_map(|section| match &section.body {
            Body::Region(region) => Some(&region.instances),
            _ => None,
        });
        let mut instances = regions.flatten();
        let old = cp1252::decode(name.text());
        if let Some(instance) = instances.find(|one| one.place.name == name.handle)
            && old != *new
        {
            all.push(Renaming { instance, old, new });
        }
    }
    all
}

/// The values of properties that name an instance, with its new name. Classes are not names; expressions
/// contain names after `#`.
fn values_naming(groff: &Groff, Renaming { old, new, .. }: &Renaming<'_>) -> Fields {
    let mut fields = Vec::new();
    for (section, table) in groff.all::<ValueTable>() {
        let id = |name: &str| {
            let string = table.strings.iter().find(|string| string.text == name.as_bytes());
            string.map(|string| string.id)
        };
        let (class, expression) = (id("Class"), id("FireExpression"));
        for (index, entry) in table.entries.iter().enumerate() {
            let Property::Text(text) = &entry.value else { continue };
            let (text, name) = (cp1252::decode(text), Some(entry.name.id));
            let changed = if name == expression {
                in_expression(&text, old, new)
            } else if text == *old && name != class {
                (*new).to_owned()
            } else {
                continue;
            };
            if changed != text {
                let path = format!("sections[{section}].entries[{index}].value");
                fields.push((path, Value::Text(changed)));
            }
        }
    }
    fields
}

/// An expression such as `#Anne & !#Gate` with another name.
fn in_expression(text: &str, old: &str, new: &str) -> String {
    let mut pieces = text.split('#');
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        out.push('#');
        let rest = piece.strip_prefix(old);
        match rest
            .filter(|rest| rest.is_empty() || rest.starts_with([' ', '&', '|', '!', '(', ')']))
        {
            Some(rest) => {
                out.push_str(new);
                out.push_str(rest);
            }
            None => out.push_str(piece),
        }
    }
    out
}

/// The new hash for the old one of every renamed instance and its body parts; `None` if nothing is
/// renamed.
fn new_ids(file: &Parsed, renamings: &[Renaming<'_>]) -> Option<HashMap<u32, u32>> {
    let values = file.groff.first::<ValueTable>().map(Values::new);
    let mut ids = HashMap::new();
    for Renaming { instance, old, new } in renamings {
        ids.insert(instance_hash(old), instance_hash(new));
        let Some(values) = &values else { continue };
        let parts = |name: &str| parts_named(values, instance.values.id, name);
        let pairs = parts(old).into_iter().zip(parts(new));
        ids.extend(pairs.map(|(old, new)| (instance_hash(&old), instance_hash(&new))));
    }
    (!ids.is_empty()).then_some(ids)
}

/// The fields of a scene with other hashes: names of blocks, nodes of hierarchies, contents of triggers.
fn renamed(groff: &Groff, texts: &Texts, ids: &HashMap<u32, u32>) -> Fields {
    let mut fields = Vec::new();
    let hash = |id: &u32| Value::Uint(u64::from(*id));
    let blocks = groff.all::<Block>().filter_map(|(section, _)| groff.sections.get(section));
    let of_blocks: Vec<u32> = blocks.map(|section| section.name).collect();
    for (index, name) in groff.names.iter().enumerate() {
        let old = hash_of_name(texts.get(name.handle)).filter(|_| of_blocks.contains(&name.handle));
        if let Some(new) = old.and_then(|old| ids.get(&old)) {
            fields.push((format!("names[{index}].text"), Value::Text(format!("{new:X}"))));
        }
    }
    for (section, hierarchy) in groff.all::<Hierarchy>() {
        for (index, pair) in hierarchy.pairs.iter().enumerate() {
            for (field, old) in [("node", pair.node), ("parent", pair.parent)] {
                if let Some(new) = ids.get(&old) {
                    let path = format!("sections[{section}].pairs[{index}].{field}");
                    fields.push((path, hash(new)));
                }
            }
        }
    }
    for (section, block) in groff.all::<Block>() {
        let Block::Trigger(trigger) = block else { continue };
        let TriggerMore::Location(inside) = &trigger.more else { continue };
        for (index, old) in inside.contents.iter().enumerate() {
            if let Some(new) = ids.get(old) {
                let path = format!("sections[{section}].inside.contents[{index}]");
                fields.push((path, hash(new)));
            }
        }
    }
    fields
}
