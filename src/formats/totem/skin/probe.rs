//! Recognising a skin by its structure: its kind alone is a number that any file may have there.

use super::Skin;
use crate::formats::totem::chain::{Chain, has_matrix};
use crate::formats::totem::{Platform, kind};
use crate::formats::{Head, Probe};

pub(super) fn probe(head: &Head<'_>, is_named: bool) -> Option<Probe> {
    let platform = Platform::of_kind(head.bytes, kind::SKIN)?;
    let has_matrix = has_matrix(platform, head.bytes);
    let (score, says) = match Chain::of_file::<Skin>(platform, head) {
        // Without the name, the matrix of a header has to be there.
        _ if !has_matrix && !is_named => return None,
        Chain::Whole => (85, "its lists end with the file"),
        Chain::Holds if has_matrix => (70, "its lists fit behind a header"),
        Chain::Cut if has_matrix => (45, "its lists reach past the end"),
        _ if is_named => (15, "its name says so"),
        _ => return None,
    };
    let score = score + if is_named { 10 } else { 0 };
    let reason = format!("a {} skin by its kind, {says}", platform.name());
    Some(Probe { score, reason })
}
