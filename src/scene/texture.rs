//! Textures and palettes. Indices remain indices and palettes remain 15-bit words up to the shader.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{Element, Origin, PaletteId, Scene, Spans, TableColour};
use crate::bytes::{Source, SourceId, Span};

/// Format of texels in the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TexelFormat {
    /// Indices into a palette of 16 colours.
    Indexed4,
    /// Indices into a palette of 256 colours.
    Indexed8,
    /// 15-bit words with STP.
    Direct15,
    /// 8-bit channels; alpha 0 is fully transparent, other values below 255 are semi-transparent.
    Rgba8,
}

impl TexelFormat {
    /// Bits of a texel that is stored in the decoded format.
    pub fn bits(self) -> u32 {
        match self {
            TexelFormat::Indexed4 => 4,
            TexelFormat::Indexed8 => 8,
            TexelFormat::Direct15 => 16,
            TexelFormat::Rgba8 => 32,
        }
    }

    /// Text of the format. Decoded colours may have been stored in any form.
    pub fn words(self) -> &'static str {
        match self {
            TexelFormat::Indexed4 => "4 bit",
            TexelFormat::Indexed8 => "8 bit",
            TexelFormat::Direct15 => "15 bit",
            TexelFormat::Rgba8 => "RGBA",
        }
    }

    /// `true` if texels are indices into a palette.
    pub fn is_indexed(self) -> bool {
        matches!(self, TexelFormat::Indexed4 | TexelFormat::Indexed8)
    }
}

/// Decoded texels, row by row, `width * height` of them. The first row is that of v = 0: the top one,
/// unless [`TextureData::bottom_up`] is `true`.
#[derive(Clone, PartialEq, Eq)]
pub enum Texels {
    /// Index into a palette for each texel.
    Indices(Vec<u8>),
    /// 15-bit word for each texel: bits 0–4 R, 5–9 G, 10–14 B, 15 STP.
    Words(Vec<u16>),
    /// R, G, B, A of each texel.
    Rgba(Vec<[u8; 4]>),
}

impl Texels {
    /// Reverses the order of the rows.
    pub fn flip(&mut self, width: u32) {
        match self {
            Texels::Indices(all) => flip_rows(all, width),
            Texels::Words(all) => flip_rows(all, width),
            Texels::Rgba(all) => flip_rows(all, width),
        }
    }
}

/// Reverses the order of rows of `width` texels.
pub fn flip_rows<T>(texels: &mut [T], width: u32) {
    let width = width as usize;
    if width == 0 {
        return;
    }
    let rows = texels.len() / width;
    for row in 0..rows / 2 {
        let (low, high) = texels.split_at_mut((rows - 1 - row) * width);
        low[row * width..][..width].swap_with_slice(&mut high[..width]);
    }
}

/// Decodes the texels of a texture on demand. Missing rows are zero.
pub trait TextureData: Send + Sync {
    /// Decodes the whole image.
    fn decode(&self) -> Texels;
    /// Offset of the byte with texel (x, y) from the start of its source; row 0 is the one that decodes
    /// first.
    fn texel_offset(&self, x: u32, y: u32) -> Option<u64>;
    /// The first row is the lowest of the picture, as in games whose v points upwards: faces use the rows
    /// unchanged, and displays of the picture flip them.
    fn bottom_up(&self) -> bool {
        false
    }
    /// Fill colour R, G, B while the texels are not available, if the format stores one. Must be known
    /// without decoding.
    fn fill(&self) -> Option<[u8; 3]> {
        None
    }
    /// The file with the texels is missing: only [`TextureData::fill`] is known.
    fn is_placeholder(&self) -> bool {
        false
    }
    /// Bits per texel in the file, if they differ from those of the decoded format; for blocks the
    /// average.
    fn stored_bits(&self) -> Option<u32> {
        None
    }
    /// Storage of the texels, if they are in a different source from the texture's record, or are
    /// stored in another size: the source, and the bytes of one texel.
    fn stored(&self) -> Option<(SourceId, u64)> {
        None
    }
    /// The content with the texels, if it was unpacked from a packed companion.
    fn unpacked(&self) -> Option<&Source> {
        None
    }
    /// Number of the colour of texel (x, y) in its [`ColourTable`](super::ColourTable); rows as in
    /// [`TextureData::texel_offset`].
    fn colour_index(&self, x: u32, y: u32) -> Option<u32> {
        let _ = (x, y);
        None
    }
    /// Colour with this number in a palette that the scene has no
    /// [`ColourTable`](super::ColourTable) of.
    fn palette_colour(&self, index: u32) -> Option<TableColour> {
        let _ = index;
        None
    }
    /// The transfer to the PlayStation's video memory, if the file states a position.
    fn upload(&self) -> Option<Upload> {
        None
    }
    /// Stored mipmaps, largest first.
    fn mips(&self) -> &[Mip] {
        &[]
    }
    /// `true` if [`TextureData::normals`] returns some, determined without decoding them.
    fn has_relief(&self) -> bool {
        false
    }
    /// The bump map, for textures that have one: a unit normal per texel, rows as they decode; x right, y
    /// up in the upright picture, z towards the viewer, each component from −1 to 1 as 0 to 255.
    fn normals(&self) -> Option<Vec<[u8; 3]>> {
        None
    }
}

