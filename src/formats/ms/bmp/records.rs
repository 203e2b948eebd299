//! The records of a bitmap.

use std::sync::Arc;

use super::coding::Coding;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::reference::{Base, OffsetRef, Reference};
use crate::bytes::{ColourWord, Hint, Result, Symbol};

/// First bytes of a bitmap.
pub const MAGIC: [u8; 2] = *b"BM";
/// Bytes before the header.
pub(super) const FILE_HEADER: usize = 14;
/// Size of the OS/2 header, with 16-bit width and height and 3-byte colours.
const CORE: u32 = 12;
/// Size of the most common header.
const INFO: u32 = 40;
/// Layout of palette colours after all headers except [`CORE`].
pub(super) const COLOUR: ColourWord = ColourWord::Xrgb8888;

/// The offset of the pixels, from the start of the bitmap: it may be a part of another file.
const PIXELS: Hint = Hint::Ref(&Reference::Offset(OffsetRef {
    base: Base::Start("magic"),
    mask: u32::MAX,
    target: "pixels",
    zero: "",
}));

const PACKINGS: &[Symbol] = &[
    Symbol { value: 0, name: "none" },
    Symbol { value: 1, name: "runs of 8 bits" },
    Symbol { value: 2, name: "runs of 4 bits" },
    Symbol { value: 3, name: "none, with masks" },
    Symbol { value: 4, name: "JPEG" },
    Symbol { value: 5, name: "PNG" },
    Symbol { value: 6, name: "none, with masks and alpha" },
];

/// Header before the palette and pixels. Fields missing from a shorter header are 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    pub size: u32,
    pub width: i32,
    /// Negative if the highest row is stored first.
    pub height: i32,
    pub planes: u16,
    pub bits: u16,
    pub compression: u32,
    /// Bytes of the pixels; usually 0 if uncompressed.
    pub image_size: u32,
    pub pixels_per_metre: [i32; 2],
    pub colour_count: u32,
    pub important_colours: u32,
    /// Bits of red, green, blue and alpha, in larger headers.
    pub masks: [u32; 4],
    /// Remaining header fields: colour space, profile.
    pub more: Vec<u8>,
}

impl Header {
    /// Parses the part of the header at the start of `bytes` that a probe needs.
    pub(super) fn at(bytes: &[u8]) -> Option<Self> {
        let short = |at: usize| Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let long = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let size = long(0).filter(|size| *size == CORE || (16..=256).contains(size))?;
        Some(match size {
            CORE => Self {
                size,
                width: short(4)?.into(),
                height: short(6)?.into(),
                planes: short(8)?,
                bits: short(10)?,
                ..Self::default()
            },
            _ => Self {
                size,
                width: long(4)?.cast_signed(),
                height: long(8)?.cast_signed(),
                planes: short(12)?,
                bits: short(14)?,
                ..Self::default()
            },
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (u32::try_from(self.width).unwrap_or(0), self.height.unsigned_abs())
    }

    /// `true` if pixels are indices into the palette.
    pub fn is_indexed(&self) -> bool {
        self.bits <= 8
    }

    /// `true` if rows are run-length encoded.
    pub fn is_packed(&self) -> bool {
        matches!(self.compression, 1 | 2)
    }

    /// `true` for the later headers of OS/2, whose packings 3 and 4 differ from Windows'.
    pub(super) fn is_os2(&self) -> bool {
        self.size == 64 || (self.size > CORE && self.size < INFO)
    }

    /// Bytes of an uncompressed row.
    pub fn row_bytes(&self) -> u64 {
        (u64::from(self.size().0) * u64::from(self.bits)).div_ceil(32) * 4
    }

    /// Number of masks that follow the header.
    fn masks_behind(&self) -> usize {
        match (self.size, self.compression) {
            (INFO, 3) => 3,
            (INFO, 6) => 4,
            _ => 0,
        }
    }

    /// Number of colours that the palette should have.
    fn colours(&self) -> usize {
        let most = if self.is_indexed() { 1 << self.bits } else { 0 };
        match self.colour_count {
            0 => most,
            count => usize::try_from(count).unwrap_or(usize::MAX),
        }
    }
}

impl Layout for Header {
    const TYPE: &'static str = "Header";
    const MIN_SIZE: u64 = CORE as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        pass.value(("size", Hint::Unit("bytes")), &mut self.size)?;
        if self.size == CORE {
            for (name, side) in [("width", &mut self.width), ("height", &mut self.height)] {
                let mut stored = u16::try_from(*side).unwrap_or(u16::MAX);
                pass.value(name, &mut stored)?;
                *side = stored.into();
            }
        } else {
            pass.value("width", &mut self.width)?;
            pass.value("height", &mut self.height)?;
        }
        pass.value("planes", &mut self.planes)?;
        pass.value("bits", &mut self.bits)?;
        if self.size >= INFO {
            pass.value(("compression", Hint::Enum(PACKINGS)), &mut self.compression)?;
            pass.value(("image_size", Hint::Unit("bytes")), &mut self.image_size)?;
            pass.value("pixels_per_metre", &mut self.pixels_per_metre)?;
            pass.value("colour_count", &mut self.colour_count)?;
            pass.value("important_colours", &mut self.important_colours)?;
        }
        // The OS/2 header has other fields at this offset.
        if self.size >= 52 && self.size != 64 {
            let mut three = [self.masks[0], self.masks[1], self.masks[2]];
            pass.value(("masks", Hint::Hex), &mut three)?;
            self.masks[..3].copy_from_slice(&three);
        }
        if self.size >= 56 && self.size != 64 {
            pass.value(("alpha_mask", Hint::Hex), &mut self.masks[3])?;
        }
        let left = u64::from(self.size).saturating_sub(pass.pos() - start);
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        pass.bytes("more", &mut self.more, left)
    }
}

/// A bitmap as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bmp {
    pub magic: [u8; 2],
    pub file_size: u32,
    pub reserved: u32,
    /// Offset of the pixels.
    pub pixels_at: u32,
    pub header: Header,
    /// Masks after a header without masks.
    pub masks: Vec<u32>,
    /// Colours of four bytes.
    pub palette: Vec<u32>,
    /// Colours of three bytes: blue, green, red.
    pub core_palette: Vec<[u8; 3]>,
    /// Bytes before the pixels.
    pub gap: Vec<u8>,
    pub pixels: Arc<[u8]>,
    /// Bytes after the pixels.
    pub rest: Vec<u8>,
}

