//! Adds textures, and changes the size of textures. This changes two files one after the other, the
//! directory and its pixel file: each change can start from the old directory, or from one that already
//! contains the result.

use super::image::NewImage;
use super::records::{
    COLOUR, Entry, NO_PALETTE, Palette, Pid, image_type, mip_key, mip_sizes, palette_hash,
    palette_tag, transparency,
};
use super::relief::{emboss, relief};
use super::replace::paint;
use super::room::{PixelRegion, PixelSpace, lengthen};
use crate::codec::palette;
use crate::codec::shrink::shrunk;
use crate::formats::trespasser::texture_id;
use crate::formats::{EditResult, Refusal};
use crate::scene::{Picture, Replacement, flip_rows};

/// Maximum texels per side: the keys of smaller versions store a side in ten bits.
const MAX_SIDE: u32 = 1024;
/// Maximum number of colours of a texture with and without a bump map.
const COLOURS: [usize; 2] = [64, 256];

/// A texture that is added; rows from the bottom.
pub struct NewTexture {
    pub id: u32,
    /// As stored in the material.
    name: String,
    picture: Picture,
    /// Directions, as colours of a normal map.
    relief: Option<Vec<[u8; 4]>>,
}

impl NewTexture {
    /// The texture called `name`: the path of its colour map as stored in the material, or only its
    /// name; with a bump map both names, joined by `+`. `level` is the name of the directory.
    ///
    /// # Errors
    /// When the name or the pictures are not those of a texture.
    pub fn of(name: &str, new: Option<&Replacement>, level: &str) -> EditResult<Self> {
        let refuse = |why: &str| Err(Refusal(why.to_owned()));
        let (picture, bumps) = match new {
            Some(Replacement::Picture(picture)) => (picture, None),
            Some(Replacement::BumpMapped(picture, bumps)) => (picture, Some(bumps)),
            _ => return refuse("a texture can only be added from a PNG"),
        };
        let (colour_map, bump_map) = match name.split_once('+') {
            Some((colour_map, bump_map)) => (colour_map.trim(), Some(bump_map.trim())),
            None => (name.trim(), None),
        };
        if colour_map.is_empty() || bump_map == Some("") {
            return refuse(
                "the new texture needs a name, by which materials refer to it: \
                 expected a path such as Map\\level\\Newt2.bmp, found nothing",
            );
        }
        if bump_map.is_some() != bumps.is_some() {
            return refuse(match bump_map {
                Some(_) => {
                    "a texture of this name needs a bump map, but no picture of it was provided"
                }
                None => {
                    "expected the names of the colour map and the bump map, joined by +, found one"
                }
            });
        }
        let side_fits = |side: u32| (1..=MAX_SIDE).contains(&side);
        let Picture { width, height, .. } = *picture;
        if !side_fits(width) || !side_fits(height) {
            let why = format!("expected 1 to {MAX_SIDE} texels per side, found {width} × {height}");
            return Err(Refusal(why));
        }
        let relief = bumps.map(|bumps| relief(picture, bumps)).transpose()?;
        let base = level.get(..level.len().saturating_sub("-130".len())).unwrap_or(level);
        let whole = |name: &str| match name.contains(['\\', '/']) {
            true => name.to_owned(),
            false => {
                let extension = if name.contains('.') { "" } else { ".bmp" };
                format!("Map\\{base}\\{name}{extension}")
            }
        };
        let colour_map = whole(colour_map);
        let bump_map = bump_map.map(whole).unwrap_or_default();
        let mut picture = picture.clone();
        flip_rows(&mut picture.texels, width);
        // The engine scales the map by the material's `Diffuse`, which is 1 by default.
        let id = texture_id(&colour_map, &bump_map, 1.0);
        Ok(Self { id, name: colour_map, picture, relief })
    }

    fn size(&self) -> (u32, u32) {
        (self.picture.width, self.picture.height)
    }

    fn has_holes(&self) -> bool {
        self.picture.texels.iter().any(|[.., alpha]| *alpha == 0)
    }
}

/// The directory with one more texture.
///
/// # Errors
/// When it already has a texture of this name, or the pixel file has no space for it.
pub fn with_texture(pid: &Pid, new: &NewTexture) -> EditResult<Pid> {
    if let Some(index) = pid.entries.iter().position(|entry| entry.id == new.id) {
        let why = format!("{} is already the texture entries[{index}]: replace it", new.name);
        return Err(Refusal(why));
    }
    let mut all = pid.clone();
    let is_bump = new.relief.is_some();
    let palette = palette_for(&mut all, new);
    let entry = Entry {
        bits: if is_bump { 16 } else { 8 },
        fill: fill(&new.picture.texels),
        transparency: if new.has_holes() { transparency::HOLES } else { transparency::NONE },
        image_type: if is_bump { image_type::BUMP } else { image_type::PLAIN },
        palette: u32::try_from(palette).unwrap_or(NO_PALETTE),
        // The same in all entries of a file.
        padding: pid.entries.last().map_or(0, |entry| entry.padding),
        id: new.id,
        ..Entry::default()
    };
    let (entries, header) = chain(&all, &entry, new.size(), true)?;
    all.entries.extend(entries);
    all.header = header;
    Ok(all)
}

