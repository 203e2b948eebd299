//! CMPR: blocks of DXT1 in tiles of 8 × 8 texels, words big-endian, indices from the highest bits.

use crate::codec::blocks::BlockCode;

/// Bytes of a block of 4 × 4 texels.
const BLOCK: usize = 8;

/// The colours of a picture, row by row; `None` when `data` is too short.
pub(super) fn decode((width, height): (u32, u32), data: &[u8]) -> Option<Vec<[u8; 4]>> {
    // Tiles across and down, and blocks across: a tile has two of them on a side.
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

/// A block as others store it.
fn turned([a, b, c, d, rows @ ..]: [u8; BLOCK]) -> [u8; BLOCK] {
    let [e, f, g, h] = rows.map(|row| row >> 6 | row >> 2 & 0x0C | row << 2 & 0x30 | row << 6);
    [b, a, d, c, e, f, g, h]
}
