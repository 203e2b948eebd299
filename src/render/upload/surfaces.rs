//! Textures, palettes and render states on the device.
//!
//! Nothing is expanded: indices are one byte each, direct texels and palette entries stay 15-bit words,
//! so that changing a palette only rewrites a few words.

use std::collections::HashMap;

use glam::Vec2;

use super::texels::TexelStore;
use crate::render::device::{Gpu, StateRecord, state_flags as flag, storage};
use crate::scene::{
    Blend, ColourScale, Material, PaletteId, Scene, Sky, Surface, TexelFormat, Texels, TextureId,
    UvSpace,
};

/// Offsets of textures and palettes in their buffers.
#[derive(Clone, Debug)]
pub struct Surfaces {
    pub texels: TexelStore,
    /// First word and length of each palette.
    palettes: Vec<(u32, u32)>,
    /// Copy of the words in the buffer.
    words: Vec<u32>,
    pub palette_buffer: wgpu::Buffer,
    /// Palettes that replace those of the faces, per texture.
    overrides: HashMap<TextureId, PaletteId>,
}

/// Maximum number of entries of a palette: indices are bytes.
const MAX_ENTRIES: usize = 256;

impl Surfaces {
    /// Uploads all palettes.
    pub fn new(gpu: &Gpu, scene: &Scene, texels: TexelStore) -> Self {
        let (mut words, mut palettes) = (Vec::new(), Vec::new());
        for palette in &scene.palettes {
            let loaded = palette.loaded();
            let start = words.len() as u32;
            words.extend(loaded.iter().take(MAX_ENTRIES).map(|w| u32::from(*w)));
            palettes.push((start, words.len() as u32 - start));
        }
        let palette_buffer = storage(gpu, "palettes", bytemuck::cast_slice(&words));
        Self { texels, palettes, words, palette_buffer, overrides: HashMap::new() }
    }

    /// First word and length of a palette.
    fn palette(&self, index: PaletteId) -> Option<(u32, u32)> {
        self.palettes.get(index.index()).copied()
    }

    /// Replaces the words of a palette up to its length; `false` if the palette does not exist.
    pub fn set_palette(&mut self, gpu: &Gpu, index: PaletteId, loaded: &[u16]) -> bool {
        let Some((start, entries)) = self.palette(index) else { return false };
        let end = start as usize + loaded.len().min(entries as usize);
        let Some(words) = self.words.get_mut(start as usize..end) else { return false };
        for (word, loaded) in words.iter_mut().zip(loaded) {
            *word = u32::from(*loaded);
        }
        let bytes = bytemuck::cast_slice(words);
        gpu.queue.write_buffer(&self.palette_buffer, u64::from(start) * 4, bytes);
        true
    }

    /// Coverage of a material's surface at a texture coordinate, like `texel_at` in `texels.wgsl`. The
    /// decoded texture is cached in `decoded`.
    pub fn coverage(
        &self,
        scene: &Scene,
        material: &Material,
        uv: Vec2,
        nudge: f32,
        decoded: &mut HashMap<TextureId, Texels>,
    ) -> Coverage {
        let solid = if material.blend.is_some() { Coverage::Blended } else { Coverage::Opaque };
        let Surface::Textured { texture, palette } = material.surface else {
            let plain = material.surface == Surface::Plain;
            return if plain { solid } else { Coverage::Opaque };
        };
        let Some(stored) = scene.textures.get(texture) else { return Coverage::Opaque };
        let Some(placed) = self.texels.slot(texture) else { return Coverage::Opaque };
        if placed.start.is_none() {
            return solid;
        }
        let size = Vec2::new(placed.width as f32, placed.height as f32);
        let tie = 1.0 / 4096.0;
        let at = match material.uv {
            UvSpace::Fraction => uv * size + tie,
            UvSpace::Texels => uv + nudge + tie,
        };
        let wrapped = at.floor().rem_euclid(size);
        let index = wrapped.y as usize * placed.width as usize + wrapped.x as usize;
        let texels = decoded.entry(texture).or_insert_with(|| stored.pixels.decode());
        let (hole, stp) = match texels {
            Texels::Indices(indices) => {
                let entry = indices.get(index).copied().unwrap_or(0);
                self.entry(texture, palette, u32::from(entry))
            }
            Texels::Words(words) => of_word(u32::from(words.get(index).copied().unwrap_or(0))),
            Texels::Rgba(colours) => {
                let alpha = colours.get(index).map_or(0, |colour| colour[3]);
                (alpha == 0, alpha > 0 && alpha < 255)
            }
        };
        match (hole, stp) {
            (true, _) => Coverage::Hole,
            (false, stp) if stp || material.takes_all() => solid,
            (false, _) => Coverage::Opaque,
        }
    }

    /// Tests if a palette's entry is transparent, and if it has STP.
    fn entry(&self, texture: TextureId, palette: Option<PaletteId>, entry: u32) -> (bool, bool) {
        match self.palette_of(texture, palette).and_then(|p| self.palette(p)) {
            // A grey ramp has no transparent entries.
            None => (false, true),
            Some((_, entries)) if entry >= entries => (true, false),
            Some((start, _)) => of_word(self.word(start + entry).into()),
        }
    }

