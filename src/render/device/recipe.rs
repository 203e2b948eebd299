//! Descriptors of bindings, targets and pipelines.

use super::face_draw::{COLOUR, IDS};
use super::records::BatchRecord;

pub fn buffer_binding(ty: wgpu::BufferBindingType) -> wgpu::BindingType {
    wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None }
}

pub fn dynamic_uniform() -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: true,
        min_binding_size: std::num::NonZeroU64::new(size_of::<BatchRecord>() as u64),
    }
}

pub fn texture_binding(sample_type: wgpu::TextureSampleType) -> wgpu::BindingType {
    let view_dimension = wgpu::TextureViewDimension::D2;
    wgpu::BindingType::Texture { sample_type, view_dimension, multisampled: false }
}

pub fn layout(
    device: &wgpu::Device,
    label: &str,
    bindings: &[(wgpu::ShaderStages, wgpu::BindingType)],
) -> wgpu::BindGroupLayout {
    let entry = |(binding, (visibility, ty)): (u32, &(wgpu::ShaderStages, wgpu::BindingType))| {
        wgpu::BindGroupLayoutEntry { binding, visibility: *visibility, ty: *ty, count: None }
    };
    let entries: Vec<_> = (0u32..).zip(bindings).map(entry).collect();
    let label = Some(label);
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries })
}

pub fn shader(device: &wgpu::Device, label: &str, text: &str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    })
}

pub fn colour_target(blend: Option<wgpu::BlendState>) -> Option<wgpu::ColorTargetState> {
    // Alpha is only a blend factor and is never stored.
    Some(wgpu::ColorTargetState { format: COLOUR, blend, write_mask: wgpu::ColorWrites::COLOR })
}

pub fn id_target() -> Option<wgpu::ColorTargetState> {
    let write_mask = wgpu::ColorWrites::ALL;
    Some(wgpu::ColorTargetState { format: IDS, blend: None, write_mask })
}

/// The id target of a pass, for a draw that does not write it.
pub fn untouched_ids() -> Option<wgpu::ColorTargetState> {
    let write_mask = wgpu::ColorWrites::empty();
    Some(wgpu::ColorTargetState { format: IDS, blend: None, write_mask })
}

/// Shader, layouts and targets of a pipeline.
pub struct Recipe<'a> {
    pub module: &'a wgpu::ShaderModule,
    pub layouts: &'a [&'a wgpu::BindGroupLayout],
    pub constants: &'a [(&'a str, f64)],
    pub depth: Option<wgpu::DepthStencilState>,
    pub targets: &'a [Option<wgpu::ColorTargetState>],
}

/// A full-screen pass with one bind group.
pub fn plain(
    device: &wgpu::Device,
    module: &wgpu::ShaderModule,
    group: &wgpu::BindGroupLayout,
) -> wgpu::RenderPipeline {
    let layouts = &[group];
    let targets = &[colour_target(None)];
    build(device, &Recipe { module, layouts, constants: &[], depth: None, targets })
}

pub fn build(device: &wgpu::Device, recipe: &Recipe) -> wgpu::RenderPipeline {
    let layout = pipeline_layout(device, recipe.layouts);
    let options =
        || wgpu::PipelineCompilationOptions { constants: recipe.constants, ..Default::default() };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: recipe.module,
            entry_point: Some("vertex"),
            compilation_options: options(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: recipe.depth.clone(),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: recipe.module,
            entry_point: Some("fragment"),
            compilation_options: options(),
            targets: recipe.targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

pub fn pipeline_layout(
    device: &wgpu::Device,
    groups: &[&wgpu::BindGroupLayout],
) -> wgpu::PipelineLayout {
    let groups: Vec<_> = groups.iter().map(|layout| Some(*layout)).collect();
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups,
        immediate_size: 0,
    })
}
