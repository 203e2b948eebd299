//! The records of a surface.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Bit, Confidence, Hint, Result, Symbol};
use crate::codec::blocks::BlockCode;
use crate::codec::channels::Channels;
use crate::record;

/// `DDS `.
pub const MAGIC: [u8; 4] = *b"DDS ";
/// Names of the versions; a picture of 32768 texels has no more.
const LEVELS: [&str; 16] = [
    "texels", "mip_1", "mip_2", "mip_3", "mip_4", "mip_5", "mip_6", "mip_7", "mip_8", "mip_9",
    "mip_10", "mip_11", "mip_12", "mip_13", "mip_14", "mip_15",
];

record! {
    /// Texel format.
    pub struct PixelFormat {
        /// Always 32.
        pub size: u32 => Hint::Unit("bytes"),
        pub flags: u32 => Hint::Flags(FORMAT_FLAGS),
        /// `DXT1`, `DXT3`, `DXT5`, `DX10`, if the flags enable it.
        pub four_cc: u32 => Hint::Enum(FOUR_CCS),
        pub bits: u32 => Hint::Unit("bits per texel"),
        pub red: u32 => Hint::Hex,
        pub green: u32 => Hint::Hex,
        pub blue: u32 => Hint::Hex,
        pub alpha: u32 => Hint::Hex,
    }
}

