//! A scene on the device.

mod snapshot;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use glam::{Mat4, Vec2};

use super::geometry::{Geometry, StateKey, States, node_record, pool_slots};
use super::loader::TextureLoader;
use super::normals;
use super::posed_scene::{Group, PosedScene};
use super::streaming::{Streaming, StreamingView};
use super::subdivided::Subdivided;
use super::surface_animation::{MovingFace, write_colours, write_uvs};
use super::surfaces::{Coverage, Surfaces};
use super::texels::TexelStore;
use crate::render::device::{
    Gpu, NodeRecord, StateRecord, group, node_flags, state_flags, storage,
};
use crate::render::stamp;
use crate::render::view::{Bounds, Camera, Visibility, posed_points};
use crate::scene::{
    Atmosphere, DrawIds, FaceRef, FlashLimit, Material, Posed, Scene, Sky, SurfaceState, Texels,
    TextureId,
};

/// A scene uploaded to a device. A mesh with a hundred instances is stored once.
pub struct SceneBuffers {
    pub(super) scene: Arc<Scene>,
    displayed: PosedScene,
    /// State of the animated surfaces.
    pub(super) moved: Arc<SurfaceState>,
    pub(super) moving: Vec<MovingFace>,
    /// Pool offset of the normals of each mesh, in words.
    normals: Vec<u32>,
    /// A pose that is drawn as lines in addition to the visible one.
    ghost: Option<Arc<Posed>>,
    /// Version of the ghost, changed with every edit.
    ghosts: u64,
    notes: Vec<String>,
    pub(super) surfaces: Surfaces,
    /// Absent if every texture is uploaded.
    streaming: Option<Streaming>,
    pub(super) states: States,
    nodes: Vec<NodeRecord>,
    placed_buffer: wgpu::Buffer,
    face_buffer: wgpu::Buffer,
    pool_buffer: wgpu::Buffer,
    node_buffer: wgpu::Buffer,
    pub(super) state_buffer: wgpu::Buffer,
    mask_buffer: wgpu::Buffer,
    pub(in crate::render) group: wgpu::BindGroup,
    /// Version of the buffers, changed with every edit.
    pub(super) version: u64,
    /// Bounds of the visible scene.
    bounds: OnceLock<Option<Bounds>>,
    /// Bounding sphere and longest side of the faces of each mesh that are subdivided when they are
    /// large.
    subdivided: OnceLock<Vec<Option<Subdivided>>>,
    /// Version of an overlay's masks on the device; 0 for none.
    masks: Arc<AtomicU64>,
}

impl std::fmt::Debug for SceneBuffers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SceneBuffers({} with {} faces)", self.scene.name, self.count())
    }
}

impl SceneBuffers {
    /// Bytes of device memory in use.
    pub fn device_memory(&self) -> u64 {
        let faces = [&self.placed_buffer, &self.face_buffer, &self.pool_buffer];
        let own = [&self.node_buffer, &self.state_buffer, &self.mask_buffer];
        let surfaces = [&self.surfaces.palette_buffer, &self.surfaces.texels.buffer];
        faces.into_iter().chain(own).chain(surfaces).map(wgpu::Buffer::size).sum()
    }

    /// Uploads a scene with all its textures, with the visibility of [`Visibility::initial`]. Slow for
    /// large scenes: call it on a worker.
    pub fn new(gpu: &Gpu, scene: Arc<Scene>) -> Self {
        let mut notes = Vec::new();
        let texels = TexelStore::full(gpu, &scene, &mut notes);
        Self::build(gpu, scene, texels, None, notes)
    }

    /// Uploads a scene with the textures that can be decoded in the time `ahead`; the others have a
    /// single colour until [`SceneBuffers::stream_textures`] uploads them. At most `budget` bytes of
    /// texels are resident at a time. Also meant for a worker.
    pub fn streamed(gpu: &Gpu, scene: Arc<Scene>, ahead: Duration, budget: u64) -> Self {
        let mut notes = Vec::new();
        let mut texels = TexelStore::empty(gpu, &scene, budget, &mut notes);
        let streaming = Streaming::begin(gpu, &scene, &mut texels, ahead);
        let buffers = Self::build(gpu, scene, texels, streaming, notes);
        // Needed for the first picture, and slow for large scenes.
        buffers.subdivided();
        buffers
    }

