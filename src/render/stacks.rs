//! Layers of overlapping transparent faces.
//!
//! Blending rounds to 8 bits; what it leaves below the fifth bit would spoil the next layer. A
//! pass between layers takes it off (ps1-rendering 9.1).

use super::frame::{Frame, near};
use super::geometry::billboard;
use super::{Camera, SceneBuffers};
use crate::scene::Scene;
use glam::{Mat4, Vec2, Vec3};

/// Deeper stacks share the last layer.
const DEEPEST: u32 = 16;

/// Target pixels of a tile's side.
const TILE: f32 = 8.0;

/// What was drawn so far, tile by tile.
pub struct Stacks<'a> {
    scene: &'a Scene,
    buffers: &'a SceneBuffers,
    matrix: Mat4,
    near: f32,
    target: Vec2,
    columns: usize,
    rows: usize,
    /// Highest layer of a transparent face, and of any face, in each tile.
    tiles: Vec<(u32, u32)>,
}

impl<'a> Stacks<'a> {
    pub fn new(buffers: &'a SceneBuffers, camera: &Camera, frame: &Frame) -> Self {
        let target = Vec2::new(frame.target.0 as f32, frame.target.1 as f32);
        let columns = (target.x / TILE).ceil() as usize;
        let rows = (target.y / TILE).ceil() as usize;
        Self {
            scene: buffers.scene(),
            buffers,
            matrix: camera.matrix(frame.aspect()),
            near: near(camera),
            target,
            columns,
            rows,
            tiles: vec![(0, 0); columns * rows],
        }
    }

    /// The layer of the next face to be drawn: for a transparent one 1 + the highest transparent
    /// one it may overlap, for an opaque one the highest.
    pub fn layer(&mut self, id: u32, transparent: bool) -> u32 {
        let Some((low, high)) = self.tile_box(id) else { return 0 };
        let (columns, rows) = (self.columns, self.rows);
        let places = move || {
            (low.1..high.1.min(rows))
                .flat_map(move |y| (low.0..high.0.min(columns)).map(move |x| y * columns + x))
        };
        let mut layer = 0;
        for tile in places().filter_map(|at| self.tiles.get(at)) {
            layer = layer.max(tile.1).max(tile.0 + u32::from(transparent));
        }
        layer = layer.min(DEEPEST);
        for at in places() {
            if let Some(tile) = self.tiles.get_mut(at) {
                tile.1 = tile.1.max(layer);
                if transparent {
                    tile.0 = tile.0.max(layer);
                }
            }
        }
        layer
    }

    /// The tiles that a face may touch; `None` when it is off the target.
    fn tile_box(&self, id: u32) -> Option<((usize, usize), (usize, usize))> {
        let whole = Some(((0, 0), (self.columns, self.rows)));
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in self.corners(id)? {
            let clip = self.matrix * corner.extend(1.0);
            if clip.w <= self.near {
                return whole;
            }
            let ndc = Vec2::new(clip.x, -clip.y) / clip.w;
            let pixel = (ndc * 0.5 + 0.5) * self.target;
            (low, high) = (low.min(pixel), high.max(pixel));
        }
        // Snapping moves corners by less than a pixel of the smallest native grid.
        let margin = 4.0;
        let (low, high) = (low - margin, high + margin);
        if high.min_element() < 0.0 || low.cmpgt(self.target).any() {
            return None;
        }
        let tile = |v: Vec2| {
            let t = (v / TILE).max(Vec2::ZERO);
            (t.x as usize, t.y as usize)
        };
        let (first, last) = (tile(low), tile(high));
        Some((first, (last.0 + 1, last.1 + 1)))
    }

    /// World positions; a billboard's corner may be anywhere around its anchor.
    fn corners(&self, id: u32) -> Option<Vec<Vec3>> {
        let place = self.buffers.ids().face(id)?;
        let mesh = self.scene.mesh_of(self.scene.nodes.get(place.node as usize)?)?;
        let world = self.buffers.transforms().get(place.node as usize)?;
        let face = mesh.faces.get(place.face as usize)?;
        let mut corners = Vec::with_capacity(8);
        for corner in &face.corners[..face.sides()] {
            let (vertex, reach) =
                billboard(mesh, *corner).map_or((*corner, 0.0), |b| (b.anchor, b.half_width));
            let position = *mesh.positions.get(vertex as usize)?;
            corners.push(world.transform_point3(position - Vec3::splat(reach)));
            if reach != 0.0 {
                corners.push(world.transform_point3(position + Vec3::splat(reach)));
            }
        }
        Some(corners)
    }
}
