//! Replaces the pixels of an image and of its smaller versions in place, and the colours of its palette,
//! which is in the directory.

use super::image::NewImage;
use super::pixels::{Image, alpha_colour, colour_of};
use super::records::{COLOUR, Entry, Pid, mip_key, palette_hash, palette_tag};
use super::relief::emboss;
use super::room::lengthen;
use crate::bytes::Value;
use crate::codec::palette;
use crate::codec::shrink::shrunk;
use crate::formats::write_back::Fields;
use crate::formats::{EditResult, Refusal};
use crate::scene::{PaletteUse, Picture};

/// The directory fields that give the palette of image `index` the colours of a picture, as many as fit.
/// Empty if it has them already, or the palette must not change.
///
/// # Errors
/// When another texture uses the palette too.
pub fn with_palette(pid: &Pid, index: usize, picture: &Picture) -> EditResult<Fields> {
    let entry = pid.entries.get(index).filter(|_| picture.palette != PaletteUse::Keep);
    let Some((entry, number)) = entry.and_then(|entry| Some((entry, entry.palette()?))) else {
        return Ok(Fields::new());
    };
    let is_wide = entry.pixel_bytes() == 2;
    let own = pid.palettes.get(number).filter(|_| !is_wide || entry.is_bump());
    let Some(own) = own else { return Ok(Fields::new()) };
    let shown = colours(pid, entry, if is_wide { 64 } else { 256 });
    let fits = |texel: &[u8; 4]| texel[3] == 0 || shown.contains(texel);
    if picture.texels.iter().all(fits) {
        return Ok(Fields::new());
    }
    let is_other = |other: &Entry| other.palette() == Some(number) && other.id != entry.id;
    if let Some(other) = pid.entries.iter().position(is_other) {
        let why = format!("entries[{other}] uses palettes[{number}] too: keep the palette");
        return Err(Refusal(why));
    }
    // A transparent texel may have any colour.
    let first = usize::from(entry.has_holes());
    let drawn: Vec<[u8; 4]> = picture.texels.iter().copied().filter(|texel| texel[3] > 0).collect();
    let made =
        palette::rebuilt(&drawn, shown.len().saturating_sub(first), |[r, g, b, _]| [r, g, b, 255]);
    let mut words = own.colours.clone();
    for (word, [r, g, b, _]) in words.iter_mut().skip(first).zip(made) {
        *word = COLOUR.recoloured(*word, [r, g, b], None);
    }
    Ok(recoloured(pid, number, &words))
}

/// The fields of a palette with these colours, and the dependent ones: its hash, and the keys of smaller
/// versions.
fn recoloured(pid: &Pid, number: usize, words: &[u32]) -> Fields {
    let Some(palette) = pid.palettes.get(number) else { return Fields::new() };
    let value = |number: u32| Value::Uint(number.into());
    let changed =
        words.iter().zip(&palette.colours).enumerate().filter(|(_, (new, old))| new != old);
    let colour = |(entry, (new, _)): (usize, (&u32, &u32))| {
        (format!("palettes[{number}].colours[{entry}]"), value(*new))
    };
    let mut fields: Fields = changed.map(colour).collect();
    let hash = palette_hash(words);
    fields.push((format!("palettes[{number}].hash"), value(hash)));
    let of_it = |(_, entry): &(usize, &Entry)| entry.is_mip() && entry.palette() == Some(number);
    let key = |(index, entry): (usize, &Entry)| {
        let key = mip_key(entry.width, entry.height, palette_tag(hash));
        (format!("entries[{index}].mip_key"), value(key))
    };
    fields.extend(pid.entries.iter().enumerate().filter(of_it).map(key));
    fields
}

