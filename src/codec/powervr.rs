//! Textures for the Dreamcast's PowerVR (`neversoft-psx.md` sections 12.3 and 12.4): 16-bit texels in
//! plain, twiddled or vector-quantised order, and twiddled indices of 4 or 8 bits.

use super::shrink::shrunk;
use crate::bytes::expand5;

/// Texel format and storage order, from a format word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Storage {
    texel: TexelCode,
    order: Order,
    mipmaps: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TexelCode {
    Argb1555,
    Rgb565,
    Argb4444,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Rows,
    Twiddled,
    /// Codebook of 2×2 blocks; block indices are twiddled at half size.
    Quantised,
    /// Same, with a smaller codebook for smaller pictures.
    SmallBook,
    /// Twiddled indices of 4 bits; the palette is stored elsewhere.
    Indices4,
    /// Twiddled indices of 8 bits.
    Indices8,
}

impl Order {
    fn has_book(self) -> bool {
        matches!(self, Order::Quantised | Order::SmallBook)
    }
}

fn storage(format: u32) -> Option<Storage> {
    let texel = match format & 0xFF {
        0 => TexelCode::Argb1555,
        1 => TexelCode::Rgb565,
        2 => TexelCode::Argb4444,
        _ => return None,
    };
    let (order, mipmaps) = match (format >> 8) & 0xFF {
        0x01 | 0x0D => (Order::Twiddled, false),
        0x02 => (Order::Twiddled, true),
        0x03 => (Order::Quantised, false),
        0x04 => (Order::Quantised, true),
        0x05 => (Order::Indices4, false),
        0x06 => (Order::Indices4, true),
        0x07 => (Order::Indices8, false),
        0x08 => (Order::Indices8, true),
        0x10 => (Order::SmallBook, false),
        0x11 => (Order::SmallBook, true),
        0x09 => (Order::Rows, false),
        _ => return None,
    };
    Some(Storage { texel, order, mipmaps })
}

impl Storage {
    /// Units before the largest level with side `side`: mip levels are stored smallest first, one unit
    /// and then the squares of all smaller sides.
    fn skipped(self, side: usize) -> usize {
        if self.mipmaps { 1 + (side * side - 1) / 3 } else { 0 }
    }

    /// Size of the codebook in bytes for a picture of this width: entries of four texels.
    fn book(self, width: usize) -> usize {
        let entries = match (self.order, width, self.mipmaps) {
            (Order::SmallBook, ..=16, _) => 16,
            (Order::SmallBook, ..=32, false) => 32,
            (Order::SmallBook, ..=32, true) => 64,
            (Order::SmallBook, ..=64, false) => 128,
            _ => 256,
        };
        entries * 8
    }
}

impl Storage {
    /// Index of texel (x, y) in a level of `w` by `h`, without a codebook.
    fn place(self, x: usize, y: usize, w: usize, h: usize) -> usize {
        match self.order {
            Order::Rows => y * w + x,
            _ => self.skipped(w) + twiddle(x, y, w, h),
        }
    }

    /// Index at position `at`, scaled to 8 bits: 4 bits are repeated. The low nibble of a byte comes
    /// first.
    fn index(self, data: &[u8], at: usize) -> u8 {
        let byte = |at: usize| data.get(at).copied().unwrap_or(0);
        match self.order {
            Order::Indices4 => (byte(at / 2) >> (at % 2 * 4) & 15) * 17,
            _ => byte(at),
        }
    }
}

fn grey(light: u8) -> [u8; 4] {
    [light, light, light, 255]
}

/// Number of bytes needed to decode `width * height` texels; `None` if the format is unknown or does not
/// support this size.
pub fn needed(format: u32, width: u32, height: u32) -> Option<usize> {
    let storage = storage(format)?;
    let (w, h) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
    let texels = w.checked_mul(h).filter(|texels| *texels > 0)?;
    let powers = w.is_power_of_two() && h.is_power_of_two() && (!storage.mipmaps || w == h);
    match storage.order {
        Order::Rows => texels.checked_mul(2),
        Order::Twiddled if powers => storage.skipped(w).checked_add(texels)?.checked_mul(2),
        Order::Quantised | Order::SmallBook if powers && w > 1 && h > 1 => {
            (storage.book(w) + storage.skipped(w / 2)).checked_add(texels / 4)
        }
        Order::Indices8 if powers => storage.skipped(w).checked_add(texels),
        Order::Indices4 if powers => Some(storage.skipped(w).checked_add(texels)?.div_ceil(2)),
        _ => None,
    }
}

