//! Finds textures and sounds by path, number or name.

use crate::container::safe_name;
use crate::formats::Document;
use crate::scene::{
    Element, Id, Origin, RecordingId, Replacement, Scene, Sound, Texture, TextureId,
};

/// An asset in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asset {
    /// A texture, and the palette in which it is displayed if that is not its own.
    Texture(TextureId, Option<u32>),
    Sound(RecordingId),
}

pub fn path_of(scene: &Scene, found: Asset) -> String {
    let origin = match found {
        Asset::Texture(id, _) => scene.textures.get(id).map(|texture| &texture.origin),
        Asset::Sound(id) => scene.sounds.get(id).map(|sound| &sound.origin),
    };
    origin.map_or_else(String::new, |origin| origin.path.clone())
}

/// A path or number by which [`apply`](crate::edit::apply()) finds the texture or sound called `asset` in
/// `scene`, which may have names that are not in the file itself.
///
/// # Errors
/// A message, if no asset or several assets have this name.
pub fn asset_name(
    scene: &Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Result<String, String> {
    let found = find(scene, document, asset, content)?;
    let path = path_of(scene, found);
    // Several views of one picture share a path, which refers to the first.
    let is_known = !path.is_empty()
        && match found {
            Asset::Texture(id, _) => {
                let first = scene.textures.pairs().find(|(_, other)| other.origin.path == path);
                first.is_some_and(|(first, _)| first == id)
            }
            Asset::Sound(_) => true,
        };
    let or = |kind: &str, number: u32| match is_known {
        true => path.clone(),
        false => format!("{kind} {number}"),
    };
    Ok(match found {
        Asset::Texture(id, None) => or("texture", id.number()),
        Asset::Texture(id, Some(palette)) => format!("{}.p{palette}", or("texture", id.number())),
        Asset::Sound(id) => or("sound", id.number()),
    })
}

/// The sound called `asset` that `content` would replace.
pub fn sound_called<'a>(
    scene: &'a Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Option<&'a Sound> {
    match find(scene, document, asset, content) {
        Ok(Asset::Sound(id)) => scene.sounds.get(id),
        _ => None,
    }
}

/// The palette called `asset`: by its path, the path of its list of entries, or its number, in which
/// colour tables follow the palettes. Names are not used: they are often those of textures.
pub fn palette_called(scene: &Scene, document: &Document, asset: &str) -> Option<Element> {
    let tables = scene.colour_tables.ids().map(Element::ColourTable);
    let all = scene.palettes.ids().map(Element::Palette).chain(tables).enumerate();
    let list_of = |element| {
        let entry = scene.colour_fields(element)?.0.origin(0).path;
        entry.strip_suffix("[0]").map(str::to_owned)
    };
    let called = |(number, element): &(usize, Element)| {
        scene.origin(*element).is_some_and(|origin| {
            origin.span.source == document.source.id()
                && (origin.path == asset
                    || list_of(*element).is_some_and(|list| list == asset)
                    || asset.eq_ignore_ascii_case(&format!("palette {number}")))
        })
    };
    all.into_iter().find(called).map(|(_, element)| element)
}

/// The texture or sound called `asset`: by its path, number, or any of its names; a texture also with
/// `.p` and the number of a palette appended, as in exports.
pub fn find(
    scene: &Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Result<Asset, String> {
    let stem = without_end(asset);
    let found = find_called(scene, document, stem, content)
        .or_else(|why| find_called(scene, document, asset, content).map_err(|_| why));
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

/// Textures whose record or texels are in the file: a companion may have the other.
pub fn textures_of<'a>(
    scene: &'a Scene,
    document: &Document,
) -> impl Iterator<Item = (TextureId, &'a Texture)> {
    let file = document.source.id();
    scene.textures.pairs().filter(move |(_, texture)| {
        texture.origin.span.source == file
            || texture.pixels.stored().is_some_and(|(source, _)| source == file)
    })
}

/// Sounds that are in the file.
pub fn sounds_of<'a>(
    scene: &'a Scene,
    document: &Document,
) -> impl Iterator<Item = (RecordingId, &'a Sound)> {
    let file = document.source.id();
    scene.sounds.pairs().filter(move |(_, sound)| sound.origin.span.source == file)
}

/// The name of an export without its extension.
fn without_end(asset: &str) -> &str {
    let without = |end: &&str| {
        let at = asset.len().checked_sub(end.len())?;
        let (stem, last) = asset.split_at_checked(at)?;
        last.eq_ignore_ascii_case(end).then_some(stem)
    };
    [".png", ".wav", ".flac", ".ogg"].iter().find_map(without).unwrap_or(asset)
}

/// The description of the field of an asset, such as the name of a section.
fn label(document: &Document, origin: &Origin) -> Option<String> {
    let own = origin.span.source == document.source.id();
    let id = document.tree.find(&origin.path).ok().filter(|_| own)?;
    Some(document.tree.field(&id)?.meaning).filter(|label| !label.is_empty())
}

fn find_called(
    scene: &Scene,
    document: &Document,
    asset: &str,
    content: &Replacement,
) -> Result<Asset, String> {
    // Names of exports are adapted to file systems.
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
        Replacement::Picture(_) | Replacement::BumpMapped(..) => {
            for (id, texture) in textures_of(scene, document) {
                let mut names = scene.names_of(Element::Texture(id));
                names.push(format!("texture {}", id.number()));
                names.push(format!("{:08x}", texture.id));
                names.extend(label(document, &texture.origin));
                take(Asset::Texture(id, None), &texture.origin.path, names);
            }
        }
        Replacement::Recording(_) => {
            for (id, sound) in sounds_of(scene, document) {
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
    // Several views of one picture have its path; the first view is the picture as stored.
    if let Some(found) = by_path.first() {
        return Ok(*found);
    }
    let kind = if matches!(content, Replacement::Recording(_)) { "sound" } else { "texture" };
    match by_name.as_slice() {
        [found] => Ok(*found),
        [] => Err(format!("this file has no {kind} with this name")),
        [one, other, ..] => {
            let (one, other) = (path_of(scene, *one), path_of(scene, *other));
            Err(format!("ambiguous name: {one}, {other}"))
        }
    }
}
