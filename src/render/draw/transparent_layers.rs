//! Layers of overlapping transparent faces.
//!
//! Blending rounds to 8 bits; the bits below the fifth would change the result of the next layer,
//! so a pass between layers truncates them (ps1-rendering 9.1).

use super::frame::{Frame, Pass, PosedShot, near};
use super::project::Projector;
use super::spans::{Raster, Span};
use crate::render::upload::PosedScene;

/// Maximum layer, which deeper stacks share.
const MAX_LAYER: u8 = 16;

/// Assigns layers to the faces of a picture, in drawing order.
pub struct Stacks<'a> {
    scene: &'a PosedScene,
    projector: Projector<'a>,
    raster: Raster,
    near: f32,
    layers: LayerMap,
    /// Buffer for the pixels of one face.
    spans: Vec<Span>,
}

impl<'a> Stacks<'a> {
    pub fn new(shot: &PosedShot<'a>, frame: &Frame) -> Self {
        let raster = Raster::new(frame.target);
        let projector = Projector::new(shot, frame, Pass::World);
        let layers = LayerMap::new(raster.width, raster.height);
        let near = near(shot.camera);
        Self { scene: shot.scene, projector, raster, near, layers, spans: Vec::new() }
    }

    /// Layer of the next face: for a transparent one 1 + the highest transparent layer that it overlaps,
    /// for an opaque one the highest. A face that crosses the near plane is assumed to cover everything.
    pub fn layer(&mut self, id: u32, transparent: bool) -> u32 {
        let projected = self.scene.ids().face(id).and_then(|at| self.projector.project(at));
        let Some(face) = projected.filter(|face| face.is_drawn()) else { return 0 };
        if face.crosses_near {
            return self.layers.add_everywhere(transparent).into();
        }
        self.spans.clear();
        self.raster.add_face(&face, self.near, &mut self.spans);
        self.layers.add(&self.spans, transparent).into()
    }
}

/// Layers drawn so far, for each pixel. Coarser cells would treat the many small neighbouring panes of a
/// glass wall as a stack.
pub struct LayerMap {
    width: usize,
    pixels: Vec<Layers>,
    /// Maximum of each row.
    rows: Vec<Layers>,
    /// Minimum of all pixels, from faces that cover everything; not added to `pixels` and `rows`.
    base: Layers,
    /// Maximum of all pixels.
    top: Layers,
}

/// The highest layer of a transparent face, and of any face.
#[derive(Clone, Copy, Default)]
struct Layers {
    transparent: u8,
    any: u8,
}

impl Layers {
    /// Layer of a face over these layers.
    fn next(self, transparent: bool) -> u8 {
        self.any.max(self.transparent + u8::from(transparent)).min(MAX_LAYER)
    }

    fn raise(&mut self, layer: u8, transparent: bool) {
        self.any = self.any.max(layer);
        if transparent {
            self.transparent = self.transparent.max(layer);
        }
    }
}

impl LayerMap {
    /// Creates a map of a picture of this size.
    pub fn new(width: usize, height: usize) -> Self {
        let pixels = vec![Layers::default(); width * height];
        let rows = vec![Layers::default(); height];
        Self { width, pixels, rows, base: Layers::default(), top: Layers::default() }
    }

    /// Adds a face that covers all pixels; returns its layer.
    pub fn add_everywhere(&mut self, transparent: bool) -> u8 {
        let layer = self.top.next(transparent);
        self.base.raise(layer, transparent);
        self.top.raise(layer, transparent);
        layer
    }

    /// Adds a face that covers these pixels; returns its layer.
    pub fn add(&mut self, spans: &[Span], transparent: bool) -> u8 {
        if spans.is_empty() {
            return 0;
        }
        let base = self.base;
        // Opaque faces over uniform pixels change nothing. These are most faces.
        if !transparent && spans.iter().all(|(row, _)| self.rows[*row].any <= base.any) {
            return base.any;
        }
        let mut layer = base.next(transparent);
        for (row, columns) in spans {
            for pixel in &self.pixels[row * self.width..][columns.clone()] {
                layer = layer.max(pixel.next(transparent));
            }
        }
        for (row, columns) in spans {
            for pixel in &mut self.pixels[row * self.width..][columns.clone()] {
                pixel.raise(layer, transparent);
            }
            self.rows[*row].raise(layer, transparent);
        }
        self.top.raise(layer, transparent);
        layer
    }
}
