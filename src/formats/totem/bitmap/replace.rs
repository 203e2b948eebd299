//! Replaces the picture of a bitmap.

use super::records::Bitmap;
use crate::codec::gx;
use crate::codec::palette;
use crate::formats::single_picture::picture_of;
use crate::formats::{EditResult, Refusal};
use crate::scene::{PaletteUse, Picture, Replacement};

/// Maximum side length of the GameCube's graphics chip.
const MAX_SIDE: u32 = 1024;

pub(super) fn with_picture(bitmap: &Bitmap, new: &Replacement) -> EditResult<Bitmap> {
    let picture = picture_of(new)?;
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let Some(coding) = bitmap.header.coding() else {
        return refuse("unknown pixel format");
    };
    if bitmap.header.is_cut_rgba() {
        return refuse("the bitmap stores only a part of its picture (format 13 with filter 5)");
    }
    let mut new = bitmap.clone();
    let size = (picture.width, picture.height);
    if !(1..=MAX_SIDE).contains(&size.0) || !(1..=MAX_SIDE).contains(&size.1) {
        let (w, h) = size;
        let why = format!("expected 1 to {MAX_SIDE} texels per side, found {w} × {h}");
        return Err(Refusal(why));
    }
    let same = size == (bitmap.header.width, bitmap.header.height);
    (new.header.width, new.header.height) = size;
    let was: &[u8] = if same { &bitmap.pixels } else { &[] };
    let pixels = if coding.is_indexed() {
        let indices = indexed(&mut new, picture, was)?;
        gx::put_indices(coding, size, &indices, was)
    } else {
        gx::encode(coding, size, &picture.texels, was, bitmap.endian())
    };
    let (wanted, found) = (u64::from(size.0) * u64::from(size.1), picture.texels.len());
    let few = || Refusal(format!("expected {wanted} texels, found {found}"));
    new.pixels = pixels.ok_or_else(few)?;
    Ok(new)
}

/// Encodes a picture as indices; the palette is rebuilt if requested.
fn indexed(bitmap: &mut Bitmap, picture: &Picture, was: &[u8]) -> EditResult<Vec<u8>> {
    let header = &bitmap.header;
    let (Some(coding), Some(colouring)) = (header.coding(), header.palette_coding()) else {
        return Err(Refusal("unknown palette format".to_owned()));
    };
    let mut colours = bitmap.colours();
    let now = gx::indices(coding, header.width, header.height, was);
    let fits = |[r, g, b, a]: &[u8; 4]| {
        colours.contains(&[*r, *g, *b, *a]) || *a == 0 && colours.iter().any(|c| c.ends_with(&[0]))
    };
    if picture.palette != PaletteUse::Keep && !picture.texels.iter().all(fits) {
        let entries = coding.palette_entries();
        colours = palette::rebuilt(&picture.texels, entries, |colour| colouring.rounded(colour));
        colours.resize(entries, [0; 4]);
        bitmap.palette = colouring.encode(&colours, bitmap.endian());
        // The colours as they will be read: encoding may have rounded them.
        colours = bitmap.colours();
    }
    let found = palette::indices(&picture.texels, &colours, now.as_deref());
    found.ok_or_else(|| {
        let why = "the picture has transparent texels, but the kept palette has no transparent \
                   colour; rebuild the palette";
        Refusal(why.to_owned())
    })
}
