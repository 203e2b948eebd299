//! The bytes room: one description reads and explains, everything knows its bytes, and nothing a
//! file says is believed.

mod toy;

mod arrangement;
mod colour;
mod cp1252;
mod cursor;
mod layout;
mod problems;
mod record;
mod text;
mod tree;
mod walk;
mod writer;
