//! Layers of overlapping transparent faces.
//!
//! Blending rounds to 8 bits; the bits below the fifth would falsify the next layer, so a pass between
//! layers truncates them (ps1-rendering 9.1).

use std::ops::Range;

use glam::Vec2;

use super::frame::{Frame, Pass, Shot};
use super::project::Projector;
use crate::render::upload::SceneBuffers;

/// Deeper stacks share the last layer.
const MAX_LAYER: u8 = 16;

/// Layers drawn so far, for each pixel. Coarser cells would treat the many small neighbouring panes of a
/// glass wall as a stack.
pub struct Stacks<'a> {
    buffers: &'a SceneBuffers,
    projector: Projector<'a>,
    width: usize,
    height: usize,
    pixels: Vec<Layers>,
    /// Buffer for the pixels of one face.
    spans: Vec<Span>,
}

/// The highest layer of a transparent face, and of any face.
#[derive(Clone, Copy, Default)]
struct Layers {
    transparent: u8,
    any: u8,
}

/// Pixels of one row.
type Span = (usize, Range<usize>);

impl<'a> Stacks<'a> {
    pub fn new(shot: &Shot<'a>, frame: &Frame) -> Self {
        let (width, height) = (frame.target.0 as usize, frame.target.1 as usize);
        let projector = Projector::new(shot, frame, Pass::World);
        let pixels = vec![Layers::default(); width * height];
        Self { buffers: shot.buffers, projector, width, height, pixels, spans: Vec::new() }
    }

    /// Layer of the next face: for a transparent one 1 + the highest transparent layer that it overlaps,
    /// for an opaque one the highest.
    pub fn layer(&mut self, id: u32, transparent: bool) -> u32 {
        let mut spans = std::mem::take(&mut self.spans);
        spans.clear();
        self.fill_spans(id, &mut spans);
        let mut layer = 0;
        for (row, columns) in &spans {
            for pixel in &self.pixels[row * self.width..][columns.clone()] {
                layer = layer.max(pixel.any).max(pixel.transparent + u8::from(transparent));
            }
        }
        let layer = layer.min(MAX_LAYER);
        for (row, columns) in &spans {
            for pixel in &mut self.pixels[row * self.width..][columns.clone()] {
                pixel.any = layer;
                if transparent {
                    pixel.transparent = layer;
                }
            }
        }
        self.spans = spans;
        u32::from(layer)
    }

    /// Pixels of a face. A face that crosses the near plane is assumed to cover everything.
    fn fill_spans(&self, id: u32, spans: &mut Vec<Span>) {
        let projected = self.buffers.ids().face(id).and_then(|at| self.projector.project(at));
        let Some(face) = projected.filter(|face| face.drawn) else { return };
        if face.crosses_near {
            spans.extend((0..self.height).map(|row| (row, 0..self.width)));
            return;
        }
        let size = Vec2::new(self.width as f32, self.height as f32);
        let corners = face.clip.map(|v| (Vec2::new(v.x, -v.y) / v.w * 0.5 + 0.5) * size);
        for triangle in [[0, 1, 2], [2, 1, 3]] {
            self.add_spans(triangle.map(|i| corners[i]), spans);
        }
    }

    fn add_spans(&self, triangle: [Vec2; 3], spans: &mut Vec<Span>) {
        // The first pixel whose centre is not before `v`.
        let first = |v: f32, end: usize| ((v - 0.5).ceil().max(0.0) as usize).min(end);
        let [low, high] = [f32::min, f32::max]
            .map(|pick| triangle.iter().map(|corner| corner.y).reduce(pick).unwrap_or(0.0));
        for row in first(low, self.height)..first(high, self.height) {
            let middle = row as f32 + 0.5;
            let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
            for (a, b) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (triangle[a], triangle[b])) {
                if (a.y <= middle) != (b.y <= middle) {
                    let x = a.x + (b.x - a.x) * (middle - a.y) / (b.y - a.y);
                    (left, right) = (left.min(x), right.max(x));
                }
            }
            if left < right {
                spans.push((row, first(left, self.width)..first(right, self.width)));
            }
        }
    }
}
