//! The records of a surface.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Confidence, Hint, Result, Symbol};
use crate::codec::blocks::BlockCode;
use crate::codec::channels::Channels;
use crate::record;

/// `DDS `.
pub const MAGIC: [u8; 4] = *b"DDS ";
/// Smaller versions that are named; a picture of 32768 texels has no more.
const LEVELS: [&str; 16] = [
    "texels", "mip_1", "mip_2", "mip_3", "mip_4", "mip_5", "mip_6", "mip_7", "mip_8", "mip_9",
    "mip_10", "mip_11", "mip_12", "mip_13", "mip_14", "mip_15",
];

record! {
    /// How texels are stored.
    pub struct PixelFormat {
        /// 32.
        pub size: u32 => Hint::Unit("bytes"),
        pub flags: u32 => Hint::Flags(FORMAT_FLAGS),
        /// `DXT1`, `DXT3`, `DXT5`, `DX10`, where the flags say so.
        pub four_cc: u32 => Hint::Enum(FOUR_CCS),
        pub bits: u32 => Hint::Unit("bits a texel"),
        pub red: u32 => Hint::Hex,
        pub green: u32 => Hint::Hex,
        pub blue: u32 => Hint::Hex,
        pub alpha: u32 => Hint::Hex,
    }
}

record! {
    /// What a surface starts with, behind the magic.
    pub struct Header {
        /// 124.
        pub size: u32 => Hint::Unit("bytes"),
        pub flags: u32 => Hint::Flags(FLAGS),
        pub height: u32,
        pub width: u32,
        /// Bytes of a row, or of the largest picture where it is compressed; readers compute it.
        pub pitch: u32 => Hint::Unit("bytes"),
        pub depth: u32,
        pub mip_count: u32,
        pub reserved: [u32; 11] => Hint::Hex,
        pub format: PixelFormat,
        pub caps: u32 => Hint::Flags(CAPS),
        pub caps2: u32 => Hint::Flags(CAPS2),
        pub caps3: u32 => Hint::Hex,
        pub caps4: u32 => Hint::Hex,
        pub reserved2: u32 => Hint::Hex,
    }
}

record! {
    /// What later surfaces have besides.
    pub struct Later {
        pub format: u32,
        pub dimension: u32,
        pub misc: u32 => Hint::Hex,
        pub array_size: u32,
        pub misc2: u32 => Hint::Hex,
    }
}

const fn bit(mask: u32, name: &'static str, meaning: &'static str) -> Bit {
    Bit { mask, name, meaning, confidence: Confidence::Sure }
}

const FLAGS: &[Bit] = &[
    bit(0x1, "caps", "always"),
    bit(0x2, "height", "always"),
    bit(0x4, "width", "always"),
    bit(0x8, "pitch", "the pitch is that of a row"),
    bit(0x1000, "pixel format", "always"),
    bit(0x2_0000, "mip count", "smaller versions follow"),
    bit(0x8_0000, "linear size", "the pitch is the size of the largest picture"),
    bit(0x80_0000, "depth", "a volume"),
];

/// Bits of [`PixelFormat::flags`] that decide how texels are stored.
mod stored {
    pub const ALPHA_PIXELS: u32 = 0x1;
    pub const ALPHA: u32 = 0x2;
    pub const FOUR_CC: u32 = 0x4;
    pub const RGB: u32 = 0x40;
    pub const LUMINANCE: u32 = 0x2_0000;
}

const FORMAT_FLAGS: &[Bit] = &[
    bit(stored::ALPHA_PIXELS, "alpha pixels", "texels have alpha"),
    bit(stored::ALPHA, "alpha", "alpha alone"),
    bit(stored::FOUR_CC, "four letters", "compressed, as the letters say"),
    bit(0x20, "palette", "indices into 256 colours"),
    bit(stored::RGB, "RGB", "uncompressed"),
    bit(0x200, "YUV", "uncompressed"),
    bit(stored::LUMINANCE, "luminance", "one channel of light"),
];