/// Replaces image `index` in the pixel file, with its present palette; rows from the bottom.
///
/// # Errors
/// When the picture has another size, or the pixel file is too short.
pub fn with_picture(pid: &Pid, pixels: &[u8], new: &NewImage<'_>) -> EditResult<Vec<u8>> {
    let NewImage { index, picture, relief } = new;
    let none = || Refusal(format!("no image {index}"));
    let entry = pid.entries.get(*index).ok_or_else(none)?;
    let size = (picture.width, picture.height);
    if size != (entry.width, entry.height) {
        let (width, height) = (entry.width, entry.height);
        let (w, h) = size;
        let why = format!("expected a picture of {width} × {height} texels, found {w} × {h}");
        return Err(Refusal(why));
    }
    let mut all = pixels.to_vec();
    lengthen(pid, &mut all, entry.id)?;
    paint(pid, entry, &mut all, &picture.texels)?;
    let carve = |entry: &Entry, all: &mut [u8]| {
        if let Some(relief) = relief {
            emboss(entry, all, &shrunk(relief, size, (entry.width, entry.height)));
        }
    };
    carve(entry, &mut all);
    if all != pixels {
        // The first entry with an identifier owns the smaller versions.
        let first = pid.entries.iter().position(|one| one.id == entry.id && !one.is_mip());
        let mips = pid.entries.iter().filter(|one| one.id == entry.id && one.is_mip());
        for mip in mips.filter(|_| first == Some(*index)) {
            if mip.width <= entry.width && mip.height <= entry.height {
                let texels = shrunk(&picture.texels, size, (mip.width, mip.height));
                paint(pid, mip, &mut all, &texels)?;
                carve(mip, &mut all);
            }
        }
    }
    Ok(all)
}

pub(super) fn paint(
    pid: &Pid,
    entry: &Entry,
    all: &mut [u8],
    texels: &[[u8; 4]],
) -> EditResult<()> {
    let places = (0..entry.height).flat_map(|y| (0..entry.width).map(move |x| (x, y)));
    let len = all.len();
    let size = usize::try_from(entry.pixel_bytes()).unwrap_or(usize::MAX);
    let place = |(x, y)| {
        let at = usize::try_from(Image::offset(entry, x, y)?).ok()?;
        at.checked_add(size).filter(|end| *end <= len).map(|_| at)
    };
    let places: Option<Vec<usize>> = places.map(place).collect();
    let places =
        places.ok_or_else(|| Refusal("the pixel file ends within the image".to_owned()))?;
    let wide = size == 2;
    let stored: Vec<u16> = places.iter().map(|at| word(all, *at, wide)).collect();
    let words: Vec<u16> = if wide && !entry.is_bump() {
        let nearer = |(was, texel): (&u16, &[u8; 4])| match alpha_colour(*was) == *texel {
            true => *was,
            false => alpha_word(*texel),
        };
        stored.iter().zip(texels).map(nearer).collect()
    } else {
        // Bump maps have two angles in the bits below the index.
        let angles = if wide { 10 } else { 0 };
        let was: Vec<u8> = stored.iter().map(|word| (word >> angles) as u8).collect();
        let colours = colours(pid, entry, if wide { 64 } else { 256 });
        let found = palette::indices(texels, &colours, Some(&was)).ok_or_else(|| {
            Refusal(
                "the picture has transparent texels, but the texture has no transparent colour"
                    .to_owned(),
            )
        })?;
        let joined =
            |(index, was): (u8, &u16)| u16::from(index) << angles | was & ((1u16 << angles) - 1);
        found.into_iter().zip(&stored).map(joined).collect()
    };
    for (at, word) in places.into_iter().zip(words) {
        if let Some(target) = all.get_mut(at..at.saturating_add(size)) {
            target.copy_from_slice(word.to_le_bytes().get(..size).unwrap_or(&[]));
        }
    }
    Ok(())
}

fn word(all: &[u8], at: usize, wide: bool) -> u16 {
    let byte = |at: usize| all.get(at).copied().unwrap_or(0);
    u16::from(byte(at)) | if wide { u16::from(byte(at.saturating_add(1))) << 8 } else { 0 }
}

/// The colours of all indices.
fn colours(pid: &Pid, entry: &Entry, most: u16) -> Vec<[u8; 4]> {
    let palette = entry.palette().and_then(|palette| pid.palettes.get(palette));
    let own = palette.map(|palette| palette.colours.as_slice());
    let count = own.map_or(usize::from(most), <[_]>::len).min(usize::from(most));
    let mut all: Vec<[u8; 4]> =
        (0..most).take(count).map(|index| colour_of(own, index, 256 / most)).collect();
    if let (true, Some(first)) = (entry.has_holes(), all.first_mut()) {
        first[3] = 0;
    }
    all
}

fn alpha_word([r, g, b, a]: [u8; 4]) -> u16 {
    let four = |value: u8| (u16::from(value) * 15 + 127) / 255;
    four(a) << 12 | four(r) << 8 | four(g) << 4 | four(b)
}
