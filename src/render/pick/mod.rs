//! Picking: the face below a pixel, from the id target or with a ray through the scene.

mod picker;
mod ray;

pub use picker::Pick;
pub(super) use picker::{Ids, Picker};
pub use ray::{RayHit, faces_at};
