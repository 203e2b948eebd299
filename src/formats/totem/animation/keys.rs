//! Keys of tracks.

use crate::bytes::layout::{Context, Layout, Pass};
use crate::bytes::{Bit, Hint, Result, Symbol};
use crate::formats::Report;
use crate::formats::totem::texts::pass_text;
use crate::record;

/// Flags of tracks.
pub mod flags {
    use crate::bytes::Bit;

    /// Cubic interpolation between keys.
    pub const SMOOTH: u16 = 1;
    /// Linear interpolation between keys.
    pub const LINEAR: u16 = 2;
    /// Each key holds until the next one.
    pub const SQUARE: u16 = 8;
    /// Each key holds until the next one, in later files.
    pub const LATER_SQUARE: u16 = 3;

    /// Flags that reset a component of a bone without keys.
    pub static RESETS: &[Bit] = &[
        Bit::single(1, "resets translation", "at rest if it has no keys"),
        Bit::single(2, "resets rotation", "at rest if it has no keys"),
        Bit::single(4, "resets scale", "at rest if it has no keys"),
    ];
}

static KINDS: &[Bit] = &[
    Bit::single(0x1, "smooth", "cubic interpolation between keys"),
    Bit::single(0x2, "linear", "linear interpolation between keys"),
    Bit::single(0x8, "square", "each key is held until the next"),
];

/// A key with its frame.
pub trait Key: Layout + Clone + std::fmt::Debug + PartialEq {
    fn frame(&self) -> u16;
}

/// A track: its interpolation and its keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys<K> {
    pub flags: u16,
    pub keys: Vec<K>,
}

impl<K: Key> Keys<K> {
    /// Frames of the keys.
    pub fn frames(&self) -> Vec<u16> {
        self.keys.iter().map(Key::frame).collect()
    }
}

impl<K: Key, C: Context> Layout<C> for Keys<K> {
    const TYPE: &'static str = "Keys";
    const MIN_SIZE: u64 = 6;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("flags", Hint::Flags(KINDS)), &mut self.flags)?;
        pass.counted::<u32, _>("key_count", "keys", &mut self.keys)?;
        Ok(())
    }

    fn summary(&self) -> String {
        match self.keys.len() {
            1 => "1 key".to_owned(),
            count => format!("{count} keys"),
        }
    }
}

/// Units of [`KeyVectorPacked`] per 1.0.
pub const VECTOR_ONE: f32 = 4096.0;
/// Units of [`KeyRotation`] per 1.0.
pub const ROTATION_ONE: f32 = 2000.0;

record! {
    /// A vector with 16 bits per component, 4096 units per 1.0.
    pub struct KeyVectorPacked {
        pub frame: u16,
        pub value: [i16; 3] => Hint::Fixed(12),
        pub tangent_in: [i16; 3] => Hint::Fixed(12),
        pub tangent_out: [i16; 3] => Hint::Fixed(12),
    }
}

record! {
    /// A rotation with 16 bits per component, 2000 units per 1.0.
    pub struct KeyRotation {
        pub frame: u16,
        /// x, y, z, w.
        pub value: [i16; 4],
        pub unknown_0a: u16 => Hint::Hex,
        /// Angle to the next key.
        pub omega: f32,
        pub sin_omega: f32,
    }
}

record! {
    /// A number.
    pub struct KeyFloat {
        pub frame: u16,
        pub unknown_02: u16 => Hint::Hex,
        pub value: f32,
        pub tangent_in: f32,
        pub tangent_out: f32,
    }
}

record! {
    /// A vector.
    pub struct KeyVector {
        pub frame: u16,
        pub unknown_02: u16 => Hint::Hex,
        pub value: [f32; 3],
    }
}

crate::layout! {
    /// Messages that are sent at a frame.
    pub struct KeyMessage {
        pub frame: u16,
        pub messages: Vec<Message> [u32 "message_count"],
    }
}

macro_rules! keys {
    ($($key:ty),*) => {$(
        impl Key for $key {
            fn frame(&self) -> u16 {
                self.frame
            }
        }
    )*};
}
keys!(KeyVectorPacked, KeyRotation, KeyFloat, KeyVector, KeyMessage);

/// A message of an animation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub id: u32,
    pub parameter: u32,
    /// Name of the sound, in a sound message.
    pub text: Vec<u8>,
    /// Name hash.
    pub name: u32,
}

impl Message {
    /// `true` if a text follows its parameter.
    pub fn has_text(&self) -> bool {
        matches!(self.id, 0x11..=0x13)
    }
}

impl<C: Context> Layout<C> for Message {
    const TYPE: &'static str = "Message";
    const MIN_SIZE: u64 = 12;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("id", Hint::Enum(MESSAGES)), &mut self.id)?;
        pass.value("parameter", &mut self.parameter)?;
        if self.has_text() {
            pass_text(pass, "text", &mut self.text)?;
        }
        pass.value(("name", Hint::Name), &mut self.name)
    }
}

/// Message numbers of the engine of *Jimmy Neutron*.
pub static MESSAGES: &[Symbol] = &[
    Symbol { value: 3, name: "loop" },
    Symbol { value: 4, name: "no smoothing" },
    Symbol { value: 5, name: "node collides" },
    Symbol { value: 6, name: "node does not collide" },
    Symbol { value: 9, name: "orient" },
    Symbol { value: 10, name: "do not orient" },
    Symbol { value: 11, name: "action" },
    Symbol { value: 12, name: "start of repeat" },
    Symbol { value: 13, name: "end of repeat" },
    Symbol { value: 14, name: "play sound" },
    Symbol { value: 15, name: "stop sound" },
    Symbol { value: 16, name: "random sound" },
    Symbol { value: 17, name: "play CD sound" },
    Symbol { value: 18, name: "loop CD sound" },
    Symbol { value: 19, name: "stop CD sound" },
    Symbol { value: 20, name: "no dynamics" },
    Symbol { value: 21, name: "dynamics" },
    Symbol { value: 22, name: "material colour" },
    Symbol { value: 27, name: "particles" },
    Symbol { value: 28, name: "particles" },
    Symbol { value: 29, name: "particles" },
    Symbol { value: 30, name: "cutscene starts" },
    Symbol { value: 31, name: "cutscene ends" },
    Symbol { value: 32, name: "change camera" },
];

/// Reports keys that are out of order.
pub fn check<K: Key>(keys: &Keys<K>, path: &str, report: &mut Report<'_>) {
    let pairs = keys.keys.windows(2);
    let odd = pairs.map(|pair| pair[0].frame() >= pair[1].frame()).position(|odd| odd);
    if let Some(at) = odd {
        let message = "the frame is not after that of the preceding key";
        report.warning(format!("{path}.keys[{}]", at + 1), message);
    }
}
