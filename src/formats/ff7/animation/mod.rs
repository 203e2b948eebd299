//! Battle animations: frames as differences, packed to the bit.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u16 | `frame_count` |
//! | 2 | u16 | `stream_size` in bytes; 0 for an empty slot, which ends here |
//! | 4 | u8 | `key`: bits of precision that the angles leave out |
//! | 5 | bits | `frames`, then fill up to a multiple of 4 |
//!
//! A frame is the translation of the root, then for every bone, the root included, the angles about x, y
//! and z, 4096 a full turn. The first frame has whole values; the others have steps that are added
//! to the frame before (see [`Code`]). The number of bones is that of the skeleton.
//!
//! Angles are accumulated as 16-bit numbers that wrap, and are given like that, unmasked: only
//! their value modulo 4096 is a direction.
//!
//! One animation of the game, the frog's, lacks `frame_count`: its `stream_size` comes first and the
//! stream starts at 3. The game misreads it; here it is recognised and decoded
//! ([`Header::Headless`]).
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
    /// Angles of each frame: bones with the root.
    pub bones: usize,
    /// Numbers of whole frames, [`Animation::numbers`] each.
    pub codes: Arc<[Code]>,
    /// Bits of the stream behind the last frame.
    pub spare: Bits,
    /// Bytes of the section behind the stream.
    pub fill: Vec<u8>,
}

crate::layout! {
    /// What precedes the stream as a rule.
    struct Head {
        frame_count: u16,
        stream_size: u16,
        key: u8,
    }
}

/// What precedes the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// An empty slot; its frame count is what happened to be there.
    Empty { frames: u16 },
    Usual {
        frames: u16,
        /// The stored size, where it is not that of the stream.
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

    /// Numbers of one frame.
    pub fn numbers(&self) -> usize {
        3 + 3 * self.bones
    }

    /// Frames that are there.
    pub fn frames(&self) -> usize {
        self.codes.len() / self.numbers()
    }

    /// Frames that the file promises.
    pub fn promised(&self) -> usize {
        match self.header {
            Header::Usual { frames, .. } => frames.into(),
            Header::Empty { .. } => 0,
            Header::Headless { .. } => self.frames(),
        }
    }

    /// Bits of the whole frames.
    pub fn bits(&self) -> usize {
        self.codes.iter().map(|code| code.len(self.key()) as usize).sum()
    }

    /// Writes it where `out` is.
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
