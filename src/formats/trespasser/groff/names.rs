//! Resolves hashes to names.

use std::collections::HashMap;

use super::grf::region::{Instance, Region};
use super::grf::values::{Value, ValueTable, Values};
use super::read::Parsed;
use super::scn::block::Block;
use super::scn::kind::{hash_of_name, subsystem};
use super::scn::saved::{Label, Partitions, SaveHeader};
use crate::bytes::cp1252;
use crate::formats::trespasser::name_hash;

/// Prefix of the displayed path of a box.
pub(super) const PARTITION: &str = "partition ";

/// The hash of an instance: CRC-32 of its exact name (format document `trespasser-level.md`, section 5).
pub fn instance_hash(name: &str) -> u32 {
    crc32fast::hash(&cp1252::encode(name))
}

/// Paths of the boxes and blocks of a scene, by their hash.
pub(super) fn elements(file: &Parsed) -> HashMap<u32, String> {
    let mut paths = HashMap::new();
    for (section, partitions) in file.groff.all::<Partitions>() {
        for (index, partition) in partitions.list.iter().enumerate() {
            let path = || format!("sections[{section}].list[{index}]");
            paths.entry(partition.extent.id()).or_insert_with(path);
        }
    }
    for (section, hash) in blocks(file) {
        paths.entry(hash).or_insert_with(|| format!("sections[{section}]"));
    }
    paths
}

/// Sections of the blocks of a scene, with their hashes.
fn blocks(file: &Parsed) -> impl Iterator<Item = (usize, u32)> {
    file.groff.all::<Block>().filter_map(|(section, _)| {
        let name = file.groff.sections.get(section)?.name;
        Some((section, hash_of_name(file.texts.get(name))?))
    })
}

/// The hash of the box or block with this path, which may follow its kind: `partition sections[1].list[2]`.
pub(super) fn hash_of_path(file: &Parsed, path: &str) -> Option<u32> {
    let path = path.strip_prefix(PARTITION).unwrap_or(path);
    let (section, rest) = path.strip_prefix("sections[")?.split_once(']')?;
    let section: usize = section.parse().ok()?;
    if rest.is_empty() {
        return blocks(file).find(|(at, _)| *at == section).map(|(_, hash)| hash);
    }
    let index: usize = rest.strip_prefix(".list[")?.strip_suffix(']')?.parse().ok()?;
    let (_, partitions) = file.groff.all::<Partitions>().find(|(at, _)| *at == section)?;
    partitions.list.get(index).map(|partition| partition.extent.id())
}

/// Names under which the level of a scene or savegame may be stored.
pub(super) fn levels(file: &Parsed) -> Vec<String> {
    let headers = file.groff.first::<SaveHeader>();
    let mut names: Vec<String> = headers.iter().flat_map(|header| header.levels()).collect();
    let labels = file.groff.all::<Label>().map(|(_, label)| label.text());
    // A savegame names its scene, which has the name of the level.
    let stem = |name: &str| Some(name.rsplit_once('.')?.0.to_owned());
    names.extend(labels.filter_map(|name| Some(format!("{}.grf", stem(&name)?))));
    names
}

/// The hash of an instance in the name of a block; only scenes and savegames have blocks.
pub(super) fn hash_in_text(file: &Parsed, text: &str) -> Option<u32> {
    let hash = hash_of_name(text)?;
    (subsystem(hash).is_none() && file.groff.first::<Block>().is_some()).then_some(hash)
}

/// Calls `learn` with every name in a level, under each hash that may refer to it: instances and body
/// parts as written, sounds and materials without regard to case.
pub(super) fn each_name(file: &Parsed, learn: &mut dyn FnMut(u32, &str)) {
    let mut both = |name: &str| {
        if !name.is_empty() {
            learn(instance_hash(name), name);
            learn(name_hash(name), name);
        }
    };
    file.groff.names.iter().for_each(|name| both(&cp1252::decode(name.text())));
    for entry in file.groff.all::<ValueTable>().flat_map(|(_, table)| &table.entries) {
        if let Value::Text(text) = &entry.value {
            both(&cp1252::decode(text));
        }
    }
    if let Some(table) = file.groff.first::<ValueTable>() {
        for name in body_parts(file, &Values::new(table)) {
            learn(instance_hash(&name), &name);
        }
    }
}

/// Names that the game builds for the parts of animals and of the player, which scenes store like
/// instances (format document, sections 5 and 9.3).
pub(super) fn body_parts(file: &Parsed, values: &Values<'_>) -> Vec<String> {
    let regions = file.groff.first::<Region>();
    let instances = regions.iter().flat_map(|region| &region.instances);
    instances.flat_map(|instance| parts_of(file, values, instance)).collect()
}

/// The body parts of one instance.
pub(super) fn parts_of(file: &Parsed, values: &Values<'_>, instance: &Instance) -> Vec<String> {
    parts_named(values, instance.values.id, file.texts.get(instance.place.name))
}

/// The body parts of an instance with these properties and this name.
pub(super) fn parts_named(values: &Values<'_>, group: u32, name: &str) -> Vec<String> {
    let class = values.text(group, "Class").unwrap_or_default();
    if !["CAnimal", "Player"].iter().any(|with_parts| class.eq_ignore_ascii_case(with_parts)) {
        return Vec::new();
    }
    let hash = instance_hash(name);
    let feet = ["LFoot", "RFoot"].map(|foot| format!("{foot}+{hash:08X}"));
    let boxes = ["Body", "Head", "Tail", "Foot", "Hand"].into_iter();
    let boxes = boxes.filter_map(|part| values.text(group, part));
    feet.into_iter().chain(boxes.map(|of| format!("{of}+{name}"))).collect()
}
