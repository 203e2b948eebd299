//! Widgets and helpers that several panels share.

pub mod buttons;
pub mod cells;
pub mod choice;
pub mod ctx;
pub mod drop_down;
pub mod filter;
pub mod input;
pub mod keys;
pub mod menus;
pub mod named;
pub mod panel;
pub mod pictures;
pub mod plate;
pub mod row;
pub mod row_scroll;
pub mod shortcuts;
pub mod shorten;
pub mod speed;
pub mod spinner;
pub mod theme;
pub mod timeline;
pub mod tips;
pub mod toolbar;

pub use buttons::{command_button, icon_button, lit_button};
pub use cells::Side;
pub use choice::choose;
pub use ctx::Ctx;
pub use filter::{Filter, Words};
pub use keys::{CTRL_SHIFT, Keys};
pub use panel::{Home, Panel, PanelInfo};
pub use pictures::Pictures;
pub use row_scroll::RowScroll;
pub use spinner::spinner;
pub use theme::{GRID, ROW, Theme};
pub use tips::empty_state;
