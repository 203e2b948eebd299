//! Passes that draw the faces of a scene into targets, and the same computations on the processor.

mod faces;
mod facing;
mod frame;
mod plan;
mod project;
mod projected;
mod sky;
mod subdivision;
mod targets;
mod transparent_layers;

pub(super) use faces::{Pace, draw, draw_faces, full_screen};
pub use frame::Shot;
pub(super) use frame::{Frame, Pass};
pub(super) use plan::Plan;
pub(super) use project::Projector;
pub(super) use projected::Projected;
pub(super) use subdivision::Pieces;
pub(super) use targets::{Targets, ViewBuffers};
