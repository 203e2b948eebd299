//! PlayStation 2 texture storage: the order of palettes, the order of texels, and alpha with 128 as
//! opaque. Source: the format document `ssx-mpf.md` section 9.

/// Position of colour `index` in a palette of 256: bits 3 and 4 are exchanged. The function is its own
/// inverse.
pub fn clut_index(index: u8) -> u8 {
    (index & 0xE7) | (index & 8) << 1 | (index & 16) >> 1
}

/// Alpha in the usual range: 128 and more becomes opaque.
pub fn alpha(stored: u8) -> u8 {
    stored.saturating_mul(2)
}

/// Offset of texel (x, y) of an 8-bit image that was uploaded in another format; `None` if width or
/// height is not a multiple of 16.
pub fn place8(x: usize, y: usize, width: usize, height: usize) -> Option<usize> {
    if !width.is_multiple_of(16) || !height.is_multiple_of(16) || x >= width || y >= height {
        return None;
    }
    let block = (y & !15) * width + (x & !15) * 2;
    Some(block + row(y) * width * 2 + column(x, y) * 4 + ((y >> 1) & 1) + ((x >> 2) & 2))
}

/// Byte of texel (x, y) of a 4-bit image, and `true` if it is the high nibble.
pub fn place4(x: usize, y: usize, width: usize, height: usize) -> Option<(usize, bool)> {
    if width == 0 || height == 0 || x >= width || y >= height {
        return None;
    }
    let (across, down) = (width.div_ceil(PAGE), height.div_ceil(PAGE));
    let page = (y / PAGE) * across + x / PAGE;
    let base = (page / down) * 32 * height * 2 + (page % down) * 64 * 4;
    let (px, py) = (x % PAGE, y % PAGE);
    let block = ((px & !31) >> 1) * height + (py & !15) * 2;
    let byte = base + block + row(y) * height * 2 + column(x, y) * 4 + ((x >> 3) & 3);
    Some((byte, (y >> 1) & 1 == 1))
}

/// Width and height of a page of 4-bit texels.
const PAGE: usize = 128;

fn row(y: usize) -> usize {
    (((y & !3) >> 1) + (y & 1)) & 7
}

fn column(x: usize, y: usize) -> usize {
    let shift = (((y + 2) >> 2) & 1) * 4;
    (x + shift) & 7
}
