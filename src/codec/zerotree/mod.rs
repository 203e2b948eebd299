//! Height fields as a zerotree of wavelet coefficients, in both directions.
//!
//! The field is a square of `size` × `size` steps, `size` a power of two, recursively divided into four.
//! A significant [`Square`] has three coefficients: the differences of the heights in the middle of its
//! lower edge, in its centre and in the middle of its left edge from the mean of their neighbours.
//! Squares without any coefficient are one bit.
//!
//! * [`Zerotree::read`] and [`Zerotree::write`]: bits, most significant first, of little-endian
//!   32-bit words.
//! * [`Zerotree::heights`]: the inverse transform, exact, level by level.
//! * [`Zerotree::of_points`]: the transform, from points that may be arbitrarily sparse.
//!
//! It is the biorthogonal 2-2 lifting wavelet in two dimensions, split along alternating diagonals.
//!
//! Source: the format document `trespasser-wtd.md`, sections 2 to 5 and 9.

mod forward;
mod heights;
mod inverse;
mod stream;

pub use heights::Heights;
pub use stream::{Flaw, Rule};

/// Maximum size: coordinates have 15 bits, plus the end.
pub const LARGEST: u32 = 32768;

/// Square with coefficients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// X of the lower left corner.
    pub x: u32,
    /// Y of the lower left corner, upwards.
    pub y: u32,
    /// Steps per side, at least 2.
    pub size: u32,
    /// Number of bits of this square and all its descendants, as read; 0 for new ones.
    pub branch: u32,
    /// Upper bound of the coefficients of this square and its descendants.
    pub max: u32,
    /// Coefficients as stored, magnitude × 2 + sign: lower edge, centre, left edge.
    pub stored: [u32; 3],
    /// Indices of the significant ones of its four quarters, counter-clockwise from the lower left.
    pub children: [Option<u32>; 4],
    /// First bit, relative to the start of the tree.
    pub start: u64,
    /// Widths of `branch` and `max` in bits.
    pub widths: [u8; 2],
}

impl Square {
    /// Coefficients of lower edge, centre and left edge.
    pub fn coefficients(&self) -> [i32; 3] {
        self.stored.map(|stored| {
            let magnitude = (stored >> 1) as i32;
            if stored & 1 != 0 { -magnitude } else { magnitude }
        })
    }

    /// `true` if the diagonal runs from corner 1 to corner 3 instead of from 0 to 2.
    pub fn is_crossed(&self) -> bool {
        is_crossed(self.x, self.y, self.size)
    }
}

/// `true` if the diagonal of a square runs from corner 1 (lower right) to corner 3.
pub fn is_crossed(x: u32, y: u32, size: u32) -> bool {
    let size = size.max(1);
    (x / size + y / size) % 2 == 1
}

/// Stored form of a coefficient: the sign is the lowest bit.
pub fn stored(coefficient: i32) -> u32 {
    coefficient.unsigned_abs() << 1 | u32::from(coefficient < 0)
}

/// Squares with coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zerotree {
    /// Steps per side of the whole field.
    pub size: u32,
    /// In depth-first order: parents before children. Empty for a plane.
    pub squares: Vec<Square>,
}

impl Zerotree {
    /// Number of nodes in the stored tree, including empty squares.
    pub fn node_count(&self) -> u64 {
        4 * self.squares.len() as u64 + 1
    }
}

/// Mean of two heights, rounded up.
fn predict(a: i32, b: i32) -> i32 {
    // Wraps like the engine's arithmetic, as values in damaged files overflow.
    a.wrapping_add(b).wrapping_add(1) >> 1
}

/// Lifting step of a vertex, from the sum of the coefficients around it.
fn lift(sum: i32) -> i32 {
    sum.wrapping_add(4) >> 3
}

/// Floor of the binary logarithm; 0 for 0.
fn log2(value: u32) -> u32 {
    value.checked_ilog2().unwrap_or(0)
}
