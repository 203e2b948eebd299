//! Textures and sounds replaced.

use super::EditError;
use super::apply::reread;
use super::asset::{With, suited};
use crate::container::{Context, safe_name};
use crate::export::{texture_picture, texture_picture_in};
use crate::formats::{Document, Refusal};
use crate::scene::{
    Element, Id, PaletteUse, Picture, Recording, RecordingId, Replacement, Samples, Scene,
    TexelFormat, Texture, TextureId, flip_rows,
};

/// What an asset is in its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asset {
    /// With the number of the palette it is shown in, where that is not its own.
    Texture(TextureId, Option<u32>),
    Sound(RecordingId),
}

/// How near what is stored now comes to what was wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fidelity {
    /// Field path of the texture or sound; empty where it is the whole file.
    pub path: String,
    /// Texels, or samples of all channels.
    pub count: usize,
    /// How many of them are not what was wanted.
    pub differ: usize,
    /// The largest difference: of a channel of 8 bits, or of a sample of 16.
    pub most: u32,
    /// The mean difference of all of them.
    pub mean: f64,
    /// What else is to be known, in a sentence.
    pub remark: Option<String>,
    /// A sound, and no texture.
    pub is_sound: bool,
}

/// The document with something else in the place of the texture or sound called `asset`.
pub(super) fn replaced(
    (document, context): (&Document, Context<'_>),
    asset: &str,
    with: &With,
    palette: PaletteUse,
) -> Result<Document, EditError> {
    let refused = |why: String| EditError::Misread { path: asset.to_owned(), why };
    let content = with.content.as_deref();
    let content = content.ok_or_else(|| refused(format!("{} was not read", with.file)))?;
    let scene = scene_of(document, context);
    let scene =
        scene.ok_or_else(|| refused("the file has no textures and no sounds".to_owned()))?;
    let found = find(&scene, document, asset, content).map_err(&refused)?;
    if document.content.write().is_ok_and(|written| written != document.source.bytes()) {
        let why = "the file cannot be written back byte for byte, so nothing in it is replaced";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let path = path_of(&scene, found);
    let new = suiting(&scene, found, content, palette).map_err(&refused)?;
    let bytes = document.content.with_asset(context, &path, &new);
    let changed = reread(document, bytes.map_err(|Refusal(why)| refused(why))?)?;
    let after = scene_of(&changed, context);
    let after = after.ok_or_else(|| refused("the file could not be read with it".to_owned()))?;
    if palette != PaletteUse::Shared
        && let Some(other) = other_that_changed(&scene, &after, found)
    {
        return Err(refused(format!("{other} would change with it")));
    }
    Ok(changed)
}

fn scene_of(document: &Document, context: Context<'_>) -> Option<Scene> {
    document.content.scene(context).map(|(scene, _)| scene)
}

/// How near the replaced `asset` of `changed` comes to what was wanted. `None` where it has none
/// of this name.
pub fn fidelity(
    (changed, context): (&Document, Context<'_>),
    asset: &str,
    with: &With,
) -> Option<Fidelity> {
    let (scene, content) = (scene_of(changed, context)?, with.content.as_deref()?);
    let found = find(&scene, changed, asset, content).ok()?;
    let path = path_of(&scene, found);
    match (found, content) {
        (Asset::Texture(id, palette), Replacement::Picture(picture)) => {
            picture_fidelity(&scene, (id, palette), picture, path)
        }
        (Asset::Sound(id), Replacement::Recording(recording)) => {
            sound_fidelity(&scene, id, recording, path)
        }
        _ => None,
    }
}

fn picture_fidelity(
    scene: &Scene,
    (id, palette): (TextureId, Option<u32>),
    picture: &Picture,
    path: String,
) -> Option<Fidelity> {
    let has_alpha = scene.textures.get(id)?.format == TexelFormat::Rgba8;
    let shown = texture_picture_in(scene, id, palette.map(Id::new)).ok()?;
    let difference = |(wanted, shown): (&[u8; 4], &image::Rgba<u8>)| -> u32 {
        let ([.., a], [.., b]) = (*wanted, shown.0);
        if a == 0 && b == 0 {
            return 0;
        }
        if (a == 0) != (b == 0) {
            return 255;
        }
        // Words have no alpha: what is translucent has STP.
        let channels = if has_alpha { 4 } else { 3 };
        let pairs = wanted.iter().zip(&shown.0).take(channels);
        pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).max().unwrap_or(0)
    };
    let differences = picture.texels.iter().zip(shown.pixels()).map(difference);
    Some(told(path, differences, None, false))
}

fn sound_fidelity(
    scene: &Scene,
    id: RecordingId,
    recording: &Recording,
    path: String,
) -> Option<Fidelity> {
    let sound = scene.sounds.get(id)?;
    let wanted = suited(recording, sound.channels, sound.rate, sound.bits);
    let wide = |samples: &Samples| -> Vec<i32> {
        match samples {
            Samples::U8(all) => all.iter().map(|s| (i32::from(*s) - 128) << 8).collect(),
            Samples::I16(all) => all.iter().map(|s| i32::from(*s)).collect(),
        }
    };
    let (wanted, stored) = (wide(&wanted.samples), wide(&sound.data.decode()));
    // A coding in blocks drops the last few.
    let differences = wanted.iter().zip(&stored).map(|(a, b)| a.abs_diff(*b));
    let (captions, length) = (sound.captions_ms(), sound.duration_ms());
    let late = captions > length.saturating_add(CAPTION_SLACK_MS);
    let remark = late.then(|| format!("its captions last {captions} ms, the sound {length} ms"));
    Some(told(path, differences, remark, true))
}

/// Captions are stored in fifths of a second.
const CAPTION_SLACK_MS: u64 = 200;

fn told(
    path: String,
    differences: impl Iterator<Item = u32>,
    remark: Option<String>,
    is_sound: bool,
) -> Fidelity {
    let (mut count, mut differ, mut most, mut sum) = (0, 0, 0, 0u64);
    for difference in differences {
        count += 1;
        differ += usize::from(difference > 0);
        most = most.max(difference);
        sum += u64::from(difference);
    }
    let mean = if count == 0 { 0.0 } else { sum as f64 / count as f64 };
    Fidelity { path, count, differ, most, mean, remark, is_sound }
}

fn path_of(scene: &Scene, found: Asset) -> String {
    let origin = match found {
        Asset::Texture(id, _) => scene.textures.get(id).map(|texture| &texture.origin),
        Asset::Sound(id) => scene.sounds.get(id).map(|sound| &sound.origin),
    };
    origin.map_or_else(String::new, |origin| origin.path.clone())
}

/// A name by which [`super::apply`] knows the texture or sound called `asset` in `scene`, which may
/// have names that the file alone does not: its path, or its number.
///
/// # Errors
/// A sentence, where none or several are called so.
pub fn asset_name(
    scene: &Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Result<String, String> {
    let found = find(scene, document, asset, content)?;
    let path = path_of(scene, found);
    let or = |kind: &str, number: u32| match path.is_empty() {
        true => format!("{kind} {number}"),
        false => path.clone(),
    };
    Ok(match found {
        Asset::Texture(id, None) => or("texture", id.number()),
        Asset::Texture(id, Some(palette)) => format!("{}.p{palette}", or("texture", id.number())),
        Asset::Sound(id) => or("sound", id.number()),
    })
}

/// The texture or sound called `asset`: by its path, its number, or any of its names; a texture
/// also with `.p` and the number of a palette behind, as exports are called.
fn find(
    scene: &Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Result<Asset, String> {
    let ends = [".png", ".wav"].iter().find_map(|end| asset.strip_suffix(end));
    let stem = ends.unwrap_or(asset);
    let found = find_called(scene, document, stem, content);
    let in_palette = stem.rsplit_once(".p").and_then(|(front, palette)| {
        let palette: u32 = palette.parse().ok()?;
        scene.palettes.get(Id::new(palette))?;
        match find_called(scene, document, front, content) {
            Ok(Asset::Texture(id, _)) => Some(Asset::Texture(id, Some(palette))),
            _ => None,
        }
    });
    found.or_else(|why| in_palette.ok_or(why))
}

fn find_called(
    scene: &Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Result<Asset, String> {
    let own = |source| source == document.source.id();
    // Exports are called by names that file systems take.
    let is_it = |name: &String| {
        name.eq_ignore_ascii_case(asset) || safe_name(name).eq_ignore_ascii_case(asset)
    };
    let called = |names: Vec<String>| names.iter().any(is_it);
    let (mut by_path, mut by_name) = (Vec::new(), Vec::new());
    let mut take = |asset_found: Asset, path: &str, names: Vec<String>| {
        if !path.is_empty() && path == asset {
            by_path.push(asset_found);
        } else if called(names) {
            by_name.push(asset_found);
        }
    };
    match content {
        Replacement::Picture(_) => {
            // The texels may be in this file, and the record in a companion.
            let has = |texture: &Texture| {
                own(texture.origin.span.source)
                    || texture.pixels.stored().is_some_and(|(source, _)| own(source))
            };
            for (id, texture) in scene.textures.pairs().filter(|(_, texture)| has(texture)) {
                let mut names = scene.names_of(Element::Texture(id));
                names.push(format!("texture {}", id.number()));
                names.push(format!("{:08x}", texture.id));
                take(Asset::Texture(id, None), &texture.origin.path, names);
            }
        }
        Replacement::Recording(_) => {
            for (id, sound) in scene.sounds.pairs().filter(|(_, s)| own(s.origin.span.source)) {
                let mut names = scene.names_of(Element::Sound(id));
                names.push(format!("sound {}", id.number()));
                for (place, own) in sound.ids.iter().enumerate() {
                    names.extend(own.name.known.iter().map(|known| known.name.clone()));
                    let hex = own.name.hex();
                    if place == 0 {
                        let known = own.name.resolved().map(|name| format!("_{name}"));
                        names.push(format!("{id:03}_{hex}{}", known.unwrap_or_default()));
                    }
                    names.push(hex);
                }
                take(Asset::Sound(id), &sound.origin.path, names);
            }
        }
    }
    // Views of one picture share its path; the first is the picture as stored.
    if let Some(found) = by_path.first() {
        return Ok(*found);
    }
    let kind = if matches!(content, Replacement::Picture(_)) { "texture" } else { "sound" };
    match by_name.as_slice() {
        [found] => Ok(*found),
        [] => Err(format!("this file has no {kind} of this name")),
        [one, other, ..] => {
            let (one, other) = (path_of(scene, *one), path_of(scene, *other));
            Err(format!("several are called so: {one}, {other}"))
        }
    }
}

/// What is new, with rows in the order of the texture's, and samples as the sound's.
fn suiting(
    scene: &Scene,
    found: Asset,
    content: &Replacement,
    palette: PaletteUse,
) -> Result<Replacement, String> {
    match (found, content) {
        (Asset::Texture(id, shown_in), Replacement::Picture(picture)) => {
            let mut picture = Picture { palette, shown_in, ..picture.clone() };
            let lies = scene.textures.get(id).is_some_and(|texture| texture.pixels.bottom_up());
            if lies {
                flip_rows(&mut picture.texels, picture.width);
            }
            Ok(Replacement::Picture(picture))
        }
        (Asset::Sound(id), Replacement::Recording(recording)) => {
            let sound = scene.sounds.get(id).filter(|sound| sound.channels > 0);
            let sound = sound.ok_or_else(|| "how it is stored is not known".to_owned())?;
            let suited = suited(recording, sound.channels, sound.rate, sound.bits);
            Ok(Replacement::Recording(suited))
        }
        _ => Err("a picture is for a texture, a recording for a sound".to_owned()),
    }
}

/// The path of a texture or sound besides the replaced one that is not what it was.
fn other_that_changed(before: &Scene, after: &Scene, replaced: Asset) -> Option<String> {
    let own = path_of(before, replaced);
    for (id, texture) in before.textures.pairs().filter(|(_, texture)| texture.origin.path != own) {
        let now = after.textures.get(id);
        let same = now.is_some_and(|now| now.origin.path == texture.origin.path)
            && texture_picture(before, id) == texture_picture(after, id);
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
