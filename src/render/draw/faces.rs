//! Draws the faces of a plan into targets.
//!
//! For each batch, a compute pass projects the faces and a render pass draws them.

use std::ops::Range;

use super::frame::{Pass, Shot};
use super::plan::Run;
use super::subdivision;
use super::targets::{Targets, ViewBuffers};
use crate::render::device::{
    BatchRecord, Demands, FaceDraw, Gpu, INDICES_PER_FACE, MAX_DRAW, RenderError, SCREEN_FACE_SIZE,
    SkyRecord, group, state_flags, view_of,
};
use crate::scene::TexelFormat;

/// Faces per submission for a still picture on the software adapter, whose memory use grows with the work
/// in progress: it stores every triangle in bins until the submission ends.
const SMALL_BATCH: u32 = 2000;

/// Faces per submission in a window, on the software adapter. It rasterizes a submission while it
/// projects the next one; each submission loads and stores the targets.
const MEDIUM_BATCH: u32 = 1 << 13;

/// Maximum number of batches that a window submits at once, on the software adapter.
const AT_ONCE: usize = 6;

/// Faces per batch on other adapters: their projected corners need five megabytes.
const LARGE_BATCH: u32 = 1 << 16;

/// Faces per workgroup of `transform.wgsl`.
const WORKGROUP: u32 = 64;

/// Size and synchronization of submissions on the software adapter; others get everything at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubmissionLimits {
    /// For a window: does not wait.
    Window,
    /// For a window that submits many batches later, one by one.
    Sliced,
    /// For a file: small batches, each of which is waited for to limit memory use.
    Still,
}

impl SubmissionLimits {
    /// Number of faces per batch.
    fn longest(self, gpu: &Gpu) -> u32 {
        match self {
            _ if !gpu.is_software() => LARGE_BATCH,
            SubmissionLimits::Window | SubmissionLimits::Sliced => MEDIUM_BATCH,
            SubmissionLimits::Still => SMALL_BATCH,
        }
    }
}

/// Consecutive faces of a plan that are projected together and drawn into the same targets.
#[derive(Debug)]
struct Batch {
    pass: Pass,
    /// The range refers to the plan's order, otherwise to draw ids.
    sorted: bool,
    first: u32,
    count: u32,
    draws: Vec<(FaceDraw, Range<u32>)>,
    clear_depth: bool,
    /// Truncate the existing colours first.
    truncate: bool,
}

/// Draws one picture. Returns the commands that are to be submitted by the caller: with
/// [`SubmissionLimits::Sliced`] all of a large picture on the software adapter, otherwise none.
///
/// # Errors
/// If the device is lost.
pub fn draw(
    gpu: &Gpu,
    targets: &mut Targets,
    views: &mut ViewBuffers,
    shot: &Shot,
    pace: SubmissionLimits,
) -> Result<Vec<wgpu::CommandBuffer>, RenderError> {
    let frame = &targets.frame;
    let effects = &shot.options.effects;
    let mut last = std::mem::take(&mut views.plan);
    let (plan, is_new) = last.update(&shot.posed(), frame);
    let runs = plan.runs(shot.options.first_faces);
    let batches = batches(&runs, plan.exact, pace.longest(gpu));
    let largest = batches.iter().map(|batch| batch.count).max().unwrap_or(0);
    for pass in [Pass::World, Pass::Sky] {
        views.write_view(gpu, pass, &shot.view(frame, pass));
    }
    if is_new {
        views.write_order(gpu, &plan.order);
    }
    views.plan = last;
    let records: Vec<BatchRecord> = batches.iter().map(Batch::record).collect();
    views.write_batches(gpu, &records, u64::from(largest) * SCREEN_FACE_SIZE);
    let groups = Groups::new(gpu, views, demands(shot), effects.fifteen_bit);
    std::thread::scope(|scope| {
        let mut draws: Vec<FaceDraw> = Vec::new();
        for (draw, _) in batches.iter().flat_map(|batch| &batch.draws) {
            if !draws.contains(draw) {
                draws.push(*draw);
            }
        }
        let Groups { demands, fifteen_bit, .. } = groups;
        gpu.pipelines.compile_in_background(scope, &gpu.device, draws, demands, fifteen_bit);
        submit(gpu, targets, views, shot, &groups, &batches, pace)
    })
}

