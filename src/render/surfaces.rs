//! Textures, palettes and render states on the device.
//!
//! Nothing is expanded: indices are a byte each, direct texels and palette entries stay 15-bit
//! words, so that another palette is a few words rewritten.

use std::collections::HashMap;

use glam::Vec2;

use super::Gpu;
use super::records::{StateRecord, state_flags as flag};
use super::upload::{Upload, largest, storage};
use crate::scene::{ColourScale, Material, Scene, Surface, TexelFormat, Texels, UvSpace};

/// Where textures and palettes lie in their buffers.
#[derive(Debug, Default)]
pub struct Surfaces {
    textures: HashMap<u32, Placed>,
    /// First word and length of each palette.
    palettes: Vec<(u32, u32)>,
    /// The words as they are on the device.
    words: Vec<u32>,
    /// Palettes that textures are drawn with instead of their faces' own.
    overrides: HashMap<u32, u32>,
}

#[derive(Debug, Clone, Copy)]
struct Placed {
    start: u32,
    width: u32,
    height: u32,
    format: TexelFormat,
}

/// Entries a palette may have: indices are bytes.
const LONGEST_PALETTE: usize = 256;

impl Surfaces {
    /// Uploads every texture that a material uses, and all palettes. The notes say what did not
    /// fit.
    pub fn upload(
        gpu: &Gpu,
        scene: &Scene,
        notes: &mut Vec<String>,
    ) -> (Self, wgpu::Buffer, wgpu::Buffer) {
        let mut surfaces = Self::default();
        let texels = surfaces.upload_textures(gpu, scene, notes);
        for palette in &scene.palettes {
            let loaded = palette.loaded();
            let start = surfaces.words.len() as u32;
            surfaces.words.extend(loaded.iter().take(LONGEST_PALETTE).map(|w| u32::from(*w)));
            surfaces.palettes.push((start, surfaces.words.len() as u32 - start));
        }
        let palettes = storage(gpu, "palettes", bytemuck::cast_slice(&surfaces.words));
        (surfaces, texels, palettes)
    }

    fn upload_textures(
        &mut self,
        gpu: &Gpu,
        scene: &Scene,
        notes: &mut Vec<String>,
    ) -> wgpu::Buffer {
        let room = largest(gpu) / 4;
        let mut next = 0u64;
        let mut order = Vec::new();
        for index in used_textures(scene) {
            let Some(texture) = scene.textures.get(index as usize) else { continue };
            let Some(words) = word_count(texture.width, texture.height, texture.format) else {
                continue;
            };
            if next + words > room {
                notes.push(format!("texture {} does not fit into video memory", texture.name));
                continue;
            }
            let (width, height, format) = (texture.width, texture.height, texture.format);
            self.textures.insert(index, Placed { start: next as u32, width, height, format });
            order.push((index, words));
            next += words;
        }
        let mut upload = Upload::new(gpu, "texels", next * 4);
        for (index, words) in order {
            if let Some(texture) = scene.textures.get(index as usize) {
                push_texels(&mut upload, texture.pixels.decode(), texture.format, words);
            }
        }
        upload.finish()
    }

    /// First word and length of a palette.
    fn palette(&self, index: u32) -> Option<(u32, u32)> {
        self.palettes.get(index as usize).copied()
    }

    /// Replaces a palette's words, as many as it has; returns where they begin, and them.
    pub fn set_palette(&mut self, index: u32, loaded: &[u16]) -> Option<(u32, &[u32])> {
        let (start, entries) = self.palette(index)?;
        let end = start as usize + loaded.len().min(entries as usize);
        let words = self.words.get_mut(start as usize..end)?;
        for (word, loaded) in words.iter_mut().zip(loaded) {
            *word = u32::from(*loaded);
        }
        Some((start, words))
    }

