//! SSX Tricky's models: reading, display, damage and writing.

mod by_paper;
mod chunks;
pub mod damage;
mod fixture;
mod packets;
mod reading;
mod scenes;
mod writing;
