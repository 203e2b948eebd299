//! Pictures to tiles. What is stored already and shows the same stays as it is.

use super::{Coding, PaletteCoding, decode, indices, offsets};
use crate::bytes::Endian;

/// Bytes of a picture of colours. `was` are those it takes the place of, or nothing.
/// `None` for indices, and where texels are too few.
pub fn encode(
    coding: Coding,
    (width, height): (u32, u32),
    texels: &[[u8; 4]],
    was: &[u8],
    endian: Endian,
) -> Option<Vec<u8>> {
    let len = usize::try_from(coding.bytes(width, height)?).ok()?;
    let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
    if coding.is_indexed() || texels.len() < count {
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
        match coding {
            Coding::Rgb565 => put(at, &word(rgb565(*texel), endian)),
            Coding::Rgb5A3 => put(at, &word(rgb5a3(*texel), endian)),
            Coding::Bgr8 => put(at, &[b, g, r]),
            _ => {
                put(at, &[a, r]);
                put(at + 32, &[g, b]);
            }
        }
    }
    Some(out)
}

/// Bytes of a picture of indices, row by row. What fills tiles up stays as in `was`.
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

fn word(word: u16, endian: Endian) -> [u8; 2] {
    match endian {
        Endian::Big => word.to_be_bytes(),
        Endian::Little => word.to_le_bytes(),
    }
}

fn scaled(value: u8, most: u16) -> u16 {
    (u16::from(value) * most + 127) / 255
}

fn rgb565([r, g, b, _]: [u8; 4]) -> u16 {
    scaled(r, 31) << 11 | scaled(g, 63) << 5 | scaled(b, 31)
}

/// Opaque where the alpha is nearer to 255 than to what three bits can say.
fn rgb5a3([r, g, b, a]: [u8; 4]) -> u16 {
    if a >= 238 {
        return 0x8000 | scaled(r, 31) << 10 | scaled(g, 31) << 5 | scaled(b, 31);
    }
    scaled(a, 7) << 12 | scaled(r, 15) << 8 | scaled(g, 15) << 4 | scaled(b, 15)
}

impl PaletteCoding {
    /// Entries as stored.
    pub fn encode(self, colours: &[[u8; 4]], endian: Endian) -> Vec<u8> {
        let entry = |colour: &[u8; 4]| match self {
            PaletteCoding::Rgb5A3 => word(rgb5a3(*colour), endian).to_vec(),
            PaletteCoding::Rgb565 => word(rgb565(*colour), endian).to_vec(),
            PaletteCoding::Rgba8888 => {
                let word = u32::from_be_bytes(*colour);
                match endian {
                    Endian::Big => word.to_be_bytes().to_vec(),
                    Endian::Little => word.to_le_bytes().to_vec(),
                }
            }
        };
        colours.iter().flat_map(entry).collect()
    }

    /// What a colour becomes once it is stored.
    pub fn rounded(self, colour: [u8; 4]) -> [u8; 4] {
        let stored = self.encode(&[colour], Endian::Big);
        self.decode(&stored, Endian::Big).first().copied().unwrap_or(colour)
    }
}
