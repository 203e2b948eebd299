//! Positions, faces and instances on the device.

use std::borrow::Cow;

use glam::{Mat4, Vec3};

use super::normals;
use super::see_through::on_layer;
use super::surface_animation::MovingFace;
use super::surfaces::Surfaces;
use crate::render::device::{
    BILLBOARD, FaceRecord, Gpu, NodeRecord, StateRecord, Upload, largest, node_flags, state_flags,
};
use crate::render::view::Visibility;
use crate::scene::{
    Face, Material, MaterialId, Mesh, MeshId, NO_CORNER, NodeId, QuadTest, Scene, TextureId,
    UvSpace,
};

/// State 0 and face 0 are never drawn: references that are out of range or do not fit use them.
const NOTHING: u32 = 0;

/// Faces that a state record describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateKey {
    /// Nothing is drawn.
    Nothing,
    /// Faces of a layer.
    Faces {
        material: MaterialId,
        layer: u16,
        /// Texture coordinates of the faces are floats.
        floats: bool,
    },
    /// A texture that is only used by reflections.
    Texture(TextureId),
}

/// Distinct states: materials as they occur on layers, and the textures of reflections.
#[derive(Clone, Debug)]
pub struct States {
    pub records: Vec<StateRecord>,
    /// Use of each record.
    pub keys: Vec<StateKey>,
    /// Numbers of the states of each material.
    of_material: Vec<Vec<u32>>,
}

impl States {
    fn new(scene: &Scene) -> Self {
        Self {
            records: vec![StateRecord::new(state_flags::HIDDEN)],
            keys: vec![StateKey::Nothing],
            of_material: vec![Vec::new(); scene.materials.len()],
        }
    }

    /// Number of the state of a face; `flows` if its texture coordinates are animated.
    pub fn find(&self, scene: &Scene, face: &Face, flows: bool) -> Option<u32> {
        let known = self.of_material.get(face.material.index())?;
        let key = StateKey::Faces {
            material: face.material,
            layer: face.layer,
            floats: flows || float_uvs(scene, face),
        };
        known.iter().copied().find(|n| self.keys.get(*n as usize) == Some(&key))
    }

    /// Texture of a state that has no material.
    pub fn texture(&self, number: u32) -> Option<TextureId> {
        match self.keys.get(number as usize)? {
            StateKey::Texture(texture) => Some(*texture),
            _ => None,
        }
    }

    fn find_or_add(&mut self, scene: &Scene, surfaces: &Surfaces, face: &Face, flows: bool) -> u32 {
        if let Some(found) = self.find(scene, face, flows) {
            return found;
        }
        let Some(material) = scene.materials.get(face.material) else { return NOTHING };
        let floats = flows || float_uvs(scene, face);
        let drawn = on_layer(scene, Cow::Borrowed(material), face.layer);
        let mut record = surfaces.state(&drawn, floats);
        self.reflect(&mut record, material, scene, surfaces);
        if scene.is_sky(face.layer) {
            record.flags |= state_flags::SKY;
        }
        let number = self.records.len() as u32;
        self.records.push(record);
        self.keys.push(StateKey::Faces { material: face.material, layer: face.layer, floats });
        if let Some(known) = self.of_material.get_mut(face.material.index()) {
            known.push(number);
        }
        number
    }

    /// Sets the reflection of a material's state.
    fn reflect(
        &mut self,
        record: &mut StateRecord,
        material: &Material,
        scene: &Scene,
        surfaces: &Surfaces,
    ) {
        let Some(shine) = material.shine else { return };
        record.surroundings = self.of_texture(shine.surroundings, scene, surfaces);
        record.gloss = shine.gloss.map_or(0, |gloss| self.of_texture(gloss, scene, surfaces));
        record.shine = shine.amount;
    }

