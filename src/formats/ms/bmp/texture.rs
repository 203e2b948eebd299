//! Scene of a bitmap: a texture, and its palette as a table of colours.

use std::sync::Arc;

use super::records::Bmp;
use crate::bytes::{SourceId, Span};
use crate::formats::Loaded;
use crate::scene::{ColourTable, Origin, Scene, Spans, Texels, Texture, TextureData, TextureId};

/// Scene of a bitmap file.
pub(super) fn scene(file: &Loaded<Bmp>) -> Scene {
    let name = file.source.stem().to_owned();
    let mut scene = Scene::of_pictures([], name.clone());
    add(&mut scene, (&file.records, name), &|field| origin(file, field));
    scene
}

/// The texture of a bitmap file, called `name`; `None` if nothing can be displayed.
pub fn texture(file: &Loaded<Bmp>, name: String) -> Option<Texture> {
    made(&file.records, name, &|field| origin(file, field))
}

fn origin(file: &Loaded<Bmp>, field: &str) -> Origin {
    if field.is_empty() { file.whole() } else { file.origin(field) }
}

/// Adds a bitmap called `name`, with its palette, to a scene. `origin` is that of a field of the bitmap,
/// or with an empty name of the bitmap itself.
pub fn add(
    scene: &mut Scene,
    (bitmap, name): (&Bmp, String),
    origin: &dyn Fn(&str) -> Origin,
) -> Option<TextureId> {
    let texture = scene.textures.push(made(bitmap, name.clone(), origin)?);
    if bitmap.header.is_indexed() {
        scene.colour_tables.extend(table(bitmap, (name, texture), origin));
    }
    Some(texture)
}

fn made(bitmap: &Bmp, name: String, origin: &dyn Fn(&str) -> Origin) -> Option<Texture> {
    let (width, height) = (bitmap.header.size().0, bitmap.rows());
    let Span { source, start, .. } = origin("pixels").span;
    let pixels = Pixels { bitmap: bitmap.clone(), source, start };
    (width > 0 && height > 0).then(|| Texture::rgba(name, (width, height), pixels, origin("")))
}

/// The palette with its stored colours; `None` for a bitmap without a palette.
fn table(
    bitmap: &Bmp,
    (name, texture): (String, TextureId),
    origin: &dyn Fn(&str) -> Origin,
) -> Option<ColourTable> {
    let colours: Arc<[[u8; 3]]> =
        bitmap.palette().into_iter().map(|[r, g, b, _]| [r, g, b]).collect();
    let entry = if bitmap.palette.is_empty() { 3 } else { 4 };
    let (count, origin) = (colours.len() as u64, origin("palette"));
    let Span { source, start, .. } = origin.span;
    let entries = Spans::even(source, start, entry, count, origin.path.clone());
    (count > 0).then(|| ColourTable {
        name,
        colours,
        alphas: Vec::new(),
        textures: Some(vec![texture]),
        entries,
        origin,
    })
}

struct Pixels {
    bitmap: Bmp,
    source: SourceId,
    /// Offset of the first byte of the pixels.
    start: u64,
}

impl TextureData for Pixels {
    fn decode(&self) -> Texels {
        Texels::Rgba(self.bitmap.decode())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        self.start.checked_add(self.bitmap.offset(x, y)?)
    }

    fn stored_bits(&self) -> Option<u32> {
        Some(self.bitmap.header.bits.into())
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        Some((self.source, u64::from(self.bitmap.header.bits).div_ceil(8)))
    }
}
