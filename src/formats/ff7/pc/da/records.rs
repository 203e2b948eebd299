//! Records of a pack of animations.

use std::sync::Arc;

use crate::bytes::{Endian, Writer, count32};
use crate::formats::ff7::animation::Animation;

/// Bytes before an animation.
pub const HEADER: u64 = 12;
/// Shorter animations are placeholders.
pub const SMALLEST: u64 = 11;

/// Content of an animation, after its header.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Animation(Arc<Animation>),
    /// An empty slot, which counts as an animation.
    Placeholder(Vec<u8>),
}

/// An animation with its header.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    pub rotation_count: u32,
    pub frame_count: u32,
    /// The stored size, if it is not that of the body.
    pub size: Option<u32>,
    pub body: Body,
}

impl Packed {
    /// The animation; `None` for a placeholder or an empty slot.
    pub fn animation(&self) -> Option<&Arc<Animation>> {
        match &self.body {
            Body::Animation(animation) if !animation.is_empty() => Some(animation),
            _ => None,
        }
    }
}

/// A pack of animations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Da {
    pub animations: Vec<Packed>,
    /// Trailing bytes.
    pub rest: Vec<u8>,
}

impl Da {
    /// Writes the file, with recomputed sizes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        out.put(count32(self.animations.len()));
        for packed in &self.animations {
            out.put(packed.rotation_count);
            out.put(packed.frame_count);
            let size = out.slot();
            let start = out.pos();
            match &packed.body {
                Body::Animation(animation) => animation.write(&mut out),
                Body::Placeholder(bytes) => out.bytes(bytes),
            }
            let own = count32(out.pos() - start);
            out.patch(size, packed.size.unwrap_or(own));
        }
        out.bytes(&self.rest);
        out.finish()
    }
}
