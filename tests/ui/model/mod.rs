//! The window's model: its state, without a window.

mod apply;
mod export;
mod files;
mod framing;
mod history;
mod notes;
mod palette_search;
mod palettes;
mod selected;
mod sidecar;
mod store;
mod thumbnails;
mod values;
mod view;
