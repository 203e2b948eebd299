//! Replaces the picture of a texture.

use std::sync::Arc;

use super::pixels::Direct;
use super::records::{COLOUR, REFERENCE, Tex};
use crate::codec::palette;
use crate::formats::{EditResult, Refusal};
use crate::scene::{PaletteUse, Picture};

/// Maximum side length on the machines of the time.
const MAX_SIDE: u32 = 1024;

/// Copy of the texture with another picture, in its first palette or the one in `picture`.
pub(super) fn with_picture(texture: &Tex, picture: &Picture) -> EditResult<Tex> {
    let (w, h) = (picture.width, picture.height);
    if !(1..=MAX_SIDE).contains(&w) || !(1..=MAX_SIDE).contains(&h) {
        let why = format!("expected 1 to {MAX_SIDE} texels per side, found {w} × {h}");
        return Err(Refusal(why));
    }
    let mut made = texture.clone();
    let same = (w, h) == (texture.header.width, texture.header.height);
    (made.header.width, made.header.height) = (w, h);
    let was: &[u8] = if same { &texture.pixels } else { &[] };
    let pixels = match Direct::of(&texture.header) {
        Some(direct) => direct.encode(&picture.texels, was).ok_or_else(no_hole)?,
        None if texture.is_indexed() && !texture.colours.is_empty() => {
            indexed(&mut made, picture, was)?
        }
        None => {
            return Err(Refusal("the texture has no palette, or an unknown pixel size".to_owned()));
        }
    };
    made.pixels = Arc::from(pixels);
    Ok(made)
}

fn no_hole() -> Refusal {
    let why = "the picture has transparent texels, but the texture has no transparent colour; \
               rebuild the palette, if there is one";
    Refusal(why.to_owned())
}

/// Encodes a picture as indices; the palette is rebuilt if requested.
fn indexed(texture: &mut Tex, picture: &Picture, was: &[u8]) -> EditResult<Vec<u8>> {
    let palette = picture.shown_in.map_or(0, |palette| palette as usize);
    let mut shown = texture.displayed_palette(palette);
    let fits = |texel: &[u8; 4]| {
        shown.contains(texel) || texel[3] == 0 && shown.iter().any(|colour| colour[3] == 0)
    };
    if picture.palette != PaletteUse::Keep && !picture.texels.iter().all(fits) {
        if texture.palettes() > 1 {
            let why = "the texels are used with several palettes; rebuilding one would change the \
                       others";
            return Err(Refusal(why.to_owned()));
        }
        rebuild(texture, &picture.texels);
        // Indices are chosen by displayed colours, which may differ from the stored ones.
        shown = texture.displayed_palette(palette);
    }
    palette::indices(&picture.texels, &shown, Some(was)).ok_or_else(no_hole)
}

/// Builds a palette for these texels. A hole made by the colour key keeps its index.
fn rebuild(texture: &mut Tex, texels: &[[u8; 4]]) {
    let entries = texture.colours_each();
    let first = usize::from(texture.is_keyed(0)).min(entries);
    // A stored 0xFE would mean the reference alpha, so 0xFF is used.
    let rounded = |[r, g, b, a]: [u8; 4]| [r, g, b, if a == REFERENCE { u8::MAX } else { a }];
    let drawn: Vec<[u8; 4]> = match first {
        0 => texels.to_vec(),
        _ => texels.iter().copied().filter(|texel| texel[3] > 0).collect(),
    };
    let made = palette::rebuilt(&drawn, entries - first, rounded);
    let slots = texture.colours.iter_mut().take(entries).skip(first);
    let made = made.into_iter().chain(std::iter::repeat([0, 0, 0, u8::MAX]));
    for (slot, colour) in slots.zip(made) {
        *slot = COLOUR.nearest(colour);
    }
}
