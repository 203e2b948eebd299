//! Palettes, texture records, and the v6 escape before them (section 12).

use std::sync::Arc;

use super::flags;
use crate::bytes::layout::{Context, Layout, Pass};
use crate::bytes::reference::{KeyKind, KeyRef, KeyedList, Reference};
use crate::bytes::{ColourWord, Hint, Result};
use crate::layout;

/// Payload is a complete PVR file.
pub const FLAG_PVR: u32 = 0x8000_0000;

/// The name of a palette; 0 for textures without one.
const PALETTE: Hint = Hint::Ref(&Reference::Key(KeyRef {
    lists: &[
        KeyedList { list: "palettes16", key: "name", text: "" },
        KeyedList { list: "palettes256", key: "name", text: "" },
    ],
    kind: KeyKind::Hash,
    zero_is_none: true,
}));

/// The textures that use a palette: they store its name.
const TEXTURE: Hint = Hint::Ref(&Reference::Key(KeyRef {
    lists: &[KeyedList { list: "textures", key: "palette", text: "" }],
    kind: KeyKind::Hash,
    zero_is_none: true,
}));

/// Palette of 16 or 256 words, referenced by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    pub name: u32,
    pub colours: Vec<u16>,
}

/// The context is the number of colours.
impl Layout<usize> for Palette {
    const TYPE: &'static str = "Palette";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, colours: usize) -> Result<()> {
        pass.value(("name", TEXTURE), &mut self.name)?;
        pass.run(("colours", Hint::Colour(ColourWord::Stp15)), &mut self.colours, colours)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    pub flags: u32,
    /// 16, 256 or 65536.
    pub colours: u32,
    /// Name of the texture's palette; 0 for 16-bit textures.
    pub palette: u32,
    /// Index of the texture's name in the file's texture names.
    pub name: u32,
    pub width: u16,
    pub height: u16,
    pub pixels: Pixels,
}

/// The payload of a texture record.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Pixels {
    /// 4 or 8 bits per texel, in rows of [`Texture::row_bytes`].
    Indexed(Arc<[u8]>),
    /// 16 bits per texel: PowerVR storage. `extra` precedes the format word (THPS2X).
    Direct { extra: Vec<u8>, format: u32, data: Arc<[u8]> },
    /// A complete PVR file (Spider-Man PC).
    Pvr(Arc<[u8]>),
    /// Unknown depth, and thus an unknown payload.
    #[default]
    Unknown,
}

layout! {
    /// A named 36-byte entry of the v6 escape: detail texture or cube map (THPS2X).
    pub struct EscapeName {
        pub name: [u8; 32] [text],
        pub value: u32,
    }
}

/// Lists before the texture count of THPS2X files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtraLists {
    pub details: Vec<EscapeName>,
    pub cube_maps: Vec<EscapeName>,
}

impl Texture {
    /// Placeholder for a record that could not be read.
    pub fn unreadable() -> Self {
        Self { name: u32::MAX, ..Self::default() }
    }

    /// Bytes per row: 4-bit rows fill whole 16-bit words of four texels, 8-bit rows of two.
    pub fn row_bytes(&self) -> usize {
        let width = usize::from(self.width);
        match self.colours {
            16 => width.next_multiple_of(4) / 2,
            _ => width.next_multiple_of(2),
        }
    }

    /// Empty payload of the kind that follows the fixed fields.
    fn kind(&self) -> Pixels {
        let none = || Arc::new([]);
        match self.colours {
            16 | 256 => Pixels::Indexed(none()),
            65536 if self.flags & FLAG_PVR != 0 => Pixels::Pvr(none()),
            65536 => Pixels::Direct { extra: Vec::new(), format: 0, data: none() },
            _ => Pixels::Unknown,
        }
    }
}

