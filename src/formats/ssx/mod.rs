//! SSX Tricky.

pub mod mpf;
