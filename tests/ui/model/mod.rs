//! The model of the window: what is shown and changed, without a window.

mod apply;
mod export;
mod files;
mod framing;
mod history;
mod notes;
mod palettes;
mod selected;
mod sidecar;
mod store;
mod thumbnails;
mod values;
mod view;