/// `true` if texels are indices into a palette that is stored elsewhere.
pub fn is_indexed(format: u32) -> bool {
    let order = storage(format).map(|storage| storage.order);
    matches!(order, Some(Order::Indices4 | Order::Indices8))
}

/// Sides of the smaller levels stored with a picture, largest first. Not documented, and thus omitted: a
/// quantised level of a single texel; levels with a small codebook, whose size depends on that of the
/// picture.
pub fn smaller_levels(format: u32, width: u32, height: u32) -> Vec<u32> {
    let is_known = |storage: &Storage| storage.mipmaps && storage.order != Order::SmallBook;
    let Some(storage) = storage(format).filter(is_known) else {
        return Vec::new();
    };
    if width != height || !width.is_power_of_two() {
        return Vec::new();
    }
    let least = if storage.order == Order::Quantised { 2 } else { 1 };
    let sides = std::iter::successors(Some(width / 2), |side| Some(side / 2));
    sides.take_while(|side| *side >= least).collect()
}

/// Offset of the data for texel (x, y): its word, or the codebook index of its block. `None` if
/// [`needed`] returns none.
pub fn texel_offset(format: u32, width: u32, height: u32, x: u32, y: u32) -> Option<u64> {
    needed(format, width, height).filter(|_| x < width && y < height)?;
    let storage = storage(format)?;
    let (x, y, w, h) = (x as usize, y as usize, width as usize, height as usize);
    Some(match storage.order {
        order if order.has_book() => {
            let first = storage.book(w) + storage.skipped(w / 2);
            (first + twiddle(x / 2, y / 2, w / 2, h / 2)) as u64
        }
        Order::Indices8 => storage.place(x, y, w, h) as u64,
        Order::Indices4 => storage.place(x, y, w, h) as u64 / 2,
        _ => storage.place(x, y, w, h) as u64 * 2,
    })
}

/// Size in bytes of the data at [`texel_offset`].
pub fn unit(format: u32) -> u64 {
    match storage(format).map(|storage| storage.order) {
        Some(Order::Rows | Order::Twiddled) | None => 2,
        Some(_) => 1,
    }
}

/// Bits per texel; with a codebook a quarter of an index.
pub fn bits(format: u32) -> u32 {
    match storage(format).map(|storage| storage.order) {
        // An index represents four texels.
        Some(Order::Quantised | Order::SmallBook) => 2,
        Some(Order::Indices4) => 4,
        Some(Order::Indices8) => 8,
        Some(Order::Rows | Order::Twiddled) | None => 16,
    }
}

/// Decodes the largest level to `width * height` RGBA texels in row order. `None` if `data` has fewer
/// bytes than [`needed`], which is tested before memory is allocated.
pub fn decode(format: u32, width: u32, height: u32, data: &[u8]) -> Option<Vec<[u8; 4]>> {
    needed(format, width, height).filter(|needed| *needed <= data.len())?;
    let storage = storage(format)?;
    let (w, h) = (width as usize, height as usize);
    let word = |at: usize| {
        let bytes = data.get(at * 2..).and_then(|rest| rest.first_chunk());
        expand(storage.texel, u16::from_le_bytes(*bytes.unwrap_or(&[0; 2])))
    };
    let texels = (0..w * h).map(|i| (i % w, i / w));
    Some(match storage.order {
        Order::Rows => texels.map(|(x, y)| word(y * w + x)).collect(),
        Order::Twiddled => {
            let first = storage.skipped(w);
            texels.map(|(x, y)| word(first + twiddle(x, y, w, h))).collect()
        }
        Order::Indices4 | Order::Indices8 => {
            // Greys in place of the palette.
            texels.map(|(x, y)| grey(storage.index(data, storage.place(x, y, w, h)))).collect()
        }
        Order::Quantised | Order::SmallBook => {
            let first = storage.book(w) + storage.skipped(w / 2);
            let block = |x: usize, y: usize| {
                let entry = data.get(first + twiddle(x / 2, y / 2, w / 2, h / 2));
                usize::from(entry.copied().unwrap_or(0))
            };
            // Entry of a block: top left, bottom left, top right, bottom right.
            texels.map(|(x, y)| word(block(x, y) * 4 + (x & 1) * 2 + (y & 1))).collect()
        }
    })
}