/// Draws the batches; on the software adapter with one submission each.
fn submit(
    gpu: &Gpu,
    targets: &mut Targets,
    views: &ViewBuffers,
    shot: &Shot,
    groups: &Groups,
    batches: &[Batch],
    pace: SubmissionLimits,
) -> Result<Vec<wgpu::CommandBuffer>, RenderError> {
    let Shot { buffers, camera, .. } = shot;
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    {
        let mut pass = clear(&mut encoder, targets, shot);
        if let Some(sky) = buffers.sky().and_then(|sky| SkyRecord::new(sky, camera, &targets.frame))
        {
            gpu.queue.write_buffer(&views.plane, 0, bytemuck::bytes_of(&sky));
            groups.sky(gpu, &mut pass, views, &buffers.group);
        }
    }
    let mut before = None;
    let is_sliced = pace == SubmissionLimits::Sliced && batches.len() > AT_ONCE;
    let mut slices = Vec::new();
    for (index, batch) in batches.iter().enumerate() {
        if batch.truncate {
            truncate(gpu, &mut encoder, targets);
        }
        let offset = views.batch_offset(index);
        groups.transform(gpu, &mut encoder, &buffers.group, batch, offset);
        groups.draw(gpu, &mut encoder, &buffers.group, batch, targets);
        if gpu.is_software() {
            let next = gpu.device.create_command_encoder(&Default::default());
            let commands = std::mem::replace(&mut encoder, next).finish();
            if is_sliced {
                slices.push(commands);
                continue;
            }
            let submitted = gpu.queue.submit([commands]);
            // One batch is projected while the previous one is rasterized.
            let before = before.replace(submitted);
            if pace == SubmissionLimits::Still
                && let Some(before) = before
            {
                gpu.wait_for(before)?;
            }
        }
    }
    if slices.is_empty() {
        gpu.queue.submit([encoder.finish()]);
    }
    Ok(slices)
}

/// Shader features that a picture needs.
fn demands(shot: &Shot) -> Demands {
    let Shot { buffers, options, .. } = shot;
    let (scene, effects) = (buffers.scene(), &options.effects);
    let has_texels =
        |is: fn(TexelFormat) -> bool| scene.textures.iter().any(|texture| is(texture.format));
    Demands {
        pieces: subdivision::needed(shot),
        reliefs: effects.relief && scene.has_relief(),
        shines: effects.shine && scene.has_shine(),
        turns: scene.has_facing(),
        lit: options.lighting.of(scene).is_some() && buffers.has_state(state_flags::LIT),
        missing: buffers.has_state(state_flags::MISSING),
        filtered: effects.filtered,
        fogged: shot.fog(Pass::World).is_some(),
        indexed: has_texels(|format| format.is_indexed()),
        direct: has_texels(|format| format == TexelFormat::Direct15),
        rgba: has_texels(|format| format == TexelFormat::Rgba8),
    }
}

/// Bind groups of all batches.
struct Groups {
    world: wgpu::BindGroup,
    sky: wgpu::BindGroup,
    batch: wgpu::BindGroup,
    screen: wgpu::BindGroup,
    demands: Demands,
    fifteen_bit: bool,
}

impl Groups {
    fn new(gpu: &Gpu, views: &ViewBuffers, demands: Demands, fifteen_bit: bool) -> Self {
        let layouts = &gpu.pipelines;
        let view = |uniform: &wgpu::Buffer| {
            let resources = [uniform.as_entire_binding(), views.order.as_entire_binding()];
            group(gpu, &layouts.view, &resources)
        };
        let screen = views.screen.as_entire_binding();
        Self {
            world: view(&views.world),
            sky: view(&views.sky),
            batch: group(gpu, &layouts.batch, &[views.batch_binding(), screen.clone()]),
            screen: group(gpu, &layouts.screen, &[screen]),
            demands,
            fifteen_bit,
        }
    }

    fn view(&self, pass: Pass) -> &wgpu::BindGroup {
        match pass {
            Pass::World => &self.world,
            Pass::Sky => &self.sky,
        }
    }

    /// Draws the sky plane.
    fn sky(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::RenderPass,
        views: &ViewBuffers,
        scene: &wgpu::BindGroup,
    ) {
        let plane = group(gpu, &gpu.pipelines.plane, &[views.plane.as_entire_binding()]);
        pass.set_pipeline(gpu.pipelines.sky(&gpu.device));
        pass.set_bind_group(0, self.view(Pass::Sky), &[]);
        pass.set_bind_group(1, scene, &[]);
        pass.set_bind_group(2, &plane, &[]);
        pass.draw(0..3, 0..1);
    }

    fn transform(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        scene: &wgpu::BindGroup,
        batch: &Batch,
        offset: u32,
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(gpu.pipelines.transform(&gpu.device, self.demands.turns));
        pass.set_bind_group(0, self.view(batch.pass), &[]);
        pass.set_bind_group(1, scene, &[]);
        pass.set_bind_group(2, &self.batch, &[offset]);
        pass.dispatch_workgroups(batch.count.div_ceil(WORKGROUP), 1, 1);
    }

    fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        scene: &wgpu::BindGroup,
        batch: &Batch,
        targets: &Targets,
    ) {
        let mut pass = begin(encoder, targets, None, batch.clear_depth);
        pass.set_bind_group(0, self.view(batch.pass), &[]);
        pass.set_bind_group(1, scene, &[]);
        pass.set_bind_group(2, &self.screen, &[]);
        pass.set_index_buffer(
            gpu.pipelines.indices(&gpu.device).slice(..),
            wgpu::IndexFormat::Uint16,
        );
        for (draw, range) in &batch.draws {
            pass.set_pipeline(&gpu.pipelines.faces(
                &gpu.device,
                *draw,
                self.demands,
                self.fifteen_bit,
            ));
            draw_faces(&mut pass, range.start - batch.first..range.end - batch.first);
        }
    }
}

/// Draws consecutive faces with four vertices and two triangles each.
pub fn draw_faces(pass: &mut wgpu::RenderPass, range: Range<u32>) {
    let mut first = range.start;
    while first < range.end {
        let count = (range.end - first).min(MAX_DRAW);
        let base = i32::try_from(u64::from(first) * 4).unwrap_or(i32::MAX);
        pass.draw_indexed(0..count * INDICES_PER_FACE, base, 0..1);
        first += count;
    }
}

impl Batch {
    fn record(&self) -> BatchRecord {
        let sorted = u32::from(self.sorted);
        BatchRecord { first: self.first, count: self.count, sorted, unused: 0 }
    }

    fn end(&self) -> u32 {
        self.first + self.count
    }
}

/// Splits the runs of a plan where the targets change, and after `longest` faces.
fn batches([sky, world]: &[Vec<Run>; 2], exact: bool, longest: u32) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    let mut layer = 0;
    let sky = sky.iter().map(|run| (Pass::Sky, run));
    for (pass, run) in sky.chain(world.iter().map(|run| (Pass::World, run))) {
        let sorted = run.draw != FaceDraw::Opaque;
        let mut rest = run.range.clone();
        while !rest.is_empty() {
            let last = batches.last();
            let new_pass = last.is_some_and(|last| last.pass != pass);
            // The first layer is drawn on opaque texels, which are exact.
            let new_layer = run.layer > layer.max(1);
            // Faces that are drawn twice, once per kind of texel, are projected once.
            let fits = last.is_some_and(|last| {
                let again = rest.start >= last.first && rest.end <= last.end();
                last.sorted == sorted
                    && (again || (rest.start == last.end() && last.count < longest))
            });
            if new_pass || new_layer || !fits {
                batches.push(Batch {
                    pass,
                    sorted,
                    first: rest.start,
                    count: 0,
                    draws: Vec::new(),
                    clear_depth: new_pass,
                    truncate: new_layer || (new_pass && exact),
                });
            }
            layer = run.layer;
            let Some(batch) = batches.last_mut() else { break };
            let end = rest.end.min(batch.first.saturating_add(longest));
            batch.draws.push((run.draw, rest.start..end));
            batch.count = batch.count.max(end - batch.first);
            rest.start = end;
        }
    }
    batches
}

/// Clears all targets.
fn clear<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    targets: &Targets,
    shot: &Shot,
) -> wgpu::RenderPass<'a> {
    let kept = if shot.options.effects.fifteen_bit { 0xF8 } else { 0xFF };
    let [r, g, b] = shot.background().map(|c| f64::from(c & kept) / 255.0);
    begin(encoder, targets, Some(wgpu::Color { r, g, b, a: 1.0 }), true)
}

fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    targets: &Targets,
    clear: Option<wgpu::Color>,
    clear_depth: bool,
) -> wgpu::RenderPass<'a> {
    use wgpu::LoadOp::{Clear, Load};
    let colour = view_of(targets.colour());
    let ids = view_of(&targets.ids);
    let depth = view_of(&targets.depth);
    let attachment = |view, load| {
        let ops = wgpu::Operations { load, store: wgpu::StoreOp::Store };
        Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops })
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("faces"),
        color_attachments: &[
            attachment(&colour, clear.map_or(Load, Clear)),
            attachment(&ids, clear.map_or(Load, |_| Clear(wgpu::Color::TRANSPARENT))),
        ],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &depth,
            depth_ops: Some(wgpu::Operations {
                load: if clear_depth { Clear(0.0) } else { Load },
                store: wgpu::StoreOp::Store,
            }),
            stencil_ops: None,
        }),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    })
}

fn truncate(gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, targets: &mut Targets) {
    let old = view_of(&targets.swap(gpu));
    let source = group(gpu, &gpu.pipelines.truncate, &[wgpu::BindingResource::TextureView(&old)]);
    let view = view_of(targets.colour());
    full_screen(encoder, &view, gpu.pipelines.truncate(&gpu.device), &source);
}

/// Draws one pass over every pixel of a target.
pub fn full_screen(
    encoder: &mut wgpu::CommandEncoder,
    view: &wgpu::TextureView,
    pipeline: &wgpu::RenderPipeline,
    group: &wgpu::BindGroup,
) {
    let ops = wgpu::Operations {
        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
        store: wgpu::StoreOp::Store,
    };
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("full screen"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops,
        })],
        ..Default::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, group, &[]);
    pass.draw(0..3, 0..1);
}
