//! Pipelines.

#[derive(Debug)]
pub struct Pipelines {}

impl Pipelines {
    pub fn new(_device: &wgpu::Device) -> Self {
        Self {}
    }
}
