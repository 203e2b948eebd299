//! Recognises a skin by structure: its kind alone is a number that occurs in any file.

use super::Skin;
use crate::formats::totem::chain::{Chain, has_matrix};
use crate::formats::totem::{Platform, kind};
use crate::formats::{Head, Probe};

pub(super) fn probe(head: &Head<'_>, is_named: bool) -> Option<Probe> {
    let platform = Platform::of_kind(head.bytes, kind::SKIN)?;
    let has_matrix = has_matrix(platform, head.bytes);
    let (score, chain_text) = match Chain::of_file::<Skin>(platform, head) {
        // Without the extension, the header must have a matrix.
        _ if !has_matrix && !is_named => return None,
        Chain::Whole => (85, "lists fill the file"),
        Chain::Holds if has_matrix => (70, "lists fit after a header"),
        Chain::Cut if has_matrix => (45, "lists extend past the end"),
        _ if is_named => (15, "extension only"),
        _ => return None,
    };
    let score = score + if is_named { 10 } else { 0 };
    let reason = format!("kind of a {} skin, {chain_text}", platform.name());
    Some(Probe { score, reason })
}
