//! The window around the panels: menus, dialogs, bars, keys, and the commands that need more than
//! the state.

pub mod commands;
mod dialogs;
mod folders;
pub mod key_presses;
pub mod layout;
pub mod layouts;
pub(super) mod menu;
pub mod options;
pub mod run;
mod status;
mod tab_strip;
pub mod toasts;
pub(super) mod transport;
pub mod window;