/// A rectangle of 15-bit words that a file transfers to the PlayStation's video memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// Words from the left, and rows from the top.
    pub position: [u16; 2],
    /// Words per row.
    pub width: u16,
    /// Words of all rows.
    pub words: Vec<u16>,
}

/// A mipmap of a texture, in the same format.
#[derive(Clone)]
pub struct Mip {
    /// Texels across.
    pub width: u32,
    /// Texels down.
    pub height: u32,
    /// Decoder of the texels.
    pub pixels: Arc<dyn TextureData>,
    /// The record in the file.
    pub origin: Origin,
}

impl fmt::Debug for Mip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mip({}x{})", self.width, self.height)
    }
}

/// An image that faces refer to.
#[derive(Clone)]
pub struct Texture {
    /// Resolved name, or the hash as eight hex digits.
    pub name: String,
    /// Name hash; 0 if the format has none.
    pub id: u32,
    /// Texels across.
    pub width: u32,
    /// Texels down.
    pub height: u32,
    /// Format of a decoded texel.
    pub format: TexelFormat,
    /// The texture's own palette.
    pub palette: Option<PaletteId>,
    /// Decoder of the texels.
    pub pixels: Arc<dyn TextureData>,
    /// The record in the file.
    pub origin: Origin,
}

impl Texture {
    /// A texture of 32-bit colours without an id.
    pub fn rgba(
        name: String,
        (width, height): (u32, u32),
        pixels: impl TextureData + 'static,
        origin: Origin,
    ) -> Self {
        let (format, pixels) = (TexelFormat::Rgba8, Arc::new(pixels));
        Self { name, id: 0, width, height, format, palette: None, pixels, origin }
    }

    /// Bits of a texel in the file.
    pub fn bits(&self) -> u32 {
        self.pixels.stored_bits().unwrap_or_else(|| self.format.bits())
    }

    /// Bytes of the texel (x, y) in the row order of decoding; `None` if its bytes are not
    /// separate.
    pub fn texel_span(&self, x: u32, y: u32) -> Option<Span> {
        self.texel_span_in(&*self.pixels, x, y)
    }

    /// Bytes of the texel (x, y) of these pixels, which are the texture's own or those of a mipmap.
    pub fn texel_span_in(&self, pixels: &dyn TextureData, x: u32, y: u32) -> Option<Span> {
        let bits = pixels.stored_bits().unwrap_or_else(|| self.format.bits());
        let bytes = u64::from(bits).div_ceil(8);
        let (source, bytes) = pixels.stored().unwrap_or((self.origin.span.source, bytes));
        Some(Span::new(source, pixels.texel_offset(x, y)?, bytes))
    }
}

impl Scene {
    /// Content with this id that texels were unpacked from; see [`TextureData::unpacked`].
    pub fn unpacked_source(&self, id: SourceId) -> Option<&Source> {
        let sources = self.textures.iter().filter_map(|texture| texture.pixels.unpacked());
        sources.into_iter().find(|source| source.id() == id)
    }
}

impl Serialize for Texture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            name: &'a str,
            #[serde(serialize_with = "hex")]
            id: u32,
            width: u32,
            height: u32,
            bits: u32,
            palette: Option<PaletteId>,
            #[serde(flatten)]
            origin: &'a Origin,
        }
        let Self { id, width, height, palette, .. } = *self;
        let (name, bits, origin) = (&self.name, self.bits(), &self.origin);
        Row { name, id, width, height, bits, palette, origin }.serialize(serializer)
    }
}

impl fmt::Debug for Texture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Texture({} {}x{} {:?})", self.name, self.width, self.height, self.format)
    }
}

/// Conversion of a stored palette by a game's loader before it is uploaded to video memory.
pub type PaletteRule = fn(&[u16]) -> Vec<u16>;

/// A colour look-up table of 15-bit words.
#[derive(Clone, Debug, Serialize)]
pub struct Palette {
    /// Name of the palette.
    pub name: String,
    /// Name hash; 0 if the format has none.
    #[serde(serialize_with = "hex")]
    pub id: u32,
    /// Bytes and field path of the palette.
    #[serde(flatten)]
    pub origin: Origin,
    /// Entries as in the file: bits 0–4 R, 5–9 G, 10–14 B, 15 STP.
    pub stored: Vec<u16>,
    /// Conversion of the stored words by the game's loader.
    #[serde(skip)]
    pub rule: PaletteRule,
    /// Position in the PlayStation's video memory, if the file states it: words from the left, rows from
    /// the top.
    #[serde(skip)]
    pub position: Option<[u16; 2]>,
    /// Bytes of each entry.
    #[serde(skip)]
    pub entries: Spans,
}

impl Palette {
    /// The words as uploaded: 0x0000 is transparent, bit 15 is STP.
    pub fn loaded(&self) -> Vec<u16> {
        (self.rule)(&self.stored)
    }
}

fn hex<S: Serializer>(id: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{id:08x}"))
}

impl ElementInfo for Texture {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        format!("{}×{}, {}", self.width, self.height, self.format.words()).into()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, own: Element) -> Properties<'a> {
        vec![("Texture", self.name.as_str().into()), ("Size", self.detail(scene, own))]
    }
}

impl ElementInfo for Palette {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        format!("{} colours", self.stored.len()).into()
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let count = self.stored.len().to_string();
        vec![("Palette", self.name.as_str().into()), ("Colours", count.into())]
    }
}
