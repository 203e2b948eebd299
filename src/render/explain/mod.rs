//! Explains pixels: the faces that cover them, in draw order, and every step from texel to colour.
//!
//! All values are computed on the processor, from the tables that the shaders read and in their
//! arithmetic, so that the result equals the frame buffer of the software adapter.
//!
//! * [`PixelIndex`]: the faces of a view by screen tile, built once.
//! * [`Explanation`]: one pixel; [`Layer`]: one face that covers it.

mod explanation;
mod index;
mod raster;
mod steps;

pub use explanation::{Clean, Colour, Explanation, Layer, Outcome, Texel};
pub use index::PixelIndex;
pub use steps::{Step, StepKind};