record! {
    /// Header of a surface, after the magic.
    pub struct Header {
        /// Always 124.
        pub size: u32 => Hint::Unit("bytes"),
        pub flags: u32 => Hint::Flags(FLAGS),
        pub height: u32,
        pub width: u32,
        /// Bytes of a row, or of the largest picture if it is compressed; readers compute it instead.
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
    /// Additional header of later surfaces.
    pub struct Later {
        pub format: u32 => Hint::Enum(DXGI),
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

/// Bits of [`PixelFormat::flags`] that select the texel format.
mod stored {
    pub const ALPHA_PIXELS: u32 = 0x1;
    pub const ALPHA: u32 = 0x2;
    pub const FOUR_CC: u32 = 0x4;
    pub const RGB: u32 = 0x40;
    pub const LUMINANCE: u32 = 0x2_0000;
}

const FORMAT_FLAGS: &[Bit] = &[
    bit(stored::ALPHA_PIXELS, "alpha pixels", "texels have alpha"),
    bit(stored::ALPHA, "alpha", "alpha only"),
    bit(stored::FOUR_CC, "four letters", "compressed; the four-character code selects the format"),
    bit(0x20, "palette", "indices into 256 colours"),
    bit(stored::RGB, "RGB", "uncompressed"),
    bit(0x200, "YUV", "uncompressed"),
    bit(stored::LUMINANCE, "luminance", "one channel, luminance"),
];

const CAPS: &[Bit] = &[
    bit(0x8, "complex", "more than one picture"),
    bit(0x1000, "texture", "always"),
    bit(0x40_0000, "mipmap", "smaller versions follow"),
];

/// Six faces, one after the other.
pub const CUBE: u32 = 0x200;
/// Slices, one after the other.
pub const VOLUME: u32 = 0x20_0000;

const CAPS2: &[Bit] = &[
    bit(CUBE, "cube map", "six faces, one after the other"),
    bit(0xFC00, "faces", "faces that are present"),
    bit(VOLUME, "volume", "slices, one after the other"),
];

const DXT1: u32 = u32::from_le_bytes(*b"DXT1");
const DXT3: u32 = u32::from_le_bytes(*b"DXT3");
const DXT5: u32 = u32::from_le_bytes(*b"DXT5");
const ATI1: u32 = u32::from_le_bytes(*b"ATI1");
const BC4U: u32 = u32::from_le_bytes(*b"BC4U");
const ATI2: u32 = u32::from_le_bytes(*b"ATI2");
const BC5U: u32 = u32::from_le_bytes(*b"BC5U");
const DX10: u32 = u32::from_le_bytes(*b"DX10");

const FOUR_CCS: &[Symbol] = &[
    Symbol { value: 0, name: "none" },
    Symbol { value: DXT1, name: "DXT1" },
    Symbol { value: u32::from_le_bytes(*b"DXT2"), name: "DXT2" },
    Symbol { value: DXT3, name: "DXT3" },
    Symbol { value: u32::from_le_bytes(*b"DXT4"), name: "DXT4" },
    Symbol { value: DXT5, name: "DXT5" },
    Symbol { value: ATI1, name: "ATI1 (BC4)" },
    Symbol { value: BC4U, name: "BC4U" },
    Symbol { value: ATI2, name: "ATI2 (BC5)" },
    Symbol { value: BC5U, name: "BC5U" },
    Symbol { value: DX10, name: "DX10" },
];

/// DXGI formats by number: the supported ones, and all compressed ones.
const DXGI: &[Symbol] = &[
    Symbol { value: 27, name: "R8G8B8A8 typeless" },
    Symbol { value: 28, name: "R8G8B8A8" },
    Symbol { value: 29, name: "R8G8B8A8 sRGB" },
    Symbol { value: 61, name: "R8" },
    Symbol { value: 65, name: "A8" },
    Symbol { value: 70, name: "BC1 typeless" },
    Symbol { value: 71, name: "BC1" },
    Symbol { value: 72, name: "BC1 sRGB" },
    Symbol { value: 73, name: "BC2 typeless" },
    Symbol { value: 74, name: "BC2" },
    Symbol { value: 75, name: "BC2 sRGB" },
    Symbol { value: 76, name: "BC3 typeless" },
    Symbol { value: 77, name: "BC3" },
    Symbol { value: 78, name: "BC3 sRGB" },
    Symbol { value: 79, name: "BC4 typeless" },
    Symbol { value: 80, name: "BC4" },
    Symbol { value: 81, name: "signed BC4" },
    Symbol { value: 82, name: "BC5 typeless" },
    Symbol { value: 83, name: "BC5" },
    Symbol { value: 84, name: "signed BC5" },
    Symbol { value: 85, name: "B5G6R5" },
    Symbol { value: 86, name: "B5G5R5A1" },
    Symbol { value: 87, name: "B8G8R8A8" },
    Symbol { value: 88, name: "B8G8R8X8" },
    Symbol { value: 90, name: "B8G8R8A8 typeless" },
    Symbol { value: 91, name: "B8G8R8A8 sRGB" },
    Symbol { value: 92, name: "B8G8R8X8 typeless" },
    Symbol { value: 93, name: "B8G8R8X8 sRGB" },
    Symbol { value: 94, name: "BC6H typeless" },
    Symbol { value: 95, name: "BC6H" },
    Symbol { value: 96, name: "signed BC6H" },
    Symbol { value: 97, name: "BC7 typeless" },
    Symbol { value: 98, name: "BC7" },
    Symbol { value: 99, name: "BC7 sRGB" },
    Symbol { value: 115, name: "B4G4R4A4" },
];

/// Supported codings of texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    Blocks(BlockCode),
    Plain(Channels),
}

impl Coding {
    /// Bytes of a picture of this size.
    pub fn bytes(self, width: u32, height: u32) -> u64 {
        match self {
            Coding::Blocks(code) => code.bytes(width, height),
            Coding::Plain(channels) => {
                let texels = u64::from(width).saturating_mul(height.into());
                texels.saturating_mul(channels.size as u64)
            }
        }
    }

    /// Number of rows in `len` bytes.
    pub fn rows_in(self, width: u32, len: u64) -> u32 {
        match self {
            Coding::Blocks(code) => code.rows_in(width, len),
            Coding::Plain(_) => {
                let rows = len.checked_div(self.bytes(width, 1)).unwrap_or(0);
                u32::try_from(rows).unwrap_or(u32::MAX)
            }
        }
    }

    /// The texels of a picture; `None` if `data` is too short.
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
    /// Present if the four-character code is `DX10`.
    pub later: Option<Later>,
    /// The picture, then its smaller versions; all remaining bytes if the format is unknown.
    pub levels: Vec<Vec<u8>>,
    /// Remaining bytes: other faces, other slices.
    pub rest: Vec<u8>,
}

impl Dds {
    /// Coding of the texels; `None` if unsupported.
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

