//! Faces of a view, for finding those that cover a pixel.

use glam::{Vec2, Vec4};

use super::explanation::{Clean, Colour, Explanation, Layer, Outcome};
use super::raster::{Planes, Vertex, covering, is_outside};
use crate::render::draw::{Frame, Pass, Projected, Projector, Shot};
use crate::render::view::{Camera, RenderOptions};
use crate::scene::FaceRef;

/// The faces of a view, for explaining its pixels. Built once per view, and again if the view changed.
pub struct PixelIndex {
    view: View,
    frame: Frame,
    faces: Vec<Entry>,
}

/// Everything that the index depends on.
#[derive(PartialEq)]
struct View {
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
    low: Vec2,
    high: Vec2,
}

/// Triangles of a face, by its corners.
const TRIANGLES: [[usize; 3]; 2] = [[0, 1, 2], [2, 1, 3]];

impl PixelIndex {
    /// Index of a picture of `size` pixels.
    pub fn new(shot: &Shot, size: (u32, u32)) -> Self {
        let view = View::new(shot, size);
        let frame = Frame::new(size, shot.options.effects.pixels);
        let is_empty = frame.target.0 == 0 || frame.target.1 == 0;
        let faces = if is_empty { Vec::new() } else { entries(shot, &frame) };
        Self { view, frame, faces }
    }

    /// Explains a pixel; `None` outside of the picture.
    pub fn explain(&mut self, shot: &Shot, pixel: (u32, u32)) -> Option<Explanation> {
        if View::new(shot, self.view.size) != self.view {
            *self = Self::new(shot, self.view.size);
        }
        let size = self.view.size;
        (pixel.0 < size.0 && pixel.1 < size.1).then(|| self.explained(shot, pixel))
    }

    fn explained(&self, shot: &Shot, pixel: (u32, u32)) -> Explanation {
        let source = self.frame.source(pixel);
        let at = Vec2::new(source.0 as f32, source.1 as f32);
        let near =
            self.faces.iter().filter(|face| at.cmpge(face.low).all() && at.cmple(face.high).all());
        let layers = near.flat_map(|face| self.layers(shot, face, source)).collect();
        let background = shot.background();
        Explanation {
            pixel,
            colour: background,
            fifteen_bit: shot.options.effects.fifteen_bit,
            background: Colour(background.map(i32::from)),
            result: Colour(background.map(i32::from)),
            layers,
        }
    }

    fn layers(&self, shot: &Shot, entry: &Entry, pixel: (u32, u32)) -> Vec<Layer> {
        let Some(face) = shot.buffers.ids().face(entry.id) else { return Vec::new() };
        let projector = Projector::new(&shot.posed(), &self.frame, entry.pass);
        let Some(projected) = projector.project(face) else { return Vec::new() };
        let affine = shot.options.effects.affine && !projected.crosses_near;
        let covers = |corners: [usize; 3]| {
            let vertices = corners.map(|i| vertex(&projected, i, affine));
            let planes = covering(&vertices, self.frame.target, pixel)?;
            Some(layer(entry.id, face, &projected, &planes, corners, affine, pixel))
        };
        TRIANGLES.into_iter().filter_map(covers).collect()
    }
}

impl View {
    fn new(shot: &Shot, size: (u32, u32)) -> Self {
        Self {
            size,
            camera: *shot.camera,
            options: *shot.options,
            buffers: shot.buffers.version(),
            hides: shot.overlay.map(|overlay| overlay.hides()),
        }
    }
}

/// Faces that are at least partly in the picture.
fn entries(shot: &Shot, frame: &Frame) -> Vec<Entry> {
    let scene = shot.buffers.scene();
    let mut entries = Vec::new();
    let [world, sky] =
        [Pass::World, Pass::Sky].map(|pass| Projector::new(&shot.posed(), frame, pass));
    for (node, placed) in scene.nodes.pairs() {
        let Some(mesh) = scene.mesh_of(placed) else { continue };
        for (face, stored) in (0u32..).zip(&mesh.faces) {
            let is_sky = scene.is_sky(placed.layer) || scene.is_sky(stored.layer);
            let (pass, projector) = if is_sky { (Pass::Sky, &sky) } else { (Pass::World, &world) };
            let at = FaceRef { node, face };
            if let (Some(id), Some(projected)) = (shot.buffers.ids().id(at), projector.project(at))
            {
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
        return Some(Entry { id, pass, low: Vec2::ZERO, high: size });
    }
    let pixels = projected.clip.map(|v| (Vec2::new(v.x, -v.y) / v.w * 0.5 + 0.5) * size);
    let low = pixels.into_iter().fold(Vec2::INFINITY, Vec2::min) - 1.0;
    let high = pixels.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max) + 1.0;
    Some(Entry { id, pass, low, high })
}

fn vertex(projected: &Projected, corner: usize, affine: bool) -> Vertex {
    let clip = projected.clip.get(corner).copied().unwrap_or(Vec4::ZERO);
    let w = if affine { clip.w } else { 1.0 };
    let (x, y) = ((corner & 1) as f32, (corner >> 1) as f32);
    Vertex { clip, values: [0.0, 0.0, w, 0.0, 0.0, 0.0, x, y, x * w, y * w] }
}

fn layer(
    draw_id: u32,
    face: FaceRef,
    projected: &Projected,
    planes: &Planes,
    corners: [usize; 3],
    affine: bool,
    pixel: (u32, u32),
) -> Layer {
    let sample = planes.sample(pixel);
    let [_, _, w, _, _, _, _, _, x, y] = sample.values;
    Layer {
        face,
        draw_id,
        outcome: projected.cull.map_or(Outcome::Drawn, Outcome::Culled),
        weights: weights(corners, Vec2::new(x, y) / w),
        uv: None,
        perspective_uv: None,
        affine,
        halvings: 0,
        texel: None,
        vertex_colour: [0; 3],
        modulated: None,
        dither: None,
        front: Colour::default(),
        blend: None,
        depth: sample.depth,
        below: None,
        result: None,
        clean: Clean::default(),
    }
}

/// Weights of the corners of a face at a position in one of its triangles.
fn weights(corners: [usize; 3], at: Vec2) -> Vec<f32> {
    match corners {
        [0, 1, 2] => vec![1.0 - at.x - at.y, at.x, at.y],
        _ => vec![0.0, 1.0 - at.y, 1.0 - at.x, at.x + at.y - 1.0],
    }
}
