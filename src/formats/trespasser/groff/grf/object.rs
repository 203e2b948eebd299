//! A model: which sections make it.

use crate::bytes::Hint;
use crate::record;

record! {
    /// A model. Handles of sections are 0 where there is none.
    pub struct Object {
        /// Handle of the name of an instance that shows it; the game does not look at it.
        pub name: u32 => Hint::Hex,
        pub geometry: u32 => Hint::Hex,
        pub mapping: u32 => Hint::Hex,
        pub physics: u32 => Hint::Hex,
        pub ai: u32 => Hint::Hex,
        pub sound: u32 => Hint::Hex,
        pub special: u32 => Hint::Hex,
    }
}