/// The directory with image `index` in another size. The image moves, and has all smaller versions if it
/// had any before.
///
/// # Errors
/// When the pixel file has no space for it, or the image has a bump map and the new one has none, or the
/// reverse.
pub fn with_size(pid: &Pid, new: &NewImage<'_>) -> EditResult<Pid> {
    let (index, size) = (new.index, (new.picture.width, new.picture.height));
    let missing = || Refusal(format!("no image {index}"));
    let old = pid.entries.get(index).ok_or_else(missing)?.clone();
    if new.relief.is_some() && !old.is_bump() {
        return Err(Refusal("the texture has no bump map: replace it without one".to_owned()));
    }
    if (old.width, old.height) == size {
        return Ok(pid.clone());
    }
    if old.is_mip() || ![size.0, size.1].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        let (w, h) = size;
        let why = format!("expected 1 to {MAX_SIDE} texels per side, found {w} × {h}");
        return Err(Refusal(why));
    }
    if old.is_bump() && new.relief.is_none() {
        let (w, h) = size;
        let why = "the texture has a bump map: expected one of the new size";
        return Err(Refusal(format!("{why}, {w} × {h} texels, with --bump FILE; found none")));
    }
    let mut all = pid.clone();
    let is_own = |entry: &Entry| entry.id == old.id && entry.is_mip();
    let had = pid.entries.iter().any(is_own) || mip_sizes(old.width, old.height).next().is_none();
    let before = pid.entries.iter().take(index).filter(|entry| is_own(entry)).count();
    let at = index - before;
    all.entries.retain(|entry| !is_own(entry));
    all.entries.remove(at);
    let (entries, header) = chain(&all, &old, size, had && (old.bits == 8 || old.is_bump()))?;
    all.entries.splice(at..at, entries);
    all.header = header;
    Ok(all)
}

/// Entries of an image and its smaller versions at free offsets, and the header with the sizes of both
/// parts of the pixel file.
fn chain(
    pid: &Pid,
    of: &Entry,
    (width, height): (u32, u32),
    with_mips: bool,
) -> EditResult<(Vec<Entry>, super::records::Header)> {
    let palette = of.palette().and_then(|palette| pid.palettes.get(palette));
    let tag = palette.map_or(0, |palette| palette_tag(palette.hash));
    let full = Entry { width, height, mip_key: 0, ..of.clone() };
    let mips = mip_sizes(width, height).filter(|_| with_mips);
    let mips = mips.map(|(width, height)| Entry {
        width,
        height,
        mip_key: mip_key(width, height, tag),
        ..of.clone()
    });
    let mut all: Vec<Entry> = std::iter::once(full).chain(mips).collect();
    let mut room = PixelSpace::new(pid.header, pid.entries.iter());
    let is_drawn = of.image_type != image_type::CURVED;
    // The smallest version is placed first, because the part of the file with the other versions
    // begins after it.
    let smallest = all.len() - 1;
    for (index, entry) in all.iter_mut().enumerate().rev() {
        let part = if index == smallest && is_drawn {
            PixelRegion::Resident
        } else {
            PixelRegion::Pageable
        };
        room.place(entry, part)?;
    }
    Ok((all, room.header()))
}

/// The pixel file with the texels of a new texture that is already in the directory.
///
/// # Errors
/// When the directory does not have it.
pub fn with_pixels(pid: &Pid, mut all: Vec<u8>, new: &NewTexture) -> EditResult<Vec<u8>> {
    lengthen(pid, &mut all, new.id)?;
    for entry in pid.entries.iter().filter(|entry| entry.id == new.id) {
        let to = (entry.width, entry.height);
        paint(pid, entry, &mut all, &opaque(&shrunk(&new.picture.texels, new.size(), to)))?;
        let Some(relief) = &new.relief else { continue };
        emboss(entry, &mut all, &shrunk(relief, new.size(), to));
    }
    Ok(all)
}

/// Texels that are either opaque or transparent, as in palettes.
fn opaque(texels: &[[u8; 4]]) -> Vec<[u8; 4]> {
    let plain = |[r, g, b, a]: &[u8; 4]| if *a == 0 { [0; 4] } else { [*r, *g, *b, 255] };
    texels.iter().map(plain).collect()
}

/// The index of a palette that has all colours of a texture: one of the directory, or a new one.
fn palette_for(pid: &mut Pid, new: &NewTexture) -> usize {
    let count = COLOURS[usize::from(new.relief.is_none())];
    let first = usize::from(new.has_holes());
    let texels = opaque(&new.picture.texels);
    let drawn: Vec<[u8; 4]> = texels.into_iter().filter(|texel| texel[3] > 0).collect();
    let made = palette::rebuilt(&drawn, count - first, |texel| texel);
    let word = |[r, g, b, _]: [u8; 4]| COLOUR.recoloured(0, [r, g, b], None);
    let words: Vec<u32> = made.into_iter().map(word).collect();
    let has_all = |palette: &Palette| {
        let shown = palette.colours.iter().take(count).skip(first);
        let shown: std::collections::HashSet<&u32> = shown.collect();
        words.iter().all(|word| shown.contains(word))
    };
    if let Some(known) = pid.palettes.iter().position(has_all) {
        return known;
    }
    let colours: Vec<u32> = std::iter::repeat_n(0, first).chain(words).collect();
    let hash = palette_hash(&colours);
    pid.palettes.push(Palette { hash, colours, tail: vec![0; 4] });
    pid.palettes.len() - 1
}

/// The mean of the drawn texels, 0x00RRGGBB.
fn fill(texels: &[[u8; 4]]) -> u32 {
    let drawn = || texels.iter().filter(|texel| texel[3] > 0);
    let count = drawn().count().max(1) as u64;
    let mean = |channel: usize| {
        let sum: u64 = drawn().map(|texel| u64::from(texel[channel])).sum();
        u8::try_from(sum / count).unwrap_or(u8::MAX)
    };
    u32::from_be_bytes([0, mean(0), mean(1), mean(2)])
}
