//! Edits names and instances of a loaded file.

use gouraud::bytes::cp1252;
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::directory::Name;
use gouraud::formats::trespasser::groff::grf::region::{Handle, Instance, Placement, Region};
use gouraud::formats::trespasser::groff::records::{Groff, StaleHeader};

/// Distance between new handles, like that of small heap allocations.
const STEP: u32 = 32;

fn region_mut(file: &mut Groff) -> Option<&mut Region> {
    file.sections.iter_mut().find_map(|section| match &mut section.body {
        Body::Region(region) => Some(region),
        _ => None,
    })
}

/// Returns the handle of a name, adding the name if it is missing.
fn add_name(file: &mut Groff, text: &str) -> u32 {
    let bytes = cp1252::encode(text);
    if let Some(known) = file.names.iter_mut().find(|symbol| symbol.text() == bytes) {
        known.references = known.references.saturating_add(1);
        return known.handle;
    }
    let last = file.names.iter().map(|symbol| symbol.handle).max();
    let next = last.and_then(|last| last.checked_add(STEP)).or_else(|| free_handle(file));
    let handle = next.unwrap_or(STEP);
    let symbol = Name { handle, references: 1, bytes: [bytes, vec![0]].concat() };
    let at = file.names.partition_point(|other| other.bytes < symbol.bytes);
    file.names.insert(at, symbol);
    file.stale = StaleHeader::default();
    handle
}

/// Finds an unused handle, for files whose handles reach the end of the number range.
fn free_handle(file: &Groff) -> Option<u32> {
    let taken: std::collections::HashSet<u32> =
        file.names.iter().map(|symbol| symbol.handle).collect();
    (1..u32::MAX).find(|handle| !taken.contains(handle))
}

/// Adds an instance of the model in the section with handle `object`; returns `false` when there is no
/// region, or when the instance's name exists.
pub fn add_instance(file: &mut Groff, name: &str, place: Placement, values: Handle) -> bool {
    if file.first::<Region>().is_none() || instance(file, name).is_some() {
        return false;
    }
    let handle = add_name(file, name);
    if let Some(region) = region_mut(file) {
        region.instances.push(Instance { place: Placement { name: handle, ..place }, values });
    }
    true
}

/// Index of the instance with this exact name.
pub fn instance(file: &Groff, name: &str) -> Option<usize> {
    let bytes = cp1252::encode(name);
    let handle = file.names.iter().find(|symbol| symbol.text() == bytes)?.handle;
    file.first::<Region>()?.instances.iter().position(|instance| instance.place.name == handle)
}

/// Removes an instance, and its name if nothing else uses it; returns `false` when there is no such
/// instance.
pub fn remove_instance(file: &mut Groff, name: &str) -> bool {
    let Some(index) = instance(file, name) else { return false };
    let Some(region) = region_mut(file) else { return false };
    let handle = region.instances.remove(index).place.name;
    if !is_used(file, handle) {
        file.names.retain(|symbol| symbol.handle != handle);
        file.stale = StaleHeader::default();
    }
    true
}

fn is_used(file: &Groff, name: u32) -> bool {
    file.sections.iter().any(|section| {
        section.name == name
            || match &section.body {
                Body::Object(object) => object.name == name,
                Body::Region(region) => {
                    region.instances.iter().any(|instance| instance.place.name == name)
                }
                Body::Material(material) => {
                    let maps = [&material.colour_maps, &material.opacity_maps, &material.bump_maps];
                    maps.into_iter().any(|maps| maps.contains(&name))
                }
                _ => false,
            }
    })
}