const CAPS: &[Bit] = &[
    bit(0x8, "complex", "more than one picture"),
    bit(0x1000, "texture", "always"),
    bit(0x40_0000, "mipmap", "smaller versions follow"),
];

/// Six faces in a row.
pub const CUBE: u32 = 0x200;
/// Slices in a row.
pub const VOLUME: u32 = 0x20_0000;

const CAPS2: &[Bit] = &[
    bit(CUBE, "cube map", "six faces in a row"),
    bit(0xFC00, "faces", "which faces there are"),
    bit(VOLUME, "volume", "slices in a row"),
];

const DXT1: u32 = u32::from_le_bytes(*b"DXT1");
const DXT3: u32 = u32::from_le_bytes(*b"DXT3");
const DXT5: u32 = u32::from_le_bytes(*b"DXT5");
const DX10: u32 = u32::from_le_bytes(*b"DX10");

const FOUR_CCS: &[Symbol] = &[
    Symbol { value: 0, name: "none" },
    Symbol { value: DXT1, name: "DXT1" },
    Symbol { value: u32::from_le_bytes(*b"DXT2"), name: "DXT2" },
    Symbol { value: DXT3, name: "DXT3" },
    Symbol { value: u32::from_le_bytes(*b"DXT4"), name: "DXT4" },
    Symbol { value: DXT5, name: "DXT5" },
    Symbol { value: DX10, name: "DX10" },
];

/// How the texels of a surface are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    Blocks(BlockCode),
    Plain(Channels),
}

impl Coding {
    /// Bytes of a picture.
    pub fn bytes(self, width: u32, height: u32) -> u64 {
        match self {
            Coding::Blocks(code) => code.bytes(width, height),
            Coding::Plain(channels) => {
                let texels = u64::from(width).saturating_mul(height.into());
                texels.saturating_mul(channels.size as u64)
            }
        }
    }

    /// Rows that `len` bytes hold.
    pub fn rows_in(self, width: u32, len: u64) -> u32 {
        match self {
            Coding::Blocks(code) => code.rows_in(width, len),
            Coding::Plain(_) => {
                let rows = len.checked_div(self.bytes(width, 1)).unwrap_or(0);
                u32::try_from(rows).unwrap_or(u32::MAX)
            }
        }
    }

    /// The texels of a picture; `None` where `data` does not hold them all.
    pub fn decode(self, (width, height): (u32, u32), data: &[u8]) -> Option<Vec<[u8; 4]>> {
        match self {
            Coding::Blocks(code) => code.decode((width, height), data),
            Coding::Plain(channels) => {
                let bytes = usize::try_from(self.bytes(width, height)).ok()?;
                Some(channels.decode(data.get(..bytes)?))
            }
        }
    }

    /// Offset of the bytes with texel (x, y).
    pub fn offset(self, width: u32, x: u32, y: u32) -> u64 {
        match self {
            Coding::Blocks(code) => code.offset(width, x, y),
            Coding::Plain(channels) => {
                (u64::from(y) * u64::from(width) + u64::from(x)) * channels.size as u64
            }
        }
    }
}

/// A surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dds {
    pub magic: [u8; 4],
    pub header: Header,
    /// Where the four letters are `DX10`.
    pub later: Option<Later>,
    /// The picture, then its smaller versions; all that follows where the format is not known.
    pub levels: Vec<Vec<u8>>,
    /// What follows: other faces, other slices.
    pub rest: Vec<u8>,
}

impl Dds {
    /// How its texels are read; `None` for what this reader does not know.
    pub fn coding(&self) -> Option<Coding> {
        match &self.later {
            Some(later) => later.coding(),
            None => self.header.format.coding(),
        }
    }

