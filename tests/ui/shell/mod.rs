//! The window around the panels.

mod finder;
mod layout;
mod motion;
mod presses;
mod table;
mod toasts;
