//! Colour quantisation: nearest colours in a palette, and palettes for pictures.
//!
//! Distances are measured in Oklab, which is perceptually uniform.

use std::collections::{BTreeMap, HashMap};

use quantette::color_space::srgb8_to_oklab;
use quantette::deps::palette::{Oklab, Srgb};
use quantette::{PaletteSize, Pipeline};

fn oklab([r, g, b]: [u8; 3]) -> Oklab {
    srgb8_to_oklab(&[Srgb::new(r, g, b)]).first().copied().unwrap_or_default()
}

/// Palette for lookups of nearest colours.
pub struct Nearest {
    /// Index, colour in Oklab, and alpha from 0 to 1.
    entries: Vec<(u8, Oklab, f32)>,
    found: HashMap<[u8; 4], u8>,
}

impl Nearest {
    /// Creates a palette from entries with their indices; callers may omit entries that must not be
    /// chosen.
    pub fn new(entries: impl IntoIterator<Item = (u8, [u8; 4])>) -> Self {
        let entry =
            |(index, [r, g, b, a]): (u8, [u8; 4])| (index, oklab([r, g, b]), f32::from(a) / 255.0);
        Self { entries: entries.into_iter().map(entry).collect(), found: HashMap::new() }
    }

    /// Index of the nearest entry, the first on a tie; `None` for an empty palette.
    pub fn of(&mut self, colour: [u8; 4]) -> Option<u8> {
        if let Some(known) = self.found.get(&colour) {
            return Some(*known);
        }
        let [r, g, b, a] = colour;
        let (lab, alpha) = (oklab([r, g, b]), f32::from(a) / 255.0);
        let distance = |(_, other, other_alpha): &(u8, Oklab, f32)| {
            let sides = [lab.l - other.l, lab.a - other.a, lab.b - other.b, alpha - other_alpha];
            sides.iter().map(|side| side * side).sum::<f32>()
        };
        let nearest = self.entries.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?.0;
        self.found.insert(colour, nearest);
        Some(nearest)
    }
}

/// Reduces texels to at most `most` colours, by Wu's method in Oklab. Empty if there are no texels or
/// `most` is 0.
pub fn reduce(texels: &[[u8; 3]], most: usize) -> Vec<[u8; 3]> {
    let Some(size) = PaletteSize::try_from_usize(most) else { return Vec::new() };
    let colours: Vec<Srgb<u8>> = texels.iter().map(|[r, g, b]| Srgb::new(*r, *g, *b)).collect();
    let Ok(input) = Pipeline::new().palette_size(size).input_slice(&colours) else {
        return Vec::new();
    };
    let made = input.output_srgb8_palette();
    made.iter().map(|colour| [colour.red, colour.green, colour.blue]).collect()
}

/// Indices of texels in a palette with alpha. Indices in `was` that already match are preserved;
/// transparent texels get a transparent entry. `None` if the palette has none for them.
pub fn indices(texels: &[[u8; 4]], palette: &[[u8; 4]], was: Option<&[u8]>) -> Option<Vec<u8>> {
    let entries = || (0..=255u8).zip(palette.iter().copied());
    let clear = entries().find(|(_, [.., alpha])| *alpha == 0);
    let mut exact: HashMap<[u8; 4], u8> = HashMap::new();
    for (index, colour) in entries() {
        exact.entry(colour).or_insert(index);
    }
    let mut nearest = Nearest::new(entries().filter(|(_, [.., alpha])| *alpha > 0));
    let same = |a: [u8; 4], b: [u8; 4]| a == b || a[3] == 0 && b[3] == 0;
    let one = |(at, texel): (usize, &[u8; 4])| {
        let was = was.and_then(|was| was.get(at)).copied();
        let shows = |index: &u8| {
            palette.get(usize::from(*index)).is_some_and(|colour| same(*colour, *texel))
        };
        if let Some(was) = was.filter(shows) {
            return Some(was);
        }
        if let Some(index) = exact.get(texel) {
            return Some(*index);
        }
        if texel[3] == 0 {
            return clear.map(|(index, _)| index);
        }
        nearest.of(*texel)
    };
    texels.iter().enumerate().map(one).collect()
}

/// Builds a palette with alpha of at most `entries` for these texels: exact if they have few enough
/// colours after `rounded`, which rounds to storable values.
pub fn rebuilt(
    texels: &[[u8; 4]],
    entries: usize,
    rounded: impl Fn([u8; 4]) -> [u8; 4],
) -> Vec<[u8; 4]> {
    let mut all: Vec<[u8; 4]> = texels.iter().copied().map(&rounded).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() <= entries {
        return all;
    }
    let clear = all.iter().find(|[.., alpha]| *alpha == 0).copied();
    // Colours are quantised separately for a few classes of alpha, as mixing these up is the most visible
    // error.
    let mut classes: BTreeMap<u8, Vec<[u8; 3]>> = BTreeMap::new();
    for [r, g, b, a] in texels.iter().copied().filter(|[.., alpha]| *alpha > 0) {
        let class = if a == 255 { 255 } else { (a / 64 * 64 + 32).min(254) };
        classes.entry(class).or_default().push([r, g, b]);
    }
    let drawn: usize = classes.values().map(Vec::len).sum();
    let room = entries.saturating_sub(usize::from(clear.is_some()) + classes.len());
    let mut made: Vec<[u8; 4]> = clear.into_iter().collect();
    for (alpha, colours) in &classes {
        let share = 1 + (room * colours.len()).checked_div(drawn).unwrap_or(0);
        made.extend(reduce(colours, share).into_iter().map(|[r, g, b]| rounded([r, g, b, *alpha])));
    }
    made.sort_unstable();
    made.dedup();
    made
}