    fn build(
        gpu: &Gpu,
        scene: Arc<Scene>,
        texels: TexelStore,
        streaming: Option<Streaming>,
        mut notes: Vec<String>,
    ) -> Self {
        let surfaces = Surfaces::new(gpu, &scene, texels);
        let geometry = Geometry::upload(gpu, &scene, &surfaces, &mut notes);
        let displayed = PosedScene::new(scene.clone(), geometry.count);
        let placed = scene.nodes.ids().zip(displayed.transforms());
        let nodes: Vec<_> = placed.map(|(i, world)| node_record(&scene, i, world)).collect();
        let node_buffer = storage(gpu, "nodes", bytemuck::cast_slice(&nodes));
        let records = &geometry.states.records;
        let state_buffer = storage(gpu, "states", bytemuck::cast_slice(records));
        let mask_count = geometry.count as usize + scene.helpers.len();
        let mask_buffer = storage(gpu, "masks", bytemuck::cast_slice(&vec![0u32; mask_count]));
        let bound = [
            &geometry.placed,
            &geometry.faces,
            &geometry.pool,
            &node_buffer,
            &state_buffer,
            &mask_buffer,
            &surfaces.texels.buffer,
            &surfaces.palette_buffer,
        ];
        let resources = bound.map(wgpu::Buffer::as_entire_binding);
        let group = group(gpu, &gpu.pipelines.scene, &resources);
        // Every picture needs these lists. They are slow to compute, so the window's thread must not do it.
        displayed.list(Group::Semi);
        displayed.list(Group::Sky);
        let mut buffers = Self {
            displayed,
            moved: Arc::default(),
            moving: geometry.moving,
            normals: geometry.normals,
            ghost: None,
            ghosts: 0,
            notes,
            surfaces,
            streaming,
            states: geometry.states,
            nodes,
            placed_buffer: geometry.placed,
            face_buffer: geometry.faces,
            pool_buffer: geometry.pool,
            node_buffer,
            state_buffer,
            mask_buffer,
            group,
            version: stamp(),
            bounds: OnceLock::new(),
            subdivided: OnceLock::new(),
            masks: Arc::default(),
            scene,
        };
        // The pool has the stored positions.
        buffers.write_positions(gpu, &Posed::default());
        let at_rest = buffers.scene.moved(0.0, FlashLimit::Free);
        buffers.set_moved(gpu, &Arc::new(at_rest));
        let initial = Visibility::initial(&buffers.scene);
        buffers.set_visibility(gpu, &initial);
        buffers
    }

    /// The uploaded scene.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Draw ids of the scene's faces.
    pub fn ids(&self) -> &Arc<DrawIds> {
        self.displayed.ids()
    }

    /// The pose and the visibility, without the device.
    pub fn displayed(&self) -> &PosedScene {
        &self.displayed
    }

    /// Current world transform of every node's mesh.
    pub fn transforms(&self) -> &[Mat4] {
        self.displayed.transforms()
    }

    /// The current pose.
    pub fn posed(&self) -> &Arc<Posed> {
        self.displayed.posed()
    }

    /// Displayed state of animated surfaces.
    pub fn moved(&self) -> &Arc<SurfaceState> {
        &self.moved
    }

    /// Sets the pose: moves nodes, and positions that follow bones and morph targets. Uploads only
    /// differences from the previous pose.
    pub fn set_pose(&mut self, gpu: &Gpu, posed: &Arc<Posed>) {
        let before = self.posed().clone();
        if Arc::ptr_eq(posed, &before) || **posed == *before {
            return;
        }
        self.displayed.set_pose(posed.clone());
        self.bounds = OnceLock::new();
        if let Some(streaming) = &mut self.streaming {
            streaming.rank_again();
        }
        for (node, world) in self.scene.nodes.ids().zip(posed.placed()) {
            if let Some(record) = self.nodes.get_mut(node.index()) {
                let hidden = record.flags & node_flags::HIDDEN;
                *record = node_record(&self.scene, node, world);
                record.flags |= hidden;
            }
        }
        self.write_nodes(gpu);
        if self.write_positions(gpu, &before) {
            self.displayed.list_again();
        }
    }