    /// Number of the state for a texture without a material.
    fn of_texture(&mut self, texture: TextureId, scene: &Scene, surfaces: &Surfaces) -> u32 {
        let key = StateKey::Texture(texture);
        let known = self.keys.iter().position(|known| *known == key);
        let number = known.unwrap_or(self.keys.len());
        if known.is_none() {
            self.records.push(surfaces.of_texture(scene, texture));
            self.keys.push(key);
        }
        number as u32
    }
}

/// The uploaded geometry, and its data on the processor.
pub struct Geometry {
    pub placed: wgpu::Buffer,
    pub faces: wgpu::Buffer,
    pub pool: wgpu::Buffer,
    pub states: States,
    pub moving: Vec<MovingFace>,
    /// Pool offset of the normals of each mesh, in words.
    pub normals: Vec<u32>,
    /// Number of uploaded draw ids; the others do not fit.
    pub count: u32,
}

/// Bytes of one entry of `placed`: face and node.
const PLACED_SIZE: u64 = 8;

impl Geometry {
    pub fn upload(gpu: &Gpu, scene: &Scene, surfaces: &Surfaces, notes: &mut Vec<String>) -> Self {
        let mut writer = Writer::new(gpu, scene, notes);
        for (index, mesh) in scene.meshes.pairs() {
            writer.add_mesh(scene, surfaces, index, mesh);
        }
        let pool = upload_pool(gpu, scene, &writer.float_uvs);
        Self {
            placed: upload_placed(gpu, scene, &writer.first, writer.room),
            faces: writer.faces.finish(),
            pool,
            states: writer.states,
            moving: writer.moving,
            normals: writer.first_normal,
            count: placed_count(gpu, scene),
        }
    }
}

struct Writer {
    faces: Upload,
    written: u32,
    /// Number of faces that fit.
    room: u32,
    states: States,
    moving: Vec<MovingFace>,
    /// First face of each mesh.
    first: Vec<u32>,
    first_position: u32,
    /// Pool offset of the normals of each mesh, and of the next face.
    first_normal: Vec<u32>,
    next_normal: u32,
    /// Pool offset of the float coordinates.
    float_start: u32,
    float_uvs: Vec<[[f32; 2]; 4]>,
}

impl Writer {
    fn new(gpu: &Gpu, scene: &Scene, notes: &mut Vec<String>) -> Self {
        let size = size_of::<FaceRecord>() as u64;
        let total: u64 = 1 + scene.meshes.iter().map(|m| m.faces.len() as u64).sum::<u64>();
        let room = (largest(gpu) / size).min(u64::from(u32::MAX));
        if total > room {
            notes.push(format!("{} faces exceed video memory", total - room));
        }
        let kept = total.min(room);
        let mut faces = Upload::new(gpu, "faces", kept * size);
        let nothing = FaceRecord { corners: [0; 4], colours: [0; 4], uvs: [0; 4] };
        faces.push(bytemuck::bytes_of(&nothing));
        let positions: usize = scene.meshes.iter().map(|m| m.positions.len()).sum();
        let words = |count: usize, each: usize| {
            u32::try_from(count.saturating_mul(each)).unwrap_or(u32::MAX)
        };
        let next_normal = words(positions, 3);
        let normals = words(faces_with_normals(scene), normals::WORDS as usize);
        Self {
            faces,
            written: 1,
            room: kept as u32,
            states: States::new(scene),
            moving: Vec::new(),
            first: Vec::with_capacity(scene.meshes.len()),
            first_position: 0,
            first_normal: Vec::with_capacity(scene.meshes.len()),
            next_normal,
            float_start: next_normal.saturating_add(normals),
            float_uvs: Vec::new(),
        }
    }

