//! Reorders the entries of a palette together with the texels, so that pictures do not change.

use std::collections::{BTreeMap, BTreeSet};

use super::EditError;
use super::reparse::reparse;
use super::replace::palette_called;
use super::verify::is_faithful;
use crate::container::Context;
use crate::export::texture_picture_in;
use crate::formats::Document;
use crate::scene::{
    Element, Origin, Palette, PaletteId, Scene, Surface, TexelFormat, Texels, Texture, TextureData,
    TextureId,
};

/// Moves entry `to[i]` of the palette at `path` to index `i`, for all `i`, and adapts the texels.
/// Palettes that are used with the same texels are reordered in the same way, or their pictures would
/// change.
pub(super) fn reordered(
    (document, context): (&Document, Context<'_>),
    path: &str,
    to: &[u8],
) -> Result<Document, EditError> {
    let refused = |why: String| EditError::Misread { path: path.to_owned(), why };
    let scene = scene_of(document, context);
    let scene = scene.ok_or_else(|| refused("the file has no palettes".to_owned()))?;
    let first = palette_called(&scene, document, path);
    let Some(Element::Palette(first)) = first else {
        return Err(refused(
            "this file has no palette of 15-bit colours with this name".to_owned(),
        ));
    };
    let order = NewPositions::new(to).map_err(refused)?;
    let group = Group::around(&scene, first);
    let mut bytes = document.source.bytes().to_vec();
    for palette in group.palettes.iter().filter_map(|id| scene.palettes.get(*id)) {
        order.put_colours(document, palette, &mut bytes).map_err(refused)?;
    }
    let mut texels = BTreeMap::new();
    for texture in group.textures.iter().filter_map(|id| scene.textures.get(*id)) {
        order.find_texels(document, texture, &mut texels).map_err(refused)?;
    }
    for (at, (mask, value)) in texels {
        let byte = usize::try_from(at).ok().and_then(|at| bytes.get_mut(at));
        let byte = byte.ok_or_else(|| refused("its texels are truncated".to_owned()))?;
        *byte = *byte & !mask | value;
    }
    let changed = reparse(document, bytes)?;
    let after = scene_of(&changed, context);
    let after = after.ok_or_else(|| refused("the changed file could not be read".to_owned()))?;
    if let Some(other) = other_that_changed(&scene, &after) {
        return Err(refused(format!("{other} would also change")));
    }
    match is_faithful(document) && !is_faithful(&changed) {
        true => Err(EditError::Follows { path: path.to_owned() }),
        false => Ok(changed),
    }
}

fn scene_of(document: &Document, context: Context<'_>) -> Option<Scene> {
    document.content.displayed().scene(context).map(|(scene, _)| scene)
}

/// Palettes, and the textures that are displayed with them.
struct Group {
    palettes: BTreeSet<PaletteId>,
    textures: BTreeSet<TextureId>,
}

impl Group {
    /// All palettes and textures that are connected with a palette, directly or through others.
    fn around(scene: &Scene, first: PaletteId) -> Self {
        let pairs = pairs(scene);
        let mut group = Self { palettes: BTreeSet::from([first]), textures: BTreeSet::new() };
        loop {
            let before = (group.palettes.len(), group.textures.len());
            for (texture, palette) in &pairs {
                if group.palettes.contains(palette) || group.textures.contains(texture) {
                    group.palettes.insert(*palette);
                    group.textures.insert(*texture);
                }
            }
            if before == (group.palettes.len(), group.textures.len()) {
                return group;
            }
        }
    }
}

/// Pairs of a texture and a palette in which it is displayed: its own palette, those that faces use, and, for
/// textures that no face uses, the other rows of the same array of colours.
fn pairs(scene: &Scene) -> BTreeSet<(TextureId, PaletteId)> {
    let surface = |surface: Surface| match surface {
        Surface::Textured { texture, palette } => Some((texture, palette?)),
        Surface::Plain | Surface::Missing(_) | Surface::Faulty(_) => None,
    };
    let mut pairs: BTreeSet<_> =
        scene.materials.iter().filter_map(|m| surface(m.surface)).collect();
    let of_faces: BTreeSet<TextureId> = pairs.iter().map(|(texture, _)| *texture).collect();
    for (id, texture) in scene.textures.pairs() {
        let Some(own) = texture.palette else { continue };
        pairs.insert((id, own));
        let Some(palette) = scene.palettes.get(own).filter(|_| !of_faces.contains(&id)) else {
            continue;
        };
        let rows = scene.palettes.pairs().filter(|(_, other)| is_next_row(palette, other));
        pairs.extend(rows.map(|(row, _)| (id, row)));
    }
    pairs
}

/// `true` if two palettes are rows of one colour array in a file.
fn is_next_row(one: &Palette, other: &Palette) -> bool {
    let array = |palette: &Palette| {
        let Origin { span, path } = palette.entries.origin(0);
        let end = path.rfind('[')?;
        Some((span.source, path.get(..end)?.to_owned()))
    };
    one.stored.len() == other.stored.len() && array(one) == array(other)
}

/// A texture and palette whose picture has changed. Semi-transparency that a loader derives from the
/// order of entries is ignored.
fn other_that_changed(before: &Scene, after: &Scene) -> Option<String> {
    let picture = |scene: &Scene, texture, palette| {
        let shown = texture_picture_in(scene, texture, palette).ok()?;
        let opaque = |image::Rgba([r, g, b, a]): &image::Rgba<u8>| [*r, *g, *b, u8::from(*a > 0)];
        Some(shown.pixels().map(opaque).collect::<Vec<_>>())
    };
    let all = pairs(before).into_iter();
    let mut changed = all.filter(|(texture, palette)| {
        picture(before, *texture, Some(*palette)) != picture(after, *texture, Some(*palette))
    });
    let (texture, palette) = changed.next()?;
    let texture = before.textures.get(texture)?;
    Some(format!("{} in palette {}", texture.origin.path, palette.number()))
}

/// New positions of entries.
struct NewPositions<'a> {
    to: &'a [u8],
    /// New index of each entry.
    places: [Option<u8>; 256],
}

