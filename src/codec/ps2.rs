//! How the PlayStation 2 keeps textures in memory: the order of palettes, the order of texels, and
//! an alpha of which 128 is opaque. Source: the format document `ssx-mpf.md` section 9.

/// Position of colour `index` in a palette of 256: bits 3 and 4 are exchanged. Its own inverse.
pub fn clut_index(index: u8) -> u8 {
    (index & 0xE7) | (index & 8) << 1 | (index & 16) >> 1
}

/// Alpha as others have it: 128 and more is opaque.
pub fn alpha(stored: u8) -> u8 {
    stored.saturating_mul(2)
}

/// Offset of texel (x, y) of an 8-bit image, when the image was loaded as another
/// format; `None` when the sides are not multiples of 16.
pub fn place8(x: usize, y: usize, width: usize, height: usize) -> Option<usize> {
    if !width.is_multiple_of(16) || !height.is_multiple_of(16) || x >= width || y >= height {
        return None;
    }
    let block = (y & !15) * width + (x & !15) * 2;
    Some(block + row(y) * width * 2 + column(x, y) * 4 + ((y >> 1) & 1) + ((x >> 2) & 2))
}

/// Offset of texel (x, y) of a 4-bit image: the byte, and whether it is its high half.
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

/// Texels a side of a page of 4-bit texels.
const PAGE: usize = 128;

fn row(y: usize) -> usize {
    (((y & !3) >> 1) + (y & 1)) & 7
}

fn column(x: usize, y: usize) -> usize {
    let shift = (((y + 2) >> 2) & 1) * 4;
    (x + shift) & 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palettes_exchange_the_middle_of_each_32() {
        let pairs = [(8, 16), (15, 23), (24, 24), (40, 48), (7, 7)];
        for (a, b) in pairs {
            assert_eq!((clut_index(a), clut_index(b)), (b, a));
        }
        assert!((0..=255).all(|index| clut_index(clut_index(index)) == index));
    }

    #[test]
    fn eight_bit_texels_of_the_document() {
        let row = |y| (0..16).map(|x| place8(x, y, 16, 16).unwrap()).collect::<Vec<_>>();
        assert_eq!(row(0), [0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30]);
        assert_eq!(row(2), [17, 21, 25, 29, 1, 5, 9, 13, 19, 23, 27, 31, 3, 7, 11, 15]);
        let mut all: Vec<usize> = (0..16).flat_map(row).collect();
        all.sort_unstable();
        assert_eq!(all, (0..256).collect::<Vec<_>>());
        assert_eq!(place8(0, 0, 8, 16), None);
    }

    #[test]
    fn four_bit_texels_of_a_page_have_an_offset_each() {
        for (width, height) in [(128, 128), (32, 128)] {
            let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let mut all: Vec<_> =
                texels.map(|(x, y)| place4(x, y, width, height).unwrap()).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), width * height, "{width} × {height}");
            assert_eq!(all.last().unwrap().0, width * height / 2 - 1);
        }
    }

    #[test]
    fn alpha_doubles_and_stops() {
        assert_eq!([0, 64, 127, 128, 200].map(alpha), [0, 128, 254, 255, 255]);
    }
}
