//! Camera, visibility and style of a picture, independent of a device.

mod bounds;
mod camera;
mod detail;
mod flight;
mod lighting;
mod options;
mod outliers;
mod outline;
pub mod state;
mod visibility;

pub use bounds::{Bounds, drawn_bounds, drawn_points, placed_bounds, posed_points};
pub use camera::{Camera, FIELD_OF_VIEW, FIELD_OF_VIEW_RANGE, Preset, Projection, Ray};
pub use detail::DetailChoice;
pub use flight::{Flight, FlightError, Keyframe};
pub use lighting::Lighting;
pub use options::{BackFaces, DrawOrder, Effects, Marks, NATIVE_LINES, Pixels, RenderOptions};
pub use outliers::without_strays;
pub use visibility::{HiddenBy, Visibility};
