//! What is open, what lies beside it, and the names behind hashes.

mod demo;
mod extract;
mod identity;
mod names;
mod open;
mod plain;
