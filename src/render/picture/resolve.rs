//! Converts the render target to the visible picture: widened channels, enlarged, with masks and with
//! lines on top in full resolution.

use crate::render::device::{
    COLOUR, Gpu, IDS, LineRecord, ResolveRecord, SILHOUETTE, buffer, group, texture, view_of,
};
use crate::render::draw::{Shot, Targets, ViewBuffers, draw_faces, full_screen};
use crate::render::overlay::{Overlay, SelectionMark, lines};
use crate::render::view::Marks;

/// Bit of [`ResolveRecord::selection`]: the outline of occluded selected faces is drawn, too.
const THROUGH: u32 = 4;
/// Bit of [`ResolveRecord::selection`]: other faces are faded, and selected ones shown through them.
const XRAY: u32 = 8;

/// A finished picture and the ids of its lines.
#[derive(Debug)]
pub struct Picture {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// Draw id + 1 of helpers, by pixel; only filled if `has_line_ids`.
    line_ids: wgpu::Texture,
    has_line_ids: bool,
    /// Selected faces, even if occluded, in target pixels; a single pixel if nothing is selected.
    silhouette: wgpu::Texture,
    uniform: wgpu::Buffer,
    lines: wgpu::Buffer,
    /// Content of `lines`.
    shown: Vec<LineRecord>,
}

impl Picture {
    pub fn new(gpu: &Gpu, size: (u32, u32)) -> Self {
        let picture = texture(gpu, "picture", size, COLOUR);
        let uniform_size = size_of::<ResolveRecord>() as u64;
        Self {
            view: view_of(&picture),
            texture: picture,
            line_ids: texture(gpu, "line ids", size, IDS),
            has_line_ids: false,
            silhouette: texture(gpu, "silhouette", (1, 1), SILHOUETTE),
            uniform: buffer(gpu, "resolve", uniform_size, wgpu::BufferUsages::UNIFORM),
            lines: line_buffer(gpu, 0),
            shown: Vec::new(),
        }
    }

    pub fn texture(&self) -> &wgpu::Texture {
        &self.texture
    }

    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Ids of the lines, if there are any.
    pub fn line_ids(&self) -> Option<&wgpu::Texture> {
        self.has_line_ids.then_some(&self.line_ids)
    }

    /// `true` if anything is drawn on top of the picture.
    pub fn has_lines(Shot { buffers, options, .. }: &Shot) -> bool {
        let visibility = buffers.visibility();
        Marks { xray: false, ..options.marks } != Marks::default()
            || buffers.ghost().is_some()
            || buffers.scene().helpers.ids().any(|at| visibility.helper(buffers.scene(), at))
    }

    pub fn draw(&mut self, gpu: &Gpu, targets: &Targets, views: &ViewBuffers, shot: &Shot) {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let through = self.draw_silhouette(gpu, &mut encoder, targets, views, shot);
        self.resolve(gpu, &mut encoder, targets, shot, through);
        let records = lines::records(shot.buffers, shot.camera, shot.options);
        self.has_line_ids = !records.is_empty();
        if self.has_line_ids || shot.options.marks.wireframe {
            self.upload_lines(gpu, records);
            self.draw_on_top(gpu, &mut encoder, targets, views, shot);
        }
        gpu.queue.submit([encoder.finish()]);
    }

