//! The window, in halls that use each other in one direction:
//!
//! * [`model`]: what is shown and changed, without painting;
//! * [`jobs`]: work on threads, which sends messages;
//! * [`ui`]: the pieces that panels are made of;
//! * [`panels`]: one file or folder each;
//! * [`shell`]: the window around them, with its menus, dialogs and bars.
//!
//! Data flows one way: panels read the [`State`](model::state::State), push
//! [`Command`](model::command::Command)s, and the commands are applied in one place before the next
//! frame. Nothing on the window's thread takes longer than a frame: files are read, scenes made and
//! buffers filled by jobs.

pub mod jobs;
pub mod model;
pub mod panels;
pub mod shell;
pub mod ui;

pub use shell::options::Options;
pub use shell::run::run;
pub use shell::window::Window;
