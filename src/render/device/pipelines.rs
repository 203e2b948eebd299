//! Pipelines of the passes, compiled on first use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Scope;

use wgpu::CompareFunction;
use wgpu::util::DeviceExt;

use super::assembly::assembled;
use super::demands::{Demands, TURNS};
use super::face_draw::{DEPTH, FaceDraw, SILHOUETTE};
use super::recipe::{
    Recipe, buffer_binding, build, colour_target, dynamic_uniform, id_target, layout,
    pipeline_layout, plain, shader, texture_binding, untouched_ids,
};

/// Pipelines for faces of pictures with the same demands, each compiled by the first user.
#[derive(Debug, Default)]
struct FacePipelines {
    module: OnceLock<wgpu::ShaderModule>,
    /// Pipelines of the draws, by colour depth: 5 or 8 bits per channel.
    draws: [[OnceLock<wgpu::RenderPipeline>; FaceDraw::COUNT]; 2],
}

impl FacePipelines {
    fn draw(&self, draw: FaceDraw, fifteen_bit: bool) -> &OnceLock<wgpu::RenderPipeline> {
        &self.draws[usize::from(fifteen_bit)][draw as usize]
    }
}

/// Layouts, shader modules and pipelines of one device.
#[derive(Debug)]
pub struct Pipelines {
    /// View and draw order.
    pub view: wgpu::BindGroupLayout,
    /// Batch and screen faces, for the compute pass.
    pub batch: wgpu::BindGroupLayout,
    /// Screen faces, for drawing.
    pub screen: wgpu::BindGroupLayout,
    /// View, depth and lines.
    pub picture: wgpu::BindGroupLayout,
    pub scene: wgpu::BindGroupLayout,
    /// The sky plane.
    pub plane: wgpu::BindGroupLayout,
    pub resolve: wgpu::BindGroupLayout,
    /// View only.
    pub outline: wgpu::BindGroupLayout,
    pub truncate: wgpu::BindGroupLayout,
    /// Pipelines that project faces, without and with billboards.
    transform_pipelines: [OnceLock<wgpu::ComputePipeline>; 2],
    faces: Mutex<HashMap<Demands, Arc<FacePipelines>>>,
    sky_pipeline: OnceLock<wgpu::RenderPipeline>,
    resolve_pipeline: OnceLock<wgpu::RenderPipeline>,
    truncate_pipeline: OnceLock<wgpu::RenderPipeline>,
    wire_pipeline: OnceLock<wgpu::RenderPipeline>,
    silhouette_pipeline: OnceLock<wgpu::RenderPipeline>,
    lines_pipeline: OnceLock<wgpu::RenderPipeline>,
    indices: OnceLock<wgpu::Buffer>,
}

const PS1: &str = include_str!("../../../shaders/ps1.wgsl");
const GEOMETRY: &str = include_str!("../../../shaders/geometry.wgsl");
const SCREEN: &str = include_str!("../../../shaders/screen.wgsl");
const TRANSFORM: &str = include_str!("../../../shaders/transform.wgsl");
const TEXELS: &str = include_str!("../../../shaders/texels.wgsl");
const SKY: &str = include_str!("../../../shaders/sky.wgsl");
const FACES: &str = include_str!("../../../shaders/faces.wgsl");
const RESOLVE: &str = include_str!("../../../shaders/resolve.wgsl");
const TRUNCATE: &str = include_str!("../../../shaders/truncate.wgsl");
const PICTURE: &str = include_str!("../../../shaders/picture.wgsl");
const WIRE: &str = include_str!("../../../shaders/wire.wgsl");
const SILHOUETTES: &str = include_str!("../../../shaders/silhouette.wgsl");
const LINES: &str = include_str!("../../../shaders/lines.wgsl");

