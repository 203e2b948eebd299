//! The window.
//!
//! Data flows one way: panels read the [`State`](state::State), push
//! [`Command`](command::Command)s, and the commands are applied in one place before the next frame.
//! Nothing on the window's thread takes longer than a frame: files are read, scenes made and
//! buffers filled by jobs on threads.

mod apply;
mod bounds;
pub mod colour;
mod colour_by;
pub mod command;
mod dialogs;
pub mod edits;
mod elsewhere;
mod face_order;
mod faces_of;
mod framing;
mod hiding;
mod jobs;
pub mod keys;
mod latest;
mod layout;
mod log;
mod menu;
pub mod motion;
mod natural;
pub mod notes;
mod opening;
pub mod panel;
pub mod panels;
mod paths;
pub mod playback;
mod presses;
mod run;
mod selected;
pub mod selection;
pub mod settings;
pub mod shortcuts;
mod shortcuts_table;
mod sight;
pub mod state;
mod state_string;
mod status;
pub mod theme;
pub mod thumbnails;
mod toasts;
mod together;
mod transport;
mod undo;
pub mod view;
mod watch;
mod weights;
pub mod widgets;
mod window;

pub use run::{Options, run};
pub use window::Window;