/// Decodes the indices of the largest level in row order; `None` if texels are colours, or `data` is too
/// short.
pub fn indices(format: u32, width: u32, height: u32, data: &[u8]) -> Option<Vec<u8>> {
    let scale = match storage(format)?.order {
        Order::Indices4 => 17,
        Order::Indices8 => 1,
        _ => return None,
    };
    let greys = decode(format, width, height, data)?;
    Some(greys.into_iter().map(|[grey, ..]| grey / scale).collect())
}

/// Encodes a picture of `width * height` RGBA texels with its smaller levels. Texels in `was` that
/// already match are preserved, as are bytes after them. `None` for formats with a codebook or a palette,
/// unknown ones, and if `was` or the texels are too short.
pub fn encode(
    format: u32,
    width: u32,
    height: u32,
    texels: &[[u8; 4]],
    was: &[u8],
) -> Option<Vec<u8>> {
    let shown = decode(format, width, height, was)?;
    let is_direct = |storage: &Storage| matches!(storage.order, Order::Rows | Order::Twiddled);
    let storage = storage(format).filter(is_direct)?;
    let (w, h) = (width as usize, height as usize);
    let mut out = was.to_vec();
    let mut put = |at: usize, texel: [u8; 4]| {
        if let Some(word) = out.get_mut(at * 2..).and_then(|rest| rest.first_chunk_mut()) {
            *word = compress(storage.texel, texel).to_le_bytes();
        }
    };
    let texels = texels.get(..w * h)?;
    for (index, (texel, shown)) in texels.iter().zip(&shown).enumerate() {
        let is_same = texel == shown || (texel.last() == Some(&0) && shown.last() == Some(&0));
        if !is_same {
            put(storage.place(index % w, index / w, w, h), *texel);
        }
    }
    if storage.mipmaps && texels != shown {
        let (mut level, mut side) = (texels.to_vec(), w);
        while side > 1 {
            let sides = |side: usize| (side as u32, side as u32);
            level = shrunk(&level, sides(side), sides(side / 2));
            side /= 2;
            for (index, texel) in level.iter().enumerate() {
                put(storage.place(index % side, index / side, side, side), *texel);
            }
        }
    }
    Some(out)
}

fn compress(code: TexelCode, [r, g, b, a]: [u8; 4]) -> u16 {
    let scaled = |value: u8, most: u16| (u16::from(value) * most + 127) / 255;
    match code {
        TexelCode::Argb1555 => {
            scaled(r, 31) << 10 | scaled(g, 31) << 5 | scaled(b, 31) | u16::from(a > 0) << 15
        }
        TexelCode::Rgb565 if a == 0 => 0xF81F,
        TexelCode::Rgb565 => match scaled(r, 31) << 11 | scaled(g, 63) << 5 | scaled(b, 31) {
            // This word is reserved for holes.
            0xF81F => 0xF83F,
            word => word,
        },
        TexelCode::Argb4444 => {
            scaled(a, 15) << 12 | scaled(r, 15) << 8 | scaled(g, 15) << 4 | scaled(b, 15)
        }
    }
}

/// Index of texel (x, y) in twiddled order: the low bits are interleaved, y in the even positions;
/// squares are consecutive along the longer side.
pub fn twiddle(x: usize, y: usize, w: usize, h: usize) -> usize {
    let n = w.min(h);
    let bits = n.trailing_zeros();
    let mut index = 0;
    for bit in 0..bits {
        index |= ((y >> bit) & 1) << (2 * bit) | ((x >> bit) & 1) << (2 * bit + 1);
    }
    index | ((x | y) & !(n - 1)) << bits
}

fn expand(code: TexelCode, word: u16) -> [u8; 4] {
    let five = |shift: u16| expand5((word >> shift & 31) as u8);
    let four = |shift: u16| (word >> shift & 15) as u8 * 17;
    match code {
        TexelCode::Argb1555 => {
            [five(10), five(5), five(0), if word & 0x8000 != 0 { 255 } else { 0 }]
        }
        // Magenta is a hole, as in palettes [S psxprev].
        TexelCode::Rgb565 if word == 0xF81F => [255, 0, 255, 0],
        TexelCode::Rgb565 => {
            let green = ((u32::from(word >> 5 & 63) * 259 + 33) >> 6) as u8;
            [five(11), green, five(0), 255]
        }
        TexelCode::Argb4444 => [four(8), four(4), four(0), four(12)],
    }
}
