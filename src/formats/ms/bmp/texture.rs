//! Scene of a bitmap: a texture, and its palette as a table of colours.

use std::sync::Arc;

use super::records::Bmp;
use crate::bytes::SourceId;
use crate::formats::Loaded;
use crate::scene::{
    ColourTable, Id, Origin, Scene, Spans, TexelFormat, Texels, Texture, TextureData,
};

/// Scene of a bitmap file.
pub(super) fn scene(file: &Loaded<Bmp>) -> Scene {
    let name = file.source.stem().to_owned();
    let mut scene = Scene::of_pictures(texture(file, name.clone()), name.clone());
    let bitmap = &file.records;
    if bitmap.header.is_indexed() && !scene.textures.is_empty() {
        scene.colour_tables.extend(table(file, name));
    }
    scene
}

/// The texture of a bitmap, called `name`; `None` if nothing can be displayed.
pub fn texture(file: &Loaded<Bmp>, name: String) -> Option<Texture> {
    let bitmap = &file.records;
    let (width, height) = (bitmap.header.size().0, bitmap.rows());
    let pixels = Pixels {
        bitmap: bitmap.clone(),
        source: file.source.id(),
        start: file.span("pixels").start,
    };
    (width > 0 && height > 0).then(|| Texture {
        name,
        id: 0,
        width,
        height,
        format: TexelFormat::Rgba8,
        palette: None,
        pixels: Arc::new(pixels),
        origin: file.whole(),
    })
}

/// The palette with its stored colours; `None` for a file without a palette.
fn table(file: &Loaded<Bmp>, name: String) -> Option<ColourTable> {
    let bitmap = &file.records;
    let colours: Arc<[[u8; 3]]> =
        bitmap.palette().into_iter().map(|[r, g, b, _]| [r, g, b]).collect();
    let entry = if bitmap.palette.is_empty() { 3 } else { 4 };
    let (source, start) = (file.source.id(), file.span("palette").start);
    let count = colours.len() as u64;
    let entries = Spans::even(source, start, entry, count, "palette".to_owned());
    (count > 0).then(|| ColourTable {
        name,
        origin: Origin::new(file.span("palette"), "palette"),
        colours,
        alphas: Vec::new(),
        textures: Some(vec![Id::new(0)]),
        entries,
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
