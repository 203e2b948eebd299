//! The faces of a view, and the explanation of its pixels.

use glam::Vec2;

use super::blend::stored;
use super::explanation::{Colour, Explanation};
use super::fragment::{Shader, TRIANGLES};
use super::order::{Order, Rank, keeps};
use super::paint::{Paint, Pixel};
use super::raster::{covers, is_outside};
use super::sky::sky_plane;
use super::texel::Textures;
use crate::render::device::ViewRecord;
use crate::render::draw::{Frame, Pass, Plan, PosedShot, Projected, Projector, Shot};
use crate::render::view::{Camera, Marks, RenderOptions};
use crate::scene::FaceRef;

/// Explains the pixels of a view. Built once per view, and rebuilt if the view changes.
pub struct PixelIndex {
    view: PixelView,
    faces: PixelFaces,
    /// Uniforms of the passes: world and sky.
    records: [ViewRecord; 2],
    textures: Textures,
}

/// The faces of a view with their drawing order. Needs no device, so that a worker can collect them.
pub struct PixelFaces {
    frame: Frame,
    faces: Vec<Entry>,
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
    /// First and last column, and row.
    columns: [u16; 2],
    rows: [u16; 2],
}

impl Entry {
    fn may_cover(&self, (x, y): (u32, u32)) -> bool {
        let within = |[first, last]: [u16; 2], at| u32::from(first) <= at && at <= u32::from(last);
        within(self.columns, x) && within(self.rows, y)
    }
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
        let order = Order::new(plan, shot.scene.count(), shot.options.effects.order);
        Self { frame, faces, order }
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
        Self { view, faces, records, textures: Textures::default() }
    }

    /// Explains a pixel; `None` outside of the picture.
    pub fn explain(&mut self, shot: &Shot, pixel: (u32, u32)) -> Option<Explanation> {
        if PixelView::of(shot, self.view.size) != self.view {
            *self = Self::new(shot, self.view.size);
        }
        let size = self.view.size;
        (pixel.0 < size.0 && pixel.1 < size.1).then(|| self.explained(shot, pixel))
    }

    fn explained(&mut self, shot: &Shot, pixel: (u32, u32)) -> Explanation {
        let fifteen_bit = shot.options.effects.fifteen_bit;
        let (x, y) = self.faces.frame.source(pixel);
        let painted = self.painted(shot, (x, y));
        let mut colour = painted.screen();
        if self.faces.frame.average == 2 {
            let others = [(x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let others = others.map(|at| self.painted(shot, at).screen());
            colour = average([colour, others[0], others[1], others[2]]);
        }
        let result = painted.colour();
        let (background, layers) = (painted.background, painted.layers);
        Explanation { pixel, colour, fifteen_bit, background, result, layers }
    }

    /// Draws all faces of a pixel of the target.
    fn painted(&mut self, shot: &Shot, pixel: (u32, u32)) -> Pixel {
        let background = self.background(shot, pixel);
        let mut paints = self.paints(shot, pixel);
        paints.sort_by_key(|paint| (paint.rank.is_none(), paint.rank));
        let mut target = Pixel::new(background, shot.options.effects.fifteen_bit);
        target.draw(paints, self.faces.order.truncates_sky());
        target
    }

    fn background(&mut self, shot: &Shot, pixel: (u32, u32)) -> Colour {
        let shift = if shot.options.effects.fifteen_bit { 3 } else { 0 };
        let plane = sky_plane(shot, &self.faces.frame, &mut self.textures, pixel);
        plane.unwrap_or_else(|| Colour(shot.background().map(|c| i32::from(c >> shift))))
    }

    /// The faces that cover a pixel, in stored order.
    fn paints(&mut self, shot: &Shot, pixel: (u32, u32)) -> Vec<Paint> {
        let Self { faces: PixelFaces { frame, faces, order }, records, textures, .. } = self;
        let posed = shot.posed();
        let projectors = [Pass::World, Pass::Sky].map(|pass| Projector::new(&posed, frame, pass));
        let mut paints = Vec::new();
        for Entry { id, pass, .. } in faces.iter().filter(|face| face.may_cover(pixel)).copied() {
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
            let is_hidden = !posed.shows(face, id);
            for fragment in shader.fragments(textures, (face, id), pixel) {
                let mut draws = order.draws(pass, id);
                let blended = fragment.output.blend.is_some();
                let draw = draws.find(|(_, run)| keeps(run.draw, blended));
                let rank: Option<Rank> = draw.map(|(rank, _)| rank).filter(|_| !is_hidden);
                let run = draw.map(|(_, run)| (run.draw, run.layer));
                paints.push(Paint { fragment, pass, rank, run, is_hidden, cull: projected.cull });
            }
        }
        paints
    }
}

/// Average of pixels: the end of `resolve.wgsl`.
fn average(colours: [[u8; 3]; 4]) -> [u8; 3] {
    std::array::from_fn(|i| {
        let shares = colours.iter().map(|colour| f32::from(colour[i]) / 255.0);
        stored(shares.sum::<f32>() / 4.0)
    })
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
    for (node, placed) in scene.nodes.pairs() {
        let Some(mesh) = scene.mesh_of(placed) else { continue };
        for (face, stored) in (0u32..).zip(&mesh.faces) {
            let is_sky = scene.is_sky(placed.layer) || scene.is_sky(stored.layer);
            let (pass, projector) = if is_sky { (Pass::Sky, &sky) } else { (Pass::World, &world) };
            let at = FaceRef { node, face };
            if let (Some(id), Some(projected)) = (shot.scene.ids().id(at), projector.project(at)) {
                entries.extend(entry(id, pass, &projected, frame));
            }
        }
    }
    entries
}

/// `None` if the face is outside of the picture.
fn entry(id: u32, pass: Pass, projected: &Projected, frame: &Frame) -> Option<Entry> {
    if is_outside(&projected.clip) {
        return None;
    }
    let size = Vec2::new(frame.target.0 as f32, frame.target.1 as f32);
    if projected.crosses_near {
        return Some(Entry { id, pass, columns: [0, u16::MAX], rows: [0, u16::MAX] });
    }
    let pixels = projected.clip.map(|v| (Vec2::new(v.x, -v.y) / v.w * 0.5 + 0.5) * size);
    let low = pixels.into_iter().fold(Vec2::INFINITY, Vec2::min) - 1.0;
    let high = pixels.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max) + 1.0;
    // Conversions to integers saturate.
    let [columns, rows] = [[low.x, high.x], [low.y, high.y]].map(|ends| ends.map(|v| v as u16));
    Some(Entry { id, pass, columns, rows })
}
