//! Explains pixels: the faces that cover them, in draw order, and every step from texel to colour.
//!
//! All values are computed on the processor, from the tables that the shaders read and in their
//! arithmetic, so that the result equals the frame buffer of the software adapter.
//!
//! * [`PixelIndex`]: the faces of a view, collected once.
//! * [`Explanation`]: one pixel; [`Layer`]: one face that covers it.

mod approximation;
mod blend;
mod deformation;
mod explanation;
mod fragment;
mod index;
mod light;
mod mapping;
mod marks;
mod order;
mod paint;
mod raster;
mod reasons;
mod shade;
mod sky;
mod steps;
mod texel;
mod tiles;

pub use deformation::{Corner, Deformation};
pub use explanation::{Clean, Colour, DrawKey, Explanation, Layer, Mark, Outcome, Taps, Texel};
pub use index::{PixelFaces, PixelIndex, PixelView};
pub use reasons::NEAR_BUCKETS;
pub use steps::{Step, StepKind};
