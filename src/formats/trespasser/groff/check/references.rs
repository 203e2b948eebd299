//! Counts how often each name is used (format document `trespasser-level.md`, section 3).

use std::collections::HashMap;

use crate::bytes::Severity;
use crate::formats::Report;
use crate::formats::trespasser::groff::body::Body;
use crate::formats::trespasser::groff::grf::object::Object;
use crate::formats::trespasser::groff::records::Groff;

/// Reports names whose stored number of references differs from the number of places that use them. A
/// name of a model counts one less in the game's levels.
pub(super) fn check(groff: &Groff, report: &mut Report<'_>) {
    let is_unknown = |body: &Body| matches!(body, Body::Raw(bytes) if !bytes.is_empty());
    if report.is_cut() || groff.sections.iter().any(|section| is_unknown(&section.body)) {
        return;
    }
    let used = uses(groff);
    let mut wrong = groff.names.iter().enumerate().filter_map(|(index, name)| {
        let (count, of_models) = used.get(&name.handle).copied().unwrap_or_default();
        let least = count - u32::from(of_models > 0);
        (!(least..=count).contains(&name.references)).then_some((index, least, name.references))
    });
    let Some((first, expected, found)) = wrong.next() else { return };
    let more = match 1 + wrong.count() {
        1 => String::new(),
        count => format!(" ({count} like this)"),
    };
    let message = format!("expected {expected} references to this name, found {found}{more}");
    report.tell(Severity::Note, format!("names[{first}].references"), message);
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
