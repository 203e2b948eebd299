//! Fills buffers directly from the scene's slices, without an intermediate copy.

use wgpu::{BufferUsages, BufferViewMut};

use super::gpu::Gpu;

/// A mapped storage buffer that is written sequentially.
pub struct Upload {
    buffer: wgpu::Buffer,
    /// `None` if the device is lost or its memory is full.
    view: Option<BufferViewMut>,
    at: usize,
}

impl Upload {
    /// Creates a buffer of `size` bytes, at most [`largest`].
    pub fn new(gpu: &Gpu, label: &str, size: u64) -> Self {
        let mut usage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        // The software adapter's buffers are plain memory: written in place, no staging copy.
        if gpu.device.features().contains(wgpu::Features::MAPPABLE_PRIMARY_BUFFERS) {
            usage |= BufferUsages::MAP_WRITE;
        }
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            // Bindings must not be empty, and sizes are whole words.
            size: size.max(64).next_multiple_of(16),
            usage,
            mapped_at_creation: true,
        });
        let view = buffer.slice(..).get_mapped_range_mut().ok();
        Self { buffer, view, at: 0 }
    }

    /// Appends bytes; excess bytes are dropped.
    pub fn push(&mut self, bytes: &[u8]) {
        let Some(view) = &mut self.view else { return };
        let end = view.len().min(self.at + bytes.len());
        let fitting = &bytes[..end - self.at];
        view.slice(self.at..end).copy_from_slice(fitting);
        self.at = end;
    }

    pub fn finish(self) -> wgpu::Buffer {
        if let Some(view) = self.view {
            drop(view);
            self.buffer.unmap();
        }
        self.buffer
    }
}

/// Creates a storage buffer with this content.
pub fn storage(gpu: &Gpu, label: &str, bytes: &[u8]) -> wgpu::Buffer {
    let mut upload = Upload::new(gpu, label, bytes.len() as u64);
    upload.push(bytes);
    upload.finish()
}

/// Maximum size of a storage buffer, in bytes.
pub fn largest(gpu: &Gpu) -> u64 {
    let limits = gpu.device.limits();
    limits.max_buffer_size.min(limits.max_storage_buffer_binding_size)
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

/// Replaces a buffer that is too small.
pub fn grow(gpu: &Gpu, kept: &mut wgpu::Buffer, needed: u64) {
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

/// Creates a bind group of whole resources in the order of the layout.
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
