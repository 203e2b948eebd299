//! A scene on the device.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use glam::{Mat4, Vec2};

use super::geometry::{Geometry, Group, Sorted, States, list_faces, node_record};
use super::records::{NodeRecord, node_flags, state_flags};
use super::surfaces::{Coverage, Surfaces};
use super::targets::group;
use super::upload::storage;
use super::visibility::bounds_of;
use super::{Bounds, Gpu, Overlay, Visibility, stamp};
use crate::scene::{DrawIds, Material, Scene, Surface, Texels};

/// A scene uploaded to a device. A mesh that is placed a hundred times is stored once.
pub struct SceneBuffers {
    scene: Arc<Scene>,
    ids: Arc<DrawIds>,
    world: Vec<Mat4>,
    visibility: Visibility,
    notes: Vec<String>,
    surfaces: Surfaces,
    states: States,
    nodes: Vec<NodeRecord>,
    /// Faces that are drawn: the placed ones.
    count: u32,
    semi: Vec<Sorted>,
    sky: Vec<Sorted>,
    all: OnceLock<Vec<Sorted>>,
    node_buffer: wgpu::Buffer,
    state_buffer: wgpu::Buffer,
    palette_buffer: wgpu::Buffer,
    word_buffer: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
    /// Another number after every change.
    version: u64,
    /// Around what is shown.
    bounds: OnceLock<Option<Bounds>>,
    /// Which overlay's words are on the device; 0 for none.
    words: AtomicU64,
}

impl std::fmt::Debug for SceneBuffers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SceneBuffers({} with {} faces)", self.scene.name, self.count)
    }
}

impl SceneBuffers {
    /// Uploads a scene. Takes a while for large ones: call it on a worker. Shows what
    /// [`Visibility::initial`] says.
    pub fn new(gpu: &Gpu, scene: Arc<Scene>) -> Self {
        let mut notes = Vec::new();
        let (surfaces, texels, palettes) = Surfaces::upload(gpu, &scene, &mut notes);
        let geometry = Geometry::upload(gpu, &scene, &surfaces, &mut notes);
        let world = scene.world_transforms();
        let nodes: Vec<_> =
            world.iter().enumerate().map(|(i, world)| node_record(&scene, i, world)).collect();
        let node_buffer = storage(gpu, "nodes", bytemuck::cast_slice(&nodes));
        let records = &geometry.states.records;
        let state_buffer = storage(gpu, "states", bytemuck::cast_slice(records));
        let word_count = geometry.count as usize + scene.helpers.len();
        let word_buffer = storage(gpu, "words", bytemuck::cast_slice(&vec![0u32; word_count]));
        let bound = [
            &geometry.placed,
            &geometry.faces,
            &geometry.pool,
            &node_buffer,
            &state_buffer,
            &word_buffer,
            &texels,
            &palettes,
        ];
        let resources = bound.map(wgpu::Buffer::as_entire_binding);
        let group = group(gpu, &gpu.pipelines.scene, &resources);
        let list = |group| list_faces(&scene, &geometry.states, geometry.count, group);
        let (semi, sky) = (list(Group::Semi), list(Group::Sky));
        let mut buffers = Self {
            ids: Arc::new(scene.draw_ids()),
            world,
            visibility: Visibility::default(),
            notes,
            surfaces,
            states: geometry.states,
            nodes,
            count: geometry.count,
            semi,
            sky,
            all: OnceLock::new(),
            node_buffer,
            state_buffer,
            palette_buffer: palettes,
            word_buffer,
            group,
            version: stamp(),
            bounds: OnceLock::new(),
            words: AtomicU64::new(0),
            scene,
        };
        let initial = Visibility::initial(&buffers.scene);
        buffers.set_visibility(gpu, &initial);
        buffers
    }

    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    pub fn ids(&self) -> &DrawIds {
        &self.ids
    }

    pub(super) fn shared_ids(&self) -> Arc<DrawIds> {
        self.ids.clone()
    }

    /// World transform of every node, as last set.
    pub fn transforms(&self) -> &[Mat4] {
        &self.world
    }

