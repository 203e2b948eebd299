//! Draws a scene into offscreen pictures, with the PlayStation's arithmetic or without.
//!
//! * [`Gpu`]: a device, headless or the window's.
//! * [`SceneBuffers`]: a scene on that device; may be built on any thread, with all its textures or
//!   with a [`TextureLoader`] that brings them by and by.
//! * [`Camera`], [`RenderOptions`], [`Visibility`], [`Overlay`]: what to draw, and how.
//! * [`Still`]: pictures in memory, for the command line, exports and tests; [`Sheet`]: many of
//!   them in one.
//! * [`Viewport`]: a picture that follows a camera in a window, and tells what is below a pixel.
//! * [`faces_at`]: everything below a pixel, nearest first, without the device.

mod arena;
mod buffers;
mod camera;
mod cut_out;
mod demand;
mod draw;
mod facing;
mod frame;
mod geometry;
mod gpu;
mod lines;
mod loader;
mod mips;
mod moving;
mod normals;
mod options;
mod outline;
mod overlay;
mod pick;
mod picture;
mod pipelines;
mod plan;
mod project;
mod ray;
mod records;
mod sheet;
mod sky;
mod stacks;
pub mod state;
mod still;
mod strays;
mod streaming;
mod surfaces;
mod targets;
mod texels;
mod upload;
mod viewport;
mod visibility;

pub use buffers::SceneBuffers;
pub use camera::{Camera, FIELD_OF_VIEW, Preset, Projection, Ray};
pub use cut_out::cut_out;
pub use gpu::{AdapterChoice, Gpu, RenderError, device_descriptor};
pub use loader::TextureLoader;
pub use options::{BackFaces, DrawOrder, Effects, Marks, NATIVE_LINES, Pixels, RenderOptions};
pub use overlay::{CATEGORY_COLOURS, Overlay, Paint, Pattern, SelectionMark, category};
pub use pick::Pick;
pub use ray::{RayHit, faces_at};
pub use sheet::{Made, Sheet, SheetRow};
pub use still::Still;
pub use strays::without_strays;
pub use texels::BUDGET;
pub use viewport::Viewport;
pub use visibility::{Bounds, Visibility, drawn_bounds, drawn_points, placed_bounds, posed_points};

/// A number that was never given before: tells versions of changing things apart.
fn stamp() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
