//! The settings of a stage: its section 0.

use crate::bytes::{Hint, Symbol};

/// Kinds of stages.
pub const TYPES: &[Symbol] = &[
    Symbol { value: 0, name: "scrolls horizontally" },
    Symbol { value: 1, name: "stands still" },
    Symbol { value: 2, name: "scrolls vertically" },
    Symbol { value: 3, name: "lifestream" },
    Symbol { value: 4, name: "parts turn" },
    Symbol { value: 5, name: "stands still" },
];

crate::record! {
    /// Section 0.
    pub struct Settings {
        pub kind: u8 => Hint::Enum(TYPES),
        /// The parts from this one on are objects.
        pub first_object: u8,
        pub unknown_02: [u8; 6],
    }
}
