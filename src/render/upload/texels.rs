//! The texels on the device: one buffer for all textures.
//!
//! If not all fit, those with the highest priority are resident, and the least recently used one is
//! replaced first. A texture that is not resident has its fill colour.

use std::collections::{BTreeMap, HashSet};

use super::arena::Arena;
use super::mips;
use crate::render::device::{Gpu, Upload, buffer, largest};
use crate::scene::{Scene, Shine, Surface, TexelFormat, Texels, Texture, TextureId};

/// Maximum number of bytes of resident texels on a device with streaming.
pub const BUDGET: u64 = 512 << 20;

/// Fill colour of textures that define none.
const MID_GREY: [u8; 3] = [128; 3];

/// A texture in use by a material or the sky.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub width: u32,
    pub height: u32,
    pub format: TexelFormat,
    /// Red, green and blue of the fill colour while its texels are not resident.
    pub fill: [u8; 3],
    /// Number of mipmaps; indexed textures have none, since their colours may change.
    pub levels: u32,
    /// Offset of its normals from its first word, if it has a height map.
    pub relief: Option<u32>,
    /// Number of 32-bit words of all texels; 0 if they are missing, so that the texture has its fill colour.
    pub words: u32,
    /// First word, if it is resident.
    pub start: Option<u32>,
    /// Value of `now` when the texture was last in the picture.
    used: u64,
}

impl Slot {
    fn has_texels(&self) -> bool {
        self.words > 0
    }
}

/// The buffer and its content.
#[derive(Clone, Debug)]
pub struct TexelStore {
    pub buffer: wgpu::Buffer,
    arena: Arena,
    slots: BTreeMap<TextureId, Slot>,
    /// Size of the buffer in words.
    room: u32,
    /// Counter of rankings, as time for least-recently-used replacement.
    now: u64,
}

impl TexelStore {
    /// Creates a store with as many decoded textures as fit; the notes list the others.
    pub fn full(gpu: &Gpu, scene: &Scene, notes: &mut Vec<String>) -> Self {
        let mut slots = slots(scene);
        let room = room(&slots, largest(gpu));
        let mut arena = Arena::new(room);
        let mut upload = Upload::new(gpu, "texels", u64::from(room) * 4);
        for (index, slot) in &mut slots {
            let Some(texture) = scene.textures.get(*index).filter(|_| slot.has_texels()) else {
                continue;
            };
            slot.start = arena.take(slot.words);
            if slot.start.is_some() {
                upload.push(bytemuck::cast_slice(&decode(texture)));
            } else {
                notes.push(format!("texture {} exceeds video memory", texture.name));
            }
        }
        Self { buffer: upload.finish(), arena, slots, room, now: 0 }
    }

    /// Creates a store without resident textures.
    pub fn empty(gpu: &Gpu, scene: &Scene, budget: u64, notes: &mut Vec<String>) -> Self {
        let slots = slots(scene);
        let room = room(&slots, largest(gpu).min(budget));
        let size = (u64::from(room) * 4).max(64).next_multiple_of(16);
        let buffer = buffer(gpu, "texels", size, wgpu::BufferUsages::STORAGE);
        let store = Self { buffer, arena: Arena::new(room), slots, room, now: 0 };
        if store.is_tight() {
            let mb = |words: u64| words.div_ceil(1 << 18);
            notes.push(format!(
                "textures need {} MB, of which at most {} MB are resident: those in the picture, \
                 the nearest first; the others have a single colour",
                mb(store.total()),
                mb(u64::from(room))
            ));
        }
        for (index, slot) in &store.slots {
            if slot.words > room
                && let Some(texture) = scene.textures.get(*index)
            {
                notes.push(format!("texture {} exceeds video memory", texture.name));
            }
        }
        store
    }

    pub fn slot(&self, texture: TextureId) -> Option<&Slot> {
        self.slots.get(&texture)
    }

    /// Textures that can be resident, by index.
    pub fn textures(&self) -> impl Iterator<Item = TextureId> + '_ {
        self.slots.iter().filter(|(_, slot)| slot.has_texels()).map(|(texture, _)| *texture)
    }

    /// `true` if not all textures fit at once.
    fn is_tight(&self) -> bool {
        self.total() > u64::from(self.room)
    }

    /// `true` if all textures with texels are resident.
    pub fn is_complete(&self) -> bool {
        self.slots.values().all(|slot| slot.start.is_some() || !slot.has_texels())
    }

    fn total(&self) -> u64 {
        self.slots.values().map(|slot| u64::from(slot.words)).sum()
    }

    /// Textures in `order` that fit together; the first `seen` of them are in the picture.
    pub fn fitting(&mut self, order: &[TextureId], seen: usize) -> Vec<TextureId> {
        self.now += 1;
        for texture in order.iter().take(seen) {
            if let Some(slot) = self.slots.get_mut(texture) {
                slot.used = self.now;
            }
        }
        let mut left = self.room;
        let mut fitting = Vec::new();
        for texture in order {
            let words = self.slots.get(texture).map_or(u32::MAX, |slot| slot.words);
            if let Some(rest) = left.checked_sub(words) {
                left = rest;
                fitting.push(*texture);
            }
        }
        fitting
    }

    /// Uploads a texture's texels. If there is no room, textures that are not in `kept` are removed, the
    /// least recently used one first. `false` if it does not fit.
    pub fn admit(
        &mut self,
        gpu: &Gpu,
        texture: TextureId,
        words: &[u32],
        kept: &HashSet<TextureId>,
    ) -> bool {
        let Some(slot) = self.slots.get(&texture) else { return false };
        let length = slot.words;
        if slot.start.is_some() || words.len() != length as usize {
            return false;
        }
        let start = loop {
            if let Some(start) = self.arena.take(length) {
                break start;
            }
            if !kept.contains(&texture) || !self.evict(kept) {
                return false;
            }
        };
        gpu.queue.write_buffer(&self.buffer, u64::from(start) * 4, bytemuck::cast_slice(words));
        if let Some(slot) = self.slots.get_mut(&texture) {
            slot.start = Some(start);
        }
        true
    }

    /// Removes the least recently used texture; `false` if all are to be kept.
    fn evict(&mut self, kept: &HashSet<TextureId>) -> bool {
        let leaving =
            |entry: &(&TextureId, &mut Slot)| entry.1.start.is_some() && !kept.contains(entry.0);
        let oldest = self.slots.iter_mut().filter(leaving).min_by_key(|(_, slot)| slot.used);
        let Some((_, slot)) = oldest else { return false };
        if let Some(start) = slot.start.take() {
            self.arena.free(start, slot.words);
        }
        true
    }
}

