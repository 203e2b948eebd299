//! Content of the scene that palettes are compared with, read on workers.

use std::sync::{Arc, Mutex, PoisonError};

use egui::Context;

use crate::app::model::background::spawn;
use crate::scene::{
    PaletteCandidate, PaletteUses, Scene, TexelCounts, TextureId, most_colours, own_candidates,
};

/// A texture with its uses and the palettes of its scene.
pub struct Basis {
    pub texture: TextureId,
    pub counts: TexelCounts,
    pub uses: PaletteUses,
    pub own: Vec<Arc<PaletteCandidate>>,
    /// Loaded words of the palette that the texture is drawn with.
    pub drawn: Arc<[u16]>,
    pub most_colours: usize,
}

impl Basis {
    /// Decodes a texture, and finds its palettes and faces; `None` if its texels are not indices.
    pub fn of(scene: &Scene, texture: TextureId) -> Option<Self> {
        let stored = scene.textures.get(texture)?;
        let counts = TexelCounts::of(stored)?;
        let uses = PaletteUses::of(scene, texture);
        let drawn = uses.drawn.and_then(|drawn| scene.palettes.get(drawn));
        Some(Self {
            texture,
            counts,
            own: own_candidates(scene, stored).into_iter().map(Arc::new).collect(),
            drawn: drawn.map(|palette| palette.loaded()).unwrap_or_default().into(),
            uses,
            most_colours: most_colours(stored),
        })
    }
}

/// The result of a worker, once it is available.
pub struct Slot<T>(Arc<Mutex<Option<T>>>);

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone + Default + Send + 'static> Slot<T> {
    /// A slot that a worker fills. If the worker fails, it gets the default value.
    pub fn fill(
        name: &'static str,
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Self {
        let slot = Self::default();
        let (result, ctx) = (slot.0.clone(), ctx.clone());
        spawn(name, work, move |made| {
            let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
            *result = Some(made.unwrap_or_default());
            ctx.request_repaint();
        });
        slot
    }

    /// The result; `None` while the worker is busy.
    pub fn get(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