    /// Uploads positions that moved since `before`; `false` if there are none.
    fn write_positions(&mut self, gpu: &Gpu, before: &Posed) -> bool {
        let mut wrote = false;
        let mut first = 0u32;
        for (index, mesh) in self.scene.meshes.pairs() {
            let count = mesh.positions.len() as u32;
            if self.posed().is_moved_from(before, index) {
                let slots = pool_slots(mesh, self.posed().positions(&self.scene, index), first);
                self.write_pool(gpu, u64::from(first) * 12, bytemuck::cast_slice(&slots));
                if let Some(skin) = &mesh.skin {
                    let joints = skin.joints(self.posed().bones());
                    let words = normals::packed(&self.scene, mesh, Some(&joints));
                    let start = self.normals.get(index.index()).copied().unwrap_or(u32::MAX);
                    self.write_pool(gpu, u64::from(start) * 4, bytemuck::cast_slice(&words));
                }
                wrote = true;
            }
            first = first.saturating_add(count);
        }
        if wrote {
            self.version = stamp();
        }
        wrote
    }

    /// Uploads the bytes that fit to the pool.
    fn write_pool(&self, gpu: &Gpu, start: u64, bytes: &[u8]) {
        let room = self.pool_buffer.size().saturating_sub(start);
        let fitting = usize::try_from(room).map_or(bytes.len(), |room| bytes.len().min(room));
        if let Some(bytes) = bytes.get(..fitting).filter(|bytes| !bytes.is_empty()) {
            gpu.queue.write_buffer(&self.pool_buffer, start, bytes);
        }
    }

    /// Sets the state of animated surfaces: coordinates, colours and pictures. Uploads only differences
    /// from the previous state.
    pub fn set_moved(&mut self, gpu: &Gpu, moved: &Arc<SurfaceState>) {
        if Arc::ptr_eq(moved, &self.moved) || **moved == *self.moved {
            return;
        }
        let before = std::mem::replace(&mut self.moved, moved.clone());
        if moved.uvs != before.uvs {
            write_uvs(gpu, &self.scene, &self.moving, moved, &self.pool_buffer);
        }
        if moved.colours != before.colours {
            write_colours(gpu, &self.scene, &self.moving, moved, &self.face_buffer);
        }
        if moved.surfaces != before.surfaces || moved.dyes != before.dyes {
            self.refresh_states(gpu, None);
        }
        self.version = stamp();
    }

    /// Animated texture coordinates of a face, which replace its own.
    pub(in crate::render) fn moved_uvs(&self, at: FaceRef) -> Option<&[[f32; 2]; 4]> {
        let mesh = self.scene.nodes.get(at.node)?.mesh?;
        self.moved.uvs.get(&(mesh, at.face))
    }

