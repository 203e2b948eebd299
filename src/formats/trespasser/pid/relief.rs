//! Directions of bump maps.

use super::pixels::bump_word;
use super::records::Entry;
use crate::formats::{EditResult, Refusal};
use crate::scene::{Picture, flip_rows};

/// Directions of the bump map of a picture as colours, with rows from the bottom.
///
/// # Errors
/// When it has another size.
pub(super) fn relief(picture: &Picture, bumps: &Picture) -> EditResult<Vec<[u8; 4]>> {
    let Picture { width, height, .. } = *picture;
    let (w, h) = (bumps.width, bumps.height);
    if (w, h) != (width, height) {
        let why = format!("expected a bump map of {width} × {height} texels, found {w} × {h}");
        return Err(Refusal(why));
    }
    let mut normals = normals(bumps);
    flip_rows(&mut normals, width);
    Ok(normals)
}

/// Directions of a bump map as colours. A normal map is used as it is. In a grey picture they are its
/// slopes, where a difference of 32 levels between two texels is 45°.
fn normals(bumps: &Picture) -> Vec<[u8; 4]> {
    let Picture { width, height, texels, .. } = bumps;
    if texels.iter().any(|[r, g, b, _]| r != g || g != b) {
        return texels.iter().map(|[x, y, z, _]| [*x, *y, *z, 255]).collect();
    }
    let level = |x: u32, y: u32| {
        let at = (y % height) as usize * *width as usize + (x % width) as usize;
        texels.get(at).map_or(0.0, |texel| f32::from(texel[0]) / 32.0)
    };
    let byte = |part: f32| (part * 127.5 + 127.5).round().clamp(0.0, 255.0) as u8;
    let normal = |(x, y): (u32, u32)| {
        let across = (level(x + width - 1, y) - level(x + 1, y)) / 2.0;
        let up = (level(x, y + 1) - level(x, y + height - 1)) / 2.0;
        let length = (across * across + up * up + 1.0).sqrt();
        let [x, y, z] = [across, up, 1.0].map(|part| byte(part / length));
        [x, y, z, 255]
    };
    (0..*height).flat_map(|y| (0..*width).map(move |x| (x, y))).map(normal).collect()
}

/// Sets the angles of a bump map's pixels.
pub(super) fn emboss(entry: &Entry, all: &mut [u8], normals: &[[u8; 4]]) {
    let rows = normals.chunks((entry.width as usize).max(1)).zip(0u64..);
    for (row, y) in rows.filter(|_| entry.bits == 16) {
        let start = u64::from(entry.offset) + y * u64::from(entry.stride);
        let bytes = usize::try_from(start).ok().and_then(|start| all.get_mut(start..));
        let pixels = bytes.unwrap_or(&mut []).as_chunks_mut::<2>().0;
        for (pixel, [x, y, z, _]) in pixels.iter_mut().zip(row) {
            let index = u16::from_le_bytes(*pixel) & !0x3FF;
            let part = |byte: &u8| (f32::from(*byte) - 127.5) / 127.5;
            *pixel = (index | bump_word([part(x), part(y), part(z)])).to_le_bytes();
        }
    }
}
