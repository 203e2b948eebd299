//! Textures that faces are drawn into, and uniforms of the view.

use super::frame::{Frame, Pass};
use super::plan::LastPlan;
use crate::render::device::{
    BatchRecord, COLOUR, DEPTH, Gpu, IDS, SCREEN_FACE_SIZE, SkyRecord, ViewRecord, buffer, grow,
    texture,
};
use wgpu::BufferUsages;

/// Render targets of one picture, before post-processing.
#[derive(Debug)]
pub struct Targets {
    /// Two, for truncating from one into the other; `front` is the index of the current one.
    colours: [wgpu::Texture; 2],
    front: usize,
    pub ids: wgpu::Texture,
    pub depth: wgpu::Texture,
    pub frame: Frame,
}

impl Targets {
    /// Creates targets for a picture of this frame, or reuses the previous ones if they have its size.
    pub fn fitting(before: Option<Self>, gpu: &Gpu, frame: Frame) -> Self {
        let kept = before.filter(|targets| targets.frame.target == frame.target);
        kept.map_or_else(|| Self::new(gpu, frame), |targets| Self { frame, ..targets })
    }

    fn new(gpu: &Gpu, frame: Frame) -> Self {
        let size = frame.target;
        let colour = |size| texture(gpu, "colour", size, COLOUR);
        Self {
            // The second one is created when needed.
            colours: [colour(size), colour((1, 1))],
            front: 0,
            ids: texture(gpu, "ids", size, IDS),
            depth: texture(gpu, "depth", size, DEPTH),
            frame,
        }
    }

    pub fn colour(&self) -> &wgpu::Texture {
        &self.colours[self.front]
    }

    /// Swaps the colour targets; returns the previous front one.
    pub fn swap(&mut self, gpu: &Gpu) -> wgpu::Texture {
        let old = self.colours[self.front].clone();
        self.front = 1 - self.front;
        if self.colours[self.front].size() != old.size() {
            self.colours[self.front] = texture(gpu, "colour", self.frame.target, COLOUR);
        }
        old
    }
}

/// Uniforms of one view, and the screen positions of a batch's faces.
#[derive(Debug)]
pub struct ViewBuffers {
    pub world: wgpu::Buffer,
    /// View for the sky, which has no distance.
    pub sky: wgpu::Buffer,
    /// The sky plane.
    pub plane: wgpu::Buffer,
    pub order: wgpu::Buffer,
    pub screen: wgpu::Buffer,
    batches: wgpu::Buffer,
    /// Bytes between batches.
    stride: u32,
    /// Plan whose order was uploaded.
    pub plan: LastPlan,
}

impl ViewBuffers {
    pub fn new(gpu: &Gpu) -> Self {
        let uniform = |size: usize| buffer(gpu, "view", size as u64, BufferUsages::UNIFORM);
        let stride = gpu.device.limits().min_uniform_buffer_offset_alignment;
        Self {
            world: uniform(size_of::<ViewRecord>()),
            sky: uniform(size_of::<ViewRecord>()),
            plane: uniform(size_of::<SkyRecord>()),
            order: buffer(gpu, "order", 64, BufferUsages::STORAGE),
            screen: buffer(gpu, "screen", SCREEN_FACE_SIZE, BufferUsages::STORAGE),
            batches: uniform(stride as usize),
            stride,
            plan: LastPlan::default(),
        }
    }

    pub fn write_view(&self, gpu: &Gpu, pass: Pass, record: &ViewRecord) {
        let uniform = match pass {
            Pass::World => &self.world,
            Pass::Sky => &self.sky,
        };
        gpu.queue.write_buffer(uniform, 0, bytemuck::bytes_of(record));
    }

    pub fn write_order(&mut self, gpu: &Gpu, order: &[u32]) {
        grow(gpu, &mut self.order, size_of_val(order) as u64);
        gpu.queue.write_buffer(&self.order, 0, bytemuck::cast_slice(order));
    }

    /// Uploads batches and allocates `room` bytes of screen faces.
    pub fn write_batches(&mut self, gpu: &Gpu, records: &[BatchRecord], room: u64) {
        let stride = self.stride as usize;
        let mut bytes = vec![0; records.len() * stride];
        for (slot, record) in bytes.chunks_exact_mut(stride).zip(records) {
            slot[..size_of::<BatchRecord>()].copy_from_slice(bytemuck::bytes_of(record));
        }
        grow(gpu, &mut self.batches, bytes.len() as u64);
        grow(gpu, &mut self.screen, room);
        gpu.queue.write_buffer(&self.batches, 0, &bytes);
    }

    pub fn batch_binding(&self) -> wgpu::BindingResource<'_> {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.batches,
            offset: 0,
            size: std::num::NonZeroU64::new(size_of::<BatchRecord>() as u64),
        })
    }

    /// Offset of batch `index`, for the binding.
    pub fn batch_offset(&self, index: usize) -> u32 {
        u32::try_from(index).unwrap_or(0).saturating_mul(self.stride)
    }
}
