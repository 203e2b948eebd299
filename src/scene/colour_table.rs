//! Tables of colours with 8 bits per channel.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{Element, Origin, Scene, Spans, TextureId};

/// A table of 24-bit colours: corner colours that faces refer to, or the palette of textures that are
/// decoded with it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ColourTable {
    /// Name of the table.
    pub name: String,
    /// Bytes and field path of the table.
    #[serde(flatten)]
    pub origin: Origin,
    /// Shared with the [`Faces`](super::Faces) that refer to them.
    #[serde(serialize_with = "in_order")]
    pub colours: Arc<[[u8; 3]]>,
    /// Alpha of each entry; empty if none is stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alphas: Vec<u8>,
    /// Textures that are decoded with this table; `None` if it has corner colours of faces.
    #[serde(skip)]
    pub textures: Option<Vec<TextureId>>,
    /// Bytes of each entry.
    #[serde(skip)]
    pub entries: Spans,
}

fn in_order<S: Serializer>(colours: &[[u8; 3]], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(colours)
}

impl ColourTable {
    /// `true` if the texture is decoded with it.
    pub fn shows(&self, texture: TextureId) -> bool {
        self.textures.as_ref().is_some_and(|textures| textures.contains(&texture))
    }

    /// R, G, B, A of an entry; black if it does not exist.
    pub fn rgba(&self, entry: usize) -> [u8; 4] {
        let [r, g, b] = self.colours.get(entry).copied().unwrap_or_default();
        [r, g, b, self.alphas.get(entry).copied().unwrap_or(255)]
    }
}

impl Scene {
    /// The colour of a texel whose texture is decoded with a table of colours; rows as they decode.
    pub fn table_colour(&self, texture: TextureId, [x, y]: [u32; 2]) -> Option<TableColour> {
        let pixels = &self.textures.get(texture)?.pixels;
        let index = pixels.colour_index(x, y)?;
        let Some((id, table)) = self.colour_tables.pairs().find(|(_, table)| table.shows(texture))
        else {
            return pixels.palette_colour(index);
        };
        Some(TableColour {
            index,
            table: table.name.clone(),
            colour: table.colours.get(index as usize).copied(),
            element: Some(Element::ColourEntry { table: id, entry: index }),
            origin: table.entries.origin(index as usize),
        })
    }
}

/// A colour with 8 bits per channel that a texel refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct TableColour {
    /// Number of the colour.
    pub index: u32,
    /// Name of the table.
    pub table: String,
    /// R, G and B; `None` if the table ends before this entry.
    pub colour: Option<[u8; 3]>,
    /// The colour in the scene, if the scene contains the table.
    pub element: Option<Element>,
    /// Bytes and field path of the colour.
    pub origin: Origin,
}

impl ElementInfo for ColourTable {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        format!("{} colours", self.colours.len()).into()
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let count = self.colours.len().to_string();
        let kind = if self.textures.is_some() { "Palette" } else { "Colour table" };
        vec![(kind, self.name.as_str().into()), ("Colours", count.into())]
    }
}
