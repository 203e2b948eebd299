//! State of the window and its changes, without painting.

mod apply;
pub mod async_cache;
pub mod background;
pub mod command;
pub mod crash_report;
pub mod document;
pub mod edits;
pub mod export;
pub mod key_bindings;
pub mod log;
mod name_origin;
pub mod natural_order;
pub mod notice;
pub mod numbers;
pub mod panel_id;
pub mod pixel;
pub mod search;
pub mod selection;
pub mod settings;
pub mod sound;
pub mod state;
pub mod view;

pub use command::{Command, Commands};
pub use document::files::{Listing, Recent, Sniff};
pub use document::notes::{Note, Sidecar};
pub use document::{Doc, DocScene};
pub use name_origin::name_origin;
pub use notice::{Level, Notice};
pub use numbers::grouped;
pub use panel_id::PanelId;
pub use pixel::{AROUND, PixelReport, switch_of};
pub use selection::{Combine, Selection, SelectionTarget};
pub use settings::Settings;
pub use state::State;
pub use view::element_faces::InvisibleReason;
pub use view::palettes::PaletteEdits;
pub use view::region::RegionShape;
pub use view::switches::Switch;
pub use view::{ColourBy, FirstFaces, Like, View};

/// The rendering device, once it is ready; `None` if there is none. A job creates it, since compiling
/// pipelines takes a while.
pub type SharedGpu = std::sync::Arc<std::sync::OnceLock<Option<crate::render::Gpu>>>;
