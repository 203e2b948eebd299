//! Counts how often each name is used (format document `trespasser-level.md`, section 3).

use std::collections::HashMap;

use crate::bytes::{Severity, Value};
use crate::formats::Report;
use crate::formats::trespasser::groff::body::Body;
use crate::formats::trespasser::groff::grf::object::Object;
use crate::formats::trespasser::groff::records::Groff;

/// Reports names whose stored number of references differs from the number of their uses.
pub(super) fn check(groff: &Groff, report: &mut Report<'_>) {
    if report.is_cut() {
        return;
    }
    let wrong = wrong(groff);
    let Some(WrongCount { name, expected, found }) = wrong.first() else { return };
    let more = match wrong.len() {
        1 => String::new(),
        count => format!(" ({count} like this)"),
    };
    let message = format!("expected {expected} references to this name, found {found}{more}");
    report.report(Severity::Note, format!("names[{name}].references"), message);
}

/// Adds the computed numbers of references.
pub(in super::super) fn audit(groff: &Groff, report: &mut Report<'_>) {
    for WrongCount { name, expected, .. } in wrong(groff) {
        report.compute(format!("names[{name}].references"), Value::Uint(expected.into()));
    }
}

/// A name whose stored number of references is wrong.
struct WrongCount {
    name: usize,
    expected: u32,
    found: u32,
}

/// The names whose stored number of uses is wrong; empty if a section is unknown. In the game's
/// levels, one of the uses of a model's name is not counted.
fn wrong(groff: &Groff) -> Vec<WrongCount> {
    let is_unknown = |body: &Body| matches!(body, Body::Raw(bytes) if !bytes.is_empty());
    if groff.sections.iter().any(|section| is_unknown(&section.body)) {
        return Vec::new();
    }
    let used = uses(groff);
    let wrong = groff.names.iter().enumerate().filter_map(|(name, stored)| {
        let (count, of_models) = used.get(&stored.handle).copied().unwrap_or_default();
        let expected = count - u32::from(of_models > 0);
        let found = stored.references;
        (!(expected..=count).contains(&found)).then_some(WrongCount { name, expected, found })
    });
    wrong.collect()
}

/// The number of uses of each name's handle, and how many of them are in models.
fn uses(groff: &Groff) -> HashMap<u32, (u32, u32)> {
    let mut used: HashMap<u32, (u32, u32)> = HashMap::new();
    let mut add = |handle: u32, in_model: u32| {
        let (count, of_models) = used.entry(handle).or_default();
        *count = count.saturating_add(1);
        *of_models = of_models.saturating_add(in_model);
    };
    for section in &groff.sections {
        add(section.name, 0);
        match &section.body {
            Body::Region(region) => {
                region.instances.iter().for_each(|instance| add(instance.place.name, 0));
            }
            Body::Object(Object { name, .. }) => add(*name, 1),
            Body::Material(material) => {
                let maps = [&material.colour_maps, &material.opacity_maps, &material.bump_maps];
                maps.into_iter().flatten().for_each(|map| add(*map, 0));
            }
            _ => {}
        }
    }
    used
}