impl<'a> NewPositions<'a> {
    /// The positions described by `to`, which lists the old index of each new entry.
    ///
    /// # Errors
    /// A message, if an entry is listed twice or does not exist.
    fn new(to: &'a [u8]) -> Result<Self, String> {
        let mut places = [None; 256];
        for (place, entry) in (0..=255).zip(to) {
            if usize::from(*entry) >= to.len() {
                let count = to.len();
                return Err(format!("entry {entry} does not exist; there are {count}"));
            }
            let slot = places.get_mut(usize::from(*entry)).map(|slot| slot.replace(place));
            if slot.flatten().is_some() {
                return Err(format!("entry {entry} is listed twice"));
            }
        }
        Ok(Self { to, places })
    }

    /// New value of an index. One past the end is unchanged.
    fn place(&self, index: u8) -> u8 {
        self.places.get(usize::from(index)).copied().flatten().unwrap_or(index)
    }

    fn put_colours(
        &self,
        document: &Document,
        palette: &Palette,
        bytes: &mut [u8],
    ) -> Result<(), String> {
        if palette.stored.len() != self.to.len() {
            let (colours, given) = (palette.stored.len(), self.to.len());
            return Err(format!("{} has {colours} entries, but {given} are listed", palette.name));
        }
        let source = &document.source;
        let span = |entry: usize| {
            let span = palette.entries.get(entry);
            let start = usize::try_from(span.start).ok()?;
            let end = start.checked_add(usize::try_from(span.len).ok()?)?;
            (span.source == source.id() && span.len > 0).then_some(start..end)
        };
        let none = || format!("{} is not stored in this file", palette.name);
        for (place, entry) in self.to.iter().enumerate() {
            let (from, to) = span(usize::from(*entry)).zip(span(place)).ok_or_else(none)?;
            let colour = source.bytes().get(from).ok_or_else(none)?;
            let slot = bytes.get_mut(to).filter(|slot| slot.len() == colour.len());
            slot.ok_or_else(none)?.copy_from_slice(colour);
        }
        Ok(())
    }

    /// Collects the changed bits of each byte for a texture and its mipmaps. Textures that share bytes
    /// have the same changes.
    fn find_texels(
        &self,
        document: &Document,
        texture: &Texture,
        found: &mut BTreeMap<u64, (u8, u8)>,
    ) -> Result<(), String> {
        let elsewhere = texture.pixels.stored().map_or(texture.origin.span.source, |(id, _)| id);
        if elsewhere != document.source.id() {
            return Err(format!("the texels of {} are in another file", texture.name));
        }
        self.find_level(texture.format, texture.width, &*texture.pixels, found);
        for mip in texture.pixels.mips() {
            self.find_level(texture.format, mip.width, &*mip.pixels, found);
        }
        Ok(())
    }

    fn find_level(
        &self,
        format: TexelFormat,
        width: u32,
        pixels: &dyn TextureData,
        found: &mut BTreeMap<u64, (u8, u8)>,
    ) {
        let Texels::Indices(indices) = pixels.decode() else { return };
        let places = (0..).flat_map(|y| (0..width).map(move |x| (x, y)));
        for ((x, y), index) in places.zip(indices) {
            // Missing rows are decoded as zero and not stored.
            let Some(at) = pixels.texel_offset(x, y) else { continue };
            let place = self.place(index);
            let (mask, value) = match (format, x % 2) {
                (TexelFormat::Indexed4, 0) => (0x0F, place & 0x0F),
                (TexelFormat::Indexed4, _) => (0xF0, place << 4),
                _ => (0xFF, place),
            };
            let byte = found.entry(at).or_insert((0, 0));
            *byte = (byte.0 | mask, byte.1 & !mask | value);
        }
    }
}
