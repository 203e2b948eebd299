//! The bytes room: one description reads and explains, everything knows its bytes, and nothing a
//! file says is believed.

#[path = "bytes/toy.rs"]
mod toy;

#[path = "bytes/cursor.rs"]
mod cursor;
#[path = "bytes/problems.rs"]
mod problems;
#[path = "bytes/record.rs"]
mod record;
#[path = "bytes/tree.rs"]
mod tree;
#[path = "bytes/writer.rs"]
mod writer;
