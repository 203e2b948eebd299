//! The window around the panels.

mod arrangement;
mod crash_report;
mod diagnostics;
mod finder;
mod flight;
mod key_bindings;
mod keyboard;
mod layout;
mod menus;
mod messages;
mod motion;
mod picture;
mod presses;
mod query;
mod start_page;
mod table;
mod tabs;
mod toasts;
mod turntable;