    /// Draws the selected faces without occlusion; `false` if nothing is selected.
    fn draw_silhouette(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        targets: &Targets,
        views: &ViewBuffers,
        shot: &Shot,
    ) -> bool {
        let runs = shot.overlay.map(Overlay::selected_runs).unwrap_or_default();
        if runs.is_empty() {
            return false;
        }
        let (width, height) = targets.frame.target;
        if (self.silhouette.width(), self.silhouette.height()) != (width, height) {
            self.silhouette = texture(gpu, "silhouette", (width, height), SILHOUETTE);
        }
        let view = view_of(&self.silhouette);
        let outline = &gpu.pipelines.outline;
        let bound = group(gpu, outline, &[views.world.as_entire_binding()]);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("silhouette"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(gpu.pipelines.silhouette(&gpu.device));
        pass.set_bind_group(0, &bound, &[]);
        pass.set_bind_group(1, &shot.buffers.group, &[]);
        let indices = gpu.pipelines.indices(&gpu.device).slice(..);
        pass.set_index_buffer(indices, wgpu::IndexFormat::Uint16);
        let count = shot.buffers.count();
        for run in runs {
            draw_faces(&mut pass, run.start.min(count)..run.end.min(count));
        }
        true
    }

    fn resolve(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        targets: &Targets,
        shot: &Shot,
        through: bool,
    ) {
        let Shot { buffers, options, overlay, .. } = shot;
        let frame = &targets.frame;
        let [r, g, b] = shot.background();
        let record = ResolveRecord {
            enlarge: frame.enlarge,
            average: frame.average,
            fifteen_bit: u32::from(options.effects.fifteen_bit),
            hovered: overlay.and_then(Overlay::hovered).map_or(0, |id| id.wrapping_add(1)),
            size: [frame.picture.0, frame.picture.1],
            background: u32::from_le_bytes([r, g, b, 255]),
            selection: overlay.map_or(SelectionMark::None, Overlay::selection) as u32
                | if through { THROUGH } else { 0 }
                | if through && options.marks.xray { XRAY } else { 0 },
        };
        gpu.queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&record));
        let (colours, ids) = (view_of(targets.colour()), view_of(&targets.ids));
        let silhouette = view_of(&self.silhouette);
        let bound = group(
            gpu,
            &gpu.pipelines.resolve,
            &[
                self.uniform.as_entire_binding(),
                wgpu::BindingResource::TextureView(&colours),
                wgpu::BindingResource::TextureView(&ids),
                buffers.mask_buffer().as_entire_binding(),
                wgpu::BindingResource::TextureView(&silhouette),
            ],
        );
        full_screen(encoder, &self.view, gpu.pipelines.resolve(&gpu.device), &bound);
    }

    fn upload_lines(&mut self, gpu: &Gpu, records: Vec<LineRecord>) {
        if records == self.shown {
            return;
        }
        let bytes: &[u8] = bytemuck::cast_slice(&records);
        if self.lines.size() < bytes.len() as u64 {
            self.lines = line_buffer(gpu, records.len());
        }
        gpu.queue.write_buffer(&self.lines, 0, bytes);
        self.shown = records;
    }

    fn draw_on_top(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        targets: &Targets,
        views: &ViewBuffers,
        shot: &Shot,
    ) {
        let Shot { buffers, options, .. } = shot;
        let depth = view_of(&targets.depth);
        let bound = group(
            gpu,
            &gpu.pipelines.picture,
            &[
                views.world.as_entire_binding(),
                wgpu::BindingResource::TextureView(&depth),
                self.lines.as_entire_binding(),
            ],
        );
        let line_ids = view_of(&self.line_ids);
        let attachment = |view, load| {
            let ops = wgpu::Operations { load, store: wgpu::StoreOp::Store };
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops,
            })
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("on top"),
            color_attachments: &[
                attachment(&self.view, wgpu::LoadOp::Load),
                attachment(&line_ids, wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)),
            ],
            ..Default::default()
        });
        pass.set_bind_group(0, &bound, &[]);
        pass.set_bind_group(1, &buffers.group, &[]);
        if options.marks.wireframe {
            pass.set_pipeline(gpu.pipelines.wire(&gpu.device));
            pass.set_index_buffer(
                gpu.pipelines.indices(&gpu.device).slice(..),
                wgpu::IndexFormat::Uint16,
            );
            draw_faces(&mut pass, 0..buffers.count());
        }
        if !self.shown.is_empty() {
            pass.set_pipeline(gpu.pipelines.lines(&gpu.device));
            let count = u32::try_from(self.shown.len()).unwrap_or(0);
            pass.draw(0..count.saturating_mul(6), 0..1);
        }
    }
}

fn line_buffer(gpu: &Gpu, count: usize) -> wgpu::Buffer {
    let size = count.next_power_of_two().max(16) * size_of::<LineRecord>();
    buffer(gpu, "lines", size as u64, wgpu::BufferUsages::STORAGE)
}
