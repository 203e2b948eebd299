//! Checks texture records and the sprites that use them.

use std::collections::BTreeSet;

use super::super::chunk::Sprite;
use super::super::flags::base;
use super::super::records::{File, FileBlock, Pixels, Version};
use super::super::texture::is_format;
use crate::bytes::Severity::{Note, Warning};
use crate::formats::Report;

/// Checks the texture records.
pub(super) fn check(file: &File, report: &mut Report<'_>) {
    let Some(library) = &file.library else { return };
    let names = library.texture_names.len();
    let tiled = tiled(file);
    let mut known = BTreeSet::new();
    for (index, texture) in library.textures.iter().enumerate() {
        let piece = FileBlock::Texture(index);
        if file.is_lost(piece) {
            continue;
        }
        let path = file.path(piece);
        if texture.name as usize >= names {
            let message = format!("name index {} exceeds the {names} texture names", texture.name);
            report.warning(format!("{path}.name"), message);
        } else if !known.insert(texture.name) {
            let message = "duplicate texture name: the first one is used";
            report.note(format!("{path}.name"), message);
        }
        let has_window = |side: u16| side.is_power_of_two() && side >= 8;
        if tiled.contains(&texture.name)
            && ![texture.width, texture.height].into_iter().all(has_window)
        {
            let message = "tiled, but its sides are not powers of two of at least 8";
            report.note(format!("{path}.width"), message);
        }
        let colours = texture.colours;
        let palettes = match (&texture.pixels, colours) {
            (Pixels::Unknown, _) => {
                let message =
                    format!("unknown depth of {colours} colours (expected 16, 256 or 65536)");
                report.error(format!("{path}.colours"), message);
                continue;
            }
            (Pixels::Direct { format, .. }, _) if !is_format(*format) => {
                let message = format!("unknown pixel format {format:#06x}");
                report.warning(format!("{path}.format"), message);
                continue;
            }
            (Pixels::Indexed(_), 16) => &library.palettes16,
            (Pixels::Indexed(_), _) => &library.palettes256,
            _ => continue,
        };
        if palettes.iter().all(|palette| palette.name != texture.palette) {
            let name = texture.palette;
            let message = format!("missing palette {name:#010x} of {colours} colours: drawn grey");
            report.warning(format!("{path}.palette"), message);
        }
    }
}

/// Names of textures that tiled faces use on the PlayStation, where a texture window repeats them.
/// Texture windows have sides that are powers of two of at least 8 (section 14).
fn tiled(file: &File) -> BTreeSet<u32> {
    if file.version == Version::V6 {
        return BTreeSet::new();
    }
    let faces = file.models.iter().flat_map(|model| &model.faces);
    let tiled = faces.filter(|face| face.flags & base::TILED != 0);
    tiled.filter_map(|face| face.texture()).collect()
}

/// Checks the sprites of a chunk.
pub(super) fn sprites(file: &File, sprites: &[Sprite], path: &str, report: &mut Report<'_>) {
    if !file.shows_sprites() {
        let message = "ignored: the game reads sprites only from files without objects";
        report.note(path, message);
    }
    let names = file.texture_names().len();
    let numbered = || sprites.iter().enumerate();
    let past = numbered().flat_map(|(number, sprite)| {
        let frames = sprite.frames.iter().enumerate();
        let past = frames.filter(|(_, frame)| frame.texture as usize >= names);
        past.map(move |(at, _)| format!("{path}.sprites[{number}].frames[{at}].texture"))
    });
    report.first(Warning, past, &format!("the texture index exceeds the {names} names"));
    let empty = numbered().filter(|(_, sprite)| sprite.frames.is_empty());
    let empty = empty.map(|(number, _)| format!("{path}.sprites[{number}]"));
    report.first(Note, empty, "sprite without frames: not displayed");
}