impl Pipelines {
    pub fn new(device: &wgpu::Device) -> Self {
        use wgpu::ShaderStages as Stage;
        let (vertex, fragment, compute) = (Stage::VERTEX, Stage::FRAGMENT, Stage::COMPUTE);
        let uniform = wgpu::BufferBindingType::Uniform;
        let storage = wgpu::BufferBindingType::Storage { read_only: true };
        let buffer = |ty, visibility| (visibility, buffer_binding(ty));
        let texture = |sample_type| (fragment, texture_binding(sample_type));
        // Depth is bound as floats, because GLSL cannot load from depth textures.
        let floats = wgpu::TextureSampleType::Float { filterable: false };
        let written = wgpu::BufferBindingType::Storage { read_only: false };
        let every = vertex | fragment | compute;
        let view = [buffer(uniform, every), buffer(storage, compute)];
        let batch = [(compute, dynamic_uniform()), buffer(written, compute)];
        let mut scene = [buffer(storage, vertex | compute); 8];
        // Faces, words and nodes, for bump maps, reflections and subdivision; states and masks; texels
        // and palettes. With the screen faces these are all eight storage buffers of a stage.
        scene[1].0 |= fragment;
        scene[2].0 |= fragment;
        scene[3].0 |= fragment;
        scene[4].0 |= fragment;
        scene[5].0 |= fragment;
        scene[6].0 = fragment;
        scene[7].0 = fragment;
        let picture = [view[0], texture(floats), buffer(storage, vertex)];
        let resolve = [
            buffer(uniform, fragment),
            texture(floats),
            texture(wgpu::TextureSampleType::Uint),
            buffer(storage, fragment),
            texture(floats),
        ];
        let outline = [view[0]];
        Self {
            view: layout(device, "view", &view),
            batch: layout(device, "batch", &batch),
            screen: layout(device, "screen", &[buffer(storage, vertex | fragment)]),
            picture: layout(device, "picture", &picture),
            scene: layout(device, "scene", &scene),
            plane: layout(device, "plane", &[buffer(uniform, fragment)]),
            resolve: layout(device, "resolve", &resolve),
            outline: layout(device, "outline", &outline),
            truncate: layout(device, "truncate", &[texture(floats)]),
            transform_pipelines: [const { OnceLock::new() }; 2],
            faces: Mutex::default(),
            sky_pipeline: OnceLock::new(),
            resolve_pipeline: OnceLock::new(),
            truncate_pipeline: OnceLock::new(),
            wire_pipeline: OnceLock::new(),
            silhouette_pipeline: OnceLock::new(),
            lines_pipeline: OnceLock::new(),
            indices: OnceLock::new(),
        }
    }