    fn add_mesh(&mut self, scene: &Scene, surfaces: &Surfaces, number: MeshId, mesh: &Mesh) {
        // Records are collected in small blocks, so that mapped memory is written sequentially.
        const BLOCK: usize = 256;
        let mut block = Vec::with_capacity(BLOCK);
        self.first.push(self.written);
        self.first_normal.push(self.next_normal);
        let (flowing, pulsing) = (mesh.flowing(), scene.pulsing_faces(mesh));
        for (index, face) in (0u32..).zip(&mesh.faces) {
            let flows = flowing.get(index as usize) == Some(&true);
            let record = self.record(scene, surfaces, mesh, &face, flows);
            let pulses = pulsing.contains(&index);
            if flows || pulses {
                let slot = self.written.saturating_add(index);
                let moving = MovingFace { mesh: number, face: index, slot, record, flows, pulses };
                self.moving.push(moving);
            }
            block.push(record);
            if block.len() == BLOCK {
                self.faces.push(bytemuck::cast_slice(&block));
                block.clear();
            }
        }
        self.faces.push(bytemuck::cast_slice(&block));
        self.written = self.written.saturating_add(mesh.faces.len() as u32);
        self.first_position = self.first_position.saturating_add(mesh.positions.len() as u32);
    }

    fn record(
        &mut self,
        scene: &Scene,
        surfaces: &Surfaces,
        mesh: &Mesh,
        face: &Face,
        flows: bool,
    ) -> FaceRecord {
        let mut corners = [NO_CORNER; 4];
        let mut state = NOTHING;
        let used = &face.corners[..face.sides()];
        if used.iter().all(|corner| (*corner as usize) < mesh.positions.len()) {
            for (out, corner) in corners.iter_mut().zip(used) {
                let mark = mesh.billboard(*corner).map_or(0, |_| BILLBOARD);
                *out = (self.first_position + corner) | mark;
            }
            state = self.states.find_or_add(scene, surfaces, face, flows);
        }
        let mut uvs = self.uvs(face, state);
        if normals::has_normals(scene, mesh, face) {
            // Stored for every such face, so that those of a mesh are contiguous.
            if state != NOTHING {
                uvs[1] = self.next_normal;
            }
            self.next_normal = self.next_normal.saturating_add(normals::WORDS);
        }
        let mut colours = [0; 4];
        let parts = state.to_le_bytes();
        for ((out, [r, g, b]), part) in colours.iter_mut().zip(face.colours).zip(parts) {
            *out = u32::from_le_bytes([r, g, b, part]);
        }
        FaceRecord { corners, colours, uvs }
    }

    fn uvs(&mut self, face: &Face, state: u32) -> [u32; 4] {
        let key = self.states.keys.get(state as usize);
        let floats = matches!(key, Some(StateKey::Faces { floats: true, .. }));
        if floats {
            let at = self.float_start as usize + self.float_uvs.len() * 8;
            self.float_uvs.push(face.uvs);
            return [u32::try_from(at).unwrap_or(u32::MAX), 0, 0, 0];
        }
        face.uvs.map(|[u, v]| u32::from(u as i16 as u16) | u32::from(v as i16 as u16) << 16)
    }
}

/// Number of faces of all meshes that have normals.
fn faces_with_normals(scene: &Scene) -> usize {
    if !normals::matter(scene) {
        return 0;
    }
    let of = |mesh: &Mesh| {
        mesh.faces.iter().filter(|face| normals::has_normals(scene, mesh, face)).count()
    };
    scene.meshes.iter().map(of).sum()
}

/// `true` if a face's texture coordinates are floats in the pool: they do not fit into 16-bit integers,
/// or the face record must refer to the pool for its normals.
fn float_uvs(scene: &Scene, face: &Face) -> bool {
    let unit = scene.materials.get(face.material).map(|m| m.uv);
    let whole = |v: f32| v.fract() == 0.0 && v.abs() <= f32::from(i16::MAX);
    unit == Some(UvSpace::Fraction)
        || normals::matter_to(scene, face)
        || !face.uvs.iter().flatten().all(|v| whole(*v))
}

