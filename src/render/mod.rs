//! Draws a scene into offscreen pictures, with or without emulation of PlayStation rendering.
//!
//! * [`Gpu`]: a device, headless or the window's.
//! * [`SceneBuffers`]: a scene on that device; may be built on any thread, with all its textures or
//!   with a [`TextureLoader`] that streams them.
//! * [`Camera`], [`RenderOptions`], [`Visibility`], [`Overlay`]: what to draw, and how.
//! * [`PictureRenderer`]: pictures in memory, for the command line, exports and tests; [`Sheet`]: contact sheets
//!   of many pictures.
//! * [`GpuFrameRenderer`]: frame sequences for exporters of animated pictures.
//! * [`Viewport`]: a picture that follows a camera in a window and supports picking.
//! * [`DrawSequence`]: the faces of a picture in drawing order; [`Overdraw`]: their
//!   number over each pixel. Both need a [`PosedScene`], but no device.
//! * [`PixelIndex`]: explains pixels, step by step.
//! * [`faces_at`]: all faces below a pixel, nearest first, computed on the processor.

pub mod device;
mod draw;
mod explain;
mod overlay;
mod pick;
mod picture;
mod upload;
mod view;

pub use device::{AdapterChoice, DeviceFaults, Gpu, RenderError, device_descriptor};
pub use draw::{
    Cull, DrawSequence, DrawStep, Frame, LayerMap, Overdraw, Pieces, PosedShot, Projected, Shot,
    facing,
};
pub use explain::{
    Clean, Colour, Corner, Deformation, DrawKey, Explanation, Layer, Mark, NEAR_BUCKETS, Outcome,
    PixelFaces, PixelIndex, PixelView, Step, StepKind, Taps, Texel,
};
pub use overlay::{CATEGORY_COLOURS, Overlay, Paint, Pattern, SelectionMark, category};
pub use pick::{Pick, RayHit, Region, faces_at};
pub use picture::{
    ContactSheet, GpuFrameRenderer, PictureRenderer, Sheet, SheetRow, Viewport, check_size, cut_out,
};
pub use upload::{Arena, BUDGET, PosedScene, SceneBuffers, TextureLoader, mips, normals};
pub use view::{
    BackFaces, Bounds, Camera, DetailChoice, DrawOrder, Effects, FIELD_OF_VIEW,
    FIELD_OF_VIEW_RANGE, Flight, FlightError, HiddenBy, Keyframe, Lighting, Marks, NATIVE_LINES,
    Pixels, Preset, Projection, Ray, RenderOptions, Visibility, drawn_bounds, drawn_points,
    placed_bounds, posed_points, state, without_strays,
};

/// A new unique number, used as a version of changing data.
fn stamp() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
