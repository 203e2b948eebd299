//! Images replaced where they stand: sizes, and with them all offsets, stay.

use super::pixels::{Alpha, Pixels, stored};
use super::records::{Image, Sheet, bits, kind};
use crate::codec::{palette, ps2};
use crate::formats::ea::refpack::RefPack;
use crate::formats::{Loaded, Refusal};
use crate::scene::{PaletteUse, Picture, Replacement};

/// Bytes that are to stand somewhere.
struct Patch {
    at: u64,
    bytes: Vec<u8>,
}

pub(super) fn with_picture(
    file: &Loaded<Sheet>,
    path: &str,
    new: &Replacement,
) -> Result<Vec<u8>, Refusal> {
    let none = || Refusal(format!("{path} is no texture of this file"));
    let Replacement::Picture(picture) = new else { return Err(none()) };
    let index = path.strip_prefix("images[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let image = file.records.images.get(index).ok_or_else(none)?;
    let mut bytes = file.source.bytes().to_vec();
    for patch in patches(file, image, picture)? {
        let start = usize::try_from(patch.at).map_err(|_| none())?;
        let end = start.checked_add(patch.bytes.len()).ok_or_else(none)?;
        bytes.get_mut(start..end).ok_or_else(none)?.copy_from_slice(&patch.bytes);
    }
    Ok(bytes)
}

fn patches(
    file: &Loaded<Sheet>,
    image: &Image,
    picture: &Picture,
) -> Result<Vec<Patch>, Refusal> {
    let refuse = |why: &str| Refusal(why.to_owned());
    let pixels = Pixels::of(image, &file.source).ok_or_else(|| refuse("it has no texels"))?;
    let (width, height) = (pixels.width, pixels.height);
    if (u64::from(picture.width), u64::from(picture.height)) != (width as u64, height as u64) {
        let (w, h) = (picture.width, picture.height);
        let why = format!("the picture has {w} × {h} texels, and must have {width} × {height}");
        return Err(Refusal(why));
    }
    let mut data = pixels.data().to_vec();
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut patches = Vec::new();
    if pixels.palette.is_empty() {
        let shown = |data: &[u8], (x, y)| pixels.texel(data, x, y);
        for (place, texel) in all.zip(&picture.texels) {
            if shown(&data, place) != *texel {
                put_colour(&pixels, &mut data, place, *texel);
            }
        }
        let alphas = data.chunks_exact(4).filter_map(|texel| texel.last().copied());
        let direct = pixels.chunk.header.plain_kind() == kind::RGBA8888;
        if direct && Alpha::of(image, alphas.take(width * height)) != pixels.alpha {
            return Err(refuse("without any alpha above 128 all of them would be taken for double"));
        }
    } else {
        let mut colours = pixels.palette.clone();
        let fits = picture.texels.iter().all(|texel| colours.contains(texel));
        if picture.palette != PaletteUse::Keep && !fits {
            let (patch, made) = palette_patch(file, image, picture)?;
            patches.push(patch);
            colours = made;
        }
        let was: Vec<u8> = all.clone().map(|place| index_at(&pixels, &data, place)).collect();
        let indices = palette::indices(&picture.texels, &colours, Some(&was)).ok_or_else(|| {
            refuse(
                "the picture has clear texels, and its palette has no colour for them (keep): \
                 have it made anew",
            )
        })?;
        for (place, index) in all.zip(indices) {
            put_index(&pixels, &mut data, place, index);
        }
    }
    if data != pixels.data() {
        patches.push(Patch { at: pixels.chunk.start, bytes: packed(file, &pixels, data)? });
    }
    Ok(patches)
}

/// Texels as they stand in the file: packed anew into the room of the old stream.
fn packed(file: &Loaded<Sheet>, pixels: &Pixels, data: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    let chunk = &pixels.chunk;
    if !chunk.header.is_packed() {
        return Ok(data);
    }
    let was = stored(&file.source, chunk);
    let header = RefPack::of(was).ok_or_else(|| Refusal("its stream has no header".to_owned()))?;
    let mut stream = header.wrap(&data);
    if stream.len() > was.len() {
        let (needed, room) = (stream.len(), was.len());
        return Err(Refusal(format!("packed it takes {needed} bytes, and has room for {room}")));
    }
    stream.extend(was.get(stream.len()..).unwrap_or(&[]));
    Ok(stream)
}

/// A palette made for the picture, as stored and as it is read.
fn palette_patch(
    file: &Loaded<Sheet>,
    image: &Image,
    picture: &Picture,
) -> Result<(Patch, Vec<[u8; 4]>), Refusal> {
    let chunk = image.palette().ok_or_else(|| Refusal("it has no palette".to_owned()))?;
    let (was, _) = stored(&file.source, chunk).as_chunks::<4>();
    let most = if image.texels().is_some_and(|texels| texels.header.plain_kind() == kind::INDEXED4) {
        16
    } else {
        256
    };
    let entries = was.len().min(most);
    let alpha = Alpha::of(image, was.iter().take(256).map(|[.., alpha]| *alpha));
    let rounded = |[r, g, b, a]: [u8; 4]| match alpha {
        Alpha::Doubled => [r, g, b, ps2::alpha(alpha.undone(a, 0))],
        Alpha::AsStored => [r, g, b, a],
        Alpha::Opaque => [r, g, b, 255],
    };
    let mut colours = palette::rebuilt(&picture.texels, entries, rounded);
    colours.resize(entries, rounded([0, 0, 0, 255]));
    let mut new = was.to_vec();
    let swizzled = chunk.header.is_swizzled() && was.len() >= 256;
    for (index, [r, g, b, a]) in (0..=255u8).zip(&colours) {
        let at = usize::from(if swizzled { ps2::clut_index(index) } else { index });
        if let Some(entry) = new.get_mut(at) {
            *entry = [*r, *g, *b, alpha.undone(*a, entry[3])];
        }
    }
    if Alpha::of(image, new.iter().take(256).map(|[.., alpha]| *alpha)) != alpha {
        let why = "without any alpha above 128 all of them would be taken for double";
        return Err(Refusal(why.to_owned()));
    }
    Ok((Patch { at: chunk.start, bytes: new.concat() }, colours))
}

fn index_at(pixels: &Pixels, data: &[u8], (x, y): (usize, usize)) -> u8 {
    let (at, high) = pixels.offset(x, y);
    let byte = data.get(at).copied().unwrap_or(0);
    match (pixels.chunk.header.plain_kind(), high) {
        (kind::INDEXED4, true) => byte >> 4,
        (kind::INDEXED4, false) => byte & 15,
        _ => byte,
    }
}

fn put_index(pixels: &Pixels, data: &mut [u8], (x, y): (usize, usize), index: u8) {
    let (at, high) = pixels.offset(x, y);
    let Some(byte) = data.get_mut(at) else { return };
    *byte = match (pixels.chunk.header.plain_kind(), high) {
        (kind::INDEXED4, true) => *byte & 0x0F | index << 4,
        (kind::INDEXED4, false) => *byte & 0xF0 | index & 15,
        _ => index,
    };
}

fn put_colour(pixels: &Pixels, data: &mut [u8], (x, y): (usize, usize), texel: [u8; 4]) {
    let kind = pixels.chunk.header.plain_kind();
    let len = usize::try_from(bits(kind).unwrap_or(0) / 8).unwrap_or(0);
    let (at, _) = pixels.offset(x, y);
    let Some(target) = at.checked_add(len).and_then(|end| data.get_mut(at..end)) else { return };
    let [r, g, b, a] = texel;
    let five = |value: u8| (u16::from(value) * 31 + 127) / 255;
    match target {
        [low, high] => {
            let word = five(r) | five(g) << 5 | five(b) << 10 | u16::from(a > 0) << 15;
            [*low, *high] = word.to_le_bytes();
        }
        [red, green, blue] => [*red, *green, *blue] = [r, g, b],
        [red, green, blue, alpha] => {
            let was = *alpha;
            [*red, *green, *blue, *alpha] = [r, g, b, pixels.alpha.undone(a, was)];
        }
        _ => {}
    }
}
