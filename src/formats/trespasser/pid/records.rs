//! The records of a texture directory.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Arrangement, ColourWord, Hint, Result, Shaped, Symbol, count32};
use crate::{record, symbols};

/// The only version in the released game.
pub const VERSION: u32 = 0x130;
/// Bits of a bump-mapped pixel.
pub const BUMP_BITS: u32 = 16;
/// Index for "no palette".
pub const NO_PALETTE: u32 = u32::MAX;
/// Fixed bytes of a palette: size, count, hash.
pub const PALETTE_HEADER: usize = 12;
/// Bytes of an entry.
pub const ENTRY: usize = 56;
/// Bytes before the lists.
pub const HEADER: u64 = Header::SIZE as u64;
/// Maximum number of colours in a palette.
pub const MAX_COLOURS: u32 = 256;

symbols! {
    pub mod transparency: u32, pub(super) TRANSPARENCIES {
        NONE = 0 "opaque",
        /// Colour 0 of a curved bump map is transparent.
        CURVED = 1 "colour 0 is a hole (curved bump map)",
        /// Colour 0 is transparent.
        HOLES = 8 "colour 0 is a hole",
    }
}

symbols! {
    pub mod image_type: u32, pub(super) IMAGE_TYPES {
        PLAIN = 0 "plain",
        /// Split into smaller images for curved surfaces; never drawn itself.
        CURVED = 1 "parent of curved bump maps, never drawn",
        BUMP = 16 "bump map",
    }
}

/// Polygons with this texture are not drawn but hide geometry behind them.
pub const OCCLUSION: u32 = 0x0200_0000;

pub(super) const OCCLUSIONS: &[Symbol] = &[
    Symbol { value: 0, name: "drawn" },
    Symbol { value: OCCLUSION, name: "occludes, is not drawn" },
];

record! {
    /// Header of a directory.
    pub struct Header {
        pub version: u32 => Hint::Hex,
        /// Bits of a bump-mapped pixel: 16.
        pub bump_bits: u32,
        pub entries_offset: u32 => Hint::Pointer,
        pub entry_count: u32,
        pub palettes_offset: u32 => Hint::Pointer,
        pub palette_count: u32,
        /// Offset in the pixel file of the part that is loaded on demand.
        pub pageable_offset: u32 => Hint::Hex,
        /// Bytes at the start of the pixel file that are loaded with the level.
        pub resident_bytes: u32 => Hint::Unit("bytes"),
    }
}

/// Layout of stored colours: blue, green, red, 0.
pub const COLOUR: ColourWord = ColourWord::Xrgb8888;

/// The colours of images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// See [`palette_hash`].
    pub hash: u32,
    /// See [`COLOUR`].
    pub colours: Vec<u32>,
    /// Bytes after the colours: four, meaningless in all known files.
    pub tail: Vec<u8>,
}

impl Layout for Palette {
    const TYPE: &'static str = "Palette";
    const MIN_SIZE: u64 = PALETTE_HEADER as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        let mut size = count32(PALETTE_HEADER + 4 * self.colours.len() + self.tail.len());
        pass.value(("size", Hint::Unit("bytes")), &mut size)?;
        let count = pass.count::<u32>("colour_count", self.colours.len())?;
        pass.value(("hash", Hint::Hex), &mut self.hash)?;
        let room = (size as usize).checked_sub(PALETTE_HEADER);
        let Some(tail) = room.and_then(|room| room.checked_sub(count.checked_mul(4)?)) else {
            let message = format_args!("{count} colours do not fit into {size} bytes");
            return Err(pass.fail_at((start, 8), "size", message));
        };
        pass.run(("colours", Hint::Colour(COLOUR)), &mut self.colours, count)?;
        pass.bytes("unused", &mut self.tail, tail)
    }
}

/// An image: full-size, or a smaller version of the one with the same `id`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Offset of the first row in the pixel file.
    pub offset: u32,
    pub width: u32,
    pub height: u32,
    /// Bytes from one row to the next.
    pub stride: u32,
    /// Bits of a pixel: 8 or 16.
    pub bits: u32,
    /// 0x00RRGGBB, the colour of faces without the texture.
    pub fill: u32,
    pub transparency: u32,
    pub image_type: u32,
    pub occlusion: u32,
    /// Index of a palette, or [`NO_PALETTE`].
    pub palette: u32,
    /// Uninitialised memory.
    pub padding: u32,
    /// See [`texture_id`](crate::formats::trespasser::texture_id).
    pub id: u32,
    /// 0 for a full-size image, otherwise [`mip_key`].
    pub mip_key: u32,
    /// Bytes after the known fields: none in all known files.
    pub tail: Vec<u8>,
}

