//! Replaces textures with pictures.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::palette;
use super::records::{File, Library, Pixels, Texture};
use crate::formats::neversoft::embedded::repainted;
use crate::formats::ps1::paint::{self, Indexed, Palettes};
use crate::formats::sega::pvr::{self, Pvr};
use crate::formats::{EditResult, Loaded, Refusal};
use crate::scene::{PaletteUse, Picture, Replacement};

/// Maximum width and height, as texture coordinates are bytes.
const MAX_SIDE: u32 = 256;
/// Magenta, which marks a hole.
const KEY: u16 = 0x7C1F;
const STP: u16 = 0x8000;

type Result<T> = EditResult<T>;

pub(super) fn with_asset(file: &Loaded<File>, path: &str, new: &Replacement) -> Result<Vec<u8>> {
    let none = || Refusal(format!("{path} is not a texture of this file"));
    let Replacement::Picture(picture) = new else { return Err(none()) };
    let index = path.strip_prefix("textures[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let mut records = file.records.clone();
    let library = records.library.as_mut().ok_or_else(none)?;
    let pixels = library.textures.get(index).map(|texture| texture.pixels.clone());
    match pixels.ok_or_else(none)? {
        Pixels::Indexed(_) => indexed(library, index, picture)?,
        Pixels::Direct { format, data, extra } => {
            let texture = library.textures.get_mut(index).ok_or_else(none)?;
            let size = (texture.width.into(), texture.height.into());
            let data = pvr::repainted(format, size, picture, &data)?;
            texture.pixels = Pixels::Direct { extra, format, data: data.into() };
        }
        Pixels::Pvr(pvr) => {
            let texture = library.textures.get_mut(index).ok_or_else(none)?;
            texture.pixels = Pixels::Pvr(repainted::<Pvr>(&pvr, new)?.into());
        }
        Pixels::Unknown => return Err(Refusal(format!("unknown storage format of {path}"))),
    }
    records.write()
}

fn indexed(library: &mut Library, index: usize, picture: &Picture) -> Result<()> {
    let none = || Refusal(format!("unknown texture {index}"));
    let texture = library.textures.get(index).ok_or_else(none)?;
    let key = (texture.palette, texture.colours);
    if picture.shown_in.is_some() {
        return Err(Refusal("the texture can be replaced only in its own palette".to_owned()));
    }
    let (width, height) = check_size(picture)?;
    let is_user = |texture: &Texture| (texture.palette, texture.colours) == key;
    let users = library.textures.iter().enumerate();
    // Several records may share the same bytes.
    let users = users.filter(|(at, texture)| *at != index && is_user(texture));
    let others: Vec<(usize, Vec<u8>)> =
        users.filter_map(|(at, texture)| Some((at, indices(texture)?))).collect();
    let palettes = if key.1 == 16 { &library.palettes16 } else { &library.palettes256 };
    let at = palettes.iter().position(|palette| palette.name == key.0);
    let at = at.ok_or_else(|| Refusal("its palette is not in this file".to_owned()))?;
    let loaded = palettes.get(at).map(|found| palette::loaded(&found.colours)).unwrap_or_default();
    let now = indices(texture).ok_or_else(none)?;
    let same = (texture.width, texture.height) == (width, height);
    let painted = paint::paint(
        &picture.texels,
        &Indexed { indices: if same { &now } else { &[] }, loaded: &loaded },
        picture.palette,
        &others.iter().map(|(_, indices)| indices.as_slice()).collect::<Vec<_>>(),
        Palettes { store: stored, load: palette::loaded },
    )?;
    let palettes = if key.1 == 16 { &mut library.palettes16 } else { &mut library.palettes256 };
    if let (Some(palette), Some(colours)) = (palettes.get_mut(at), painted.palette) {
        palette.colours = colours;
    }
    let texture = library.textures.get_mut(index).ok_or_else(none)?;
    (texture.width, texture.height) = (width, height);
    put(texture, &painted.indices);
    if picture.palette == PaletteUse::Shared {
        for ((at, _), indices) in others.iter().zip(&painted.others) {
            if let Some(other) = library.textures.get_mut(*at) {
                put(other, indices);
            }
        }
    }
    Ok(())
}

/// Width and height of a picture.
///
/// # Errors
/// If they are unsuitable for a texture.
pub(super) fn check_size(picture: &Picture) -> Result<(u16, u16)> {
    let (w, h) = (picture.width, picture.height);
    let side = |side: u32| u16::try_from(side).ok().filter(|_| (1..=MAX_SIDE).contains(&side));
    side(w).zip(side(h)).ok_or_else(|| {
        Refusal(format!("expected 1 to {MAX_SIDE} texels per side, found {w} × {h}"))
    })
}

/// Indices of a texture's rows; `None` if it is truncated or not indexed.
fn indices(texture: &Texture) -> Option<Vec<u8>> {
    let Pixels::Indexed(rows) = &texture.pixels else { return None };
    let (width, height) = (usize::from(texture.width), usize::from(texture.height));
    let mut all = Vec::new();
    for row in rows.chunks_exact(texture.row_bytes().max(1)).take(height) {
        match texture.colours {
            16 => all.extend(row.iter().flat_map(|byte| [byte & 15, byte >> 4]).take(width)),
            _ => all.extend(row.iter().take(width)),
        }
    }
    (all.len() == width * height).then_some(all)
}

/// Stores rows of indices. Row padding is preserved if the row length does not change.
pub(super) fn put(texture: &mut Texture, indices: &[u8]) {
    let (width, row_bytes) = (usize::from(texture.width), texture.row_bytes());
    let Pixels::Indexed(was) = &texture.pixels else { return };
    let height = usize::from(texture.height);
    let mut rows = vec![0; row_bytes * height];
    if was.len() == rows.len() {
        rows.copy_from_slice(was);
    }
    let four = texture.colours == 16;
    let lines = rows.chunks_exact_mut(row_bytes.max(1)).zip(indices.chunks_exact(width.max(1)));
    for (row, line) in lines {
        for (x, index) in line.iter().enumerate() {
            let Some(byte) = row.get_mut(if four { x / 2 } else { x }) else { continue };
            *byte = match (four, x % 2) {
                (false, _) => *index,
                (true, 0) => *byte & 0xF0 | index & 15,
                (true, _) => *byte & 0x0F | index << 4,
            };
        }
    }
    texture.pixels = Pixels::Indexed(Arc::from(rows));
}

/// Builds the palette that the loader converts to these colours: entries without STP are before the key,
/// entries with STP after it; without a key all have it.
pub(super) fn stored(colours: &[u16], entries: usize) -> Option<Vec<u16>> {
    // Plain magenta would become a hole.
    let apart = |word: u16| if word & !STP == KEY { word ^ 1 } else { word };
    let drawn: BTreeSet<u16> =
        colours.iter().filter(|word| **word != 0).map(|w| apart(*w)).collect();
    let (stp, plain): (Vec<u16>, Vec<u16>) = drawn.into_iter().partition(|word| word & STP != 0);
    let needs_key = !plain.is_empty() || colours.contains(&0);
    let mut all = plain;
    all.extend(needs_key.then_some(KEY));
    all.extend(stp);
    if all.len() > entries {
        return None;
    }
    all.resize(entries, STP);
    Some(all)
}
