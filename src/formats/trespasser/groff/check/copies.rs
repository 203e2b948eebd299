//! Checks the properties of copies of instances (format document `trespasser-level.md`, section 12.1).

use std::collections::HashMap;

use crate::bytes::Severity;
use crate::formats::Report;
use crate::formats::trespasser::groff::grf::region::Region;
use crate::formats::trespasser::groff::read::Parsed;

/// End of the name of an original.
const ORIGINAL: &str = "00";

/// Reports copies with separate properties: the game takes all but the transform of a copy from its
/// original.
pub(super) fn check(file: &Parsed, report: &mut Report<'_>) {
    for (section, region) in file.groff.all::<Region>() {
        let named = region.instances.iter().enumerate();
        let named = named.map(|(index, instance)| {
            (index, file.texts.get(instance.place.name), instance.values.id)
        });
        let originals = named.clone().filter(|(_, name, _)| name.ends_with(ORIGINAL));
        let originals: HashMap<&str, (usize, u32)> =
            originals.map(|(index, name, values)| (name, (index, values))).collect();
        for (index, name, values) in named.filter(|(.., values)| *values != 0) {
            let original = original_of(name);
            let found = original.as_deref().and_then(|original| originals.get_key_value(original));
            if let Some((original, (at, _))) = found.filter(|(_, (_, own))| *own != values) {
                let message = format!(
                    "the game does not use these properties: it takes all but the transform of \
                     {name} from {original} (instances[{at}])"
                );
                let path = format!("sections[{section}].instances[{index}].values");
                report.report(Severity::Note, path, message);
            }
        }
    }
}

/// The name of the original of a copy: `Foo-00` for `Foo-18`.
fn original_of(name: &str) -> Option<String> {
    let has_end = |at: &usize| name.len() > at + ORIGINAL.len();
    let dash = name.rmatch_indices('-').map(|(at, _)| at).find(has_end)?;
    let (stem, end) = name.split_at_checked(dash + 1)?;
    (end != ORIGINAL).then(|| format!("{stem}{ORIGINAL}"))
}
