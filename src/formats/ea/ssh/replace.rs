//! Replaces images in place. A packed image that needs more space moves the data after it.

use super::alpha::Alpha;
use super::coding::{Coding, Console};
use super::pixels::Pixels;
use super::records::{HEADER, Image, Sheet};
use crate::bytes::Colour15;
use crate::codec::{palette, ps2};
use crate::formats::ea::refpack::RefPack;
use crate::formats::{EditResult, Loaded, Refusal};
use crate::scene::{PaletteUse, Picture, Replacement};

/// Replacement for bytes of a chunk: of the same length, or longer than the chunk's data.
struct Patch {
    at: u64,
    was: u64,
    bytes: Vec<u8>,
}

/// Alignment of images.
const ALIGN: usize = 16;
/// Offset of the file size, and of the directory with eight bytes per entry.
const SIZE_AT: usize = 4;
const ENTRIES_AT: usize = 16;
/// Refusal of colours without an alpha above 128, which would be read as the range from 0 to 128.
const ALL_LOW: &str = "expected an alpha above 128: without one, all alphas are doubled when read";

pub(super) fn with_picture(
    file: &Loaded<Sheet>,
    path: &str,
    new: &Replacement,
) -> EditResult<Vec<u8>> {
    let none = || Refusal(format!("{path} is not a texture of this file"));
    let Replacement::Picture(picture) = new else { return Err(none()) };
    let index = path.strip_prefix("images[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let image = file.records.images.get(index).ok_or_else(none)?;
    if image.console != Console::Ps2 {
        let why = "only images of the PlayStation 2 (SHPS) can be replaced";
        return Err(Refusal(why.to_owned()));
    }
    let mut bytes = file.source.bytes().to_vec();
    let mut patches = patches(file, image, picture)?;
    // In reverse order, as later data move.
    patches.sort_by_key(|patch| std::cmp::Reverse(patch.at));
    for patch in patches {
        let (start, end) = (usize::try_from(patch.at), usize::try_from(patch.at + patch.was));
        let (Ok(start), Ok(end)) = (start, end) else { return Err(none()) };
        bytes.get(start..end).ok_or_else(none)?;
        let grown = patch.bytes.len().saturating_sub(end - start);
        bytes.splice(start..end, patch.bytes);
        if grown > 0 {
            let count = file.records.images.len();
            move_back(&mut bytes, count, start, grown)
                .ok_or_else(|| Refusal("an image at this position cannot grow".to_owned()))?;
        }
    }
    Ok(bytes)
}

/// Updates sizes and offsets of a sheet after the data of the chunk at `data` has grown.
fn move_back(bytes: &mut [u8], count: usize, data: usize, grown: usize) -> Option<()> {
    let grown = u32::try_from(grown).ok()?;
    let add = |bytes: &mut [u8], at: usize, only_behind: bool| {
        let word: &mut [u8; 4] = bytes.get_mut(at..)?.first_chunk_mut()?;
        let value = u32::from_le_bytes(*word);
        if !only_behind || value as usize > data {
            *word = value.checked_add(grown)?.to_le_bytes();
        }
        Some(())
    };
    add(bytes, SIZE_AT, false)?;
    for entry in 0..count {
        add(bytes, ENTRIES_AT + entry * 8 + 4, true)?;
    }
    // The three bytes after the kind: size of the chunk with its header.
    let header = data.checked_sub(usize::try_from(HEADER).ok()?)?;
    let size: &mut [u8; 3] = bytes.get_mut(header + 1..)?.first_chunk_mut()?;
    let [low, middle, high] = size.map(u32::from);
    let stored = low | middle << 8 | high << 16;
    let [low, middle, high, rest] = stored.checked_add(grown)?.to_le_bytes();
    // Without a size, it follows from the sides, which is impossible for packed images.
    (stored > 0 && rest == 0).then(|| *size = [low, middle, high])
}

fn patches(file: &Loaded<Sheet>, image: &Image, picture: &Picture) -> EditResult<Vec<Patch>> {
    let refuse = |why: &str| Refusal(why.to_owned());
    let pixels =
        Pixels::of(image, &file.source).ok_or_else(|| refuse("the image has no texels"))?;
    let (width, height) = (pixels.width, pixels.height);
    if (u64::from(picture.width), u64::from(picture.height)) != (width as u64, height as u64) {
        let (w, h) = (picture.width, picture.height);
        let why = format!("expected a picture of {width} × {height} texels, found {w} × {h}");
        return Err(Refusal(why));
    }
    let mut data = pixels.data().to_vec();
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut patches = Vec::new();
    if pixels.palette.is_empty() {
        let shown = pixels.colours(&data);
        for ((place, texel), shown) in all.zip(&picture.texels).zip(shown) {
            if shown != *texel {
                put_colour(&pixels, &mut data, place, *texel);
            }
        }
        let alphas = data.chunks_exact(4).filter_map(|texel| texel.last().copied());
        let direct = pixels.level.coding.bits() == Some(32);
        if direct && Alpha::of(image, alphas.take(width * height)) != pixels.alpha {
            return Err(refuse(ALL_LOW));
        }
    } else {
        let mut colours = pixels.palette.to_vec();
        let fits = picture.texels.iter().all(|texel| colours.contains(texel));
        if picture.palette != PaletteUse::Keep && !fits {
            let (patch, made) = palette_patch(file, image, picture)?;
            patches.push(patch);
            colours = made;
        }
        let was: Vec<u8> = all.clone().map(|place| index_at(&pixels, &data, place)).collect();
        let indices = palette::indices(&picture.texels, &colours, Some(&was)).ok_or_else(|| {
            refuse(
                "the picture has transparent texels, but its palette has no colour for them \
                 (keep): rebuild the palette",
            )
        })?;
        for (place, index) in all.zip(indices) {
            put_index(&pixels, &mut data, place, index);
        }
    }
    if data != pixels.data() {
        let was = pixels.chunk.stored(&file.source).len() as u64;
        patches.push(Patch { at: pixels.chunk.start, was, bytes: packed(file, &pixels, data)? });
    }
    Ok(patches)
}

/// Texels as stored in the file: packed into the space of the old stream, or longer.
fn packed(file: &Loaded<Sheet>, pixels: &Pixels, data: Vec<u8>) -> EditResult<Vec<u8>> {
    let chunk = &pixels.chunk;
    if !chunk.header.is_packed() {
        return Ok(data);
    }
    let was = chunk.stored(&file.source);
    let header = RefPack::of(was).ok_or_else(|| Refusal("its stream has no header".to_owned()))?;
    let mut stream = header.wrap(&data);
    if stream.len() > was.len() {
        let more = (stream.len() - was.len()).next_multiple_of(ALIGN);
        stream.resize(was.len() + more, 0);
    }
    stream.extend(was.get(stream.len()..).unwrap_or(&[]));
    Ok(stream)
}

/// Builds a palette for the picture, as stored and as decoded.
fn palette_patch(
    file: &Loaded<Sheet>,
    image: &Image,
    picture: &Picture,
) -> EditResult<(Patch, Vec<[u8; 4]>)> {
    let chunk = image.palette().ok_or_else(|| Refusal("the image has no palette".to_owned()))?;
    let (was, _) = chunk.stored(&file.source).as_chunks::<4>();
    let most = image.coding().map_or(0, Coding::entries);
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
        return Err(Refusal(ALL_LOW.to_owned()));
    }
    let bytes = new.concat();
    Ok((Patch { at: chunk.start, was: bytes.len() as u64, bytes }, colours))
}

