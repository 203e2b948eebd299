//! The faces of a view, and the explanation of its pixels.

use glam::{Vec2, Vec4};

use super::blend::stored;
use super::explanation::{Colour, Explanation};
use super::fragment::{Shader, TRIANGLES};
use super::marks::MarkLines;
use super::order::{Order, Rank, keeps_texels};
use super::paint::{Paint, Pixel};
use super::raster::{covers, is_outside};
use super::sky::sky_plane;
use super::texel::Textures;
use super::tiles::{Area, Tiles};
use crate::render::device::ViewRecord;
use crate::render::draw::{Frame, Pass, Plan, PosedShot, Projected, Projector, Shot, near};
use crate::render::view::{Camera, Marks, RenderOptions};
use crate::scene::FaceRef;

/// Explains the pixels of a view. Built once per view, and rebuilt if the view changes.
pub struct PixelIndex {
    view: PixelView,
    faces: PixelFaces,
    /// Uniforms of the passes: world and sky.
    records: [ViewRecord; 2],
    textures: Textures,
    mark_lines: MarkLines,
}

/// The faces of a view with their drawing order. Needs no device, so that a worker can collect them.
pub struct PixelFaces {
    frame: Frame,
    faces: Vec<Entry>,
    tiles: Tiles,
    order: Order,
}

/// Everything that the colours of a picture depend on; equal views have equal pictures.
#[derive(Clone, PartialEq)]
pub struct PixelView {
    size: (u32, u32),
    camera: Camera,
    options: RenderOptions,
    /// Versions of the scene and of its hidden faces.
    buffers: u64,
    hides: Option<u64>,
}

/// A face, and the pixels of the target that it may cover.
#[derive(Clone, Copy)]
struct Entry {
    id: u32,
    pass: Pass,
    area: Area,
}

impl PixelFaces {
    /// Collects the faces in a picture of `size` pixels.
    pub fn new(shot: &PosedShot, size: (u32, u32)) -> Self {
        let frame = Frame::new(size, shot.options.effects.pixels);
        let is_empty = frame.target.0 == 0 || frame.target.1 == 0;
        let (faces, plan) = match is_empty {
            true => Default::default(),
            false => (entries(shot, &frame), Plan::new(shot, &frame)),
        };
        let tiles = Tiles::new(frame.target, faces.iter().map(|face| face.area));
        let order = Order::new(plan, shot.scene.count(), shot.options.effects.order);
        Self { frame, faces, tiles, order }
    }
}

impl PixelIndex {
    /// Index of a picture of `size` pixels.
    pub fn new(shot: &Shot, size: (u32, u32)) -> Self {
        Self::with(shot, size, PixelFaces::new(&shot.posed(), size))
    }

    /// Index of a picture of `size` pixels whose faces have already been collected.
    pub fn with(shot: &Shot, size: (u32, u32), faces: PixelFaces) -> Self {
        let view = PixelView::of(shot, size);
        let records = [Pass::World, Pass::Sky].map(|pass| shot.view(&faces.frame, pass));
        let mark_lines = MarkLines::new(shot, size, &records[0]);
        Self { view, faces, records, textures: Textures::default(), mark_lines }
    }

    /// Explains a pixel; `None` outside the picture.
    pub fn explain(&mut self, shot: &Shot, pixel: (u32, u32)) -> Option<Explanation> {
        self.explained(shot, pixel, None)
    }

    /// Explains a pixel that was drawn in this colour; `None` outside the picture. Faces in one
    /// plane have depths that differ only by rounding: the explanation follows the picture.
    pub fn explain_drawn(
        &mut self,
        shot: &Shot,
        pixel: (u32, u32),
        drawn: [u8; 3],
    ) -> Option<Explanation> {
        self.explained(shot, pixel, Some(drawn))
    }