impl Layout for Bmp {
    const TYPE: &'static str = "Bitmap";
    const MIN_SIZE: u64 = 26;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        pass.chars("magic", &mut self.magic)?;
        pass.value(("file_size", Hint::Unit("bytes")), &mut self.file_size)?;
        pass.value(("reserved", Hint::Hex), &mut self.reserved)?;
        pass.value(("pixels_at", PIXELS), &mut self.pixels_at)?;
        pass.group("header", &mut self.header, ())?;
        let header = self.header.clone();
        pass.run(("masks", Hint::Hex), &mut self.masks, header.masks_behind())?;
        // Ends at the pixels, if their offset is valid.
        let at = start.saturating_add(self.pixels_at.into());
        let is_inside =
            |pass: &P| at >= pass.pos() && at <= pass.pos().saturating_add(pass.remaining());
        let entry = if header.size == CORE { 3 } else { 4 };
        let mut colours = header.colours();
        if pass.is_reading() && is_inside(pass) {
            let room = usize::try_from((at - pass.pos()) / entry).unwrap_or(usize::MAX);
            colours = colours.min(room);
        }
        if header.size == CORE {
            let colours = if pass.is_reading() { colours } else { self.core_palette.len() };
            pass.run(("palette", Hint::Hex), &mut self.core_palette, colours)?;
        } else {
            let colours = if pass.is_reading() { colours } else { self.palette.len() };
            pass.run(("palette", Hint::Colour(COLOUR)), &mut self.palette, colours)?;
        }
        let gap = match pass.is_reading() && is_inside(pass) {
            true => usize::try_from(at - pass.pos()).unwrap_or(usize::MAX),
            false => self.gap.len(),
        };
        pass.bytes("gap", &mut self.gap, gap)?;
        let pixels = match pass.is_reading() {
            true => self.stored_pixels(pass.remaining()),
            false => self.pixels.len(),
        };
        pass.bytes("pixels", &mut self.pixels, pixels)?;
        pass.rest("rest", &mut self.rest)
    }
}

impl Bmp {
    /// Bytes of the pixels, at most `remaining`.
    fn stored_pixels(&self, remaining: u64) -> usize {
        let header = &self.header;
        let stored = match self.coding() {
            Some(_) if !header.is_packed() => {
                header.row_bytes().saturating_mul(header.size().1.into())
            }
            _ if header.image_size > 0 => remaining.min(header.image_size.into()),
            _ => remaining,
        };
        usize::try_from(stored).unwrap_or(usize::MAX)
    }

    /// Storage of the pixels; `None` for unknown combinations.
    pub(super) fn coding(&self) -> Option<Coding> {
        let own = self.header.masks;
        let mut behind = self.masks.iter().copied().chain(std::iter::repeat(0));
        let behind = std::array::from_fn(|_| behind.next().unwrap_or(0));
        let masks = if self.masks.is_empty() { own } else { behind };
        if self.header.is_os2() && self.header.compression == 3 {
            return None;
        }
        Coding::of(self.header.bits, self.header.compression, masks)
    }

    /// The colours of the palette for display: R, G, B, A.
    pub fn palette(&self) -> Vec<[u8; 4]> {
        let core = self.core_palette.iter().map(|[b, g, r]| [*r, *g, *b, u8::MAX]);
        self.palette.iter().map(|word| COLOUR.rgba(*word)).chain(core).collect()
    }

    /// Number of rows in the file.
    pub fn rows(&self) -> u32 {
        let (width, height) = self.header.size();
        match self.coding() {
            None => 0,
            Some(_) if width == 0 => 0,
            Some(Coding::Runs(runs)) => runs.rows((width, height), &self.pixels),
            Some(_) => {
                let rows = (self.pixels.len() as u64).checked_div(self.header.row_bytes());
                u32::try_from(rows.unwrap_or(0)).unwrap_or(u32::MAX).min(height)
            }
        }
    }
}
