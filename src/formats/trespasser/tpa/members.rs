//! The sounds of a bank as files.

use super::read::Places;
use super::records::Bank;
use crate::bytes::{Source, Span};
use crate::container::{Member, Slices};

/// One `.cau` for each sound, named by its index and its first ID.
pub(super) fn sounds(bank: &Bank, places: &Places, source: &Source) -> Slices {
    let named = bank.ids_of().into_iter().zip(&places.sounds).enumerate();
    let member = |(index, (entries, place)): (usize, (Vec<usize>, &super::Place))| {
        let id = entries.first().and_then(|entry| bank.ids.get(*entry)).map_or(0, |id| id.id);
        let size = place.end.saturating_sub(place.start);
        let span = Some(Span::new(source.id(), place.start, size));
        Member { path: format!("{index:03}_{id:08X}.cau"), size, span }
    };
    Slices::new(source, "the bank has no sound", named.map(member).collect())
}
