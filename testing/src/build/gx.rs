//! Encodes pictures and palettes as the tiles and entries of the graphics chip.

use gouraud::bytes::{ColourWord, Endian, Writer};
use gouraud::codec::gx::Coding;

/// Rounds a channel to the nearest of `most` + 1 steps.
fn reduce(channel: u8, most: u16) -> u16 {
    (u16::from(channel) * most + 127) / 255
}

fn rgb565([r, g, b, _]: [u8; 4]) -> u16 {
    reduce(r, 31) << 11 | reduce(g, 63) << 5 | reduce(b, 31)
}

fn rgb5a3([r, g, b, a]: [u8; 4]) -> u16 {
    let alpha = reduce(a, 7);
    if alpha == 7 {
        return 0x8000 | reduce(r, 31) << 10 | reduce(g, 31) << 5 | reduce(b, 31);
    }
    alpha << 12 | reduce(r, 15) << 8 | reduce(g, 15) << 4 | reduce(b, 15)
}

/// Stored entries of these colours, rounded to the coding's precision.
pub fn palette(coding: ColourWord, colours: &[[u8; 4]], endian: Endian) -> Vec<u8> {
    let mut out = Writer::new(endian);
    for colour in colours {
        match coding {
            ColourWord::Rgb5A3 => out.put(rgb5a3(*colour)),
            ColourWord::Rgb565 => out.put(rgb565(*colour)),
            ColourWord::Rgba8888 => out.put(u32::from_be_bytes(*colour)),
            other => panic!("the chip has no coding {other:?}"),
        }
    }
    out.finish()
}

/// Indices in tiles, padded with 0.
pub fn indices(coding: Coding, (width, height): (u32, u32), indices: &[u8]) -> Vec<u8> {
    let mut out = blank(coding, width, height);
    for ((x, at), index) in offsets(coding, width, height).zip(indices) {
        match coding {
            Coding::C4 if x % 2 == 0 => out[at] |= index << 4,
            Coding::C4 => out[at] |= index & 15,
            _ => out[at] = *index,
        }
    }
    out
}

/// Colours in tiles, padded with 0, for codings without a palette.
pub fn colours(
    coding: Coding,
    (width, height): (u32, u32),
    colours: &[[u8; 4]],
    endian: Endian,
) -> Vec<u8> {
    let mut out = blank(coding, width, height);
    for ((_, at), colour) in offsets(coding, width, height).zip(colours) {
        let [r, g, b, a] = *colour;
        let mut texel = Writer::new(endian);
        match coding {
            Coding::Rgb565 => texel.put(rgb565(*colour)),
            Coding::Rgb5A3 => texel.put(rgb5a3(*colour)),
            Coding::Bgr8 => texel.bytes(&[b, g, r]),
            Coding::Rgba8 => {
                texel.bytes(&[a, r]);
                out[at + 32..at + 34].copy_from_slice(&[g, b]);
            }
            Coding::C4 | Coding::C8 | Coding::Cmpr => {}
        }
        let texel = texel.finish();
        out[at..at + texel.len()].copy_from_slice(&texel);
    }
    out
}

/// Every texel's column and its offset in the stored bytes, row by row.
fn offsets(coding: Coding, width: u32, height: u32) -> impl Iterator<Item = (u32, usize)> {
    let texels = (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
    texels.map(move |(x, y)| (x, coding.offset(width, x, y) as usize))
}

fn blank(coding: Coding, width: u32, height: u32) -> Vec<u8> {
    vec![0; coding.bytes(width, height).unwrap_or(0) as usize]
}
