//! Copies and removes polygons, and removes groups.

use super::records::P;
use crate::bytes::count32;
use crate::formats::list_edit::{Elements, Renumbered, copy, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

/// Copy of the mesh with elements of one list added or removed.
pub(super) fn with_list(mesh: &P, change: &ListChange<'_>) -> EditResult<P> {
    let asked = Elements::of(change)?;
    let mut new = mesh.clone();
    match asked.list {
        "polygons" if asked.go => without_polygons(&mut new, &asked)?,
        "polygons" => with_copies(&mut new, &asked)?,
        "groups" if asked.go => without_groups(&mut new, &asked)?,
        "boxes" => asked.apply(&mut new.boxes)?,
        _ => return Err(unchangeable(asked.first())),
    }
    Ok(new)
}

/// Removes polygons; groups keep the remaining ones.
fn without_polygons(mesh: &mut P, asked: &Elements<'_>) -> EditResult<()> {
    let count = mesh.polygons.len();
    let moved = Renumbered::without(&asked.places(count)?);
    for group in &mut mesh.groups {
        let before = group.polygons(count);
        let left = before.clone().filter(|at| moved.of(*at).is_some()).count();
        let start = (0..before.start).filter(|at| moved.of(*at).is_some()).count();
        if before.end > before.start {
            (group.first_polygon, group.polygon_count) = (count32(start), count32(left));
        }
    }
    if mesh.polygon_colours.len() == count {
        moved.apply(&mut mesh.polygon_colours);
    }
    moved.apply(&mut mesh.polygons);
    Ok(())
}

/// Adds copies at the end of the list, where only the last group can include them.
fn with_copies(mesh: &mut P, asked: &Elements<'_>) -> EditResult<()> {
    let count = mesh.polygons.len();
    let places = asked.places(count)?;
    let last = mesh.groups.iter().position(|group| {
        let polygons = group.polygons(count);
        polygons.end == count && places.iter().all(|place| polygons.contains(place))
    });
    let Some(group) = last.and_then(|last| mesh.groups.get_mut(last)) else {
        let why = "is not in the last group; only the last group can be extended";
        return Err(Refusal(format!("{} {why}", asked.first())));
    };
    group.polygon_count = group.polygon_count.saturating_add(count32(places.len()));
    if mesh.polygon_colours.len() == count {
        copy(&mut mesh.polygon_colours, &places);
    }
    copy(&mut mesh.polygons, &places);
    Ok(())
}

/// Removes groups with their render states. Their polygons stay in the lists and are not drawn.
fn without_groups(mesh: &mut P, asked: &Elements<'_>) -> EditResult<()> {
    let count = mesh.groups.len();
    let moved = Renumbered::without(&asked.places(count)?);
    if mesh.states.len() == count {
        moved.apply(&mut mesh.states);
    }
    moved.apply(&mut mesh.groups);
    Ok(())
}
