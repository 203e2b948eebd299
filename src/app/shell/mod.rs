//! The window around the panels: menus, dialogs, bars, keys, and the commands that need more than
//! the state.

mod commands;
mod dialogs;
mod file_dialog;
mod folders;
mod layout;
pub(super) mod menu;
pub mod options;
mod presses;
pub mod run;
mod status;
mod toasts;
pub(super) mod transport;
pub mod window;