impl<C: Context> Layout<C> for Texture {
    const TYPE: &'static str = "Texture";
    const MIN_SIZE: u64 = 20;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("flags", Hint::Flags(flags::TEXTURE)), &mut self.flags)?;
        pass.value("colours", &mut self.colours)?;
        pass.value(("palette", PALETTE), &mut self.palette)?;
        pass.value(("name", Hint::Index("texture_names")), &mut self.name)?;
        pass.value("width", &mut self.width)?;
        pass.value("height", &mut self.height)?;
        let reading = pass.is_reading();
        if reading {
            self.pixels = self.kind();
        }
        // At most 65535 × 65536 bytes.
        let rows_size = self.row_bytes().saturating_mul(self.height.into());
        match &mut self.pixels {
            Pixels::Indexed(rows) => {
                let size = if reading { rows_size } else { rows.len() };
                pass.bytes("pixels", rows, size)
            }
            Pixels::Direct { extra, format, data } => {
                let size = if reading { extra_size(self.flags, pass) } else { extra.len() };
                pass.bytes("extra", extra, size)?;
                pass.value(("format", Hint::Hex), format)?;
                let size = pass.count::<u32>("size", data.len())?;
                pass.bytes("pixels", data, size)
            }
            Pixels::Pvr(file) => {
                let size = if reading { pvr_size(pass) } else { Some(file.len()) };
                let message = format_args!("marked as a PVR file, but has no PVR header");
                let size = size.ok_or_else(|| pass.fail("", message))?;
                pass.bytes("pvr", file, size)
            }
            Pixels::Unknown => Ok(()),
        }
    }

    fn summary(&self) -> String {
        format!("{} x {}, {} colours", self.width, self.height, self.colours)
    }
}

fn word_ahead<P: Pass>(pass: &P, at: usize) -> Option<u32> {
    pass.ahead().get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// Number of extra bytes, 8 and 4, that THPS2X stores before the format word of texels. The flags for
/// them have other meanings elsewhere [S], so they count only if a format word follows the extra bytes
/// and none is at the start.
fn extra_size<P: Pass>(flags: u32, pass: &P) -> usize {
    let announced =
        if flags & 0xE00 != 0 { 8 } else { 0 } + if flags & 0x1000 != 0 { 4 } else { 0 };
    let is_word = |at| word_ahead(pass, at).is_some_and(is_format);
    if !is_word(0) && is_word(announced) { announced } else { 0 }
}

/// `true` for a known PowerVR format word, by its low byte and second byte.
pub fn is_format(word: u32) -> bool {
    matches!(word & 0xFF, 0..=2) && matches!(word >> 8, 1 | 2 | 3 | 4 | 9 | 0x0D)
}

/// Size of a PVR file: optional `GBIX`, then `PVRT` with its length (section 12.4).
fn pvr_size<P: Pass>(pass: &P) -> Option<usize> {
    let size = |word: Option<u32>| usize::try_from(word.unwrap_or(0)).unwrap_or(usize::MAX);
    let has_index = pass.ahead().starts_with(b"GBIX");
    let at = if has_index { size(word_ahead(pass, 4)).saturating_add(8) } else { 0 };
    let is_pvr = word_ahead(pass, at) == Some(u32::from_le_bytes(*b"PVRT"));
    let end = at.saturating_add(8).saturating_add(size(word_ahead(pass, at.saturating_add(4))));
    is_pvr.then_some(end)
}

/// Lists of named detail textures and cube maps instead of the texture count (section 12.5).
impl<C: Context> Layout<C> for ExtraLists {
    const TYPE: &'static str = "Escape";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("escape", Hint::Hex), &mut { u32::MAX })?;
        let count = pass.count::<u32>("detail_count", self.details.len())?;
        pass.counted_list("detail_count", "details", &mut self.details, count, ())?;
        let count = pass.count::<u32>("cube_map_count", self.cube_maps.len())?;
        pass.counted_list("cube_map_count", "cube_maps", &mut self.cube_maps, count, ())
    }
}
