//! Adds textures from pictures, and removes unused textures.

use std::collections::HashSet;

use super::super::chunk::Body;
use super::super::palette::loaded;
use super::super::records::{File, FileBlock, Library, Palette, Pixels, Texture, Version};
use super::super::replace::{check_size, put, stored};
use super::{Result, direct};
use crate::formats::Refusal;
use crate::formats::list_edit::Renumbered;
use crate::formats::neversoft::hash::model_name;
use crate::formats::ps1::paint::{self, Indexed, Palettes};
use crate::scene::{PaletteUse, Replacement};

/// Filler for unused palette entries, an unlikely colour in pictures.
const UNUSED: u16 = 0xFFFF;

/// Adds a texture with a new palette, of 16 colours if these suffice; in version 6, whose textures have
/// no palettes, with 16 bits per texel.
pub(super) fn add(file: &mut File, name: &str, new: &Replacement) -> Result<()> {
    let refuse = |why: &str| Refusal(why.to_owned());
    let Replacement::Picture(picture) = new else {
        return Err(refuse("a texture can only be added from a PNG"));
    };
    let hash = hash_of(name)?;
    let is_v6 = file.version == Version::V6;
    let library = file.library.as_mut().ok_or_else(|| refuse("the file has no textures"))?;
    let index = library.name_index(hash);
    if let Some(known) = library.textures.iter().position(|texture| texture.name == index) {
        return Err(Refusal(format!("{name} is already the name of textures[{known}]")));
    }
    let is_indexed = |texture: &Texture| matches!(texture.pixels, Pixels::Indexed(_));
    if is_v6 && !library.textures.iter().any(is_indexed) {
        let like = library.textures.last().map(|texture| &texture.pixels);
        let texture = direct::texture(like, picture)?;
        library.textures.push(Texture { name: index, ..texture });
        return Ok(());
    }
    let (width, height) = check_size(picture)?;
    let colours: HashSet<[u8; 4]> = picture.texels.iter().copied().collect();
    // One entry is reserved for the hole marker.
    let entries = if colours.len() < 16 { 16 } else { 256 };
    let blank = vec![UNUSED; entries];
    let painted = paint::paint(
        &picture.texels,
        &Indexed { indices: &[], loaded: &blank },
        PaletteUse::Rebuild,
        &[],
        Palettes { store: stored, load: loaded },
    )?;
    let palettes = if entries == 16 { &mut library.palettes16 } else { &mut library.palettes256 };
    let mut palette = hash;
    while palettes.iter().any(|known| known.name == palette) {
        palette = palette.wrapping_add(1);
    }
    palettes.push(Palette { name: palette, colours: painted.palette.unwrap_or(blank) });
    let mut texture = Texture {
        flags: 0,
        colours: if entries == 16 { 16 } else { 256 },
        palette,
        name: index,
        width,
        height,
        pixels: Pixels::Indexed([].into()),
    };
    put(&mut texture, &painted.indices);
    library.textures.push(texture);
    Ok(())
}

/// Hash of a name, or the number itself if it is written as `0x1234abcd`.
fn hash_of(name: &str) -> Result<u32> {
    if name.is_empty() {
        return Err(Refusal("the new texture needs a name for faces to refer to".to_owned()));
    }
    let Some(digits) = name.strip_prefix("0x") else { return Ok(model_name(name.as_bytes())) };
    let all = digits.chars().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| all);
    number.ok_or_else(|| Refusal(format!("expected up to eight hex digits, found {name}")))
}

impl Library {
    /// Index of a name in the texture names; appended if it is new.
    fn name_index(&mut self, name: u32) -> u32 {
        let known = self.texture_names.iter().position(|known| *known == name);
        let index = known.unwrap_or_else(|| {
            self.texture_names.push(name);
            self.texture_names.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }
}

/// Removes textures that no face of this file uses, and palettes used only by them. Their names remain,
/// because faces index the list of names.
pub(super) fn remove(file: &mut File, gone: &[usize]) -> Result<()> {
    let Some(library) = &file.library else { return Ok(()) };
    for index in gone {
        let Some(name) = library.textures.get(*index).map(|texture| texture.name) else { continue };
        if let Some(user) = user_of(file, name) {
            return Err(Refusal(format!("{user} uses textures[{index}]")));
        }
    }
    let moved = Renumbered::without(gone);
    file.layout = file.layout.renamed(|piece| match piece {
        FileBlock::Texture(index) => moved.of(index).map(FileBlock::Texture),
        other => Some(other),
    });
    let Some(library) = &mut file.library else { return Ok(()) };
    let keys = |library: &Library| -> HashSet<(u32, u32)> {
        library.textures.iter().map(|texture| (texture.colours, texture.palette)).collect()
    };
    let before = keys(library);
    moved.apply(&mut library.textures);
    let after = keys(library);
    let is_kept = |colours, name| {
        let key = (colours, name);
        after.contains(&key) || !before.contains(&key)
    };
    library.palettes16.retain(|palette| is_kept(16, palette.name));
    library.palettes256.retain(|palette| is_kept(256, palette.name));
    Ok(())
}

/// First user of the texture with this name.
fn user_of(file: &File, name: u32) -> Option<String> {
    for (at, model) in file.models.iter().enumerate() {
        let shows = |face: usize| format!("models[{at}].faces[{face}]");
        let mut textures = model.faces.iter().map(|face| face.parts.unpack().texture);
        if let Some(face) = textures.position(|texture| texture == Some(name)) {
            return Some(shows(face));
        }
    }
    file.chunks().iter().enumerate().find_map(|(at, chunk)| {
        let Body::Sprites(sprites) = &chunk.body else { return None };
        let shows = |sprite: usize| format!("chunks[{at}].sprites[{sprite}]");
        let mut frames = sprites.iter().map(|sprite| &sprite.frames);
        frames.position(|frames| frames.iter().any(|frame| frame.texture == name)).map(shows)
    })
}
