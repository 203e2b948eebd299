//! A model: handles of the sections that it consists of.

use crate::bytes::Hint;
use crate::record;

record! {
    /// A model. Handles of sections are 0 if missing.
    pub struct Object {
        /// Handle of the name of an instance with this model; the game ignores it.
        pub name: u32 => Hint::Hex,
        pub geometry: u32 => Hint::Hex,
        pub mapping: u32 => Hint::Hex,
        pub physics: u32 => Hint::Hex,
        pub ai: u32 => Hint::Hex,
        pub sound: u32 => Hint::Hex,
        pub special: u32 => Hint::Hex,
    }
}