    /// Palette that a texture is drawn with: `own`, unless it is replaced.
    pub fn palette_of(&self, texture: TextureId, own: Option<PaletteId>) -> Option<PaletteId> {
        self.overrides.get(&texture).copied().or(own)
    }

    /// Word of the palettes, by its position in the buffer; 0 beyond the end.
    pub fn word(&self, at: u32) -> u16 {
        self.words.get(at as usize).map_or(0, |word| *word as u16)
    }

    pub fn override_palette(&mut self, texture: TextureId, palette: Option<PaletteId>) {
        match palette {
            Some(palette) => self.overrides.insert(texture, palette),
            None => self.overrides.remove(&texture),
        };
    }

    /// Record of a material, without its layer.
    pub fn state(&self, material: &Material, float_uvs: bool) -> StateRecord {
        let mut state = StateRecord::new(material_flags(material, float_uvs));
        state.tint[3] = opacity(material);
        match material.surface {
            Surface::Plain => {}
            Surface::Missing(_) => state.flags |= flag::MISSING,
            Surface::Faulty(_) => state.flags |= flag::MISSING | flag::CHECKERED,
            Surface::Textured { texture, palette } => {
                self.cover(&mut state, texture, palette);
            }
        }
        state
    }

    /// Record of a texture without a material, in its own palette.
    pub fn of_texture(&self, scene: &Scene, texture: TextureId) -> StateRecord {
        let mut state = StateRecord::new(0);
        self.cover(&mut state, texture, scene.textures.get(texture).and_then(|own| own.palette));
        state
    }

    /// Record of a sky: its texture, or one colour.
    pub fn of_sky(&self, scene: &Scene, sky: &Sky) -> StateRecord {
        let mut state = StateRecord::new(flag::TILED);
        if let Some(texture) = sky.texture {
            let palette = scene.textures.get(texture).and_then(|texture| texture.palette);
            self.cover(&mut state, texture, palette);
        }
        if state.flags & flag::TEXTURED == 0 {
            fill(&mut state, sky.plain);
        }
        state
    }

    fn cover(&self, state: &mut StateRecord, texture: TextureId, palette: Option<PaletteId>) {
        let Some(placed) = self.texels.slot(texture) else {
            state.flags |= flag::MISSING;
            return;
        };
        state.flags |= flag::TEXTURED | format_number(placed.format) << flag::FORMAT_SHIFT;
        (state.width, state.height) = (placed.width, placed.height);
        let Some(start) = placed.start else {
            fill(state, placed.fill);
            return;
        };
        (state.texels, state.levels) = (start, placed.levels);
        if let Some(relief) = placed.relief {
            (state.flags, state.normals) = (state.flags | flag::RELIEF, start + relief);
        }
        if let Some((start, entries)) =
            self.palette_of(texture, palette).and_then(|p| self.palette(p))
        {
            (state.palette, state.entries) = (start, entries);
        } else if placed.format.is_indexed() {
            state.flags |= flag::GREY_RAMP;
            state.entries = 1 << placed.format.bits();
        }
    }
}

/// Sets R, G, B to use instead of texels.
fn fill(state: &mut StateRecord, [r, g, b]: [u8; 3]) {
    state.flags |= flag::FILLED;
    state.fill = u32::from_le_bytes([r, g, b, 0]);
}

/// Coverage of a point by a face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    Hole,
    Opaque,
    Blended,
}

fn of_word(word: u32) -> (bool, bool) {
    (word == 0, word & 0x8000 != 0)
}

fn material_flags(material: &Material, float_uvs: bool) -> u32 {
    let scale = match material.colour {
        ColourScale::Modulate128 => 0,
        ColourScale::Modulate255 => 1,
        ColourScale::Raw => 2,
    };
    let switches = [
        (material.blend.is_some(), flag::SEMI),
        (material.takes_all(), flag::TAKES_ALL),
        (material.double_sided, flag::DOUBLE_SIDED),
        (material.gouraud, flag::GOURAUD),
        (material.vanishes, flag::VANISHES),
        (material.uv == UvSpace::Fraction, flag::FRACTION),
        (float_uvs, flag::FLOAT_UVS),
        (material.lit, flag::LIT),
        (material.tiled, flag::TILED),
        (material.subdivided, flag::SUBDIVIDED),
    ];
    let switched = switches.iter().filter(|(on, _)| *on).fold(0, |flags, (_, bit)| flags | bit);
    // Alpha blending is an average with weights other than one half.
    let mode = material.blend.and_then(Blend::mode).unwrap_or(0);
    switched | mode << flag::MODE_SHIFT | scale << flag::SCALE_SHIFT
}

/// Weight of the foreground in an average.
fn opacity(material: &Material) -> f32 {
    material.blend.and_then(Blend::opacity).unwrap_or(0.5)
}

fn format_number(format: TexelFormat) -> u32 {
    match format {
        TexelFormat::Indexed4 | TexelFormat::Indexed8 => 0,
        TexelFormat::Direct15 => 1,
        TexelFormat::Rgba8 => 2,
    }
}
