//! The window around the panels.

mod finder;
mod layout;
mod menus;
mod motion;
mod presses;
mod table;
mod toasts;
