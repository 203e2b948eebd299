//! Fills buffers straight from the scene's slices, without a copy of our own.

use wgpu::{BufferUsages, BufferViewMut};

use super::Gpu;

/// A mapped storage buffer that is written from front to back.
pub struct Upload {
    buffer: wgpu::Buffer,
    view: BufferViewMut,
    at: usize,
}

impl Upload {
    /// `size` bytes, which must not be more than [`largest`] allows.
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
        let view = buffer.slice(..).get_mapped_range_mut().expect("the buffer was mapped here");
        Self { buffer, view, at: 0 }
    }

    /// Appends bytes; what does not fit is dropped.
    pub fn push(&mut self, bytes: &[u8]) {
        let end = self.view.len().min(self.at + bytes.len());
        let fitting = &bytes[..end - self.at];
        self.view.slice(self.at..end).copy_from_slice(fitting);
        self.at = end;
    }

    pub fn finish(self) -> wgpu::Buffer {
        drop(self.view);
        self.buffer.unmap();
        self.buffer
    }
}

/// A storage buffer with this content.
pub fn storage(gpu: &Gpu, label: &str, bytes: &[u8]) -> wgpu::Buffer {
    let mut upload = Upload::new(gpu, label, bytes.len() as u64);
    upload.push(bytes);
    upload.finish()
}

/// How many bytes one storage buffer may have.
pub fn largest(gpu: &Gpu) -> u64 {
    let limits = gpu.device.limits();
    limits.max_buffer_size.min(limits.max_storage_buffer_binding_size)
}
