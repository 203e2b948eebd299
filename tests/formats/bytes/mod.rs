//! Reading and writing bytes: one description reads and explains a file, each field knows its bytes, and
//! no value from a file is trusted.

mod toy;

mod arrangement;
mod colour;
mod cp1252;
mod cursor;
mod layout;
mod plain;
mod problems;
mod record;
mod references;
mod text;
mod tree;
mod walk;
mod writer;
