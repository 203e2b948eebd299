//! Chunk kinds of each console, in one table.

use super::kinds::kind;
use crate::bytes::{ColourWord, Endian};
use crate::codec::blocks::BlockCode;
use crate::codec::channels::Channels;
use crate::codec::gx;

/// Console for which a sheet was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Console {
    /// `SHPS`.
    #[default]
    Ps2,
    /// `SHPX`.
    Xbox,
    /// `SHPM`.
    Psp,
    /// `SHPG`, big-endian.
    GameCube,
}

/// Contents of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChunkContent {
    Texels(Coding),
    Colours(Colours),
    /// Neither texels nor colours.
    #[default]
    Other,
}

/// Storage of texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// 4-bit indices; `true` if the high nibble of a byte is first.
    Indices4 {
        high_first: bool,
    },
    Indices8,
    Colours(Channels),
    Blocks(BlockCode),
    /// In tiles of the GameCube's GPU.
    Tiles(gx::Coding),
}

/// Storage of a palette's colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    Channels(Channels),
    Words(ColourWord, Endian),
}

const fn channels(size: usize, masks: [u32; 4]) -> Channels {
    Channels { size, masks }
}

/// Channels in bit order, lowest first.
const RGBA8888: Channels = channels(4, [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]);
const BGRA8888: Channels = channels(4, [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]);
const RGB888: Channels = channels(3, [0xFF, 0xFF00, 0xFF_0000, 0]);
const BGR888: Channels = channels(3, [0xFF_0000, 0xFF00, 0xFF, 0]);
const RGBA5551: Channels = channels(2, [0x1F, 0x3E0, 0x7C00, 0x8000]);
const BGR555: Channels = channels(2, [0x7C00, 0x3E0, 0x1F, 0]);
const RGB565: Channels = channels(2, [0x1F, 0x7E0, 0xF800, 0]);
const BGR565: Channels = channels(2, [0xF800, 0x7E0, 0x1F, 0]);
const RGBA4444: Channels = channels(2, [0xF, 0xF0, 0xF00, 0xF000]);
const BGRA4444: Channels = channels(2, [0xF00, 0xF0, 0xF, 0xF000]);

/// Chunk kinds by console. Source: format document `ssx-mpf.md` section 9.
const TABLE: &[(Console, u8, ChunkContent)] = {
    use ChunkContent::Texels;
    use Console::{GameCube, Ps2, Psp, Xbox};
    const fn palette(channels: Channels) -> ChunkContent {
        ChunkContent::Colours(Colours::Channels(channels))
    }
    const fn words(word: ColourWord, endian: Endian) -> ChunkContent {
        ChunkContent::Colours(Colours::Words(word, endian))
    }
    &[
        (Ps2, kind::INDEXED4, Texels(Coding::Indices4 { high_first: false })),
        (Ps2, kind::INDEXED8, Texels(Coding::Indices8)),
        (Ps2, kind::RGBA5551, Texels(Coding::Colours(RGBA5551))),
        (Ps2, kind::RGB888, Texels(Coding::Colours(RGB888))),
        (Ps2, kind::RGBA8888, Texels(Coding::Colours(RGBA8888))),
        (Ps2, kind::PALETTE, palette(RGBA8888)),
        (Xbox, 96, Texels(Coding::Blocks(BlockCode::Dxt1))),
        (Xbox, 97, Texels(Coding::Blocks(BlockCode::Dxt3))),
        (Xbox, 98, Texels(Coding::Blocks(BlockCode::Dxt5))),
        (Xbox, 109, Texels(Coding::Colours(BGRA4444))),
        (Xbox, 120, Texels(Coding::Colours(BGR565))),
        (Xbox, 121, Texels(Coding::Indices4 { high_first: true })),
        (Xbox, 123, Texels(Coding::Indices8)),
        (Xbox, 125, Texels(Coding::Colours(BGRA8888))),
        (Xbox, 126, Texels(Coding::Colours(BGR555))),
        (Xbox, 127, Texels(Coding::Colours(BGR888))),
        (Xbox, kind::PALETTE, palette(RGBA8888)),
        (Xbox, 36, palette(RGB888)),
        (Xbox, 41, words(ColourWord::Rgb565, Endian::Little)),
        (Xbox, kind::PALETTE_FSH, words(ColourWord::Argb8888, Endian::Little)),
        (Xbox, 45, palette(BGR555)),
        (Psp, 88, Texels(Coding::Colours(RGB565))),
        (Psp, 89, Texels(Coding::Colours(RGB565))),
        (Psp, 90, Texels(Coding::Colours(RGBA4444))),
        (Psp, 91, Texels(Coding::Colours(RGBA8888))),
        (Psp, 92, Texels(Coding::Indices4 { high_first: false })),
        (Psp, 93, Texels(Coding::Indices8)),
        (Psp, kind::PALETTE, palette(RGBA8888)),
        (Psp, 59, palette(RGBA8888)),
        (GameCube, 20, Texels(Coding::Tiles(gx::Coding::Rgb565))),
        (GameCube, 22, Texels(Coding::Tiles(gx::Coding::Rgba8))),
        (GameCube, 24, Texels(Coding::Tiles(gx::Coding::C4))),
        (GameCube, 25, Texels(Coding::Tiles(gx::Coding::C8))),
        (GameCube, 30, Texels(Coding::Tiles(gx::Coding::Cmpr))),
        (GameCube, kind::PALETTE, palette(RGBA8888)),
        (GameCube, 50, words(ColourWord::Rgb5A3, Endian::Big)),
    ]
};

