//! Encodes pictures to tiles. Stored texels that already match are preserved.

use super::{Coding, decode, indices, offsets};
use crate::bytes::{ColourWord, Endian};

/// Encodes a picture of colours. `was` are the bytes that it replaces, or empty. `None` for indices and
/// blocks, and if there are too few texels.
pub fn encode(
    coding: Coding,
    (width, height): (u32, u32),
    texels: &[[u8; 4]],
    was: &[u8],
    endian: Endian,
) -> Option<Vec<u8>> {
    let len = usize::try_from(coding.bytes(width, height)?).ok()?;
    let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
    if coding.is_indexed() || coding == Coding::Cmpr || texels.len() < count {
        return None;
    }
    let shown = Some(was).filter(|was| was.len() == len);
    let shown = shown.and_then(|was| decode(coding, (width, height), was, &[], endian));
    let mut out = if shown.is_some() { was.to_vec() } else { vec![0; len] };
    for (index, ((_, at), texel)) in offsets(coding, width, height).zip(texels).enumerate() {
        if shown.as_ref().and_then(|shown| shown.get(index)) == Some(texel) {
            continue;
        }
        let [r, g, b, a] = *texel;
        let mut put = |at: usize, bytes: &[u8]| {
            let target = at.checked_add(bytes.len()).and_then(|end| out.get_mut(at..end));
            if let Some(target) = target {
                target.copy_from_slice(bytes);
            }
        };
        let word = |coding: ColourWord| {
            let word = coding.nearest(*texel) as u16;
            if endian == Endian::Big { word.to_be_bytes() } else { word.to_le_bytes() }
        };
        match coding {
            Coding::Rgb565 => put(at, &word(ColourWord::Rgb565)),
            Coding::Rgb5A3 => put(at, &word(ColourWord::Rgb5A3)),
            Coding::Bgr8 => put(at, &[b, g, r]),
            _ => {
                put(at, &[a, r]);
                put(at + 32, &[g, b]);
            }
        }
    }
    Some(out)
}

/// Encodes a picture of indices in row order. Padding of tiles is preserved from `was`.
pub fn put_indices(
    coding: Coding,
    (width, height): (u32, u32),
    new: &[u8],
    was: &[u8],
) -> Option<Vec<u8>> {
    let len = usize::try_from(coding.bytes(width, height)?).ok()?;
    let stays = was.len() == len && indices(coding, width, height, was).is_some();
    let mut out = if stays { was.to_vec() } else { vec![0; len] };
    for ((x, at), index) in offsets(coding, width, height).zip(new) {
        let byte = out.get_mut(at)?;
        *byte = match coding {
            Coding::C4 if x % 2 == 0 => *byte & 0x0F | index << 4,
            Coding::C4 => *byte & 0xF0 | index & 15,
            _ => *index,
        };
    }
    Some(out)
}
