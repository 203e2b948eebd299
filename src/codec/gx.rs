//! Pictures for the GameCube's GPU: tiles in row order, texels in row order inside a tile, width and
//! height rounded up to whole tiles (`totem-mesh.md` section 10). Indices and colour words are in either
//! byte order.

mod cmpr;
mod encode;

pub use encode::{encode, put_indices};

use crate::bytes::{ColourWord, Endian, Scalar};

/// Texel format, which also determines the tile size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// 4-bit indices, the high nibble of a byte first.
    C4,
    /// 8-bit indices.
    C8,
    /// 5, 6 and 5 bits per channel, opaque.
    Rgb565,
    /// Bit 15 set: 5 bits per channel, opaque. Clear: 3 bits of alpha, 4 bits per channel.
    Rgb5A3,
    /// Alpha and red of a tile's texels, then their green and blue.
    Rgba8,
    /// Blue, green and red in plain rows: not a hardware format, but stored alongside them.
    Bgr8,
    /// DXT1 in the GPU's order, four blocks per tile. Decoded only.
    Cmpr,
}

impl Coding {
    /// All formats with individually stored texels, in the order of the GPU's numbers.
    pub const ALL: [Coding; 6] =
        [Coding::C4, Coding::C8, Coding::Rgb565, Coding::Rgb5A3, Coding::Rgba8, Coding::Bgr8];

    /// Width and height of a tile in texels.
    pub fn tile(self) -> (u32, u32) {
        match self {
            Coding::C4 | Coding::Cmpr => (8, 8),
            Coding::C8 => (8, 4),
            Coding::Rgb565 | Coding::Rgb5A3 | Coding::Rgba8 => (4, 4),
            Coding::Bgr8 => (1, 1),
        }
    }

    /// Size of a tile in bytes.
    fn tile_bytes(self) -> u64 {
        match self {
            Coding::Rgba8 => 64,
            Coding::Bgr8 => 3,
            _ => 32,
        }
    }

    /// `true` if texels are indices into a palette.
    pub fn is_indexed(self) -> bool {
        matches!(self, Coding::C4 | Coding::C8)
    }

    /// Number of palette entries that indices can address; 0 without indices.
    pub fn palette_entries(self) -> usize {
        match self {
            Coding::C4 => 16,
            Coding::C8 => 256,
            _ => 0,
        }
    }

    /// Size of a row of tiles in bytes.
    pub fn row_bytes(self, width: u32) -> u64 {
        u64::from(width.div_ceil(self.tile().0)) * self.tile_bytes()
    }

    /// Size of a picture in bytes; `None` on overflow.
    pub fn bytes(self, width: u32, height: u32) -> Option<u64> {
        self.row_bytes(width).checked_mul(height.div_ceil(self.tile().1).into())
    }

    /// Number of texel rows whose tiles lie completely within `len` bytes.
    pub fn rows_in(self, width: u32, len: u64) -> u32 {
        let rows = len.checked_div(self.row_bytes(width)).unwrap_or(0);
        u32::try_from(rows.saturating_mul(self.tile().1.into())).unwrap_or(u32::MAX)
    }

    /// Bits per texel; for blocks the average.
    pub fn bits(self) -> u32 {
        match self {
            Coding::C4 | Coding::Cmpr => 4,
            Coding::C8 => 8,
            Coding::Rgb565 | Coding::Rgb5A3 => 16,
            Coding::Bgr8 => 24,
            Coding::Rgba8 => 32,
        }
    }

    /// Offset of texel (x, y): for 4-bit indices the byte that contains it, for blocks the first byte of
    /// the block.
    pub fn offset(self, width: u32, x: u32, y: u32) -> u64 {
        let (w, h) = self.tile();
        let tile = u64::from(y / h) * self.row_bytes(width) + u64::from(x / w) * self.tile_bytes();
        let texel = u64::from(y % h) * u64::from(w) + u64::from(x % w);
        tile + match self {
            Coding::C4 => texel / 2,
            Coding::Cmpr => (u64::from(y % h / 4) * 2 + u64::from(x % w / 4)) * 8,
            Coding::C8 | Coding::Bgr8 => texel,
            Coding::Rgb565 | Coding::Rgb5A3 | Coding::Rgba8 => texel * 2,
        }
    }

    /// Index of texel (x, y); `None` if the texels are colours, or `data` is too short.
    pub fn index(self, width: u32, (x, y): (u32, u32), data: &[u8]) -> Option<u8> {
        let at = usize::try_from(self.offset(width, x, y)).ok().filter(|_| self.is_indexed())?;
        data.get(at).map(|byte| self.index_in(*byte, x))
    }

    /// Index of the texel in column `x`, whose byte is `byte`.
    fn index_in(self, byte: u8, x: u32) -> u8 {
        match self {
            Coding::C4 if x.is_multiple_of(2) => byte >> 4,
            Coding::C4 => byte & 15,
            _ => byte,
        }
    }
}

/// All texels in row order with their offsets in the stored bytes.
fn offsets(coding: Coding, width: u32, height: u32) -> impl Iterator<Item = (u32, usize)> {
    (0..height).flat_map(move |y| {
        (0..width)
            .map(move |x| (x, usize::try_from(coding.offset(width, x, y)).unwrap_or(usize::MAX)))
    })
}

/// `true` if `data` contains a whole picture of this size. Tested before memory is allocated for
/// the stated size.
fn is_whole(coding: Coding, width: u32, height: u32, data: &[u8]) -> bool {
    coding.bytes(width, height).is_some_and(|needed| needed <= data.len() as u64)
}

/// Indices of a picture in row order. `None` if it has none, or `data` is too short.
pub fn indices(coding: Coding, width: u32, height: u32, data: &[u8]) -> Option<Vec<u8>> {
    if !(coding.is_indexed() && is_whole(coding, width, height, data)) {
        return None;
    }
    let index = |(x, at): (u32, usize)| coding.index_in(data.get(at).copied().unwrap_or(0), x);
    Some(offsets(coding, width, height).map(index).collect())
}

/// Decodes a picture in row order. Indices beyond the end of `palette` become transparent. `None` if
/// `data` is too short.
pub fn decode(
    coding: Coding,
    (width, height): (u32, u32),
    data: &[u8],
    palette: &[[u8; 4]],
    endian: Endian,
) -> Option<Vec<[u8; 4]>> {
    if coding.is_indexed() {
        let look_up = |index: u8| palette.get(usize::from(index)).copied().unwrap_or_default();
        return Some(indices(coding, width, height, data)?.into_iter().map(look_up).collect());
    }
    if !is_whole(coding, width, height, data) {
        return None;
    }
    if coding == Coding::Cmpr {
        return cmpr::decode((width, height), data);
    }
    let byte = |at: usize| data.get(at).copied().unwrap_or(0);
    let word = |at: usize| {
        let mut bytes = data.get(at..).unwrap_or(&[]);
        u32::from(u16::take(&mut bytes, endian).unwrap_or_default())
    };
    let colour = |(_, at): (u32, usize)| match coding {
        Coding::Rgb565 => ColourWord::Rgb565.rgba(word(at)),
        Coding::Rgb5A3 => ColourWord::Rgb5A3.rgba(word(at)),
        Coding::Bgr8 => [byte(at + 2), byte(at + 1), byte(at), 255],
        _ => [byte(at + 1), byte(at + 32), byte(at + 33), byte(at)],
    };
    Some(offsets(coding, width, height).map(colour).collect())
}