    /// Width and height of a version; 0 is the picture itself.
    pub fn size(&self, level: usize) -> (u32, u32) {
        let level = u32::try_from(level).unwrap_or(u32::MAX);
        let half = |side: u32| side.checked_shr(level).unwrap_or(0).max(side.min(1));
        (half(self.header.width), half(self.header.height))
    }

    /// How many versions are promised, with the picture itself.
    fn level_count(&self) -> usize {
        (self.header.mip_count.max(1) as usize).min(self.most_levels())
    }

    /// How many versions there are down to one texel, with the picture itself.
    pub(super) fn most_levels(&self) -> usize {
        let longest = self.header.width.max(self.header.height);
        let most = (u32::BITS - longest.leading_zeros()).max(1) as usize;
        most.min(LEVELS.len())
    }

    /// Field of a version.
    pub fn level_name(level: usize) -> &'static str {
        LEVELS.get(level).copied().unwrap_or("texels")
    }
}

impl PixelFormat {
    fn coding(&self) -> Option<Coding> {
        if self.flags & stored::FOUR_CC != 0 {
            return Some(Coding::Blocks(match self.four_cc {
                DXT1 => BlockCode::Dxt1,
                DXT3 => BlockCode::Dxt3,
                DXT5 => BlockCode::Dxt5,
                _ => return None,
            }));
        }
        let size = match self.bits {
            8 | 16 | 24 | 32 => (self.bits / 8) as usize,
            _ => return None,
        };
        let with_alpha = self.flags & (stored::ALPHA_PIXELS | stored::ALPHA) != 0;
        let alpha = if with_alpha { self.alpha } else { 0 };
        if self.flags & stored::RGB != 0 {
            let masks = [self.red, self.green, self.blue, alpha];
            return Some(Coding::Plain(Channels { size, masks }));
        }
        let light = self.flags & stored::LUMINANCE != 0;
        let light_or_alpha = light || self.flags & stored::ALPHA != 0;
        let red = if light { self.red } else { 0 };
        light_or_alpha.then(|| Coding::Plain(Channels::grey(size, red, alpha)))
    }
}

impl Later {
    /// Of the numbers of DXGI formats.
    fn coding(&self) -> Option<Coding> {
        let plain = |masks| Coding::Plain(Channels { size: 4, masks });
        Some(match self.format {
            28 | 29 => plain([0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]),
            87 | 91 => plain([0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
            88 | 93 => plain([0xFF_0000, 0xFF00, 0xFF, 0]),
            71 | 72 => Coding::Blocks(BlockCode::Dxt1),
            74 | 75 => Coding::Blocks(BlockCode::Dxt3),
            77 | 78 => Coding::Blocks(BlockCode::Dxt5),
            _ => return None,
        })
    }
}

impl Layout for Dds {
    const TYPE: &'static str = "Surface";
    const MIN_SIZE: u64 = 128;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.chars("magic", &mut self.magic)?;
        pass.value("header", &mut self.header)?;
        let format = self.header.format;
        let is_later = format.flags & stored::FOUR_CC != 0 && format.four_cc == DX10;
        pass.optional("dx10", is_later, &mut self.later, ())?;
        if pass.is_reading() {
            self.levels = vec![Vec::new(); self.level_count()];
        }
        let sizes: Vec<_> = (0..self.levels.len()).map(|level| self.size(level)).collect();
        // Of an unknown format everything that follows may be texels.
        let all = pass.remaining();
        let coding = self.coding();
        for ((level, name), (width, height)) in self.levels.iter_mut().zip(LEVELS).zip(sizes) {
            let stored = coding.map_or(all, |coding| coding.bytes(width, height));
            let stored = usize::try_from(stored).unwrap_or(usize::MAX);
            let len = if pass.is_reading() { stored } else { level.len() };
            pass.bytes(name, level, len)?;
            if coding.is_none() {
                break;
            }
        }
        pass.rest("rest", &mut self.rest)
    }
}
