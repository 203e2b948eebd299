//! Builds a texture for each palette, and each palette as a table of colours.

use std::sync::Arc;

use super::pixels::Coding;
use super::records::{COLOUR, Tex};
use crate::bytes::Span;
use crate::formats::Loaded;
use crate::scene::{ColourTable, Origin, Scene, Spans, Texels, Texture, TextureData, TextureId};

/// Builds the scene of a texture, in all palettes.
pub(super) fn build(file: &Loaded<Tex>) -> Scene {
    let mut scene = Scene::of_pictures([], file.source.stem().to_owned());
    for palette in 0..file.records.palettes().max(1) {
        add_texture(&mut scene, file, palette);
    }
    scene
}

/// Name of the texture: that of its file; for further palettes with the palette's number.
fn name(file: &Loaded<Tex>, palette: usize) -> String {
    let own = file.source.file_name();
    let is_named = own.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("tex"));
    let name = if is_named { file.source.stem() } else { own };
    match palette {
        0 => name.to_owned(),
        _ => format!("{name}.p{palette}"),
    }
}

/// Adds the texture with one of its palettes, and the palette; `None` if it has no pixels.
pub fn add_texture(scene: &mut Scene, file: &Loaded<Tex>, palette: usize) -> Option<TextureId> {
    let texture = &file.records;
    let (width, height) = (texture.header.width, texture.rows());
    if width == 0 || height == 0 {
        return None;
    }
    let name = name(file, palette);
    let pixels = Pixels {
        coding: Coding::of(texture, palette),
        data: texture.pixels.clone(),
        bytes: texture.header.bytes_per_pixel,
        size: (width, height),
        start: file.span("pixels").start,
    };
    let id = scene.textures.push(Texture::rgba(
        name.clone(),
        (width, height),
        pixels,
        file.origin("pixels"),
    ));
    if palette < texture.palettes() {
        scene.colour_tables.push(table(file, name, palette, id));
    }
    Some(id)
}

/// Table of the stored colours of a palette.
fn table(file: &Loaded<Tex>, name: String, palette: usize, texture: TextureId) -> ColourTable {
    let stored = file.records.stored(palette);
    let first = palette * file.records.colours_each();
    let (source, start) = (file.source.id(), file.span("colours").start + 4 * first as u64);
    let count = stored.len() as u64;
    let path = if palette == 0 { "colours".to_owned() } else { format!("colours[{first}]") };
    let entries = Spans::even(source, start, 4, count, "colours".to_owned()).counted_from(first);
    let colours = stored.iter().map(|colour| COLOUR.rgba(*colour));
    ColourTable {
        name,
        origin: Origin::new(Span::new(source, start, 4 * count), path),
        colours: colours.clone().map(|[r, g, b, _]| [r, g, b]).collect(),
        alphas: colours.map(|[.., a]| a).collect(),
        textures: Some(vec![texture]),
        entries,
    }
}

struct Pixels {
    coding: Coding,
    data: Arc<[u8]>,
    /// Bytes per pixel.
    bytes: u32,
    size: (u32, u32),
    /// Offset of the first pixel.
    start: u64,
}

impl TextureData for Pixels {
    fn stored_bits(&self) -> Option<u32> {
        self.bytes.checked_mul(8)
    }

    fn decode(&self) -> Texels {
        let (width, height) = self.size;
        let wanted = u64::from(width) * u64::from(height) * u64::from(self.bytes);
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        Texels::Rgba(self.coding.decode(self.data.get(..wanted).unwrap_or(&self.data)))
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let (width, height) = self.size;
        let at = u64::from(y) * u64::from(width) + u64::from(x);
        (x < width && y < height).then(|| self.start + at * u64::from(self.bytes))
    }

    fn colour_index(&self, x: u32, y: u32) -> Option<u32> {
        let is_indexed = matches!(self.coding, Coding::Indexed(_)) && self.bytes == 1;
        let at = self.texel_offset(x, y).filter(|_| is_indexed)?.checked_sub(self.start)?;
        self.data.get(usize::try_from(at).ok()?).map(|index| u32::from(*index))
    }
}
