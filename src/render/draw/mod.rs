//! Passes that draw the faces of a scene into targets, and the same computations on the processor.

mod faces;
pub mod facing;
mod frame;
mod overdraw;
mod plan;
mod project;
mod projected;
mod sequence;
mod sky;
mod slices;
mod spans;
mod subdivision;
mod targets;
mod transparent_layers;

pub(super) use faces::{SubmissionLimits, draw, draw_faces, full_screen};
pub use frame::{Frame, PosedShot, Shot};
pub(super) use frame::{Pass, near};
pub use overdraw::Overdraw;
pub(super) use plan::{Plan, Run, bucket};
pub(super) use project::Projector;
pub use projected::{Cull, Projected};
pub use sequence::{DrawSequence, DrawStep};
pub(super) use slices::{SlicedDrawing, Wake};
pub use subdivision::Pieces;
pub(super) use subdivision::{halvings, native};
pub(super) use targets::{Targets, ViewBuffers};
pub use transparent_layers::LayerMap;