impl Console {
    /// All consoles, in the order in which magics are tested.
    pub const ALL: [Console; 4] = [Console::Ps2, Console::Xbox, Console::GameCube, Console::Psp];

    /// Console from the magic of a file.
    pub fn of(head: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|console| head.starts_with(console.magic().as_bytes()))
    }

    /// Magic of the console's files.
    pub fn magic(self) -> &'static str {
        match self {
            Console::Ps2 => "SHPS",
            Console::Xbox => "SHPX",
            Console::Psp => "SHPM",
            Console::GameCube => "SHPG",
        }
    }

    /// Byte order of the console's files.
    pub fn endian(self) -> Endian {
        if self == Console::GameCube { Endian::Big } else { Endian::Little }
    }

    /// Contents of a chunk of this kind; `None` if unknown. Palettes are never packed.
    pub fn holds(self, stored: u8) -> Option<ChunkContent> {
        if matches!(stored, kind::METAL | kind::NAME | kind::HOT_SPOTS) {
            return Some(ChunkContent::Other);
        }
        let plain = stored & !kind::PACKED;
        let row = TABLE.iter().find(|(console, kind, _)| *console == self && *kind == plain);
        row.map(|(.., holds)| *holds)
            .filter(|holds| plain == stored || matches!(holds, ChunkContent::Texels(_)))
    }
}

impl ChunkContent {
    /// Size of texels or colours of this width and height in bytes.
    pub fn bytes(self, width: u32, height: u32) -> u64 {
        match self {
            ChunkContent::Texels(coding) => coding.bytes(width, height),
            ChunkContent::Colours(colours) => {
                u64::from(width).saturating_mul(height.into()).saturating_mul(colours.size() as u64)
            }
            ChunkContent::Other => 0,
        }
    }
}

impl Coding {
    /// Bits per texel, if texels are stored individually.
    pub fn bits(self) -> Option<u64> {
        match self {
            Coding::Indices4 { .. } => Some(4),
            Coding::Indices8 => Some(8),
            Coding::Colours(channels) => Some(channels.size as u64 * 8),
            Coding::Blocks(_) | Coding::Tiles(_) => None,
        }
    }

    /// Bits per texel; for blocks the average.
    pub fn texel_bits(self) -> Option<u32> {
        match self {
            // A block has 16 texels.
            Coding::Blocks(code) => u32::try_from(code.block() * 8 / 16).ok(),
            Coding::Tiles(tiles) => Some(tiles.bits()),
            other => u32::try_from(other.bits()?).ok(),
        }
    }

    /// Size of a picture in bytes.
    pub fn bytes(self, width: u32, height: u32) -> u64 {
        match self {
            Coding::Blocks(code) => code.bytes(width, height),
            Coding::Tiles(tiles) => tiles.bytes(width, height).unwrap_or(u64::MAX),
            _ => {
                let texels = u64::from(width).saturating_mul(height.into());
                texels.saturating_mul(self.bits().unwrap_or(0)).div_ceil(8)
            }
        }
    }

    /// Number of rows that lie completely within `len` bytes.
    pub fn rows_in(self, width: u32, len: u64) -> u32 {
        let rows = match self {
            Coding::Blocks(code) => return code.rows_in(width, len),
            Coding::Tiles(tiles) => return tiles.rows_in(width, len),
            _ => len
                .saturating_mul(8)
                .checked_div(u64::from(width).saturating_mul(self.bits().unwrap_or(0))),
        };
        u32::try_from(rows.unwrap_or(0)).unwrap_or(u32::MAX)
    }

    /// Number of colours that indices can address; 0 without indices.
    pub fn entries(self) -> usize {
        match self {
            Coding::Indices4 { .. } => 16,
            Coding::Indices8 => 256,
            Coding::Tiles(tiles) => tiles.palette_entries(),
            _ => 0,
        }
    }
}

impl Colours {
    /// Actual storage of a palette of `count` colours in `there` bytes: kind 42 has 24 bits per colour if
    /// there is no space for 32.
    pub fn suited(self, stored: u8, count: u64, there: u64) -> Self {
        let narrow = there < count.saturating_mul(4) && there >= count.saturating_mul(3);
        if stored == kind::PALETTE_FSH && narrow { Self::Channels(RGB888) } else { self }
    }

    /// Size of a colour in bytes.
    pub fn size(self) -> usize {
        match self {
            Self::Channels(channels) => channels.size,
            Self::Words(word, _) => word.size(),
        }
    }

    /// `true` if colours have an alpha channel.
    pub fn has_alpha(self) -> bool {
        match self {
            Self::Channels(channels) => channels.masks.ends_with(&[0xFF00_0000]),
            Self::Words(word, _) => word.has_alpha(),
        }
    }

    /// Decodes all whole colours of `data` to RGBA.
    pub fn decode(self, data: &[u8]) -> Vec<[u8; 4]> {
        match self {
            Self::Channels(channels) => channels.decode(data),
            Self::Words(word, endian) => word.decode(data, endian),
        }
    }
}
