//! Picking: the face below a pixel, from the id target or with a ray through the scene.

mod picker;
mod ray;
mod region;

pub use picker::Pick;
pub(super) use picker::{Ids, Picker};
pub use ray::{RayHit, faces_at};
pub use region::Region;
pub(super) use region::RegionPick;
