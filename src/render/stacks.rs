//! Layers of overlapping transparent faces.
//!
//! Blending rounds to 8 bits; what it leaves below the fifth bit would spoil the next layer. A
//! pass between layers takes it off (ps1-rendering 9.1).

use glam::Vec2;

use super::frame::{Frame, Pass};
use super::project::Projector;
use super::{Camera, Effects, SceneBuffers};

/// Deeper stacks share the last layer.
const DEEPEST: u32 = 16;

/// Target pixels of a tile's side.
const TILE: f32 = 8.0;

/// What was drawn so far, tile by tile.
pub struct Stacks<'a> {
    buffers: &'a SceneBuffers,
    projector: Projector<'a>,
    target: Vec2,
    columns: usize,
    rows: usize,
    /// Highest layer of a transparent face, and of any face, in each tile.
    tiles: Vec<(u32, u32)>,
}

/// Tiles from the first (column, row) to before the second.
type TileBox = [(usize, usize); 2];

impl<'a> Stacks<'a> {
    pub fn new(
        buffers: &'a SceneBuffers,
        camera: &Camera,
        effects: &'a Effects,
        frame: &Frame,
    ) -> Self {
        let target = Vec2::new(frame.target.0 as f32, frame.target.1 as f32);
        let columns = (target.x / TILE).ceil() as usize;
        let rows = (target.y / TILE).ceil() as usize;
        let projector = Projector::new(buffers, camera, effects, frame, Pass::World);
        let tiles = vec![(0, 0); columns * rows];
        Self { buffers, projector, target, columns, rows, tiles }
    }

    /// The layer of the next face to be drawn: for a transparent one 1 + the highest transparent
    /// one it may overlap, for an opaque one the highest.
    pub fn layer(&mut self, id: u32, transparent: bool) -> u32 {
        let Some([low, high]) = self.tile_box(id) else { return 0 };
        let columns = self.columns;
        let places = || (low.1..high.1).flat_map(|y| (low.0..high.0).map(move |x| y * columns + x));
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

    /// The tiles that a face may touch; `None` when it is not drawn or off the target.
    fn tile_box(&self, id: u32) -> Option<TileBox> {
        let face = self.projector.project(self.buffers.ids().face(id)?)?;
        if !face.drawn {
            return None;
        }
        if face.crosses_near {
            return Some([(0, 0), (self.columns, self.rows)]);
        }
        let pixel = face.clip.map(|v| (Vec2::new(v.x, -v.y) / v.w * 0.5 + 0.5) * self.target);
        let low = pixel.into_iter().fold(Vec2::INFINITY, Vec2::min) - 1.0;
        let high = pixel.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max) + 1.0;
        if high.min_element() < 0.0 || low.cmpgt(self.target).any() {
            return None;
        }
        let tile = |v: Vec2| {
            let t = (v / TILE).max(Vec2::ZERO);
            (t.x as usize, t.y as usize)
        };
        let (first, last) = (tile(low), tile(high));
        Some([first, ((last.0 + 1).min(self.columns), (last.1 + 1).min(self.rows))])
    }
}
