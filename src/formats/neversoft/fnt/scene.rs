//! Shows the glyphs of a font as textures.

use std::sync::Arc;

use super::records::{Fnt, Glyph};
use crate::formats::Loaded;
use crate::scene::{
    Id, LayerKind, Palette, Scene, Style, Table, TexelFormat, Texels, Texture, TextureData,
};

/// Builds the scene of a font: its palette, and a texture for each glyph that has texels.
pub(super) fn build(file: &Loaded<Fnt>) -> Scene {
    let font = &file.records;
    let name = file.source.stem().to_owned();
    let mut scene = Scene { name, style: Style::Ps1, ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    scene.palettes.push(Palette {
        name: "palette".to_owned(),
        id: 0,
        stored: font.palette.clone(),
        rule: <[u16]>::to_vec,
        position: None,
        entries: file.spans("palette"),
        origin: file.origin("palette"),
    });
    let mut table = Table::new("Glyphs", &["glyph", "width", "height", "ascent"]);
    let start = file.span("texels").start;
    for (index, (glyph, at)) in font.glyphs.iter().zip(font.offsets()).enumerate() {
        let origin = file.origin(format!("glyphs[{index}]"));
        let numbers = [glyph.width.to_string(), glyph.height.to_string(), glyph.ascent.to_string()];
        let cells: Vec<String> = std::iter::once(index.to_string()).chain(numbers).collect();
        table.row(origin.clone(), cells);
        let Some(pixels) = Rows::of(font, glyph, at, start) else { continue };
        scene.textures.push(Texture {
            name: format!("glyph {index}"),
            id: 0,
            width: pixels.width,
            height: pixels.height,
            format: TexelFormat::Indexed4,
            palette: Some(Id::new(0)),
            pixels: Arc::new(pixels),
            origin,
        });
    }
    scene.tables.extend(table.with_rows());
    scene
}

/// Rows of four-bit indices.
struct Rows {
    rows: Vec<u8>,
    row_bytes: usize,
    width: u32,
    height: u32,
    /// Offset in the file.
    start: u64,
}

impl Rows {
    /// Rows of a glyph at offset `at` of the texels, without missing ones.
    fn of(font: &Fnt, glyph: &Glyph, at: u64, texels: u64) -> Option<Self> {
        let row_bytes = usize::try_from(glyph.row_bytes()).ok()?;
        let there = font.texels.get(usize::try_from(at).ok()?..)?;
        let rows = there.len().checked_div(row_bytes)?.min(usize::try_from(glyph.height).ok()?);
        let width = glyph.width.min(glyph.row_words.saturating_mul(4));
        let height = u32::try_from(rows).ok()?;
        let rows = there.get(..rows * row_bytes)?.to_vec();
        let start = texels.saturating_add(at);
        (width > 0 && height > 0).then_some(Self { rows, row_bytes, width, height, start })
    }
}

impl TextureData for Rows {
    fn decode(&self) -> Texels {
        let width = self.width as usize;
        let rows = self.rows.chunks_exact(self.row_bytes.max(1));
        // The low nibble is the left texel.
        let texels = |row: &[u8]| {
            let texels = row.iter().flat_map(|byte| [byte & 15, byte >> 4]);
            texels.take(width).collect::<Vec<_>>()
        };
        Texels::Indices(rows.flat_map(texels).collect())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let inside = x < self.width && y < self.height;
        inside.then(|| self.start + u64::from(y) * self.row_bytes as u64 + u64::from(x / 2))
    }
}
