//! Copies and removes the parts of a scene that belong to instances: their hierarchy nodes and
//! blocks. Removes any section except the header.

use std::collections::{HashMap, HashSet};

use super::super::body::Body;
use super::super::directory::{Texts, kind};
use super::super::records::{Groff, GroffBlock};
use super::super::scn::block::{Block, TriggerMore};
use super::super::scn::kind::hash_of_name;
use super::super::scn::saved::{Hierarchy, Pair};
use super::Result;
use crate::bytes::Value;
use crate::formats::Refusal;
use crate::formats::list_edit::{self, Renumbered, element, elements, unchangeable};

/// Paths of everything that a scene stores about the instances with these hashes: hierarchy nodes, then
/// blocks.
pub fn stored_of(groff: &Groff, texts: &Texts, hashes: &[u32]) -> Vec<String> {
    let pairs = groff.all::<Hierarchy>().flat_map(|(section, hierarchy)| {
        let own = move |(pair, _): (usize, _)| format!("sections[{section}].pairs[{pair}]");
        let is_it = |(_, pair): &(usize, &Pair)| hashes.contains(&pair.node);
        hierarchy.pairs.iter().enumerate().filter(is_it).map(own)
    });
    let blocks = groff.all::<Block>().filter(|(section, _)| {
        hash_of(groff, texts, *section).is_some_and(|hash| hashes.contains(&hash))
    });
    pairs.chain(blocks.map(|(section, _)| format!("sections[{section}]"))).collect()
}

/// The hash in the name of a section.
fn hash_of(groff: &Groff, texts: &Texts, section: usize) -> Option<u32> {
    hash_of_name(texts.get(groff.sections.get(section)?.name))
}

/// Paths of the nodes to copy for copies of instances, and the fields of the new nodes. `hashes` holds a pair
/// for each copied instance: the hash of the original and that of the copy.
pub fn places_of(groff: &Groff, hashes: &[(u32, u32)]) -> (Vec<String>, Vec<(String, Value)>) {
    let (mut copied, mut fields) = (Vec::new(), Vec::new());
    let copies: HashMap<u32, u32> = hashes.iter().copied().collect();
    let nodes = groff.all::<Hierarchy>().flat_map(|(_, hierarchy)| &hierarchy.pairs);
    let present: HashSet<u32> = nodes.map(|pair| pair.node).collect();
    let mut placed = HashSet::new();
    for (section, hierarchy) in groff.all::<Hierarchy>() {
        let mut next = hierarchy.pairs.len();
        for (index, pair) in hierarchy.pairs.iter().enumerate() {
            let copy = copies.get(&pair.node).filter(|copy| !present.contains(copy));
            let Some(copy) = copy.filter(|copy| placed.insert(**copy)) else { continue };
            copied.push(format!("sections[{section}].pairs[{index}]"));
            let value = Value::Uint((*copy).into());
            fields.push((format!("sections[{section}].pairs[{next}].node"), value));
            next += 1;
        }
    }
    (copied, fields)
}

/// Copies nodes of a hierarchy.
pub fn copy(groff: &mut Groff, list: &str, paths: &[String]) -> Result<()> {
    let first = paths.first().map_or("", String::as_str);
    let pairs = &mut hierarchy(groff, list).ok_or_else(|| unchangeable(first))?.pairs;
    let indices = elements(paths, list, pairs.len()).ok_or_else(|| unchangeable(first))?;
    list_edit::copy(pairs, &indices);
    Ok(())
}

/// The hierarchy with this list of pairs.
fn hierarchy<'a>(groff: &'a mut Groff, list: &str) -> Option<&'a mut Hierarchy> {
    let section = list.strip_suffix(".pairs").and_then(|path| element(path, "sections"))?;
    match &mut groff.sections.get_mut(section)?.body {
        Body::Hierarchy(hierarchy) => Some(hierarchy),
        _ => None,
    }
}

