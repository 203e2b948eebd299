//! The window's model: its state, without a window.

mod apply;
mod background;
mod comparing;
mod draft_store;
mod export;
mod files;
mod framing;
mod history;
mod hover;
mod notes;
mod palette_search;
mod palettes;
mod queue;
mod selected;
mod sidecar;
mod store;
mod thumbnails;
mod values;
mod view;
