//! Recognising a skin by its structure: its kind alone is a number that any file may have there.

use super::Skin;
use crate::formats::totem::chain::Chain;
use crate::formats::totem::{Platform, kind};
use crate::formats::{Head, Probe};

/// Where the header's matrix starts.
const MATRIX: usize = 16;

pub(super) fn probe(head: &Head<'_>, is_named: bool) -> Option<Probe> {
    let platform = Platform::of_kind(head.bytes, kind::SKIN)?;
    let chain = Chain::of(&mut Skin::default(), platform, head.bytes, head.len);
    let (score, says) = match (chain, has_matrix(platform, head.bytes)) {
        (Chain::Whole, _) => (85, "its lists end with the file"),
        (Chain::Holds, true) => (70, "its lists fit behind a header"),
        (Chain::Cut, true) => (45, "its lists reach past the end"),
        _ if is_named => (15, "its name says so"),
        _ => return None,
    };
    let score = score + if is_named { 10 } else { 0 };
    let reason = format!("a {} skin by its kind, {says}", platform.name());
    Some(Probe { score, reason })
}

/// Whether the matrix of a header is there: its last row is always the same.
fn has_matrix(platform: Platform, bytes: &[u8]) -> bool {
    let row = [3, 7, 11, 15].map(|i| platform.number::<f32>(bytes, MATRIX + i * 4));
    row == [0.0, 0.0, 0.0, 1.0].map(Some)
}
