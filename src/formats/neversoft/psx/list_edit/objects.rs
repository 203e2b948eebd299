//! Copies and removes objects, and updates everything that refers to them by index: colour pointers,
//! parents, the block map, moving textures.

use std::ops::Range;

use super::super::chunk::{Body, ObjectPointer};
use super::super::records::File;
use super::{Result, not_of_a_character};
use crate::formats::Refusal;
use crate::formats::list_edit::{self, Renumbered};

/// Copies objects: each has the position and animation of its original.
pub(super) fn copy(file: &mut File, indices: &[usize]) -> Result<()> {
    not_of_a_character(file)?;
    let count = file.objects.len();
    has_room(file, count..count.saturating_add(indices.len()))?;
    list_edit::copy(&mut file.objects, indices);
    file.colour_pointers.resize(count, Default::default());
    list_edit::copy(&mut file.colour_pointers, indices);
    let chunks = file.library.iter_mut().flat_map(|library| &mut library.chunks);
    for body in chunks.map(|chunk| &mut chunk.body) {
        for (index, new) in indices.iter().zip(count..) {
            copy_in(body, *index, new)?;
        }
    }
    Ok(())
}

/// Refuses if an invalid object index would become valid with the new objects.
fn has_room(file: &File, new: Range<usize>) -> Result<()> {
    let refuse = |what: String, object: usize| {
        let why = "which does not exist but would become valid with more objects";
        Err(Refusal(format!("{what} refers to objects[{object}], {why}")))
    };
    let is_new = |object: usize| new.contains(&object).then_some(object);
    for (chunk, body) in file.chunks().iter().enumerate() {
        match &body.body {
            Body::Hier(parents) => {
                let known = parents.iter().take(new.start).enumerate();
                let stray = known.map(|(at, parent)| (at, usize::from(*parent)));
                if let Some((at, object)) = stray.into_iter().find(|(_, to)| new.contains(to)) {
                    return refuse(format!("chunks[{chunk}].parents[{at}]"), object);
                }
            }
            Body::BlockMap(map) => {
                for (at, cell) in map.cells.iter().enumerate() {
                    let stray = cell.objects.iter().find_map(|object| is_new(*object as usize));
                    if let Some(object) = stray {
                        return refuse(format!("chunks[{chunk}].cells[{at}]"), object);
                    }
                }
            }
            Body::Wibble(wibbles) => {
                for (at, record) in wibbles.records.iter().enumerate() {
                    let ObjectPointer::Object(object) = record.object else { continue };
                    if let Some(object) = is_new(object as usize) {
                        return refuse(format!("chunks[{chunk}].records[{at}]"), object);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn copy_in(body: &mut Body, index: usize, new: usize) -> Result<()> {
    let too_many = |_| Refusal("too many objects".to_owned());
    let new_32 = u32::try_from(new).map_err(too_many)?;
    match body {
        Body::Hier(parents) => {
            let Some(parent) = parents.get(index).copied() else { return Ok(()) };
            let is_root = usize::from(parent) == index;
            let parent = if is_root { u16::try_from(new).map_err(too_many)? } else { parent };
            parents.truncate(new);
            parents.push(parent);
            fill_up(parents);
        }
        Body::BlockMap(map) => {
            for cell in &mut map.cells {
                if cell.objects.iter().any(|object| *object as usize == index) {
                    cell.objects.push(new_32);
                }
            }
        }
        Body::Wibble(wibbles) => {
            let is_its =
                |at: ObjectPointer| matches!(at, ObjectPointer::Object(o) if o as usize == index);
            let copies = wibbles.records.iter().filter(|record| is_its(record.object)).cloned();
            let mut copies: Vec<_> = copies.collect();
            copies.iter_mut().for_each(|copy| copy.object = ObjectPointer::Object(new_32));
            wibbles.records.extend(copies);
        }
        _ => {}
    }
    Ok(())
}

/// Pads the list of parents to a multiple of four bytes.
fn fill_up(parents: &mut Vec<u16>) {
    if parents.len() % 2 == 1 {
        parents.push(0);
    }
}

/// Removes objects.
pub(super) fn remove(file: &mut File, gone: &[usize]) -> Result<()> {
    not_of_a_character(file)?;
    let count = file.objects.len();
    let moved = Renumbered::without(gone);
    let chunks = file.library.iter_mut().flat_map(|library| &mut library.chunks);
    for body in chunks.map(|chunk| &mut chunk.body) {
        remove_in(body, &moved, count)?;
    }
    moved.apply(&mut file.objects);
    moved.apply(&mut file.colour_pointers);
    Ok(())
}

fn remove_in(body: &mut Body, moved: &Renumbered, count: usize) -> Result<()> {
    match body {
        Body::Hier(parents) => {
            parents.truncate(count);
            let mut kept = Vec::with_capacity(parents.len());
            for (index, parent) in parents.iter().enumerate() {
                if moved.of(index).is_none() {
                    continue;
                }
                let hangs = || Refusal(format!("objects[{index}] is a child of objects[{parent}]"));
                kept.push(moved.count(*parent, count).ok_or_else(hangs)?);
            }
            *parents = kept;
            fill_up(parents);
        }
        Body::BlockMap(map) => {
            for cell in &mut map.cells {
                cell.objects.retain(|object| moved.count(*object, count).is_some());
                for object in &mut cell.objects {
                    *object = moved.count(*object, count).unwrap_or(*object);
                }
            }
        }
        Body::Wibble(wibbles) => {
            let to = |at: ObjectPointer| match at {
                ObjectPointer::Object(object) => {
                    moved.count(object, count).map(ObjectPointer::Object)
                }
                stale => Some(stale),
            };
            wibbles.records.retain(|record| to(record.object).is_some());
            for record in &mut wibbles.records {
                record.object = to(record.object).unwrap_or(record.object);
            }
        }
        _ => {}
    }
    Ok(())
}
