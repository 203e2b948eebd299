//! States of materials on the device.

use std::borrow::Cow;

use super::buffers::SceneBuffers;
use super::geometry::StateKey;
use super::see_through;
use crate::render::device::{Gpu, StateRecord, state_flags};
use crate::render::stamp;
use crate::scene::{Material, MaterialId, MaterialTint, PaletteId, Surface, TextureId};

impl SceneBuffers {
    /// Current state of a material.
    pub(in crate::render) fn material(&self, index: MaterialId) -> Option<Cow<'_, Material>> {
        let stored = self.scene.materials.get(index)?;
        let (surface, dye) = (self.moved.surfaces.get(&index), self.moved.dyes.get(&index));
        if surface.is_none() && dye.is_none() {
            return Some(Cow::Borrowed(stored));
        }
        let surface = surface.copied().unwrap_or(stored.surface);
        let blend = dye.map_or(stored.blend, |dye| dye.blend(stored.blend));
        Some(Cow::Owned(Material { surface, blend, ..stored.clone() }))
    }

    /// Current state of a material on the faces of a layer.
    pub(in crate::render) fn material_on(
        &self,
        index: MaterialId,
        layer: u16,
    ) -> Option<Cow<'_, Material>> {
        Some(see_through::on_layer(&self.scene, self.material(index)?, layer))
    }

    /// Replaces the words of a palette (after the loader's rule: 0x0000 is transparent, bit 15 STP).
    /// Words beyond the palette's length are ignored.
    pub fn set_palette(&mut self, gpu: &Gpu, palette: PaletteId, loaded: &[u16]) {
        if self.surfaces.set_palette(gpu, palette, loaded) {
            self.version = stamp();
        }
    }

    /// Draws a texture's faces with another palette; `None` restores each face's own.
    pub fn override_palette(&mut self, gpu: &Gpu, texture: TextureId, palette: Option<PaletteId>) {
        self.surfaces.override_palette(texture, palette);
        self.refresh_states(gpu, Some(texture));
    }

    /// Updates the states of materials with this texture, or of all materials.
    pub(super) fn refresh_states(&mut self, gpu: &Gpu, texture: Option<TextureId>) {
        let mut records = std::mem::take(&mut self.states.records);
        for (state, key) in records.iter_mut().zip(&self.states.keys) {
            match *key {
                StateKey::Nothing => {}
                StateKey::Texture(own) if texture.is_none_or(|texture| texture == own) => {
                    *state = self.surfaces.of_texture(&self.scene, own);
                }
                StateKey::Texture(_) => {}
                StateKey::Faces { material, layer, floats } => {
                    self.refresh_state(state, (material, layer), floats, texture);
                    if let Some(dye) = self.moved.dyes.get(&material) {
                        dye_state(state, dye);
                    }
                }
            }
        }
        self.states.records = records;
        self.write_states(gpu);
    }

    /// Updates one state of a material, but not its reflection.
    fn refresh_state(
        &self,
        state: &mut StateRecord,
        (material, layer): (MaterialId, u16),
        floats: bool,
        texture: Option<TextureId>,
    ) {
        let Some(material) = self.material_on(material, layer) else { return };
        let own = match material.surface {
            Surface::Textured { texture, .. } => Some(texture),
            _ => None,
        };
        if texture.is_none() || texture == own {
            let kept = state.flags & (state_flags::HIDDEN | state_flags::SKY);
            let StateRecord { surroundings, gloss, shine, .. } = *state;
            let made = self.surfaces.state(&material, floats);
            *state = StateRecord { flags: made.flags | kept, surroundings, gloss, shine, ..made };
        }
    }

    pub(super) fn write_states(&mut self, gpu: &Gpu) {
        let records = bytemuck::cast_slice(&self.states.records);
        gpu.queue.write_buffer(&self.state_buffer, 0, records);
        self.version = stamp();
    }
}

/// Applies animated material colours to a state.
fn dye_state(state: &mut StateRecord, dye: &MaterialTint) {
    state.flags |= state_flags::DYED;
    let ([r, g, b], [.., opacity]) = (dye.scale, state.tint);
    state.tint = [r, g, b, opacity];
    let [r, g, b] = dye.add;
    state.glow = [r, g, b, 0.0];
}