/// Removes sections, or nodes of a hierarchy, from a scene.
pub fn remove(groff: &mut Groff, texts: &Texts, list: &str, paths: &[String]) -> Result<()> {
    let first = paths.first().map_or("", String::as_str);
    if list == "sections" {
        let gone =
            elements(paths, list, groff.sections.len()).ok_or_else(|| unchangeable(first))?;
        return remove_sections(groff, texts, &gone);
    }
    let hierarchy = hierarchy(groff, list).ok_or_else(|| unchangeable(first))?;
    let gone = elements(paths, list, hierarchy.pairs.len()).ok_or_else(|| unchangeable(first))?;
    remove_pairs(hierarchy, &gone);
    Ok(())
}

/// Removes pairs from a hierarchy, and attaches the children of their nodes to their parents.
fn remove_pairs(hierarchy: &mut Hierarchy, gone: &[usize]) {
    let pairs = gone.iter().filter_map(|index| hierarchy.pairs.get(*index));
    let parents: HashMap<u32, u32> = pairs.map(|pair| (pair.node, pair.parent)).collect();
    Renumbered::without(gone).apply(&mut hierarchy.pairs);
    for pair in &mut hierarchy.pairs {
        // At most as often as there are nodes, so that a cycle ends.
        for _ in 0..=parents.len() {
            match parents.get(&pair.parent) {
                Some(parent) => pair.parent = *parent,
                None => break,
            }
        }
    }
}

/// Removes sections to which no other refers, and names that only they used. The game creates all but
/// the header itself.
fn remove_sections(groff: &mut Groff, texts: &Texts, gone: &[usize]) -> Result<()> {
    let kept = kept_nodes(groff, gone);
    for index in gone {
        let path = format!("sections[{index}]");
        let Some(section) = groff.sections.get(*index) else { continue };
        if section.kind != kind::SPECIAL {
            return Err(unchangeable(&path));
        }
        match &section.body {
            Body::SaveHeader(_) => {
                let why = "is the header, without which the game loads no scene";
                return Err(Refusal(format!("{path} {why}")));
            }
            Body::Partitions(partitions) => {
                let used = partitions.list.iter().find_map(|of| kept.get(&of.extent.id()));
                if let Some(user) = used {
                    return Err(Refusal(format!("{user} refers to a box of {path}")));
                }
            }
            _ => {
                let Some(hash) = hash_of(groff, texts, *index) else { continue };
                if let Some(user) = kept.get(&hash) {
                    return Err(Refusal(format!("{user} refers to the instance of {path}")));
                }
            }
        }
    }
    let moved = Renumbered::without(gone);
    let names: Vec<u32> =
        gone.iter().filter_map(|at| groff.sections.get(*at)).map(|section| section.name).collect();
    moved.apply(&mut groff.sections);
    groff.pieces = groff.pieces.renamed(|piece| match piece {
        GroffBlock::Section(index) => moved.of(index).map(GroffBlock::Section),
        GroffBlock::Names => Some(GroffBlock::Names),
    });
    let used = |name: u32| groff.sections.iter().any(|section| section.name == name);
    let unused: Vec<u32> = names.into_iter().filter(|name| !used(*name)).collect();
    groff.names.retain(|name| !unused.contains(&name.handle));
    Ok(())
}

/// The paths of references to instances and boxes by hierarchies and triggers that are not removed.
fn kept_nodes(groff: &Groff, gone: &[usize]) -> HashMap<u32, String> {
    let mut kept = HashMap::new();
    for (section, hierarchy) in groff.all::<Hierarchy>().filter(|(at, _)| !gone.contains(at)) {
        for (number, pair) in hierarchy.pairs.iter().enumerate() {
            for hash in [pair.node, pair.parent].into_iter().filter(|hash| *hash != 0) {
                let path = || format!("sections[{section}].pairs[{number}]");
                kept.entry(hash).or_insert_with(path);
            }
        }
    }
    for (section, block) in groff.all::<Block>().filter(|(at, _)| !gone.contains(at)) {
        let Block::Trigger(trigger) = block else { continue };
        let TriggerMore::Location(inside) = &trigger.more else { continue };
        let contents = inside.contents.iter().enumerate().filter(|(_, hash)| **hash != 0);
        for (number, hash) in contents {
            let path = || format!("sections[{section}].inside.contents[{number}]");
            kept.entry(*hash).or_insert_with(path);
        }
    }
    kept
}