    /// Number of stored versions, including the picture itself.
    fn level_count(&self) -> usize {
        (self.header.mip_count.max(1) as usize).min(self.most_levels())
    }

    /// Number of versions down to one texel, including the picture itself.
    pub(super) fn most_levels(&self) -> usize {
        let longest = self.header.width.max(self.header.height);
        let most = (u32::BITS - longest.leading_zeros()).max(1) as usize;
        most.min(LEVELS.len())
    }

    /// Field name of a version.
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
                ATI1 | BC4U => BlockCode::Bc4,
                ATI2 | BC5U => BlockCode::Bc5,
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
        // Some tools leave the masks of another format here: a single channel uses all bits.
        let all = u32::MAX >> (32 - self.bits.clamp(1, 32));
        let red = match self.red & all {
            0 if light => all & !alpha,
            red if light => red,
            _ => 0,
        };
        light_or_alpha.then(|| Coding::Plain(Channels::grey(size, red, alpha)))
    }
}

impl Later {
    /// Coding of a DXGI format.
    fn coding(&self) -> Option<Coding> {
        let plain = |size, masks| Coding::Plain(Channels { size, masks });
        Some(match self.format {
            27..=29 => plain(4, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]),
            61 => Coding::Plain(Channels::grey(1, 0xFF, 0)),
            65 => Coding::Plain(Channels::grey(1, 0, 0xFF)),
            70..=72 => Coding::Blocks(BlockCode::Dxt1),
            73..=75 => Coding::Blocks(BlockCode::Dxt3),
            76..=78 => Coding::Blocks(BlockCode::Dxt5),
            79 | 80 => Coding::Blocks(BlockCode::Bc4),
            82 | 83 => Coding::Blocks(BlockCode::Bc5),
            85 => plain(2, [0xF800, 0x7E0, 0x1F, 0]),
            86 => plain(2, [0x7C00, 0x3E0, 0x1F, 0x8000]),
            87 | 90 | 91 => plain(4, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]),
            88 | 92 | 93 => plain(4, [0xFF_0000, 0xFF00, 0xFF, 0]),
            97..=99 => Coding::Blocks(BlockCode::Bc7),
            115 => plain(2, [0xF00, 0xF0, 0xF, 0xF000]),
            _ => return None,
        })
    }
}

/// Numbers of Direct3D 9 that some files have instead of four letters.
const D3D: &[Symbol] = &[
    Symbol { value: 36, name: "A16B16G16R16" },
    Symbol { value: 110, name: "Q16W16V16U16" },
    Symbol { value: 111, name: "R16F" },
    Symbol { value: 112, name: "G16R16F" },
    Symbol { value: 113, name: "A16B16G16R16F" },
    Symbol { value: 114, name: "R32F" },
    Symbol { value: 115, name: "G32R32F" },
    Symbol { value: 116, name: "A32B32G32R32F" },
];

impl Dds {
    /// Description of an unsupported texel format.
    pub(super) fn format_in_words(&self) -> String {
        if let Some(later) = &self.later {
            let known = DXGI.iter().find(|symbol| symbol.value == later.format);
            return known
                .map_or(format!("DXGI format {}", later.format), |known| known.name.to_owned());
        }
        let PixelFormat { flags, four_cc, bits, .. } = self.header.format;
        let name = four_cc.to_le_bytes();
        match flags & stored::FOUR_CC {
            0 => format!("{bits} bits per texel with flags {flags:#x}"),
            _ if name.iter().all(u8::is_ascii_graphic) => {
                format!("{:?}", String::from_utf8_lossy(&name))
            }
            _ => match D3D.iter().find(|symbol| symbol.value == four_cc) {
                Some(known) => format!("{} (Direct3D 9 format {four_cc})", known.name),
                None => format!("{four_cc:#x}"),
            },
        }
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
        // In an unknown format all remaining bytes may be texels.
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
