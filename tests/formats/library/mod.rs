//! What is open, what lies beside it, and the names behind hashes.

mod demo;
mod extract;
mod names;
mod open;
mod plain;
