//! The window, in layers that use each other in one direction:
//!
//! * [`model`]: state and its changes, without painting;
//! * [`jobs`]: work on threads, which sends messages;
//! * [`ui`]: widgets and helpers shared by panels;
//! * [`panels`]: one file or folder each;
//! * [`shell`]: the window around them, with its menus, dialogs and bars.
//!
//! Data flows one way: panels read the [`State`](model::state::State), push
//! [`Command`](model::command::Command)s, and the commands are applied in one place before the next
//! frame. Nothing on the window's thread takes longer than a frame: jobs read files, build scenes and
//! fill buffers.

pub mod jobs;
pub mod model;
pub mod panels;
pub mod shell;
pub mod ui;

pub use shell::options::Options;
pub use shell::run::run;
pub use shell::window::Window;
