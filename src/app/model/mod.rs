//! State of the window and its changes, without painting.

mod apply;
pub mod background;
pub mod bulk;

pub mod bone_faces;
pub mod bounds;
pub mod camera;
mod changing;
pub mod colour;
pub mod colour_by;
pub mod command;
pub mod document;
pub mod edits;
pub mod elsewhere;
pub mod enabled;
pub mod export_as;
pub mod export_choices;
pub mod face_order;
pub mod faces_of;
pub mod files;
pub mod finding;
pub mod framing;
pub mod gallery;
pub mod goal;
pub mod held;
pub mod latest;
pub mod log;
pub mod motion;
mod name_origin;
pub mod natural;
pub mod notes;
pub mod notice;
pub mod numbers;
pub mod other_banks;
pub mod palette_order;
pub mod palettes;
pub mod panel_id;
pub mod paths;
pub mod placing;
pub mod playback;
mod pointed;
pub mod save_plan;
pub mod screening;
pub mod selected;
pub mod selection;
pub mod set_aside;
pub mod settings;
pub mod sight;
pub mod state;
pub mod state_string;
pub mod strips;
pub mod texels;
pub mod thumbnails;
pub mod trail;
pub mod undo;
pub mod view;

pub use command::{Command, Commands};
pub use document::{Doc, DocScene};
pub use faces_of::Unseen;
pub use files::{Listing, Recent, Sniff};
pub use name_origin::name_origin;
pub use notes::{Note, Sidecar};
pub use notice::{Level, Notice};
pub use numbers::grouped;
pub use palettes::PaletteEdits;
pub use panel_id::PanelId;
pub use selection::{Selection, Target};
pub use settings::Settings;
pub use state::State;
pub use view::{ColourBy, FirstFaces, Like, Switch, View};

/// The device that draws, once it is ready; `None` when there is none. Pipelines take a while to
/// compile, so that a job makes it.
pub type SharedGpu = std::sync::Arc<std::sync::OnceLock<Option<crate::render::Gpu>>>;
