//! Palettes in files, to compare them.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Library, OpenError, Opened};
use crate::scene::PaletteCandidate;

/// Called with each file that is read, and its palettes; or with the reason why it could not be opened.
pub type VisitPalettes<'a> =
    dyn FnMut(&str, Result<Vec<PaletteCandidate>, OpenError>) -> ControlFlow<()> + 'a;

impl Library {
    /// Calls `visit` with the palettes of every file at `path`, in folders and containers below it. Those
    /// of companions belong to the companion's file.
    pub fn each_palette(&self, path: &str, visit: &mut VisitPalettes<'_>) -> ControlFlow<()> {
        self.each_document(path, &mut |file, opened| match opened {
            Ok(opened) => visit(file, Ok(self.palettes_of(opened, file))),
            Err(error) => visit(file, Err(error)),
        })
    }

    /// The palettes that are stored in a file.
    pub fn palettes_of(&self, opened: &Arc<Opened>, file: &str) -> Vec<PaletteCandidate> {
        let Some(scene) = opened.scene(self) else { return Vec::new() };
        let own = opened.document.source.id();
        let all = scene.palettes.pairs().filter(|(_, palette)| palette.origin.span.source == own);
        all.map(|(id, palette)| PaletteCandidate::new(palette, id, file)).collect()
    }
}