    fn explained(
        &mut self,
        shot: &Shot,
        pixel: (u32, u32),
        drawn: Option<[u8; 3]>,
    ) -> Option<Explanation> {
        if PixelView::of(shot, self.view.size) != self.view {
            *self = Self::new(shot, self.view.size);
        }
        let size = self.view.size;
        if pixel.0 >= size.0 || pixel.1 >= size.1 {
            return None;
        }
        let fifteen_bit = shot.options.effects.fifteen_bit;
        let (x, y) = self.faces.frame.source(pixel);
        let sources = match self.faces.frame.average {
            2 => vec![(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)],
            _ => vec![(x, y)],
        };
        let samples: Vec<Pixel> = sources.iter().map(|at| self.painted(shot, *at)).collect();
        let (computed, painted) = agreeing(&samples, drawn)?;
        let top = painted.layers.iter().rfind(|layer| layer.result.is_some());
        let marks = self.mark_lines.at(shot, pixel, top.map(|layer| layer.draw_id));
        let colour = drawn.unwrap_or(computed);
        let result = painted.colour();
        let (background, layers) = (painted.background, painted.layers);
        Some(Explanation { pixel, colour, fifteen_bit, background, result, layers, marks })
    }

    /// Draws all faces of a pixel of the target.
    fn painted(&mut self, shot: &Shot, pixel: (u32, u32)) -> Pixel {
        let background = self.background(shot, pixel);
        let mut paints = self.paints(shot, pixel);
        paints.sort_by_key(|paint| (paint.rank.is_none(), paint.rank));
        let truncates = self.faces.order.truncates_sky();
        Pixel::new(background, shot.options.effects.fifteen_bit, paints, truncates)
    }

    fn background(&mut self, shot: &Shot, pixel: (u32, u32)) -> Colour {
        let shift = if shot.options.effects.fifteen_bit { 3 } else { 0 };
        let plane = sky_plane(shot, &self.faces.frame, &mut self.textures, pixel);
        plane.unwrap_or_else(|| Colour(shot.background().map(|c| i32::from(c >> shift))))
    }

    /// The faces that cover a pixel, in stored order.
    fn paints(&mut self, shot: &Shot, pixel: (u32, u32)) -> Vec<Paint> {
        let Self { faces: PixelFaces { frame, faces, tiles, order }, records, textures, .. } = self;
        let posed = shot.posed();
        let projectors = [Pass::World, Pass::Sky].map(|pass| Projector::new(&posed, frame, pass));
        let mut paints = Vec::new();
        let listed = tiles.at(pixel);
        let near = listed.iter().filter_map(|number| faces.get(*number as usize));
        for Entry { id, pass, .. } in near.filter(|face| face.area.contains(pixel)).copied() {
            let Some(face) = shot.buffers.ids().face(id) else { continue };
            let Some(projected) = projectors[usize::from(pass == Pass::Sky)].project(face) else {
                continue;
            };
            let covers = |corners: [usize; 3]| {
                covers(corners.map(|i| projected.clip[i]), frame.target, pixel)
            };
            if !TRIANGLES.into_iter().any(covers) {
                continue;
            }
            let view = &records[usize::from(pass == Pass::Sky)];
            let Some(shader) = Shader::new(shot, frame, view, face, projected) else { continue };
            let (hidden_by, key) = (posed.hidden_by(face, id), order.key(pass, id));
            for fragment in shader.fragments(textures, (face, id), pixel) {
                let mut draws = order.draws(pass, id);
                let blended = fragment.output.blend.is_some();
                let draw = draws.find(|(_, run)| keeps_texels(run.draw, blended));
                let rank: Option<Rank> = draw.map(|(rank, _)| rank).filter(|_| hidden_by.is_none());
                let run = draw.map(|(_, run)| (run.draw, run.layer));
                let cull = projected.cull;
                paints.push(Paint { fragment, pass, rank, run, hidden_by, key, cull });
            }
        }
        paints
    }
}

