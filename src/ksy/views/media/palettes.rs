//! Palettes of a scene.

use std::sync::Arc;

use super::{FieldBytes, Words};
use crate::bytes::Colour15;
use crate::scene::{
    ColourTable, ColourTableId, ListedSpan, Origin, Palette as ScenePalette, PaletteId, Scene,
    Spans,
};

/// A palette with the origin of its entries.
#[derive(Clone, Debug)]
pub struct Palette {
    /// Name of the palette.
    pub name: String,
    /// The element that it was made from.
    pub origin: Origin,
    /// The colours.
    pub colours: Colours,
    /// Bytes of each entry.
    pub entries: Spans,
}

/// Colours of a palette.
#[derive(Clone, Debug)]
pub enum Colours {
    /// The PlayStation's words.
    Words(Vec<u16>),
    /// R, G, B and A of each entry.
    Rgba {
        /// The entries.
        colours: Vec<[u8; 4]>,
        /// The alphas are stored.
        has_alpha: bool,
    },
}

impl Colours {
    /// Decodes all whole words of `bytes`.
    pub fn decode(words: Words, bytes: &[u8]) -> Self {
        match words.is_playstation() {
            true => Colours::Words(words.words16(bytes)),
            false => Colours::Rgba { colours: words.decode(bytes), has_alpha: words.has_alpha() },
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Colours::Words(words) => words.len(),
            Colours::Rgba { colours, .. } => colours.len(),
        }
    }

    /// R, G, B and A of all entries.
    fn rgba(&self) -> Arc<[[u8; 4]]> {
        match self {
            Colours::Words(words) => words.iter().map(|word| rgba(Colour15(*word))).collect(),
            Colours::Rgba { colours, .. } => colours.as_slice().into(),
        }
    }
}

/// Colour of a texel as in pictures: STP is not an alpha.
fn rgba(word: Colour15) -> [u8; 4] {
    let [r, g, b] = word.rgb8();
    if word.is_hole() { [0; 4] } else { [r, g, b, 255] }
}

impl Palette {
    /// Palette of the words in a field.
    pub fn of_words(name: String, origin: Origin, words: Words, data: &FieldBytes) -> Self {
        let colours = Colours::decode(words, data.bytes.bytes());
        let size = words.size() as u64;
        let listed = (0..colours.len() as u64).map(|index| {
            let span = data.span(index * size, size);
            let len = u32::try_from(span.len).unwrap_or(u32::MAX);
            ListedSpan { start: span.start, len, index: None }
        });
        let Origin { span, path } = &data.origin;
        let entries = Spans::listed(span.source, listed.collect(), path.clone());
        Self { name, origin, colours, entries }
    }
}

/// A palette in a scene.
#[derive(Clone, Debug)]
pub struct DisplayedPalette {
    pub id: ShownId,
    pub name: String,
    pub colours: Arc<[[u8; 4]]>,
}

/// Location of a palette in a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShownId {
    /// Words with which indices are drawn.
    Words(PaletteId),
    /// Colours, which textures are decoded with.
    Table(ColourTableId),
}

impl DisplayedPalette {
    /// Adds a palette to a scene.
    pub fn add(scene: &mut Scene, palette: Palette) -> Self {
        let Palette { name, origin, colours, entries } = palette;
        let rgba = colours.rgba();
        let id = match colours {
            Colours::Words(stored) => ShownId::Words(scene.palettes.push(ScenePalette {
                name: name.clone(),
                id: 0,
                origin,
                stored,
                rule: <[u16]>::to_vec,
                position: None,
                entries,
            })),
            Colours::Rgba { colours, has_alpha } => {
                let alphas = colours.iter().map(|[.., alpha]| *alpha);
                ShownId::Table(scene.colour_tables.push(ColourTable {
                    name: name.clone(),
                    origin,
                    colours: colours.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect(),
                    alphas: alphas.filter(|_| has_alpha).collect(),
                    textures: Some(Vec::new()),
                    entries,
                }))
            }
        };
        Self { id, name, colours: rgba }
    }
}
