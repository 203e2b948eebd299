//! The bit streams of a film as fields, named when somebody looks.

mod frame;
mod palette;
mod pen;
mod sound;
mod trees;
mod video;

pub(super) use frame::FrameFields;
pub(super) use trees::TreeFields;
pub(super) use video::Video;
