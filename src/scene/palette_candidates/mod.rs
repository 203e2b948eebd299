//! Palettes that a texture can be displayed with: how much its picture differs, and which faces change.

mod change;
mod texel_counts;

use std::sync::Arc;

pub use change::{PaletteChange, PaletteUses, stored_words};
pub use texel_counts::{EntryDifference, TexelCounts};

use super::{Origin, Palette, PaletteId, Scene, Texture};

/// A palette that a texture can be displayed with.
#[derive(Clone, Debug)]
pub struct PaletteCandidate {
    /// Name of the palette.
    pub name: String,
    /// Path of the file that it was read from; empty for the scene's own palettes.
    pub file: String,
    /// Number of the palette in the scene that it was read from.
    pub palette: PaletteId,
    /// Bytes and field path.
    pub origin: Origin,
    /// Entries as stored.
    pub stored: Arc<[u16]>,
    /// Entries as uploaded.
    pub loaded: Arc<[u16]>,
}

impl PaletteCandidate {
    /// The palette `id` of the file at `file`.
    pub fn new(palette: &Palette, id: PaletteId, file: &str) -> Self {
        Self {
            name: palette.name.clone(),
            file: file.to_owned(),
            palette: id,
            origin: palette.origin.clone(),
            stored: palette.stored.as_slice().into(),
            loaded: palette.loaded().into(),
        }
    }

    /// Number of the palette in the open scene; `None` if it is in another file.
    pub fn own(&self) -> Option<PaletteId> {
        self.file.is_empty().then_some(self.palette)
    }
}

/// Highest number of colours of a palette for a texture; 0 if its texels are not indices.
pub fn most_colours(texture: &Texture) -> usize {
    if texture.format.is_indexed() { 1 << texture.format.bits() } else { 0 }
}

/// The scene's own palettes that a texture can be displayed with, as stored: at most as many colours as
/// its indices can select.
pub fn own_candidates(scene: &Scene, texture: &Texture) -> Vec<PaletteCandidate> {
    let fits = |palette: &Palette| (1..=most_colours(texture)).contains(&palette.stored.len());
    let all = scene.palettes.pairs().filter(|(_, palette)| fits(palette));
    all.map(|(id, palette)| PaletteCandidate::new(palette, id, "")).collect()
}
