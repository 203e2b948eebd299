//! The window around the panels: menus, dialogs, bars, keys, and the commands that need more than
//! the state.

mod dialogs;
mod layout;
pub(super) mod menu;
mod presses;
pub mod run;
mod status;
mod toasts;
pub(super) mod transport;
pub mod window;
