//! Picking: the face below a pixel, by the ids that were drawn or by a ray through the scene.

mod picker;
mod ray;

pub use picker::Pick;
pub(super) use picker::{Ids, Picker};
pub use ray::{RayHit, faces_at};
