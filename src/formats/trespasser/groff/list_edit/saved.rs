//! Removes instances from a scene: their blocks and hierarchy nodes.

use std::collections::HashMap;

use super::super::body::Body;
use super::super::directory::Texts;
use super::super::records::{Groff, Piece};
use super::super::scn::block::{Block, TriggerMore};
use super::super::scn::kind::hash_of_name;
use super::super::scn::saved::{Hierarchy, Pair};
use super::Result;
use crate::formats::Refusal;
use crate::formats::list_edit::{Renumbered, element, elements, unchangeable};

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

/// Removes blocks, or nodes of a hierarchy, from a scene.
pub fn remove(groff: &mut Groff, texts: &Texts, list: &str, paths: &[String]) -> Result<()> {
    let first = paths.first().map_or("", String::as_str);
    if list == "sections" {
        let gone =
            elements(paths, list, groff.sections.len()).ok_or_else(|| unchangeable(first))?;
        return remove_blocks(groff, texts, &gone);
    }
    let section = list.strip_suffix(".pairs").and_then(|path| element(path, "sections"));
    let body = section.and_then(|section| groff.sections.get_mut(section));
    match body.map(|section| &mut section.body) {
        Some(Body::Hierarchy(hierarchy)) => {
            let gone =
                elements(paths, list, hierarchy.pairs.len()).ok_or_else(|| unchangeable(first))?;
            remove_pairs(hierarchy, &gone);
            Ok(())
        }
        _ => Err(unchangeable(first)),
    }
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

/// Removes blocks that nothing else refers to, and names that only they used.
fn remove_blocks(groff: &mut Groff, texts: &Texts, gone: &[usize]) -> Result<()> {
    for index in gone {
        let section = groff.sections.get(*index).map(|section| &section.body);
        if !matches!(section, Some(Body::Block(_))) {
            return Err(unchangeable(&format!("sections[{index}]")));
        }
        let Some(hash) = hash_of(groff, texts, *index) else { continue };
        if let Some(user) = user_of(groff, hash, gone) {
            return Err(Refusal(format!("{user} refers to the instance of sections[{index}]")));
        }
    }
    let moved = Renumbered::without(gone);
    let names: Vec<u32> =
        gone.iter().filter_map(|at| groff.sections.get(*at)).map(|section| section.name).collect();
    moved.apply(&mut groff.sections);
    groff.pieces = groff.pieces.renamed(|piece| match piece {
        Piece::Section(index) => moved.of(index).map(Piece::Section),
        Piece::Names => Some(Piece::Names),
    });
    let used = |name: u32| groff.sections.iter().any(|section| section.name == name);
    let unused: Vec<u32> = names.into_iter().filter(|name| !used(*name)).collect();
    groff.names.retain(|name| !unused.contains(&name.handle));
    Ok(())
}

/// The path of a reference to an instance outside the removed blocks.
fn user_of(groff: &Groff, hash: u32, gone: &[usize]) -> Option<String> {
    let pair = groff.all::<Hierarchy>().find_map(|(section, hierarchy)| {
        let is_it = |pair: &Pair| pair.node == hash || pair.parent == hash;
        let pair = hierarchy.pairs.iter().position(is_it)?;
        Some(format!("sections[{section}].pairs[{pair}]"))
    });
    let inside = groff.all::<Block>().filter(|(section, _)| !gone.contains(section));
    pair.or_else(|| {
        inside.into_iter().find_map(|(section, block)| {
            let Block::Trigger(trigger) = block else { return None };
            let TriggerMore::Location(inside) = &trigger.more else { return None };
            let at = inside.contents.iter().position(|content| *content == hash)?;
            Some(format!("sections[{section}].inside.contents[{at}]"))
        })
    })
}
