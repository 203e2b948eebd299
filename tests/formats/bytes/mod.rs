//! The bytes room: one description reads and explains, everything knows its bytes, and nothing a
//! file says is believed.

mod toy;

mod cursor;
mod problems;
mod record;
mod tree;
mod writer;
