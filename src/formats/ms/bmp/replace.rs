//! Replaces a bitmap's picture.

use std::sync::Arc;

use super::coding::Coding;
use super::pixels::packed;
use super::records::{Bmp, COLOUR};
use crate::bytes::count32;
use crate::codec::palette;
use crate::formats::{EditResult, Refusal};
use crate::scene::{PaletteUse, Picture, flip_rows};

/// Replaces the picture; the new one may have another size.
///
/// # Errors
/// When the bitmap cannot store the picture.
pub fn with_picture(bitmap: &Bmp, picture: &Picture) -> EditResult<Bmp> {
    let refuse = |why: &str| Refusal(why.to_owned());
    let is_same = (picture.width, picture.height) == (bitmap.header.size().0, bitmap.rows());
    if is_same && bitmap.decode() == picture.texels {
        return Ok(bitmap.clone());
    }
    let side = |side: u32| i32::try_from(side).map_err(|_| refuse("the picture is too large"));
    let mut next = bitmap.clone();
    next.header.width = side(picture.width)?;
    let is_turned = bitmap.header.height < 0;
    next.header.height = side(picture.height)? * if is_turned { -1 } else { 1 };
    let rows = match bitmap.coding() {
        Some(Coding::Direct(channels)) => {
            let mut texels = picture.texels.clone();
            turn(&mut texels, picture.width, bitmap);
            let rows = texels.chunks(picture.width.max(1) as usize);
            let stored = bitmap.stored_rows(if is_same { picture.height } else { 0 });
            let stored = stored.chain(std::iter::repeat(&[][..]));
            rows.zip(stored).map(|(row, was)| channels.encode(row, was)).collect::<Vec<_>>()
        }
        Some(Coding::Indices(bits)) => {
            let mut indices = indexed(&mut next, picture, is_same.then_some(bitmap))?;
            turn(&mut indices, picture.width, bitmap);
            let rows = indices.chunks(picture.width.max(1) as usize);
            rows.map(|row| packed(row, bits)).collect()
        }
        Some(Coding::Runs(_)) => {
            return Err(refuse("run-length encoded bitmaps cannot be written"));
        }
        None => return Err(refuse("unknown pixel storage")),
    };
    let row_bytes = usize::try_from(next.header.row_bytes()).unwrap_or(usize::MAX);
    let pixels: Vec<u8> = rows
        .into_iter()
        .flat_map(|mut row| {
            row.resize(row_bytes, 0);
            row
        })
        .collect();
    resize(&mut next, bitmap, &pixels);
    next.pixels = Arc::from(pixels);
    Ok(next)
}

/// Converts rows between top-down and the order of the bitmap.
fn turn<T>(texels: &mut [T], width: u32, bitmap: &Bmp) {
    if bitmap.header.height > 0 {
        flip_rows(texels, width);
    }
}

/// Updates stored sizes that were right before.
fn resize(next: &mut Bmp, was: &Bmp, pixels: &[u8]) {
    let (old, new) = (count32(was.pixels.len()), count32(pixels.len()));
    if was.header.image_size == old {
        next.header.image_size = new;
    }
    next.file_size = was.file_size.wrapping_sub(old).wrapping_add(new);
}

/// The indices of a picture; the palette is rebuilt on request. Pixels of `was` with unchanged colours
/// keep their index.
fn indexed(next: &mut Bmp, picture: &Picture, was: Option<&Bmp>) -> EditResult<Vec<u8>> {
    let opaque = |texel: &[u8; 4]| [texel[0], texel[1], texel[2], u8::MAX];
    if picture.texels.iter().any(|texel| texel[3] == 0) {
        return Err(Refusal(
            "the picture has transparent texels, which a bitmap cannot store".to_owned(),
        ));
    }
    let texels: Vec<[u8; 4]> = picture.texels.iter().map(opaque).collect();
    let shown = next.shown_palette();
    let is_kept = picture.palette == PaletteUse::Keep;
    if !is_kept && !texels.iter().all(|texel| shown.contains(texel)) {
        let made = palette::rebuilt(&texels, shown.len(), |colour| colour);
        let made = made.into_iter().chain(std::iter::repeat([0, 0, 0, u8::MAX]));
        let words = next.palette.iter_mut();
        words.zip(made.clone()).for_each(|(word, colour)| *word = COLOUR.nearest(colour));
        let core = next.core_palette.iter_mut();
        core.zip(made).for_each(|(place, [r, g, b, _])| *place = [b, g, r]);
    }
    let old = was.map(|was| {
        let mut indices = was.stored_indices(was.rows());
        turn(&mut indices, picture.width, was);
        indices
    });
    let indices = palette::indices(&texels, &next.shown_palette(), old.as_deref());
    indices.ok_or_else(|| Refusal("the palette has no colour for the picture".to_owned()))
}
