//! Texel addresses of a picture and its smaller levels.

use super::coding::{Coding, Console};
use super::records::ChunkHeader;
use crate::codec::ps2;

/// A picture, or a smaller level of it, in the data of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub console: Console,
    pub coding: Coding,
    /// Texels are in the console's own order, according to the header.
    pub swizzled: bool,
    pub width: u32,
    pub height: u32,
    /// Start and exclusive end in the data.
    pub start: u64,
    pub end: u64,
}

/// Picture that a header describes, and the smaller levels that it states.
pub(super) fn levels(
    header: &ChunkHeader,
    console: Console,
    coding: Coding,
) -> impl Iterator<Item = Level> {
    let swizzled = header.is_swizzled();
    let (width, height) = (u32::from(header.width), u32::from(header.height));
    let mut start = 0u64;
    (0..=header.mips()).map(move |level| {
        let half = |side: u32| if side == 0 { 0 } else { (side >> level).max(1) };
        let (width, height) = (half(width), half(height));
        let end = start.saturating_add(coding.bytes(width, height));
        let made = Level { console, coding, swizzled, width, height, start, end };
        start = end;
        made
    })
}

/// Bytes per row and number of rows of a block in the PSP's order.
const PSP_BLOCK: (usize, usize) = (16, 8);

impl Level {
    /// `true` if this size supports the console's order; otherwise rows are plain.
    pub fn can_be_swizzled(&self) -> bool {
        let Some(bits) = self.coding.bits() else { return true };
        match (self.console, self.coding) {
            (Console::Ps2, Coding::Indices8) => {
                self.width.is_multiple_of(16) && self.height.is_multiple_of(16)
            }
            (Console::Ps2 | Console::GameCube, _) => true,
            (Console::Xbox, _) => self.width.is_power_of_two() && self.height.is_power_of_two(),
            (Console::Psp, _) => {
                (u64::from(self.width) * bits).is_multiple_of(PSP_BLOCK.0 as u64 * 8)
                    && self.height.is_multiple_of(PSP_BLOCK.1 as u32)
            }
        }
    }

    /// Byte of texel (x, y) in the data, and `true` if it is the high nibble; for blocks and tiles the
    /// first byte of the block or texel.
    pub fn place(&self, x: usize, y: usize) -> (usize, bool) {
        let (byte, high) = self.within(x, y);
        (usize::try_from(self.start).unwrap_or(usize::MAX).saturating_add(byte), high)
    }

    fn within(&self, x: usize, y: usize) -> (usize, bool) {
        let (width, height) = (self.width as usize, self.height as usize);
        let narrow = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let far = |offset: u64| (usize::try_from(offset).unwrap_or(usize::MAX), false);
        match self.coding {
            Coding::Blocks(code) => return far(code.offset(self.width, narrow(x), narrow(y))),
            Coding::Tiles(tiles) => return far(tiles.offset(self.width, narrow(x), narrow(y))),
            _ => {}
        }
        let plain = y * width + x;
        if !self.swizzled || !self.can_be_swizzled() {
            return self.nth(plain);
        }
        match (self.console, self.coding) {
            (Console::Ps2, Coding::Indices4 { .. }) => {
                ps2::place4(x, y, width, height).unwrap_or_else(|| self.nth(plain))
            }
            (Console::Ps2, Coding::Indices8) => {
                (ps2::place8(x, y, width, height).unwrap_or(plain), false)
            }
            (Console::Xbox, _) => self.nth(morton(x, y, width, height)),
            (Console::Psp, _) => {
                let bits = self.coding.bits().and_then(|bits| usize::try_from(bits).ok());
                let (byte, high) = self.nth(x);
                let row = width * bits.unwrap_or(8) / 8;
                let (across, down) = PSP_BLOCK;
                let block = y / down * row * down + byte / across * across * down;
                (block + y % down * across + byte % across, high)
            }
            _ => self.nth(plain),
        }
    }

    /// Byte of the `n`th stored texel, and `true` if it is the high nibble.
    fn nth(&self, n: usize) -> (usize, bool) {
        match self.coding {
            Coding::Indices4 { high_first } => (n / 2, (n % 2 == 1) != high_first),
            Coding::Colours(channels) => (n * channels.size, false),
            _ => (n, false),
        }
    }
}

/// Index of texel (x, y) in Z-order, for sides that are powers of two: bits of x and y are interleaved, x
/// first; the remaining bits of the longer side follow.
fn morton(x: usize, y: usize, width: usize, height: usize) -> usize {
    let (mut index, mut shift, mut bit) = (0, 0, 1);
    while bit < width || bit < height {
        for (value, side) in [(x, width), (y, height)] {
            if bit < side {
                index |= usize::from(value & bit != 0) << shift;
                shift += 1;
            }
        }
        bit <<= 1;
    }
    index
}