impl Layout for Entry {
    const TYPE: &'static str = "Entry";
    const MIN_SIZE: u64 = ENTRY as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        let mut size = count32(ENTRY + self.tail.len());
        pass.value(("size", Hint::Unit("bytes")), &mut size)?;
        let Some(tail) = (size as usize).checked_sub(ENTRY) else {
            let message = format_args!("expected an entry of {ENTRY} bytes, found {size}");
            return Err(pass.fail_at((start, 4), "size", message));
        };
        pass.value(("offset", Hint::Hex), &mut self.offset)?;
        pass.value(("width", Hint::Unit("pixels")), &mut self.width)?;
        pass.value(("height", Hint::Unit("rows")), &mut self.height)?;
        pass.value(("stride", Hint::Unit("bytes")), &mut self.stride)?;
        pass.value("bits", &mut self.bits)?;
        pass.value(("fill", Hint::Colour(COLOUR)), &mut self.fill)?;
        pass.value(("transparency", Hint::Enum(TRANSPARENCIES)), &mut self.transparency)?;
        pass.value(("image_type", Hint::Enum(IMAGE_TYPES)), &mut self.image_type)?;
        pass.value(("occlusion", Hint::Enum(OCCLUSIONS)), &mut self.occlusion)?;
        pass.value(("palette", Hint::Index("palettes")), &mut self.palette)?;
        pass.value(("unused", Hint::Hex), &mut self.padding)?;
        pass.value(("id", Hint::Name), &mut self.id)?;
        pass.value(("mip_key", Hint::Hex), &mut self.mip_key)?;
        pass.explain(|| match self.mip_key {
            0 => "full size".to_owned(),
            key => {
                format!("{} × {}, palette tag {:#05x}", key & 0x3FF, key >> 10 & 0x3FF, key >> 20)
            }
        });
        pass.bytes("unknown_38", &mut self.tail, tail)
    }
}

impl Entry {
    pub fn is_mip(&self) -> bool {
        self.mip_key != 0
    }

    /// The engine accepts any number but 0 as true.
    pub fn is_bump(&self) -> bool {
        self.image_type != image_type::PLAIN
    }

    pub fn has_holes(&self) -> bool {
        self.transparency != transparency::NONE
    }

    pub fn palette(&self) -> Option<usize> {
        usize::try_from(self.palette).ok().filter(|_| self.palette != NO_PALETTE)
    }

    pub fn pixel_bytes(&self) -> u32 {
        self.bits / 8
    }

    /// Bytes of the pixels of a row.
    pub fn row_bytes(&self) -> u64 {
        u64::from(self.width) * u64::from(self.pixel_bytes())
    }

    /// End of the last pixel in the pixel file.
    pub fn end(&self) -> u64 {
        let rows = u64::from(self.height).saturating_sub(1);
        let last = rows * u64::from(self.stride);
        last.saturating_add(u64::from(self.offset)).saturating_add(self.row_bytes())
    }

    /// R, G, B.
    pub fn fill_colour(&self) -> [u8; 3] {
        let [b, g, r, _] = self.fill.to_le_bytes();
        [r, g, b]
    }
}

/// A texture directory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pid {
    /// Offsets and counts are those of the file it was read from.
    pub header: Header,
    pub palettes: Vec<Palette>,
    pub entries: Vec<Entry>,
    pub lists: Arrangement<List>,
    /// Stored counts that differ from the number of elements read, by list.
    pub stale: [Option<u32>; 2],
}

/// A list that the header points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    Palettes,
    Entries,
}

impl List {
    /// Name of the list, and of its offset and count in the header.
    pub const fn names(self) -> [&'static str; 3] {
        match self {
            List::Palettes => ["palettes", "header.palettes_offset", "header.palette_count"],
            List::Entries => ["entries", "header.entries_offset", "header.entry_count"],
        }
    }
}

impl Header {
    /// Stored offset and count of a list, and the offset of the other one.
    pub(super) fn list(&self, list: List) -> (u64, usize, u64) {
        let (palettes, entries) = (self.palettes_offset.into(), self.entries_offset.into());
        match list {
            List::Palettes => (palettes, self.palette_count as usize, entries),
            List::Entries => (entries, self.entry_count as usize, palettes),
        }
    }

    /// `true` if a list can be at its stored offset, in a file of `len` bytes.
    pub(super) fn has_room(&self, list: List, len: u64) -> bool {
        let (start, _, other) = self.list(list);
        (HEADER..=len).contains(&start) && start != other
    }
}

/// Sizes of the smaller versions of an image, largest first: halved while both sides have 16 texels or
/// more.
pub fn mip_sizes(width: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    let halved = |(width, height): (u32, u32)| (width / 2, height / 2);
    let first = Some(halved((width, height)));
    let sizes = std::iter::successors(first, move |size| Some(halved(*size)));
    sizes.take_while(|(width, height)| *width.min(height) >= 8)
}

/// The hash stored in a palette.
pub fn palette_hash(colours: &[u32]) -> u32 {
    colours.iter().fold(0, |hash, colour| hash ^ (*colour << (hash & 2)))
}

/// Twelve bits of a palette's hash, for mip keys.
pub fn palette_tag(hash: u32) -> u32 {
    let low = (hash ^ hash >> 15) & 0xFFFF;
    (low ^ low >> 8) & 0xFFF
}

/// The key in the entry of a smaller version: its size and its palette's tag, 0 without a palette.
pub fn mip_key(width: u32, height: u32, tag: u32) -> u32 {
    (width & 0x3FF) | (height & 0x3FF) << 10 | (tag & 0xFFF) << 20
}
