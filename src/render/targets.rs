//! The textures that faces are drawn into, and the uniforms of the view.

use super::Gpu;
use super::frame::Frame;
use super::pipelines::{COLOUR, DEPTH, IDS};
use super::records::ViewRecord;

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

/// The uniforms of a view and the order of its faces.
#[derive(Debug)]
pub struct ViewBuffers {
    pub world: wgpu::Buffer,
    pub sky: wgpu::Buffer,
    pub order: wgpu::Buffer,
}

impl ViewBuffers {
    pub fn new(gpu: &Gpu) -> Self {
        let uniform =
            || buffer(gpu, "view", size_of::<ViewRecord>() as u64, wgpu::BufferUsages::UNIFORM);
        Self { world: uniform(), sky: uniform(), order: order_buffer(gpu, 16) }
    }

    pub fn write(&mut self, gpu: &Gpu, world: &ViewRecord, sky: &ViewRecord, order: &[u32]) {
        let needed = order.len() as u64 * 4;
        if self.order.size() < needed {
            self.order = order_buffer(gpu, needed.next_power_of_two());
        }
        gpu.queue.write_buffer(&self.world, 0, bytemuck::bytes_of(world));
        gpu.queue.write_buffer(&self.sky, 0, bytemuck::bytes_of(sky));
        gpu.queue.write_buffer(&self.order, 0, bytemuck::cast_slice(order));
    }
}

fn order_buffer(gpu: &Gpu, size: u64) -> wgpu::Buffer {
    buffer(gpu, "order", size, wgpu::BufferUsages::STORAGE)
}

pub fn buffer(gpu: &Gpu, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage: usage | wgpu::BufferUsages::COPY_DST,
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
