//! The textures that faces are drawn into, and the uniforms of the view.

use super::Gpu;
use super::frame::{Frame, Pass};
use super::pipelines::{COLOUR, DEPTH, IDS};
use super::records::{BatchRecord, SPOT_SIZE, SkyRecord, ViewRecord};
use wgpu::BufferUsages;

/// One drawn picture, before it is made presentable.
#[derive(Debug)]
pub struct Targets {
    /// Two, for truncating from one into the other; `front` says which holds the picture.
    colours: [wgpu::Texture; 2],
    front: usize,
    pub ids: wgpu::Texture,
    pub depth: wgpu::Texture,
    pub size: (u32, u32),
}

impl Targets {
    pub fn new(gpu: &Gpu, frame: &Frame) -> Self {
        let size = frame.target;
        let colour = |size| texture(gpu, "colour", size, COLOUR);
        Self {
            // The second is made when it is needed.
            colours: [colour(size), colour((1, 1))],
            front: 0,
            ids: texture(gpu, "ids", size, IDS),
            depth: texture(gpu, "depth", size, DEPTH),
            size,
        }
    }

    pub fn colour(&self) -> &wgpu::Texture {
        &self.colours[self.front]
    }

    /// Makes the other colour target the front one; returns what was.
    pub fn swap(&mut self, gpu: &Gpu) -> wgpu::Texture {
        let old = self.colours[self.front].clone();
        self.front = 1 - self.front;
        if self.colours[self.front].size() != old.size() {
            self.colours[self.front] = texture(gpu, "colour", self.size, COLOUR);
        }
        old
    }
}

pub fn texture(
    gpu: &Gpu,
    label: &str,
    size: (u32, u32),
    format: wgpu::TextureFormat,
) -> wgpu::Texture {
    use wgpu::TextureUsages as Usage;
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: Usage::RENDER_ATTACHMENT | Usage::TEXTURE_BINDING | Usage::COPY_SRC,
        view_formats: &[],
    })
}

pub fn view_of(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// What the shaders read about one view, and the places of a batch's faces.
#[derive(Debug)]
pub struct ViewBuffers {
    pub world: wgpu::Buffer,
    /// The view of what is at no distance.
    pub sky: wgpu::Buffer,
    /// The sky that has no faces.
    pub plane: wgpu::Buffer,
    pub order: wgpu::Buffer,
    pub spots: wgpu::Buffer,
    batches: wgpu::Buffer,
    /// Bytes from batch to batch.
    stride: u32,
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
            spots: buffer(gpu, "spots", SPOT_SIZE, BufferUsages::STORAGE),
            batches: uniform(stride as usize),
            stride,
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

    /// `room` bytes of spots are made.
    pub fn write_batches(&mut self, gpu: &Gpu, records: &[BatchRecord], room: u64) {
        let stride = self.stride as usize;
        let mut bytes = vec![0; records.len() * stride];
        for (slot, record) in bytes.chunks_exact_mut(stride).zip(records) {
            slot[..size_of::<BatchRecord>()].copy_from_slice(bytemuck::bytes_of(record));
        }
        grow(gpu, &mut self.batches, bytes.len() as u64);
        grow(gpu, &mut self.spots, room);
        gpu.queue.write_buffer(&self.batches, 0, &bytes);
    }

    pub fn batch_binding(&self) -> wgpu::BindingResource<'_> {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.batches,
            offset: 0,
            size: std::num::NonZeroU64::new(size_of::<BatchRecord>() as u64),
        })
    }

    /// Where batch `index` is, for the binding.
    pub fn batch_offset(&self, index: usize) -> u32 {
        u32::try_from(index).unwrap_or(0).saturating_mul(self.stride)
    }
}

/// Replaces a buffer that is too small.
fn grow(gpu: &Gpu, kept: &mut wgpu::Buffer, needed: u64) {
    if kept.size() < needed {
        *kept = buffer(gpu, "grown", needed.next_multiple_of(4096), kept.usage());
    }
}

pub fn buffer(gpu: &Gpu, label: &str, size: u64, usage: BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage: usage | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// A bind group of whole resources in the order of the layout.
pub fn group(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource],
) -> wgpu::BindGroup {
    let mut entries = Vec::with_capacity(resources.len());
    for (binding, resource) in (0u32..).zip(resources) {
        entries.push(wgpu::BindGroupEntry { binding, resource: resource.clone() });
    }
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &entries,
    })
}