/// All textures with texels that a material or the sky uses.
fn slots(scene: &Scene) -> BTreeMap<TextureId, Slot> {
    let pages = scene.flipbooks.iter().flat_map(|book| &book.frames).map(|frame| frame.surface);
    let surfaces = scene.materials.iter().map(|material| material.surface).chain(pages);
    let used = surfaces.filter_map(|surface| match surface {
        Surface::Textured { texture, .. } => Some(texture),
        _ => None,
    });
    let slot = |index: TextureId| {
        let texture = scene.textures.get(index)?;
        let (width, height, format) = (texture.width, texture.height, texture.format);
        let (flat, words) = (word_count(width, height, format)?, all_words(texture)?);
        let (levels, relief) = (levels(texture), (words > flat).then_some(flat));
        let known = texture.pixels.fill();
        let words = if known.is_some() && texture.pixels.is_placeholder() { 0 } else { words };
        let fill = known.unwrap_or(MID_GREY);
        let (start, used) = (None, 0);
        Some((index, Slot { width, height, format, fill, levels, relief, words, start, used }))
    };
    let shines = scene.materials.iter().filter_map(|material| material.shine);
    let reflected = shines.flat_map(Shine::textures);
    let of_sky = scene.sky.as_ref().and_then(|sky| sky.texture);
    used.chain(reflected).chain(of_sky).filter_map(slot).collect()
}

/// Words of a buffer for these textures, of at most `largest` bytes.
fn room(slots: &BTreeMap<TextureId, Slot>, largest: u64) -> u32 {
    let total: u64 = slots.values().map(|slot| u64::from(slot.words)).sum();
    u32::try_from(total.min(largest / 4)).unwrap_or(u32::MAX)
}

fn levels(texture: &Texture) -> u32 {
    match texture.format {
        TexelFormat::Rgba8 => mips::levels(texture.width, texture.height),
        _ => 0,
    }
}

/// 32-bit words of a texture and its mipmaps; `None` if it has no texels, or more than can be addressed.
fn word_count(width: u32, height: u32, format: TexelFormat) -> Option<u32> {
    let texels = u64::from(width) * u64::from(height);
    let words = match format {
        TexelFormat::Indexed4 | TexelFormat::Indexed8 => texels.div_ceil(4),
        TexelFormat::Direct15 => texels.div_ceil(2),
        TexelFormat::Rgba8 => mips::texels(width, height),
    };
    (texels > 0).then(|| u32::try_from(words).ok()).flatten()
}

/// Words of a texture, its mipmaps and the normals of its height map.
fn all_words(texture: &Texture) -> Option<u32> {
    let (width, height) = (texture.width, texture.height);
    let flat = word_count(width, height, texture.format)?;
    let relief = if texture.pixels.has_relief() { width.checked_mul(height)? } else { 0 };
    flat.checked_add(relief)
}

/// Decodes a texture into exactly the number of words of its slot.
pub fn decode(texture: &Texture) -> Vec<u32> {
    let (width, height, format) = (texture.width, texture.height, texture.format);
    let (Some(flat), Some(words)) = (word_count(width, height, format), all_words(texture)) else {
        return Vec::new();
    };
    let mut texels = texture.pixels.decode();
    let bytes: &[u8] = match &mut texels {
        Texels::Indices(indices) if format.is_indexed() => indices,
        Texels::Words(words) if format == TexelFormat::Direct15 => bytemuck::cast_slice(words),
        Texels::Rgba(colours) if format == TexelFormat::Rgba8 => {
            colours.resize(width as usize * height as usize, [0; 4]);
            mips::append(colours, width, height);
            bytemuck::cast_slice(colours)
        }
        _ => &[],
    };
    let mut packed = vec![0u32; words as usize];
    let (own, relief) = packed.split_at_mut(flat as usize);
    let into: &mut [u8] = bytemuck::cast_slice_mut(own);
    let fitting = bytes.len().min(into.len());
    into[..fitting].copy_from_slice(&bytes[..fitting]);
    if !relief.is_empty() {
        emboss(texture, relief);
    }
    packed
}

/// Computes the normals of a texture, x along u and y along v.
fn emboss(texture: &Texture, into: &mut [u32]) {
    /// Normal that is perpendicular to the surface.
    const FLAT: u32 = u32::from_le_bytes([128, 128, 255, 0]);
    into.fill(FLAT);
    // If v = 0 is the top of the picture, a slope towards the top points against v.
    let up_is_v = texture.pixels.bottom_up();
    for (word, [x, y, z]) in into.iter_mut().zip(texture.pixels.normals().unwrap_or_default()) {
        let y = if up_is_v { y } else { 255 - y };
        *word = u32::from_le_bytes([x, y, z, 0]);
    }
}
