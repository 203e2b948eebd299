//! Draws the faces of a plan into targets.

use std::ops::Range;

use super::frame::{Pass, Shot};
use super::pipelines::{INDICES_PER_FACE, LONGEST_DRAW};
use super::plan::{Plan, Run};
use super::targets::{Targets, ViewBuffers, group, view_of};
use super::{Gpu, RenderError, RenderOptions};

/// Faces a submission on the software adapter, whose memory grows with what is under way: it
/// keeps every triangle in bins until the submission ends.
const BATCH: u32 = 5000;

/// How submissions are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// All at once, without waiting: a window.
    Window,
    /// In small batches, each waited for, where that keeps memory small.
    Still,
}

/// What is drawn between two changes of the targets.
#[derive(Default)]
struct Segment<'a> {
    pass: Option<Pass>,
    draws: Vec<(&'a Run, Range<u32>)>,
    clear_depth: bool,
    /// The colours so far are truncated first.
    truncate: bool,
}

/// Draws one picture.
///
/// # Errors
/// When the device is lost.
pub fn draw(
    gpu: &Gpu,
    targets: &mut Targets,
    views: &mut ViewBuffers,
    shot: &Shot,
    pace: Pace,
) -> Result<(), RenderError> {
    let Shot { buffers, camera, options, frame, .. } = shot;
    let effects = &options.effects;
    let plan = Plan::new(buffers, camera, effects, frame);
    let world = frame.view(camera, effects, Pass::World);
    let sky = frame.view(camera, effects, Pass::Sky);
    views.write(gpu, &world, &sky, &plan.order);
    let bind = |uniform: &wgpu::Buffer| {
        let resources = [uniform.as_entire_binding(), views.order.as_entire_binding()];
        group(gpu, &gpu.pipelines.view, &resources)
    };
    let (world, sky) = (bind(&views.world), bind(&views.sky));
    let batch = if pace == Pace::Still && gpu.is_software() { BATCH } else { u32::MAX };

    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let mut before = None;
    for (index, segment) in segments(&plan, batch).iter().enumerate() {
        if segment.truncate {
            truncate(gpu, &mut encoder, targets);
        }
        let clear = (index == 0).then(|| clear_colour(options));
        let mut pass = begin(&mut encoder, targets, clear, segment.clear_depth);
        pass.set_bind_group(0, if segment.pass == Some(Pass::Sky) { &sky } else { &world }, &[]);
        pass.set_bind_group(1, &buffers.group, &[]);
        pass.set_index_buffer(gpu.pipelines.indices(gpu).slice(..), wgpu::IndexFormat::Uint16);
        for (run, range) in &segment.draws {
            pass.set_pipeline(gpu.pipelines.faces(&gpu.device, run.draw));
            draw_faces(&mut pass, range.clone());
        }
        drop(pass);
        if batch != u32::MAX {
            let next = gpu.device.create_command_encoder(&Default::default());
            let submitted = gpu.queue.submit([std::mem::replace(&mut encoder, next).finish()]);
            // One batch is shaded while the one before it is rasterized.
            if let Some(before) = before.replace(submitted) {
                gpu.wait_for(before)?;
            }
        }
    }
    gpu.queue.submit([encoder.finish()]);
    Ok(())
}

/// Draws neighbours, four vertices and two triangles each.
pub fn draw_faces(pass: &mut wgpu::RenderPass, range: Range<u32>) {
    let mut first = range.start;
    while first < range.end {
        let count = (range.end - first).min(LONGEST_DRAW);
        let base = i32::try_from(u64::from(first) * 4).unwrap_or(i32::MAX);
        pass.draw_indexed(0..count * INDICES_PER_FACE, base, 0..1);
        first += count;
    }
}

/// Cuts a plan where the targets change, and after every `batch` faces.
fn segments(plan: &Plan, batch: u32) -> Vec<Segment<'_>> {
    let mut segments = vec![Segment { clear_depth: true, ..Segment::default() }];
    let mut room = batch;
    let mut layer = 0;
    let runs = plan.sky.iter().map(|run| (Pass::Sky, run));
    for (pass, run) in runs.chain(plan.world.iter().map(|run| (Pass::World, run))) {
        let mut rest = run.range.clone();
        while !rest.is_empty() {
            let last = segments.last().expect("there is always one");
            let new_pass = last.pass.is_some_and(|last| last != pass);
            // The first layer lies on opaque texels, which are exact.
            let new_layer = run.layer > layer.max(1);
            if room == 0 || new_pass || new_layer {
                let truncate = new_layer || (new_pass && plan.exact);
                segments.push(Segment { clear_depth: new_pass, truncate, ..Segment::default() });
                room = batch;
            }
            layer = run.layer;
            let end = rest.end.min(rest.start.saturating_add(room));
            if let Some(segment) = segments.last_mut() {
                segment.pass = Some(pass);
                segment.draws.push((run, rest.start..end));
            }
            room -= end - rest.start;
            rest.start = end;
        }
    }
    segments
}

fn clear_colour(options: &RenderOptions) -> wgpu::Color {
    let kept = if options.effects.fifteen_bit { 0xF8 } else { 0xFF };
    let [r, g, b] = options.background.map(|c| f64::from(c & kept) / 255.0);
    wgpu::Color { r, g, b, a: 1.0 }
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

/// One pass over every pixel of a target.
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
