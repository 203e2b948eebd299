//! Number of faces over each pixel of a picture.

use super::frame::{Frame, Pass, Shot, near};
use super::project::Projector;
use super::sequence::DrawSequence;
use super::spans::Raster;

/// Number of faces that cover each pixel, including faces that others hide later, and transparent texels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overdraw {
    /// Size of the frame buffer in its own pixels, which are larger than those of the picture if
    /// that is enlarged.
    pub size: (u32, u32),
    /// Row by row.
    pub counts: Vec<u32>,
}

impl Overdraw {
    /// Counts the first `steps` faces of a sequence in a picture of `size` pixels.
    pub fn new(shot: &Shot, size: (u32, u32), sequence: &DrawSequence, steps: usize) -> Self {
        let frame = Frame::new(size, shot.options.effects.pixels);
        let raster = Raster::new(frame.target);
        let near = near(shot.camera);
        // Changes from the pixel to the left; one more column for spans that end at the edge.
        let stride = raster.width + 1;
        let mut changes = vec![0i32; stride * raster.height];
        let mut spans = Vec::new();
        let steps = sequence.steps.get(..steps).unwrap_or(&sequence.steps);
        let (sky, world) = steps.split_at(sequence.sky.min(steps.len()));
        for (pass, steps) in [(Pass::Sky, sky), (Pass::World, world)] {
            let projector = Projector::new(shot, &frame, pass);
            // With a depth buffer, a face occurs again for its blended texels.
            for step in steps.iter().filter(|step| !step.again) {
                let at = shot.buffers.ids().face(step.id);
                let Some(face) = at.and_then(|at| projector.project(at)) else { continue };
                spans.clear();
                raster.add_face(&face, near, &mut spans);
                for (row, columns) in &spans {
                    changes[row * stride + columns.start] += 1;
                    changes[row * stride + columns.end] -= 1;
                }
            }
        }
        let counts = changes.chunks_exact(stride).flat_map(|row| {
            let mut count = 0;
            row.iter().take(raster.width).map(move |change| {
                count += change;
                count.unsigned_abs()
            })
        });
        Self { size: frame.target, counts: counts.collect() }
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