    /// Draws the edges of the scene in another pose over the picture; `None` removes them.
    pub fn set_ghost(&mut self, ghost: Option<Arc<Posed>>) {
        let same = match (&self.ghost, &ghost) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.ghost = ghost;
            self.ghosts = stamp();
        }
    }

    pub(in crate::render) fn ghosts(&self) -> u64 {
        self.ghosts
    }

    pub(in crate::render) fn ghost(&self) -> Option<&Posed> {
        self.ghost.as_deref()
    }

    /// Sentences about data that exceeds the device's memory limits.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Current visibility.
    pub fn visibility(&self) -> &Visibility {
        self.displayed.visibility()
    }

    /// Fog and background with the selected options.
    pub fn air(&self) -> &Atmosphere {
        self.scene.air_of(&self.visibility().variants)
    }

    /// Sets the visibility of layers and nodes, and the side of fronts. Cheap; does nothing if nothing
    /// changed.
    pub fn set_visibility(&mut self, gpu: &Gpu, visibility: &Visibility) {
        if visibility == self.visibility() {
            return;
        }
        self.displayed.set_visibility(visibility.clone());
        self.bounds = OnceLock::new();
        if let Some(streaming) = &mut self.streaming {
            streaming.rank_again();
        }
        for (index, node) in self.scene.nodes.ids().zip(&mut self.nodes) {
            let hidden = !visibility.node(&self.scene, index);
            set_bit(&mut node.flags, node_flags::HIDDEN, hidden);
            if let (Some(placed), Some(world)) =
                (self.scene.nodes.get(index), self.displayed.transforms().get(index.index()))
            {
                let clockwise = visibility.fronts_clockwise(&self.scene, placed, world);
                set_bit(&mut node.flags, node_flags::CLOCKWISE, clockwise);
            }
        }
        for (state, key) in self.states.records.iter_mut().zip(&self.states.keys) {
            if let StateKey::Faces { layer, .. } = key {
                set_bit(&mut state.flags, state_flags::HIDDEN, !visibility.layer(*layer));
            }
        }
        self.write_nodes(gpu);
        self.write_states(gpu);
    }

    /// Uploads textures that were decoded since the last call, and prioritizes the remaining ones for
    /// this camera. Never waits. Returns `true` if more are ready: then call it again in the next frame,
    /// otherwise whenever the camera or the visibility has changed.
    pub fn stream_textures(&mut self, gpu: &Gpu, camera: &Camera, aspect: f32) -> bool {
        let Some(streaming) = &mut self.streaming else { return false };
        let (scene, displayed) = (&self.scene, &self.displayed);
        let (posed, visibility) = (displayed.posed(), displayed.visibility());
        let look = StreamingView { scene, posed, visibility, camera, aspect };
        let step = streaming.advance(gpu, &mut self.surfaces.texels, &look);
        if step.changed {
            self.refresh_states(gpu, None);
        }
        if self.surfaces.texels.is_complete() {
            self.streaming = None;
        }
        step.more
    }

    /// The loader that decodes requested textures, if there is work for a thread.
    pub fn texture_loader(&self) -> Option<&Arc<TextureLoader>> {
        self.streaming.as_ref().map(|streaming| &streaming.loader).filter(|l| l.is_wanted())
    }

    /// `true` while textures are requested, being decoded, or ready to be uploaded.
    pub fn is_streaming(&self) -> bool {
        self.streaming.as_ref().is_some_and(|streaming| !streaming.loader.is_idle())
    }

    fn write_nodes(&mut self, gpu: &Gpu) {
        gpu.queue.write_buffer(&self.node_buffer, 0, bytemuck::cast_slice(&self.nodes));
        self.version = stamp();
    }

    /// Uploads an overlay's masks, unless this version is already on the device; 0 and an empty slice for
    /// no overlay.
    pub(in crate::render) fn upload_masks(&self, gpu: &Gpu, version: u64, masks: &[u32]) {
        if self.masks.swap(version, Ordering::Relaxed) == version {
            return;
        }
        let room = (self.mask_buffer.size() / 4) as usize;
        let bytes = match version {
            0 => &vec![0; room * 4],
            _ => bytemuck::cast_slice(&masks[..masks.len().min(room)]),
        };
        gpu.queue.write_buffer(&self.mask_buffer, 0, bytes);
    }

    pub(in crate::render) fn mask_buffer(&self) -> &wgpu::Buffer {
        &self.mask_buffer
    }

    /// Number that changes with everything that is drawn.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Bounds of the visible scene.
    pub fn bounds(&self) -> Option<Bounds> {
        *self
            .bounds
            .get_or_init(|| Bounds::of(posed_points(&self.scene, self.visibility(), self.posed())))
    }

    /// See [`Subdivided`]; one entry per mesh, as stored.
    pub(in crate::render) fn subdivided(&self) -> &[Option<Subdivided>] {
        self.subdivided.get_or_init(|| {
            self.scene.meshes.iter().map(|mesh| Subdivided::of(&self.scene, mesh)).collect()
        })
    }

    /// Coverage of a material's surface at a texture coordinate.
    pub(in crate::render) fn coverage(
        &self,
        material: &Material,
        uv: Vec2,
        nudge: f32,
        decoded: &mut HashMap<TextureId, Texels>,
    ) -> Coverage {
        self.surfaces.coverage(&self.scene, material, uv, nudge, decoded)
    }

    /// The sky plane with its texture state, if it is visible.
    pub(in crate::render) fn sky(&self) -> Option<(&Sky, StateRecord)> {
        let sky = self.scene.sky.as_ref().filter(|sky| self.visibility().layer(sky.layer))?;
        Some((sky, self.surfaces.of_sky(&self.scene, sky)))
    }

    /// `true` if a state currently has this flag.
    pub(in crate::render) fn has_state(&self, flag: u32) -> bool {
        self.states.records.iter().any(|state| state.flags & flag != 0)
    }

    /// Number of draw ids in use.
    pub(in crate::render) fn count(&self) -> u32 {
        self.displayed.count()
    }
}

fn set_bit(flags: &mut u32, bit: u32, set: bool) {
    *flags = if set { *flags | bit } else { *flags & !bit };
}
