//! A height field as a zerotree of wavelet coefficients, both ways.
//!
//! The field is a square of `size` × `size` steps, `size` a power of two, cut into four again and
//! again. A [`Square`] that matters holds three coefficients: what the heights in the middle of its
//! lower edge, in its centre and in the middle of its left edge differ by from their neighbours'
//! mean. Squares without any coefficient are one bit.
//!
//! * [`Zerotree::read`] and [`Zerotree::write`]: bits, most significant first, of little-endian
//!   32-bit words.
//! * [`Zerotree::heights`]: the inverse transform, exact, level by level.
//! * [`Zerotree::of_points`]: the transform, from points that may lie as sparsely as one likes.
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

/// The largest size: coordinates have 15 bits and an end.
pub const LARGEST: u32 = 32768;

/// A square that has coefficients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// Lower left corner.
    pub x: u32,
    /// Lower left corner, upwards.
    pub y: u32,
    /// Steps along a side, at least 2.
    pub size: u32,
    /// Bits of this square and all below it, as they were read; 0 for new ones.
    pub branch: u32,
    /// No coefficient here or below is larger.
    pub max: u32,
    /// Magnitude times two, plus one for negative ones, as they are stored: lower edge, centre,
    /// left edge.
    pub stored: [u32; 3],
    /// The significant ones of the four squares it is made of, counter-clockwise from the lower
    /// left: indices of squares.
    pub children: [Option<u32>; 4],
    /// First bit, from the start of the tree.
    pub start: u64,
    /// Bits that `branch` and `max` are stored in.
    pub widths: [u8; 2],
}

impl Square {
    /// Lower edge, centre, left edge.
    pub fn coefficients(&self) -> [i32; 3] {
        self.stored.map(|stored| {
            let magnitude = (stored >> 1) as i32;
            if stored & 1 != 0 { -magnitude } else { magnitude }
        })
    }

    /// The diagonal runs from corner 1 to corner 3, not from 0 to 2.
    pub fn is_crossed(&self) -> bool {
        is_crossed(self.x, self.y, self.size)
    }
}

/// Whether the diagonal of a square runs from corner 1 (lower right) to corner 3.
pub fn is_crossed(x: u32, y: u32, size: u32) -> bool {
    let size = size.max(1);
    (x / size + y / size) % 2 == 1
}

/// Stored form of a coefficient: the sign is the last bit.
pub fn stored(coefficient: i32) -> u32 {
    coefficient.unsigned_abs() << 1 | u32::from(coefficient < 0)
}

/// All squares that have coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zerotree {
    /// Steps along a side of the whole field.
    pub size: u32,
    /// Depth first: parents before their children. Empty for a plain.
    pub squares: Vec<Square>,
}

impl Zerotree {
    /// Nodes of the stored tree, empty squares included.
    pub fn node_count(&self) -> u64 {
        4 * self.squares.len() as u64 + 1
    }
}

/// The mean of two heights, rounded up.
fn predict(a: i32, b: i32) -> i32 {
    // Damaged files overflow; the engine's arithmetic wraps as well.
    a.wrapping_add(b).wrapping_add(1) >> 1
}

/// Step that a vertex is lifted by, from the coefficients around it.
fn lift(sum: i32) -> i32 {
    sum.wrapping_add(4) >> 3
}

/// Floor of the binary logarithm, 0 for 0.
fn log2(value: u32) -> u32 {
    value.checked_ilog2().unwrap_or(0)
}
