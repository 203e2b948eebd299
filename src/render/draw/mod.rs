//! Passes that draw the faces of a scene into targets, and the same computations on the processor.

mod faces;
mod facing;
mod frame;
mod overdraw;
mod plan;
mod project;
mod projected;
mod sequence;
mod sky;
mod spans;
mod subdivision;
mod targets;
mod transparent_layers;

pub(super) use faces::{Pace, draw, draw_faces, full_screen};
pub(super) use frame::{Frame, Pass};
pub use frame::{PosedShot, Shot};
pub use overdraw::Overdraw;
pub(super) use plan::{Plan, Run};
pub(super) use project::Projector;
pub use projected::Cull;
pub(super) use projected::Projected;
pub use sequence::{DrawSequence, DrawStep};
pub(super) use subdivision::{Pieces, halvings, native};
pub(super) use targets::{Targets, ViewBuffers};
