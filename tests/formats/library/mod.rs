//! The library: open files, their companions, and the names behind hashes.

mod demo;
mod extract;
mod identity;
mod names;
mod open;
mod plain;
