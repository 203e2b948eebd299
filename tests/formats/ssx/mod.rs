//! SSX Tricky's models: what is read, what is shown, what is said about damage, what is written.

mod chunks;
mod damage;
mod fixture;
mod packets;
mod reading;
mod scenes;
mod writing;
