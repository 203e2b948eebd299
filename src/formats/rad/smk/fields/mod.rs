//! Fields for the bit streams of a video, created on demand.

mod frame;
mod palette;
mod pen;
mod sound;
mod trees;
mod video;

pub(super) use frame::FrameFields;
pub(super) use trees::TreeFields;
pub(super) use video::Video;
