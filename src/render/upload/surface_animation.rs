//! Faces whose records are animated.

use crate::render::device::{FaceRecord, Gpu};
use crate::scene::{CornerRefs, MeshId, Scene, SurfaceState};

/// A face with animated texture coordinates or colours.
#[derive(Clone, Copy, Debug)]
pub struct MovingFace {
    pub mesh: MeshId,
    pub face: u32,
    /// Index of the face's record among those of all animated faces.
    pub slot: u32,
    /// Record of the face without animation.
    pub record: FaceRecord,
    /// The face's texture coordinates are in the pool and animated.
    pub flows: bool,
    pub pulses: bool,
}

/// Uploads the current texture coordinates to the pool.
pub fn write_uvs(
    gpu: &Gpu,
    scene: &Scene,
    list: &[MovingFace],
    moved: &SurfaceState,
    pool: &wgpu::Buffer,
) {
    let mut run = Run::new(gpu, pool);
    for moving in list.iter().filter(|moving| moving.flows) {
        let at = (moving.mesh, moving.face);
        let stored = || {
            let mesh = scene.meshes.get(moving.mesh)?;
            Some(mesh.faces.get(moving.face as usize)?.uvs)
        };
        if let Some(uvs) = moved.uvs.get(&at).copied().or_else(stored) {
            run.put(u64::from(moving.record.uvs[0]) * 4, bytemuck::bytes_of(&uvs));
        }
    }
}

/// Uploads the current colours to the records of the faces.
pub fn write_colours(
    gpu: &Gpu,
    scene: &Scene,
    list: &[MovingFace],
    moved: &SurfaceState,
    faces: &wgpu::Buffer,
) {
    let mut run = Run::new(gpu, faces);
    for moving in list.iter().filter(|moving| moving.pulses) {
        let Some(mesh) = scene.meshes.get(moving.mesh) else { continue };
        let face = mesh.faces.get(moving.face as usize);
        let (Some(table), Some(CornerRefs::Table(refs))) =
            (mesh.colour_table, face.map(|face| face.colour_refs))
        else {
            continue;
        };
        let mut record = moving.record;
        for (word, entry) in record.colours.iter_mut().zip(refs) {
            if let Some([r, g, b]) = moved.colours.get(&(table, entry)).copied() {
                let [.., part] = word.to_le_bytes();
                *word = u32::from_le_bytes([r, g, b, part]);
            }
        }
        let start = u64::from(moving.slot) * size_of::<FaceRecord>() as u64;
        run.put(start, bytemuck::bytes_of(&record));
    }
}

/// Contiguous bytes that are written together.
struct Run<'a> {
    gpu: &'a Gpu,
    buffer: &'a wgpu::Buffer,
    start: u64,
    bytes: Vec<u8>,
}

impl<'a> Run<'a> {
    fn new(gpu: &'a Gpu, buffer: &'a wgpu::Buffer) -> Self {
        Self { gpu, buffer, start: 0, bytes: Vec::new() }
    }

    /// Adds bytes; excess bytes are dropped.
    fn put(&mut self, start: u64, bytes: &[u8]) {
        let end = start.saturating_add(bytes.len() as u64);
        if end > self.buffer.size() {
            return;
        }
        if start != self.start + self.bytes.len() as u64 {
            self.write();
            self.start = start;
        }
        self.bytes.extend_from_slice(bytes);
    }

    fn write(&mut self) {
        if !self.bytes.is_empty() {
            self.gpu.queue.write_buffer(self.buffer, self.start, &self.bytes);
            self.bytes.clear();
        }
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.write();
    }
}