    /// What could not be uploaded, in sentences: what is beyond the device's memory limits.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub fn visibility(&self) -> &Visibility {
        &self.visibility
    }

    /// Shows and hides layers and nodes, and turns fronts. Cheap; does nothing when nothing changed.
    pub fn set_visibility(&mut self, gpu: &Gpu, visibility: &Visibility) {
        if *visibility == self.visibility {
            return;
        }
        self.visibility = visibility.clone();
        self.bounds = OnceLock::new();
        for (index, node) in self.nodes.iter_mut().enumerate() {
            let hidden = !visibility.node(&self.scene, index);
            set_bit(&mut node.flags, node_flags::HIDDEN, hidden);
            if let (Some(placed), Some(world)) =
                (self.scene.nodes.get(index), self.world.get(index))
            {
                let clockwise = visibility.fronts_clockwise(&self.scene, placed, world);
                set_bit(&mut node.flags, node_flags::CLOCKWISE, clockwise);
            }
        }
        // The first state is never drawn.
        for (state, (_, layer, _)) in self.states.records.iter_mut().zip(&self.states.keys).skip(1)
        {
            set_bit(&mut state.flags, state_flags::HIDDEN, !visibility.layer(*layer));
        }
        self.write_nodes(gpu);
        self.write_states(gpu);
    }

    /// Replaces the words of a palette (after the loader's rule: 0x0000 is a hole, bit 15 STP).
    /// Words beyond the palette's length are left out.
    pub fn set_palette(&mut self, gpu: &Gpu, palette: u32, loaded: &[u16]) {
        let Some((start, words)) = self.surfaces.set_palette(palette, loaded) else { return };
        let bytes = bytemuck::cast_slice(words);
        gpu.queue.write_buffer(&self.palette_buffer, u64::from(start) * 4, bytes);
        self.version = stamp();
    }

    /// Draws a texture's faces with another palette; `None` goes back to each face's own.
    pub fn override_palette(&mut self, gpu: &Gpu, texture: u32, palette: Option<u32>) {
        self.surfaces.override_palette(texture, palette);
        for (state, (material, _, floats)) in
            self.states.records.iter_mut().zip(&self.states.keys).skip(1)
        {
            let Some(material) = self.scene.materials.get(*material as usize) else { continue };
            let affected =
                matches!(material.surface, Surface::Textured { texture: t, .. } if t == texture);
            if affected {
                let kept = state.flags & (state_flags::HIDDEN | state_flags::SKY);
                *state = self.surfaces.state(material, *floats);
                state.flags |= kept;
            }
        }
        self.write_states(gpu);
    }

    fn write_nodes(&mut self, gpu: &Gpu) {
        gpu.queue.write_buffer(&self.node_buffer, 0, bytemuck::cast_slice(&self.nodes));
        self.version = stamp();
    }

    fn write_states(&mut self, gpu: &Gpu) {
        let records = bytemuck::cast_slice(&self.states.records);
        gpu.queue.write_buffer(&self.state_buffer, 0, records);
        self.version = stamp();
    }

    /// Brings an overlay's words to the device, where they are not there yet.
    pub(super) fn upload_words(&self, gpu: &Gpu, overlay: Option<&Overlay>) {
        let wanted = overlay.map_or(0, Overlay::changes);
        if self.words.swap(wanted, Ordering::Relaxed) == wanted {
            return;
        }
        let room = (self.word_buffer.size() / 4) as usize;
        match overlay {
            Some(overlay) => {
                let words = overlay.words();
                let bytes = bytemuck::cast_slice(&words[..words.len().min(room)]);
                gpu.queue.write_buffer(&self.word_buffer, 0, bytes);
            }
            None => {
                let bytes = vec![0; room * 4];
                gpu.queue.write_buffer(&self.word_buffer, 0, &bytes);
            }
        }
    }

    pub(super) fn word_buffer(&self) -> &wgpu::Buffer {
        &self.word_buffer
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// The box around what is shown.
    pub fn bounds(&self) -> Option<Bounds> {
        *self.bounds.get_or_init(|| bounds_of(&self.scene, &self.visibility, &self.world))
    }

    /// What a material's surface does at a texture coordinate.
    pub(super) fn coverage(
        &self,
        material: &Material,
        uv: Vec2,
        nudge: f32,
        decoded: &mut HashMap<u32, Texels>,
    ) -> Coverage {
        self.surfaces.coverage(&self.scene, material, uv, nudge, decoded)
    }

    /// How many draw ids are drawn.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The faces of a group that are shown.
    pub(super) fn sorted(&self, group: Group) -> impl Iterator<Item = &Sorted> {
        let list = match group {
            Group::Semi => &self.semi,
            Group::Sky => &self.sky,
            Group::World => self
                .all
                .get_or_init(|| list_faces(&self.scene, &self.states, self.count, Group::World)),
        };
        list.iter().filter(|face| {
            let node = self.nodes.get(face.node as usize).map_or(0, |node| node.flags);
            let state = self.states.records.get(face.state as usize).map_or(0, |state| state.flags);
            (node & node_flags::HIDDEN) | (state & state_flags::HIDDEN) == 0
        })
    }
}

fn set_bit(flags: &mut u32, bit: u32, set: bool) {
    *flags = if set { *flags | bit } else { *flags & !bit };
}
