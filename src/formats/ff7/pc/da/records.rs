//! The records of a pack.

use std::sync::Arc;

use crate::bytes::{Endian, Writer, count32};
use crate::formats::ff7::animation::Animation;

/// Bytes before an animation.
pub const HEADER: u64 = 12;
/// Fewer bytes than this are a placeholder.
pub const SMALLEST: u64 = 11;

/// What is behind the head of an animation.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Animation(Arc<Animation>),
    /// An empty slot, which keeps its number.
    Placeholder(Vec<u8>),
}

/// An animation with what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    pub rotation_count: u32,
    pub frame_count: u32,
    /// The stored size, where it is not that of the body.
    pub size: Option<u32>,
    pub body: Body,
}

impl Packed {
    /// The animation, where it is no placeholder and no empty slot.
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
    /// What follows.
    pub rest: Vec<u8>,
}

impl Da {
    /// The file, sizes computed anew.
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
