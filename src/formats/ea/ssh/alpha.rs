//! Converts stored alpha to the usual range.

use super::coding::Console;
use super::records::Image;
use crate::codec::ps2;

/// Interpretation of stored alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alpha {
    /// 128 is opaque.
    Doubled,
    AsStored,
    /// Alpha is a shine mask.
    Opaque,
}

impl Alpha {
    pub fn of(image: &Image, mut stored: impl Iterator<Item = u8>) -> Self {
        if image.is_metal() {
            Alpha::Opaque
        } else if image.console == Console::Ps2 && stored.all(|alpha| alpha <= 128) {
            Alpha::Doubled
        } else {
            Alpha::AsStored
        }
    }

    pub fn apply(self, stored: u8) -> u8 {
        match self {
            Alpha::Doubled => ps2::alpha(stored),
            Alpha::AsStored => stored,
            Alpha::Opaque => 255,
        }
    }

    /// Stored value for an alpha; `was` is the current stored value.
    pub fn undone(self, alpha: u8, was: u8) -> u8 {
        match self {
            Alpha::Doubled => alpha / 2 + alpha % 2,
            Alpha::AsStored => alpha,
            Alpha::Opaque => was,
        }
    }
}
