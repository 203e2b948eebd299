//! Few colours for many: the nearest of a palette, and palettes made for a picture.
//!
//! Distances are those of Oklab, in which equal ones look alike.

use std::collections::HashMap;

use quantette::color_space::srgb8_to_oklab;
use quantette::deps::palette::{Oklab, Srgb};
use quantette::{PaletteSize, Pipeline};

fn oklab([r, g, b]: [u8; 3]) -> Oklab {
    srgb8_to_oklab(&[Srgb::new(r, g, b)]).first().copied().unwrap_or_default()
}

/// A palette in which nearest colours are looked up.
pub struct Nearest {
    /// Index, colour in Oklab, and alpha from 0 to 1.
    entries: Vec<(u8, Oklab, f32)>,
    found: HashMap<[u8; 4], u8>,
}

impl Nearest {
    /// Entries with their indices; which of them may be chosen is up to the caller.
    pub fn new(entries: impl IntoIterator<Item = (u8, [u8; 4])>) -> Self {
        let entry = |(index, [r, g, b, a]): (u8, [u8; 4])| {
            (index, oklab([r, g, b]), f32::from(a) / 255.0)
        };
        Self { entries: entries.into_iter().map(entry).collect(), found: HashMap::new() }
    }

    /// The index of the nearest entry, the first of equally near ones; `None` of none.
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

/// At most `most` colours for these texels, by Wu's method in Oklab. None for no texels, or where
/// there may be none.
pub fn reduce(texels: &[[u8; 3]], most: usize) -> Vec<[u8; 3]> {
    let Some(size) = PaletteSize::try_from_usize(most) else { return Vec::new() };
    let colours: Vec<Srgb<u8>> = texels.iter().map(|[r, g, b]| Srgb::new(*r, *g, *b)).collect();
    let Ok(input) = Pipeline::new().palette_size(size).input_slice(&colours) else {
        return Vec::new();
    };
    let made = input.output_srgb8_palette();
    made.iter().map(|colour| [colour.red, colour.green, colour.blue]).collect()
}
