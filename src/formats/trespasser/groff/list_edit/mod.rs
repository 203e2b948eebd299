//! Copies and removes instances of a level, with everything that only they use: names, values, and blocks
//! of the companion scene.

mod groups;
mod instances;
mod saved;

use super::body::Body;
use super::grf::region::Region;
use super::grf::values::{ValueTable, Values};
use super::names::{instance_hash, parts_of};
use super::read::Parsed;
use super::records::{Groff, Stale};
use super::scene::scene_of;
use crate::container::Context;
use crate::formats::list_edit::{element, elements, list_of, unchangeable};
use crate::formats::{Entailed, ListChange, Refusal};

type Result<T> = std::result::Result<T, Refusal>;

/// Applies a list change: copies or removes instances, or removes blocks and hierarchy nodes of a scene.
pub(super) fn with_list(file: &Parsed, change: &ListChange<'_>) -> Result<Vec<u8>> {
    let paths = match change {
        ListChange::Copy(paths) | ListChange::Remove(paths) => *paths,
        ListChange::Add { list, .. } => {
            let why = "an instance can only be copied from another one, not added from a file";
            return Err(Refusal(format!("{list}: {why}")));
        }
    };
    let first = paths.first().map_or("", String::as_str);
    let list = list_of(paths).ok_or_else(|| unchangeable(first))?;
    let mut groff = file.groff.clone();
    if groff.stale != Stale::default() {
        let why = "the header states wrong sizes, so lists cannot be changed";
        return Err(Refusal(why.to_owned()));
    }
    let section = list.strip_suffix(".instances").and_then(|path| element(path, "sections"));
    match (section, change) {
        (Some(section), _) => {
            let instances =
                &region(&mut groff, section).ok_or_else(|| unchangeable(first))?.instances;
            let indices =
                elements(paths, list, instances.len()).ok_or_else(|| unchangeable(first))?;
            match change {
                ListChange::Remove(_) => {
                    instances::remove(&mut groff, section, &file.texts, &indices)?;
                }
                _ => instances::copy(&mut groff, section, &file.texts, &indices)?,
            }
        }
        (None, ListChange::Remove(_)) => saved::remove(&mut groff, &file.texts, list, paths)?,
        _ => return Err(unchangeable(first)),
    }
    groff.write()
}

/// Elements of the companion scene that are removed with these elements.
pub(super) fn entails(
    (file, name): (&Parsed, &str),
    context: Context<'_>,
    paths: &[String],
) -> Result<Vec<Entailed>> {
    let names = instances_at(file, paths);
    let Some((beside, scene)) = scene_of(name, context).filter(|_| !names.is_empty()) else {
        return Ok(Vec::new());
    };
    let hashes: Vec<u32> = names.iter().map(|name| instance_hash(name)).collect();
    let scene = &scene.kept()?.parsed;
    let removed = saved::stored_of(&scene.groff, &scene.texts, &hashes);
    Ok(vec![Entailed { beside, fields: Vec::new(), removed }])
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
