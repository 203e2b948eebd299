//! Finished pictures: one in memory, many in a contact sheet, or one that follows a camera in a window.

mod cut_out;
mod easel;
mod resolve;
mod sheet;
mod still;
mod viewport;

pub use cut_out::cut_out;
pub use easel::Easel;
pub use sheet::{Made, Sheet, SheetRow};
pub use still::Still;
pub use viewport::Viewport;
