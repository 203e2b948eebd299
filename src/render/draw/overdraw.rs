//! Number of faces over each pixel of a picture.

use std::ops::Range;

use super::frame::{Frame, Pass, PosedShot, near};
use super::project::Projector;
use super::sequence::DrawSequence;
use super::spans::Raster;

/// Number of faces that cover each pixel, including faces that others hide later, and transparent texels.
#[derive(Clone, PartialEq, Debug)]
pub struct Overdraw {
    /// Size of the frame buffer in its own pixels, which are larger than those of the picture if
    /// that is enlarged.
    pub size: (u32, u32),
    /// Width and height of the frame buffer as fractions of the picture's: 1 or more.
    pub extent: [f32; 2],
    /// Row by row.
    pub counts: Vec<u32>,
    frame: Frame,
    /// Number of counted steps.
    steps: usize,
    /// Differences from the pixel to the left; one more column for spans that end at the edge.
    changes: Vec<i32>,
}

impl Overdraw {
    /// Counts of an empty picture of `size` pixels.
    pub fn new(shot: &PosedShot, size: (u32, u32)) -> Self {
        let frame = Frame::new(size, shot.options.effects.pixels);
        let Raster { width, height } = Raster::new(frame.target);
        Self {
            size: frame.target,
            extent: frame.extent().to_array(),
            counts: vec![0; width * height],
            frame,
            steps: 0,
            changes: vec![0; (width + 1) * height],
        }
    }

    /// Counts the first `steps` faces of the sequence of the same picture. The time depends on the number of
    /// faces between the last call and this one.
    pub fn seek(&mut self, shot: &PosedShot, sequence: &DrawSequence, steps: usize) {
        let steps = steps.min(sequence.steps.len());
        if steps < self.steps / 2 {
            self.changes.fill(0);
            self.steps = 0;
        }
        let (more, fewer) = (self.steps..steps, steps..self.steps);
        self.add(shot, sequence, more, 1);
        self.add(shot, sequence, fewer, -1);
        self.steps = steps;
        self.sum();
    }

    /// Adds `by` to the counts of the pixels of these steps.
    fn add(&mut self, shot: &PosedShot, sequence: &DrawSequence, steps: Range<usize>, by: i32) {
        let (raster, near) = (Raster::new(self.frame.target), near(shot.camera));
        let [sky, world] =
            [Pass::Sky, Pass::World].map(|pass| Projector::new(shot, &self.frame, pass));
        let stride = raster.width + 1;
        let mut spans = Vec::new();
        let start = steps.start;
        let steps = sequence.steps.get(steps).unwrap_or_default();
        // With a depth buffer, a face occurs again for its blended texels.
        for (at, step) in (start..).zip(steps).filter(|(_, step)| !step.again) {
            let projector = if at < sequence.sky { &sky } else { &world };
            let face = shot.scene.ids().face(step.id);
            let Some(face) = face.and_then(|at| projector.project(at)) else { continue };
            spans.clear();
            raster.add_face(&face, near, &mut spans);
            for (row, columns) in &spans {
                self.changes[row * stride + columns.start] += by;
                self.changes[row * stride + columns.end] -= by;
            }
        }
    }

    fn sum(&mut self) {
        let width = self.size.0 as usize;
        let rows = self.changes.chunks_exact(width + 1).zip(self.counts.chunks_exact_mut(width));
        for (changes, counts) in rows {
            let mut sum = 0;
            for (change, count) in changes.iter().zip(counts) {
                sum += change;
                *count = sum.unsigned_abs();
            }
        }
    }

    /// The largest count.
    pub fn most(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// Average over all pixels.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.counts.iter().map(|count| u64::from(*count)).sum();
        sum as f64 / self.counts.len().max(1) as f64
    }
}
