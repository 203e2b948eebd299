//! The settings of a stage: its section 0.

use crate::bytes::{Hint, Symbol};

/// Kinds of stages.
pub const TYPES: &[Symbol] = &[
    Symbol { value: 0, name: "scrolls horizontally" },
    Symbol { value: 1, name: "static" },
    Symbol { value: 2, name: "scrolls vertically" },
    Symbol { value: 3, name: "lifestream" },
    Symbol { value: 4, name: "rotating parts" },
    Symbol { value: 5, name: "static" },
];

crate::record! {
    /// Settings of a stage: section 0 of its file.
    pub struct Settings {
        pub kind: u8 => Hint::Enum(TYPES),
        /// Index of the first part that is an object; all following ones are, too.
        pub first_object: u8,
        pub unknown_02: [u8; 6],
    }
}
