//! Animated nodes (class ANIMFRAME): in a world, and as a resource `.TANIMFRAME`.
//!
//! The resource has no published description. It is assumed to have the structure used in a world; if
//! that does not end with the file, a problem is reported.
//!
//! Source: format document `totem-level.md`, section 16.

use crate::bytes::layout::{Context, Layout, Pass};
use crate::bytes::{Bit, Hint, Result};
use crate::formats::totem::CLASSES;
use crate::formats::totem::animation::{
    KeyFloat, KeyMessage, KeyRotation, KeyVector, KeyVectorPacked, Keys,
};
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::{Counts, FormatInfo, Loaded, Report};
use crate::{layout, record};

record! {
    /// A path that a node follows.
    pub struct Follow {
        /// Node of the spline.
        pub node: u32 => Hint::Name,
        pub axis: [f32; 3],
        pub orients: u8,
        pub unknown_11: [u8; 3],
        pub advance: f32,
    }
}

record! {
    /// An element that is started or stopped.
    pub struct Start {
        pub animation: u32 => Hint::Name,
        pub starts: u32,
    }
}

/// Elements that are started and stopped at a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trigger {
    pub frame: u16,
    pub list: Vec<Start>,
}

impl<C: Context> Layout<C> for Trigger {
    const TYPE: &'static str = "Trigger";
    const MIN_SIZE: u64 = 6;
    const IS_FIXED: bool = true;

    /// The count precedes the frame.
    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        let count = pass.count::<u32>("count", self.list.len())?;
        pass.value("frame", &mut self.frame)?;
        pass.run("list", &mut self.list, count)
    }
}

layout! {
    /// Animation of a node.
    pub struct AnimFrame {
        pub name: u32 => Hint::Name,
        pub link: u32 => Hint::Name,
        /// The animated node.
        pub node: u32 => Hint::Name,
        /// Seconds.
        pub length: f32 => Hint::Unit("seconds"),
        pub translation: Keys<KeyVectorPacked>,
        pub rotation: Keys<KeyRotation>,
        pub scale: Keys<KeyVectorPacked>,
        pub time: Keys<KeyFloat>,
        pub colour: Keys<KeyVector>,
        pub ambient: Keys<KeyVector>,
        pub messages: Keys<KeyMessage>,
        pub follow: Vec<Follow> [u32 "follow_count"],
        pub triggers: Vec<Trigger> [u32 "trigger_count"],
        pub flags: u16 => Hint::Flags(FLAGS),
        pub unknown: u16 => Hint::Hex,
        pub current: f32,
        pub start: f32,
        pub previous: f32,
    }
}

impl Class for AnimFrame {
    const INFO: FormatInfo =
        info("totem.animframe", "TotemTech animated node", &["tanimframe"], SEEN);
    const ROOT: &'static str = "AnimFrame";
    const LISTS: &'static [&'static str] = &[
        "translation.keys",
        "rotation.keys",
        "scale.keys",
        "time.keys",
        "colour.keys",
        "ambient.keys",
        "messages.keys",
        "follow",
        "triggers",
    ];

    fn count(&self, counts: &mut Counts) {
        counts.set("animations", 1);
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let length = file.records.body.length;
        if !length.is_finite() || length < 0.0 {
            report.error("length", "the length is negative or not finite");
        }
    }
}

static FLAGS: &[Bit] = &[
    Bit::single(0x01, "playing", "is playing"),
    Bit::single(0x02, "started", "has been started"),
    Bit::single(0x08, "once", "plays once"),
    Bit::single(0x10, "never again", "cannot be restarted"),
    Bit::single(0x20, "played", "has finished"),
    Bit::single(0x40, "automatic", "starts automatically"),
];

/// A slot for an animated node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimatedNode {
    /// ANIMFRAME, or 0 for an empty slot.
    pub class: u32,
    pub frame: Option<Box<AnimFrame>>,
}

impl Layout for AnimatedNode {
    const TYPE: &'static str = "AnimatedNode";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value(("class", Hint::Enum(CLASSES)), &mut self.class)?;
        if pass.is_reading() {
            self.frame = (self.class != 0).then(Box::default);
        }
        match &mut self.frame {
            Some(frame) => frame.pass(pass, ()),
            None => Ok(()),
        }
    }
}
