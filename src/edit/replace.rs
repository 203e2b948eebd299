//! Replaces textures and sounds.

mod fidelity;
mod find;

pub use fidelity::{Compared, Fidelity, compared};
pub use find::{asset_name, palette_called, sound_called};

use super::EditError;
use super::asset::{AssetFile, suited};
use super::list_edit::replacement_of;
use super::reparse::reparse;
use crate::container::Context;
use crate::export::texture_picture;
use crate::formats::{Document, Refusal};
use crate::scene::{
    CodingUse, Id, PaletteUse, Picture, Recording, ReplaceOptions, Replacement, Scene, Texture,
    flip_rows,
};
use find::{Asset, find, path_of};

/// Replaces the texture or sound called `asset`.
pub(super) fn replaced(
    (document, context): (&Document, Context<'_>),
    asset: &str,
    files: (&AssetFile, Option<&AssetFile>),
    manner: ReplaceOptions,
) -> Result<Document, EditError> {
    let refused = |why: String| EditError::Misread { path: asset.to_owned(), why };
    let (scene, found, path, new) = prepared((document, context), asset, files, manner)?;
    if document.content.write().is_ok_and(|written| written != document.source.bytes()) {
        let why = "the file does not round-trip, so nothing in it can be replaced";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let bytes = document.content.editable().with_asset(context, &path, &new);
    let changed = reparse(document, bytes.map_err(|Refusal(why)| refused(why))?)?;
    let after = scene_of(&changed, context);
    let after = after.ok_or_else(|| refused("the changed file could not be read".to_owned()))?;
    if manner.palette != PaletteUse::Shared
        && let Some(other) = other_that_changed(&scene, &after, found)
    {
        return Err(refused(format!("{other} would also change")));
    }
    Ok(changed)
}

/// Prepares a replacement: returns the scene of the document, the asset and its path, and the new content
/// as the format stores it.
pub(super) fn prepared(
    (document, context): (&Document, Context<'_>),
    asset: &str,
    (with, bump): (&AssetFile, Option<&AssetFile>),
    manner: ReplaceOptions,
) -> Result<(Scene, Asset, String, Replacement), EditError> {
    let refused = |why: String| EditError::Misread { path: asset.to_owned(), why };
    let content = replacement_of(asset, [Some(with), bump], CodingUse::Keep)?;
    let content =
        content.as_deref().ok_or_else(|| refused(format!("{} was not read", with.file)))?;
    let scene = scene_of(document, context);
    let scene = scene.ok_or_else(|| refused("the file has no textures or sounds".to_owned()))?;
    let found = find(&scene, document, asset, content).map_err(&refused)?;
    let path = path_of(&scene, found);
    let has_own_rates = document.content.editable().has_own_rates();
    let new = suiting(&scene, found, content, (manner, has_own_rates)).map_err(&refused)?;
    Ok((scene, found, path, new))
}

fn scene_of(document: &Document, context: Context<'_>) -> Option<Scene> {
    document.content.displayed().scene(context).map(|(scene, _)| scene)
}

/// Converts the new content: rows in the order of the texture's, and samples like the sound's, in its
/// rate and channels unless each sound has its own.
fn suiting(
    scene: &Scene,
    found: Asset,
    content: &Replacement,
    (ReplaceOptions { palette, coding, resize }, has_own_rates): (ReplaceOptions, bool),
) -> Result<Replacement, String> {
    match (found, content) {
        (
            Asset::Texture(id, shown_in),
            Replacement::Picture(picture) | Replacement::BumpMapped(picture, _),
        ) => {
            if let Some(texture) = scene.textures.get(id).filter(|_| !resize) {
                is_as_large(picture, texture)?;
            }
            // If a picture has several views, the palette of this one is used.
            let own = || scene.colour_tables.find(|table| table.shows(id)).map(Id::number);
            let shown_in = shown_in.or_else(own);
            let mut picture = Picture { palette, shown_in, ..picture.clone() };
            let lies = scene.textures.get(id).is_some_and(|texture| texture.pixels.bottom_up());
            if lies {
                flip_rows(&mut picture.texels, picture.width);
            }
            Ok(match content {
                Replacement::BumpMapped(_, bumps) => {
                    Replacement::BumpMapped(picture, bumps.clone())
                }
                _ => Replacement::Picture(picture),
            })
        }
        (Asset::Sound(id), Replacement::Recording(recording)) => {
            let sound = scene.sounds.get(id).filter(|sound| sound.channels > 0);
            let sound = sound.ok_or_else(|| "its storage format is unknown".to_owned())?;
            // 4-bit samples are encoded from 16-bit ones.
            let bits = if coding == CodingUse::Adpcm { 16 } else { sound.bits };
            let from = if has_own_rates {
                (recording.channels, recording.rate)
            } else {
                (sound.channels, sound.rate)
            };
            let suited = suited(recording, from, bits);
            Ok(Replacement::Recording(Recording { coding, ..suited }))
        }
        _ => Err("a texture needs a picture, a sound needs a recording".to_owned()),
    }
}

/// Refuses a picture whose size differs from that of the texture.
fn is_as_large(picture: &Picture, texture: &Texture) -> Result<(), String> {
    let (width, height) = (texture.width, texture.height);
    match (picture.width, picture.height) == (width, height) {
        true => Ok(()),
        false => Err(format!(
            "expected a picture of {width}×{height} texels, found {}×{}",
            picture.width, picture.height
        )),
    }
}

/// Path of a texture or sound other than the replaced one that has changed.
fn other_that_changed(before: &Scene, after: &Scene, replaced: Asset) -> Option<String> {
    let own = path_of(before, replaced);
    for (id, texture) in before.textures.pairs().filter(|(_, texture)| texture.origin.path != own) {
        let now = after.textures.get(id);
        // If entries were inserted, paths change but ids do not.
        let is_it = |now: &Texture| {
            now.origin.path == texture.origin.path || now.id != 0 && now.id == texture.id
        };
        let same =
            now.is_some_and(is_it) && texture_picture(before, id) == texture_picture(after, id);
        if !same {
            return Some(texture.origin.path.clone());
        }
    }
    for (id, sound) in before.sounds.pairs().filter(|(id, _)| replaced != Asset::Sound(*id)) {
        let now = after.sounds.get(id);
        if now.is_none_or(|now| now.rate != sound.rate || now.data.decode() != sound.data.decode())
        {
            return Some(sound.origin.path.clone());
        }
    }
    None
}
