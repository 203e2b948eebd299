//! CMPR: DXT1 blocks in tiles of 8 × 8 texels, with big-endian words and indices from the highest bits.

use crate::codec::blocks::BlockCode;

/// Size of a block of 4 × 4 texels in bytes.
const BLOCK: usize = 8;

/// Decodes a picture in row order; `None` if `data` is too short.
pub(super) fn decode((width, height): (u32, u32), data: &[u8]) -> Option<Vec<[u8; 4]>> {
    // Tiles per row and column, and blocks per row: a tile has two blocks per side.
    let (across, down) = (width.div_ceil(8) as usize, height.div_ceil(8) as usize);
    let row = across * 2;
    let len = across.checked_mul(down)?.checked_mul(4 * BLOCK)?;
    let mut blocks = vec![0; data.get(..len)?.len()];
    for (index, block) in data.as_chunks::<BLOCK>().0.iter().take(len / BLOCK).enumerate() {
        let (tile, part) = (index / 4, index % 4);
        let (x, y) = (tile % across * 2 + part % 2, tile / across * 2 + part / 2);
        let to: &mut [u8; BLOCK] = blocks.get_mut((y * row + x) * BLOCK..)?.first_chunk_mut()?;
        *to = turned(*block);
    }
    let whole = (u32::try_from(row * 4).ok()?, u32::try_from(down * 8).ok()?);
    let texels = BlockCode::Dxt1.decode(whole, &blocks)?;
    let rows = texels.chunks_exact(row * 4).take(height as usize);
    Some(rows.filter_map(|row| row.get(..width as usize)).flatten().copied().collect())
}

/// Converts a block to standard DXT1.
fn turned([a, b, c, d, rows @ ..]: [u8; BLOCK]) -> [u8; BLOCK] {
    let [e, f, g, h] = rows.map(|row| row >> 6 | row >> 2 & 0x0C | row << 2 & 0x30 | row << 6);
    [b, a, d, c, e, f, g, h]
}
