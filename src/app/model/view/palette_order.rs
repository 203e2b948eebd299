//! Orders that the entries of a palette can be put in.

use std::cmp::Reverse;

use crate::app::model::State;
use crate::app::model::edits::Edit;
use crate::bytes::Colour15;
use crate::edit::EditOp;
use crate::scene::{PaletteId, Texels};

/// Sort criterion of palette entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortBy {
    /// Dark colours first.
    Lightness,
    /// Red, yellow, green, blue; greys first. Dark before light within a hue.
    Hue,
    /// Most used entries first.
    Use,
}

impl SortBy {
    /// All criteria with their labels.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Lightness, "by lightness"), (Self::Hue, "by hue"), (Self::Use, "by use")];
}

/// Order with entry `from` moved to position `to`; the entries between shift by one.
pub fn moved(count: usize, from: usize, to: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if from < count && to < count {
        let entry = order.remove(from);
        order.insert(to, entry);
    }
    order
}

/// Sorted order of the entries, each within its range between holes, since the loader's result for an
/// entry can depend on the hole before it. `uses` is the number of texels for each entry.
pub fn sorted(loaded: &[u16], by: SortBy, uses: &[u64]) -> Vec<usize> {
    let is_hole = |at: usize| loaded.get(at).is_some_and(|word| Colour15(*word).is_hole());
    let key = |at: &usize| {
        let [r, g, b] = loaded.get(*at).map_or([0; 3], |word| Colour15(*word).rgb8());
        let [r, g, b] = [r, g, b].map(u32::from);
        let lightness = 299 * r + 587 * g + 114 * b;
        let first = match by {
            SortBy::Lightness => Reverse(u64::MAX),
            SortBy::Hue => Reverse(u64::MAX - hue([r, g, b])),
            SortBy::Use => Reverse(uses.get(*at).copied().unwrap_or(0)),
        };
        (first, lightness, *at)
    };
    let mut order: Vec<usize> = (0..loaded.len()).collect();
    let mut start = 0;
    for end in 0..=order.len() {
        if end == order.len() || is_hole(end) {
            if let Some(stretch) = order.get_mut(start..end) {
                stretch.sort_by_key(key);
            }
            start = end + 1;
        }
    }
    order
}

/// Hue in degrees plus 1; 0 for a grey.
fn hue([r, g, b]: [u32; 3]) -> u64 {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let range = i64::from(most - least);
    if range == 0 {
        return 0;
    }
    let part = |one: u32, other: u32| (i64::from(one) - i64::from(other)) * 60 / range;
    let degrees = match most {
        most if most == r => part(g, b),
        most if most == g => 120 + part(b, r),
        _ => 240 + part(r, g),
    };
    1 + degrees.rem_euclid(360).unsigned_abs()
}

impl State {
    /// Number of texels that use each entry of a palette, over all textures shown with it.
    pub fn uses_of(&self, palette: PaletteId) -> Vec<u64> {
        let Some(scene) = self.scene() else { return Vec::new() };
        let mut uses = vec![0; 256];
        for (id, texture) in scene.scene.textures.pairs() {
            if self.palette_for(id, texture.palette) != Some(palette) {
                continue;
            }
            let Texels::Indices(indices) = texture.pixels.decode() else { continue };
            for index in indices {
                if let Some(count) = uses.get_mut(usize::from(index)) {
                    *count += 1;
                }
            }
        }
        uses
    }

    /// The edit that puts the entries of a palette in this order; `None` if that is the present order, or
    /// no file stores them.
    pub fn reorder_palette(&self, palette: PaletteId, order: &[usize], name: &str) -> Option<Edit> {
        let scene = self.scene()?;
        let origin = &scene.scene.palettes.get(palette)?.origin;
        let to: Vec<u8> = order.iter().filter_map(|entry| u8::try_from(*entry).ok()).collect();
        if order.is_sorted() || to.len() != order.len() || origin.span.len == 0 {
            return None;
        }
        let path = self.file_path(origin.span.source)?;
        let orders = vec![EditOp::Reorder { reorder: origin.path.clone(), to }];
        Some(Edit { path, name: name.to_owned(), orders, ..Edit::default() })
    }
}