/// Colour of the picture, and the first sample. If that is not the colour that was drawn, depths that
/// differ only by rounding are compared the other way round.
fn agreeing(samples: &[Pixel], drawn: Option<[u8; 3]>) -> Option<([u8; 3], Pixel)> {
    let computed = average(samples.iter().map(Pixel::screen));
    let Some(drawn) = drawn.filter(|drawn| *drawn != computed) else {
        return Some((computed, samples.first()?.clone()));
    };
    let others: Vec<Vec<Pixel>> = samples.iter().map(Pixel::alternatives).collect();
    let total = others.iter().map(Vec::len).product::<usize>().min(MAX_ALTERNATIVES);
    for number in 0..total {
        let mut rest = number;
        let chosen: Vec<&Pixel> = others
            .iter()
            .filter_map(|all| {
                let one = all.get(rest % all.len().max(1));
                rest /= all.len().max(1);
                one
            })
            .collect();
        if average(chosen.iter().map(|pixel| pixel.screen())) == drawn {
            return Some((drawn, (*chosen.first()?).clone()));
        }
    }
    Some((computed, samples.first()?.clone()))
}

/// Maximum number of combinations of samples that are compared with the picture.
const MAX_ALTERNATIVES: usize = 4096;

/// Average of one or four pixels: the end of `resolve.wgsl`.
fn average(colours: impl ExactSizeIterator<Item = [u8; 3]>) -> [u8; 3] {
    let count = colours.len() as f32;
    let add = |sum: [f32; 3], colour: [u8; 3]| {
        std::array::from_fn(|i| sum[i] + f32::from(colour[i]) / 255.0)
    };
    colours.fold([0.0; 3], add).map(|sum| stored(sum / count))
}

impl PixelView {
    /// The view of a picture of `size` pixels.
    pub fn of(shot: &Shot, size: (u32, u32)) -> Self {
        Self {
            size,
            camera: *shot.camera,
            options: RenderOptions { marks: Marks::default(), ..*shot.options },
            buffers: shot.buffers.version(),
            hides: shot.overlay.map(|overlay| overlay.hides()),
        }
    }
}

/// Faces that are at least partly in the picture.
fn entries(shot: &PosedShot, frame: &Frame) -> Vec<Entry> {
    let scene = shot.scene.scene();
    let mut entries = Vec::new();
    let [world, sky] = [Pass::World, Pass::Sky].map(|pass| Projector::new(shot, frame, pass));
    let near = near(shot.camera);
    for (node, placed) in scene.nodes.pairs() {
        let Some(mesh) = scene.mesh_of(placed) else { continue };
        for (face, stored) in (0u32..).zip(&mesh.faces) {
            let is_sky = scene.is_sky(placed.layer) || scene.is_sky(stored.layer);
            let (pass, projector) = if is_sky { (Pass::Sky, &sky) } else { (Pass::World, &world) };
            let at = FaceRef { node, face };
            let id = shot.scene.ids().id(at);
            if let (Some(id), Some(projected)) = (id, projector.project(at))
                && let Some(area) = area(&projected, near, frame)
            {
                entries.push(Entry { id, pass, area });
            }
        }
    }
    entries
}

/// `None` if the face is outside the picture.
fn area(projected: &Projected, near: f32, frame: &Frame) -> Option<Area> {
    if is_outside(&projected.clip) {
        return None;
    }
    let size = Vec2::new(frame.target.0 as f32, frame.target.1 as f32);
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    let mut add = |v: Vec4| {
        let pixel = (Vec2::new(v.x, -v.y) / v.w * 0.5 + 0.5) * size;
        (low, high) = (low.min(pixel), high.max(pixel));
    };
    if projected.crosses_near {
        cut(&projected.clip, near, add);
    } else {
        projected.clip.into_iter().for_each(&mut add);
    }
    // Conversions to integers saturate; positions are rounded to 1/256 of a pixel.
    let ends = |low: f32, high: f32| [(low - 2.0) as u32, (high + 2.0) as u32];
    Some(Area { columns: ends(low.x, high.x), rows: ends(low.y, high.y) })
}

/// Corners of a face that are beyond the near plane, and the points where lines between corners cross it.
fn cut(corners: &[Vec4; 4], near: f32, mut add: impl FnMut(Vec4)) {
    for (at, a) in corners.iter().enumerate() {
        if a.w >= near {
            add(*a);
        }
        for b in corners.iter().skip(at + 1).filter(|b| (a.w >= near) != (b.w >= near)) {
            add(a.lerp(*b, (near - a.w) / (b.w - a.w)));
        }
    }
}