    /// What a material's surface does at a texture coordinate, as `texel_at` in `faces.wgsl`
    /// decides it. Decodes the texture at first, which is kept in `decoded`.
    pub fn coverage(
        &self,
        scene: &Scene,
        material: &Material,
        uv: Vec2,
        nudge: f32,
        decoded: &mut HashMap<u32, Texels>,
    ) -> Coverage {
        let blends = material.blend.is_some();
        let solid = if blends { Coverage::Blended } else { Coverage::Opaque };
        let Surface::Textured { texture, palette } = material.surface else {
            let plain = material.surface == Surface::Plain;
            return if plain { solid } else { Coverage::Opaque };
        };
        let Some(stored) = scene.textures.get(texture as usize) else { return Coverage::Opaque };
        let Some(placed) = self.textures.get(&texture) else { return Coverage::Opaque };
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
            (false, true) => solid,
            (false, false) => Coverage::Opaque,
        }
    }

    /// Whether a palette's entry is a hole, and whether it has STP.
    fn entry(&self, texture: u32, palette: Option<u32>, entry: u32) -> (bool, bool) {
        let palette = self.overrides.get(&texture).copied().or(palette);
        match palette.and_then(|p| self.palette(p)) {
            // A grey ramp has no holes.
            None => (false, true),
            Some((_, entries)) if entry >= entries => (true, false),
            Some((start, _)) => {
                of_word(self.words.get((start + entry) as usize).copied().unwrap_or(0))
            }
        }
    }

    pub fn override_palette(&mut self, texture: u32, palette: Option<u32>) {
        match palette {
            Some(palette) => self.overrides.insert(texture, palette),
            None => self.overrides.remove(&texture),
        };
    }

    /// The record of a material, its layer apart.
    pub fn state(&self, material: &Material, float_uvs: bool) -> StateRecord {
        let mut state = StateRecord {
            flags: material_flags(material, float_uvs),
            texels: 0,
            width: 1,
            height: 1,
            palette: 0,
            entries: 0,
            unused: [0; 2],
        };
        match material.surface {
            Surface::Plain => {}
            Surface::Missing(_) => state.flags |= flag::MISSING,
            Surface::Textured { texture, palette } => {
                self.cover(&mut state, texture, palette);
            }
        }
        state
    }

    fn cover(&self, state: &mut StateRecord, texture: u32, palette: Option<u32>) {
        let Some(placed) = self.textures.get(&texture) else {
            state.flags |= flag::MISSING;
            return;
        };
        state.flags |= flag::TEXTURED | format_number(placed.format) << flag::FORMAT_SHIFT;
        (state.texels, state.width, state.height) = (placed.start, placed.width, placed.height);
        let palette = self.overrides.get(&texture).copied().or(palette);
        if let Some((start, entries)) = palette.and_then(|p| self.palette(p)) {
            (state.palette, state.entries) = (start, entries);
        } else if placed.format.is_indexed() {
            state.flags |= flag::GREY_RAMP;
            state.entries = 1 << placed.format.bits();
        }
    }
}

/// What of a face is at a point.
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
        (material.double_sided, flag::DOUBLE_SIDED),
        (material.gouraud, flag::GOURAUD),
        (material.vanishes, flag::VANISHES),
        (material.uv == UvSpace::Fraction, flag::FRACTION),
        (float_uvs, flag::FLOAT_UVS),
        (material.lit, flag::LIT),
    ];
    let switched = switches.iter().filter(|(on, _)| *on).fold(0, |flags, (_, bit)| flags | bit);
    let mode = material.blend.map_or(0, |blend| blend.mode());
    switched | mode << flag::MODE_SHIFT | scale << flag::SCALE_SHIFT
}

fn format_number(format: TexelFormat) -> u32 {
    match format {
        TexelFormat::Indexed4 | TexelFormat::Indexed8 => 0,
        TexelFormat::Direct15 => 1,
        TexelFormat::Rgba8 => 2,
    }
}

fn used_textures(scene: &Scene) -> Vec<u32> {
    let mut used: Vec<u32> = scene
        .materials
        .iter()
        .filter_map(|material| match material.surface {
            Surface::Textured { texture, .. } => Some(texture),
            _ => None,
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// 32-bit words of a texture; `None` when it has no texels.
fn word_count(width: u32, height: u32, format: TexelFormat) -> Option<u64> {
    let texels = u64::from(width) * u64::from(height);
    let per_word = match format {
        TexelFormat::Indexed4 | TexelFormat::Indexed8 => 4,
        TexelFormat::Direct15 => 2,
        TexelFormat::Rgba8 => 1,
    };
    (texels > 0).then(|| texels.div_ceil(per_word))
}

/// Exactly `words` words, whatever was decoded.
fn push_texels(upload: &mut Upload, texels: Texels, format: TexelFormat, words: u64) {
    let size = usize::try_from(words * 4).unwrap_or(usize::MAX);
    let fits = match &texels {
        Texels::Indices(_) => format.is_indexed(),
        Texels::Words(_) => format == TexelFormat::Direct15,
        Texels::Rgba(_) => format == TexelFormat::Rgba8,
    };
    let bytes: &[u8] = match &texels {
        _ if !fits => &[],
        Texels::Indices(indices) => indices,
        Texels::Words(words) => bytemuck::cast_slice(words),
        Texels::Rgba(colours) => bytemuck::cast_slice(colours),
    };
    let bytes = &bytes[..bytes.len().min(size)];
    upload.push(bytes);
    upload.push(&vec![0; size - bytes.len()]);
}