fn index_at(pixels: &Pixels, data: &[u8], (x, y): (usize, usize)) -> u8 {
    let (at, high) = pixels.offset(x, y);
    let byte = data.get(at).copied().unwrap_or(0);
    match (pixels.level.coding, high) {
        (Coding::Indices4 { .. }, true) => byte >> 4,
        (Coding::Indices4 { .. }, false) => byte & 15,
        _ => byte,
    }
}

fn put_index(pixels: &Pixels, data: &mut [u8], (x, y): (usize, usize), index: u8) {
    let (at, high) = pixels.offset(x, y);
    let Some(byte) = data.get_mut(at) else { return };
    *byte = match (pixels.level.coding, high) {
        (Coding::Indices4 { .. }, true) => *byte & 0x0F | index << 4,
        (Coding::Indices4 { .. }, false) => *byte & 0xF0 | index & 15,
        _ => index,
    };
}

fn put_colour(pixels: &Pixels, data: &mut [u8], (x, y): (usize, usize), texel: [u8; 4]) {
    let Coding::Colours(channels) = pixels.level.coding else { return };
    let len = channels.size;
    let (at, _) = pixels.offset(x, y);
    let Some(target) = at.checked_add(len).and_then(|end| data.get_mut(at..end)) else { return };
    let [r, g, b, a] = texel;
    match target {
        [low, high] => {
            // Same layout as PlayStation colours, with the highest bit for opacity.
            let word = Colour15::nearest([r, g, b]);
            [*low, *high] = if a > 0 { word.with_stp() } else { word }.0.to_le_bytes();
        }
        [red, green, blue] => [*red, *green, *blue] = [r, g, b],
        [red, green, blue, alpha] => {
            let was = *alpha;
            [*red, *green, *blue, *alpha] = [r, g, b, pixels.alpha.undone(a, was)];
        }
        _ => {}
    }
}