/// Uploads the positions of all meshes, three words each, then the normals of lit faces, then the float
/// coordinates.
fn upload_pool(gpu: &Gpu, scene: &Scene, float_uvs: &[[[f32; 2]; 4]]) -> wgpu::Buffer {
    let positions: usize = scene.meshes.iter().map(|m| m.positions.len()).sum();
    let normals = faces_with_normals(scene) as u64 * u64::from(normals::WORDS) * 4;
    let size = positions as u64 * 12 + normals + float_uvs.len() as u64 * 32;
    let mut upload = Upload::new(gpu, "pool", size.min(largest(gpu)));
    let mut first = 0u32;
    for mesh in &scene.meshes {
        if mesh.billboards.is_empty() {
            upload.push(bytemuck::cast_slice(&mesh.positions));
        } else {
            upload.push(bytemuck::cast_slice(&pool_slots(mesh, &mesh.positions, first)));
        }
        first = first.saturating_add(mesh.positions.len() as u32);
    }
    if normals > 0 {
        for mesh in &scene.meshes {
            upload.push(bytemuck::cast_slice(&normals::packed(scene, mesh, None)));
        }
    }
    upload.push(bytemuck::cast_slice(float_uvs));
    upload.finish()
}

/// Pool content of a mesh whose slots start at `first`: positions; for billboard corners anchor, mate and
/// half width.
pub fn pool_slots(mesh: &Mesh, positions: &[Vec3], first: u32) -> Vec<[u32; 3]> {
    let mut slots: Vec<[u32; 3]> =
        positions.iter().map(|p| p.to_array().map(f32::to_bits)).collect();
    if mesh.billboards.is_empty() {
        return slots;
    }
    for (vertex, slot) in (0u32..).zip(&mut slots) {
        if let Some(b) = mesh.billboard(vertex) {
            *slot = [first + b.anchor, first + b.mate, b.half_width.to_bits()];
        }
    }
    slots
}

fn placed_count(gpu: &Gpu, scene: &Scene) -> u32 {
    let room = u32::try_from(largest(gpu) / PLACED_SIZE).unwrap_or(u32::MAX);
    scene.draw_ids().total().min(room)
}

/// Uploads face and node of each draw id.
fn upload_placed(gpu: &Gpu, scene: &Scene, first_faces: &[u32], room: u32) -> wgpu::Buffer {
    let count = placed_count(gpu, scene);
    let mut upload = Upload::new(gpu, "placed", u64::from(count) * PLACED_SIZE);
    let mut entries: Vec<[u32; 2]> = Vec::new();
    for (number, node) in scene.nodes.pairs() {
        let Some(mesh) = scene.mesh_of(node) else { continue };
        let first = node.mesh.and_then(|m| first_faces.get(m.index())).copied().unwrap_or(0);
        let faces = (first..).take(mesh.faces.len());
        entries.clear();
        entries
            .extend(faces.map(|face| [if face < room { face } else { NOTHING }, number.number()]));
        upload.push(bytemuck::cast_slice(&entries));
    }
    upload.finish()
}

/// Record of a visible node.
pub fn node_record(scene: &Scene, node: NodeId, world: &Mat4) -> NodeRecord {
    let node = scene.nodes.get(node);
    let mut flags = 0;
    if node.is_some_and(|node| Visibility::default().fronts_clockwise(scene, node, world)) {
        flags |= node_flags::CLOCKWISE;
    }
    let mesh = node.and_then(|node| scene.mesh_of(node));
    if mesh.is_some_and(|mesh| mesh.quad_test == QuadTest::EitherHalf) {
        flags |= node_flags::EITHER_HALF;
    }
    if node.is_some_and(|node| scene.is_sky(node.layer)) {
        flags |= node_flags::SKY;
    }
    if let Some(turns) = node.and_then(|node| node.faces_viewer) {
        flags |= node_flags::FACES_VIEWER;
        flags |= if turns.leans { node_flags::LEANS } else { 0 };
        flags |= if turns.front_is_z { node_flags::FRONT_IS_Z } else { 0 };
    }
    let rows = [0, 1, 2].map(|row| world.row(row).to_array());
    NodeRecord { rows, flags, unused: [0; 3] }
}
