//! Passes that draw the faces of a scene into targets, and the same computations on the processor.

mod faces;
mod facing;
mod frame;
mod pieces;
mod plan;
mod project;
mod sky;
mod stacks;
mod targets;

pub(super) use faces::{Pace, draw, draw_faces, full_screen};
pub use frame::Shot;
pub(super) use frame::{Frame, Pass};
pub(super) use pieces::Pieces;
pub(super) use plan::Plan;
pub(super) use project::{Projected, Projector};
pub(super) use targets::{Targets, ViewBuffers};
