//! Battle animations: frames as bit-packed differences.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u16 | `frame_count` |
//! | 2 | u16 | `stream_size` in bytes; 0 for an empty slot, which ends here |
//! | 4 | u8 | `key`: bits of precision that the angles omit |
//! | 5 | bits | `frames`, then padding to a multiple of 4 |
//!
//! A frame is the translation of the root, then the angles of every bone (root included) about x, y and
//! z, with 4096 units per turn. The first frame has absolute values; the others have steps that are added
//! to the preceding frame (see [`Code`]). The number of bones is that of the skeleton.
//!
//! Angles are summed as wrapping 16-bit numbers and are reported like that, unmasked: only their value
//! modulo 4096 is a direction.
//!
//! One animation of the game, the frog's, has no `frame_count`: its `stream_size` comes first and the
//! stream starts at 3. The game misreads it; here it is recognised and decoded ([`Header::Headless`]).
//!
//! Source: format document `ff7-battle.md`, section 7.

mod clip;
mod code;
mod fields;
mod read;

pub use clip::{Decoded, Mover, Moves, rotation, turned};
pub use code::{Code, MAX_KEY};
pub use read::{animation, fits};

use std::sync::Arc;

use crate::bytes::Writer;
use crate::codec::bits::Bits;

/// An animation, or an empty slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    pub header: Header,
    /// Bones per frame, including the root.
    pub bones: usize,
    /// Codes of the complete frames, [`Animation::numbers`] per frame.
    pub codes: Arc<[Code]>,
    /// Bits of the stream after the last complete frame.
    pub spare: Bits,
    /// Bytes of the section after the stream.
    pub fill: Vec<u8>,
}

crate::layout! {
    /// The usual header.
    struct Head {
        frame_count: u16,
        stream_size: u16,
        key: u8,
    }
}

/// The header before the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// An empty slot; its frame count has no meaning.
    Empty { frames: u16 },
    Usual {
        frames: u16,
        /// The stored size, if it is not that of the stream.
        size: Option<u16>,
        key: u8,
    },
    /// The frame count is missing.
    Headless { key: u8 },
}

impl Animation {
    pub fn empty(frames: u16) -> Self {
        Self {
            header: Header::Empty { frames },
            bones: 0,
            codes: Arc::new([]),
            spare: Bits::default(),
            fill: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self.header, Header::Empty { .. })
    }

    pub fn key(&self) -> u8 {
        match self.header {
            Header::Empty { .. } => 0,
            Header::Usual { key, .. } | Header::Headless { key } => key,
        }
    }

    /// Codes per frame.
    pub fn numbers(&self) -> usize {
        3 + 3 * self.bones
    }

    /// Number of complete frames.
    pub fn frames(&self) -> usize {
        self.codes.len() / self.numbers()
    }

    /// Number of frames according to the header.
    pub fn declared(&self) -> usize {
        match self.header {
            Header::Usual { frames, .. } => frames.into(),
            Header::Empty { .. } => 0,
            Header::Headless { .. } => self.frames(),
        }
    }

    /// Total length of the complete frames in bits.
    pub fn bits(&self) -> usize {
        self.codes.iter().map(|code| code.len(self.key()) as usize).sum()
    }

    /// Writes the animation at the end of `out`.
    pub fn write(&self, out: &mut Writer) {
        let mut bits = Bits::default();
        for code in self.codes.iter() {
            code.write(self.key(), &mut bits);
        }
        bits.append(&self.spare);
        let stream = bits.into_bytes();
        let own = u16::try_from(stream.len()).unwrap_or(u16::MAX);
        match self.header {
            Header::Empty { frames } => {
                out.put(frames);
                out.put(0u16);
            }
            Header::Usual { frames, size, key } => {
                out.put(frames);
                out.put(size.unwrap_or(own));
                out.put(key);
            }
            Header::Headless { key } => {
                out.put(own);
                out.put(key);
            }
        }
        out.bytes(&stream);
        out.bytes(&self.fill);
    }
}
