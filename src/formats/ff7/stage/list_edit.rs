//! Copies and removes parts of a stage.

use super::super::directory::{Directory, Entry};
use super::super::list_edit::in_mesh;
use super::super::section::Section;
use super::Role;
use super::motion::of_part;
use crate::formats::list_edit::{Elements, Renumbered};
use crate::formats::{EditResult, ListChange, Refusal};

/// The sections of a stage with parts added or removed. Copies are added as objects before the picture.
/// Ground and sky are identified by their indices and cannot be removed.
pub(super) fn with_list(
    directory: &Directory,
    sections: &[Section],
    change: &ListChange<'_>,
) -> EditResult<(Directory, Vec<Section>)> {
    let (mut directory, mut all) = (directory.clone(), sections.to_vec());
    let asked = Elements::of(change)?;
    if asked.list != "sections" {
        in_mesh(&mut all, change)?;
        return Ok((directory, all));
    }
    let count = all.len();
    let places = asked.places(count)?;
    let settings = match all.first() {
        Some(Section::Stage(settings, _)) => *settings,
        _ => {
            return Err(Refusal(
                "the stage has no settings, so the roles of its parts are unknown".to_owned(),
            ));
        }
    };
    for at in &places {
        let role = Role::of(*at, count, &settings);
        let is_part = matches!(all.get(*at), Some(Section::Part(..)));
        // Moving parts are also identified by their indices.
        let moves = !of_part(settings.kind, *at).is_empty();
        let may = (matches!(role, Role::Object | Role::Background) && !moves) || !asked.go;
        if !is_part || !may {
            let name = role.name();
            return Err(Refusal(format!(
                "sections[{at}] cannot be copied or removed: its index makes it the {name}"
            )));
        }
    }
    if !directory.order.is_empty() {
        let why =
            "the sections are not stored in the order of the table; none can be added or removed";
        return Err(Refusal(why.to_owned()));
    }
    if asked.go {
        let moved = Renumbered::without(&places);
        moved.apply(&mut all);
        moved.apply(&mut directory.entries);
        let before = places.iter().filter(|at| **at < usize::from(settings.first_object)).count();
        if let Some(Section::Stage(settings, _)) = all.first_mut() {
            let less = u8::try_from(before).unwrap_or(u8::MAX);
            settings.first_object = settings.first_object.saturating_sub(less);
        }
    } else {
        let last = count.saturating_sub(1);
        let copies: Vec<Section> = places.iter().filter_map(|at| all.get(*at).cloned()).collect();
        let entries: Vec<Entry> =
            places.iter().filter_map(|at| directory.entries.get(*at).copied()).collect();
        all.splice(last..last, copies);
        directory.entries.splice(last..last, entries);
    }
    Ok((directory, all))
}
