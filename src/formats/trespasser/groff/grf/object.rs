//! A model: handles of the sections that it consists of.

use super::super::references::{NAME, SECTION};
use crate::record;

record! {
    /// A model. Handles of sections are 0 if missing.
    pub struct Object {
        /// Handle of the name of an instance with this model; the game ignores it.
        pub name: u32 => NAME,
        pub geometry: u32 => SECTION,
        pub mapping: u32 => SECTION,
        pub physics: u32 => SECTION,
        pub ai: u32 => SECTION,
        pub sound: u32 => SECTION,
        pub special: u32 => SECTION,
    }
}