    /// Pipeline that projects faces, with or without billboards.
    pub fn transform(&self, device: &wgpu::Device, turns: bool) -> &wgpu::ComputePipeline {
        self.transform_pipelines[usize::from(turns)].get_or_init(|| {
            let layouts = [&self.view, &self.scene, &self.batch];
            let needed = |name: &str| name != TURNS || turns;
            let text = assembled(&[GEOMETRY, SCREEN, TRANSFORM], needed);
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some("transform"),
                layout: Some(&pipeline_layout(device, &layouts)),
                module: &shader(device, "transform", &text),
                entry_point: Some("transform_faces"),
                compilation_options: Default::default(),
                cache: None,
            })
        })
    }

    pub fn faces(
        &self,
        device: &wgpu::Device,
        draw: FaceDraw,
        demands: Demands,
        fifteen_bit: bool,
    ) -> wgpu::RenderPipeline {
        let set = self.face_pipelines(demands);
        let compile = || {
            let module = set.module.get_or_init(|| {
                let parts = [PS1, GEOMETRY, TEXELS, SCREEN, FACES];
                shader(device, "faces", &assembled(&parts, |name| demands.need(name)))
            });
            let constants = [
                ("OPAQUE_TEXELS", draw.opaque_texels()),
                ("BLENDED_TEXELS", draw.blended_texels()),
                ("FIFTEEN", fifteen_bit),
            ];
            build(
                device,
                &Recipe {
                    module,
                    layouts: &[&self.view, &self.scene, &self.screen],
                    constants: &constants.map(|(name, on)| (name, f64::from(on))),
                    depth: Some(draw.depth()),
                    targets: &[colour_target(draw.blend()), id_target()],
                },
            )
        };
        set.draw(draw, fifteen_bit).get_or_init(compile).clone()
    }

    fn face_pipelines(&self, demands: Demands) -> Arc<FacePipelines> {
        let mut faces = self.faces.lock().unwrap_or_else(PoisonError::into_inner);
        faces.entry(demands).or_default().clone()
    }

    /// Compiles those of these draws that are not compiled yet, each on a separate thread: a driver takes
    /// longer for one pipeline than a software adapter for a thousand faces. A draw waits only for its
    /// own pipeline.
    pub fn compile_in_background<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        device: &'scope wgpu::Device,
        draws: impl IntoIterator<Item = FaceDraw>,
        demands: Demands,
        fifteen_bit: bool,
    ) {
        let set = self.face_pipelines(demands);
        for draw in draws {
            if set.draw(draw, fifteen_bit).get().is_none() {
                let compile = move || {
                    self.faces(device, draw, demands, fifteen_bit);
                };
                // If no thread can be started, it is compiled on first use.
                let _ = std::thread::Builder::new().spawn_scoped(scope, compile);
            }
        }
    }

    /// Pipeline that paints the whole target, without ids and depth.
    pub fn sky(&self, device: &wgpu::Device) -> &wgpu::RenderPipeline {
        self.sky_pipeline.get_or_init(|| {
            let depth = wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(false),
                depth_compare: Some(CompareFunction::Always),
                stencil: wgpu::StencilState::default(),
                bias: wgpu::DepthBiasState::default(),
            };
            build(
                device,
                &Recipe {
                    module: &shader(device, "sky", &[PS1, GEOMETRY, TEXELS, SKY].concat()),
                    layouts: &[&self.view, &self.scene, &self.plane],
                    constants: &[],
                    depth: Some(depth),
                    targets: &[colour_target(None), untouched_ids()],
                },
            )
        })
    }

    /// Index buffer for the triangles of [`MAX_DRAW`] faces.
    pub fn indices(&self, device: &wgpu::Device) -> &wgpu::Buffer {
        self.indices.get_or_init(|| {
            let face = |first: u16| [0, 1, 2, 2, 1, 3].map(|corner| first + corner);
            let indices: Vec<[u16; 6]> = (0..MAX_DRAW as u16).map(|i| face(i * 4)).collect();
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("indices"),
                contents: bytemuck::cast_slice(&indices),
                usage: wgpu::BufferUsages::INDEX,
            })
        })
    }

    pub fn resolve(&self, device: &wgpu::Device) -> &wgpu::RenderPipeline {
        self.resolve_pipeline.get_or_init(|| {
            let module = shader(device, "resolve", &[PS1, RESOLVE].concat());
            plain(device, &module, &self.resolve)
        })
    }

    pub fn truncate(&self, device: &wgpu::Device) -> &wgpu::RenderPipeline {
        self.truncate_pipeline.get_or_init(|| {
            let module = shader(device, "truncate", &[TRUNCATE].concat());
            plain(device, &module, &self.truncate)
        })
    }

    pub fn wire(&self, device: &wgpu::Device) -> &wgpu::RenderPipeline {
        self.wire_pipeline.get_or_init(|| {
            build(
                device,
                &Recipe {
                    module: &shader(device, "wire", &[GEOMETRY, PICTURE, WIRE].concat()),
                    layouts: &[&self.picture, &self.scene],
                    constants: &[],
                    depth: None,
                    targets: &[
                        colour_target(Some(wgpu::BlendState::ALPHA_BLENDING)),
                        untouched_ids(),
                    ],
                },
            )
        })
    }

    /// Pipeline that marks selected faces, even if occluded.
    pub fn silhouette(&self, device: &wgpu::Device) -> &wgpu::RenderPipeline {
        self.silhouette_pipeline.get_or_init(|| {
            let write_mask = wgpu::ColorWrites::ALL;
            let brightest = wgpu::BlendComponent {
                src_factor: wgpu::BlendFactor::One,
                dst_factor: wgpu::BlendFactor::One,
                operation: wgpu::BlendOperation::Max,
            };
            build(
                device,
                &Recipe {
                    module: &shader(device, "silhouette", &[GEOMETRY, SILHOUETTES].concat()),
                    layouts: &[&self.outline, &self.scene],
                    constants: &[],
                    depth: None,
                    targets: &[Some(wgpu::ColorTargetState {
                        format: SILHOUETTE,
                        // The face that faces the camera most, independent of the order.
                        blend: Some(wgpu::BlendState { color: brightest, alpha: brightest }),
                        write_mask,
                    })],
                },
            )
        })
    }

    pub fn lines(&self, device: &wgpu::Device) -> &wgpu::RenderPipeline {
        self.lines_pipeline.get_or_init(|| {
            build(
                device,
                &Recipe {
                    module: &shader(device, "lines", &[GEOMETRY, PICTURE, LINES].concat()),
                    layouts: &[&self.picture, &self.scene],
                    constants: &[],
                    depth: None,
                    targets: &[colour_target(Some(wgpu::BlendState::ALPHA_BLENDING)), id_target()],
                },
            )
        })
    }
}

/// Maximum number of faces per draw: four vertices each, numbered with 16 bits.
pub const MAX_DRAW: u32 = 8192;

pub const INDICES_PER_FACE: u32 = 6;
