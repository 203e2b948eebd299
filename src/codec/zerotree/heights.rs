//! Sparse heights by position.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Hasher that mixes both halves of a key. Positions are not chosen by an attacker, so it need not resist
/// collision attacks.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }
    fn write_u32(&mut self, key: u32) {
        self.0 = (self.0 ^ u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

pub(super) type Grid<T> = HashMap<u32, T, BuildHasherDefault<Mixer>>;

/// Key of a position: coordinates are at most [`LARGEST`](super::LARGEST).
pub(super) fn key(x: u32, y: u32) -> u32 {
    x | y << 16
}

pub(super) fn position(key: u32) -> (u32, u32) {
    (key & 0xFFFF, key >> 16)
}

/// Vertices of a field, stored sparsely.
#[derive(Clone, Debug, Default)]
pub struct Heights {
    pub(super) grid: Grid<i32>,
}

impl Heights {
    /// Height of the vertex at this position, if it exists.
    pub fn get(&self, x: u32, y: u32) -> Option<i32> {
        self.grid.get(&key(x, y)).copied()
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.grid.len()
    }

    /// `true` if there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.grid.is_empty()
    }

    /// All vertices as x, y and height, by rows from y = 0.
    pub fn rows(&self) -> Vec<(u32, u32, i32)> {
        let mut rows: Vec<(u32, i32)> = self.grid.iter().map(|(key, z)| (*key, *z)).collect();
        // The upper half of a key is y.
        rows.sort_unstable_by_key(|(key, _)| *key);
        let vertex = |(key, z)| {
            let (x, y) = position(key);
            (x, y, z)
        };
        rows.into_iter().map(vertex).collect()
    }
}
