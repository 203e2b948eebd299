//! Finished pictures: one in memory, many in a contact sheet, or one that follows a camera in a window.

mod cut_out;
mod frame_renderer;
mod image;
mod resolve;
mod sheet;
mod viewport;

pub use cut_out::cut_out;
pub use frame_renderer::GpuFrameRenderer;
pub use image::{PictureRenderer, check_size};
pub use sheet::{ContactSheet, Sheet, SheetRow};
pub use viewport::Viewport;
