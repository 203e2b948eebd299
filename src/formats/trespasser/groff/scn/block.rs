//! Blocks: what became of one instance, or of one part of the game. A block's layout follows from
//! the class of its instance, which only the level knows; the size tells most of them.

use super::super::grf::Point;
use super::saved::{PARTITION_FLAGS, is_without_flags};
use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Shaped, Writer};
use crate::record;

/// The hash of a block's name, which is written in hex without leading zeros.
pub fn hash_of_name(name: &str) -> Option<u32> {
    let is_hex = name.len() <= 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { u32::from_str_radix(name, 16).ok() } else { None }
}

/// The name of the block of an instance or of a part of the game.
pub fn name_of_hash(hash: u32) -> String {
    format!("{hash:X}")
}

/// Parts of the game whose blocks only the game understands.
const SUBSYSTEMS: &[(u32, &str)] = &[
    (0x9FB5_7F53, "Player"),
    (0x5DF1_33BB, "Joe"),
    (0xA9AC_56AE, "AI System"),
    (0x4C56_C6CC, "Render DBase"),
    (0x85DF_A9CD, "Audio Daemon"),
    (0x07CB_6A2D, "Terrain"),
    (0x454D_9C65, "CBloodSplats"),
    (0x1C1C_A6D4, "CAnimations"),
    (0x1C61_F485, "TextOverlay"),
];
/// The camera, "DefaultCon".
pub const CAMERA: u32 = 0x80A9_DC71;

/// The name of the part of the game with this hash.
pub fn subsystem(hash: u32) -> Option<&'static str> {
    let known = SUBSYSTEMS.iter().find(|(known, _)| *known == hash).map(|(_, name)| *name);
    known.or((hash == CAMERA).then_some("DefaultCon"))
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Placement,
    /// A placement of save versions 13 to 16.
    OldPlacement,
    Gun,
    /// A trigger; what surrounds its common part, if that is known.
    Trigger {
        expression: bool,
        kind: TriggerKind,
    },
    Camera,
    Teleport,
    Subsystem,
    Unknown,
}

/// Triggers store the same, and some more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerKind {
    Plain,
    Start,
    Sequence,
    Location,
    Timer,
}

impl BlockKind {
    pub fn type_name(self) -> &'static str {
        match self {
            BlockKind::Placement | BlockKind::OldPlacement => "Block, placement",
            BlockKind::Gun => "Block, gun",
            BlockKind::Trigger { .. } => "Block, trigger",
            BlockKind::Camera => "Block, camera",
            BlockKind::Teleport => "Block, teleport",
            BlockKind::Subsystem => "Block, part of the game",
            BlockKind::Unknown => "Block",
        }
    }
}

/// Bytes of expression data before a trigger that has a `FireExpression`.
const EXPRESSION: usize = 64;

/// What a block is, by its hash and its size; among triggers of one size by what can be true.
pub fn kind_of(hash: u32, bytes: &[u8], version: i32) -> BlockKind {
    let plain = |kind| BlockKind::Trigger { expression: false, kind };
    let with_expression = |kind| BlockKind::Trigger { expression: true, kind };
    match bytes.len() {
        124 if hash == CAMERA => BlockKind::Camera,
        _ if subsystem(hash).is_some() => BlockKind::Subsystem,
        36 => BlockKind::Placement,
        32 if is_without_flags(version) && is_placement(bytes) => BlockKind::OldPlacement,
        44 => BlockKind::Gun,
        28 => plain(TriggerKind::Plain),
        32 if !is_trigger(bytes, 0) && is_trigger(bytes, 4) => plain(TriggerKind::Sequence),
        32 => plain(TriggerKind::Start),
        92 => with_expression(TriggerKind::Plain),
        100 if !is_trigger(bytes, 0) && is_trigger(bytes, EXPRESSION) => {
            with_expression(TriggerKind::Timer)
        }
        100 => plain(TriggerKind::Location),
        164 => with_expression(TriggerKind::Location),
        4 => BlockKind::Teleport,
        _ => BlockKind::Unknown,
    }
}

/// Reads the common part of a trigger at `at`, and whether it can be one: a probability in per cent,
/// a time that has come or never will.
fn is_trigger(bytes: &[u8], at: usize) -> bool {
    let state = bytes.get(at..).and_then(|mut rest| Trigger::take(&mut rest, Endian::Little));
    state.is_some_and(|state| {
        let is_time = state.fire_time == -1.0 || (0.0..1e7).contains(&state.fire_time);
        state.probability <= 100 && state.next_action <= 0xFF && is_time
    })
}

/// A turn of unit length.
fn is_placement(bytes: &[u8]) -> bool {
    let part = |index: usize| {
        let mut rest = bytes.get(12 + 4 * index..)?;
        <f32 as Shaped>::take(&mut rest, Endian::Little)
    };
    let squares = (0..4).map(|index| part(index).unwrap_or(0.0).powi(2));
    (squares.sum::<f32>() - 1.0).abs() < 0.1
}

record! {
    /// A turn.
    pub struct Quaternion {
        pub w: f32,
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}

record! {
    /// Where an instance is.
    pub struct Place {
        pub position: Point,
        pub rotation: Quaternion,
        pub scale: f32,
    }
}

record! {
    /// What all triggers store.
    pub struct Trigger {
        pub next_action: u32,
        /// 0xFFFFFFFF is endless.
        pub fires_left: u32 => Hint::Hex,
        pub probability: u32 => Hint::Unit("%"),
        /// −1 is never.
        pub fire_time: f32 => Hint::Unit("s"),
        pub running_sequence: u32,
        pub next_action_time: f32 => Hint::Unit("s"),
        pub next_fire_time: f32 => Hint::Unit("s"),
    }
}

record! {
    /// What a location trigger stores as well.
    pub struct Inside {
        pub entered: u32,
        pub left: u32,
        /// Hashes of the instances that are in it.
        pub contents: [u32; 16] => Hint::Name,
    }
}

/// The records of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Placement {
        place: Place,
        flags: Option<u32>,
    },
    Gun {
        place: Place,
        flags: u32,
        ammo: i32,
        can_shoot: f32,
    },
    Trigger(TriggerBlock),
    Camera {
        place: Place,
        magic: u32,
        settings: Vec<u8>,
    },
    Teleport {
        unknown_00: u32,
    },
    /// The game's own memory.
    Opaque(Vec<u8>),
}

/// The state of a trigger.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerBlock {
    /// Mostly left-over memory; only where the trigger has a `FireExpression`.
    pub expression: Option<Vec<u8>>,
    /// Of a sequence.
    pub unknown_00: Option<u32>,
    pub state: Trigger,
    pub more: TriggerMore,
}

/// What only some triggers store.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerMore {
    None,
    Start(u32),
    Location(Inside),
    Timer { unknown_00: f32, unknown_04: u32 },
}

impl Block {
    /// Where the block puts its instance, and its flags.
    pub fn place(&self) -> Option<(Place, Option<u32>)> {
        match self {
            Block::Placement { place, flags } => Some((*place, *flags)),
            Block::Gun { place, flags, .. } => Some((*place, Some(*flags))),
            _ => None,
        }
    }

    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        kind: BlockKind,
    ) -> Result<Self> {
        let flags = |cur: &mut Cursor<'_, R>| cur.get_as("flags", Hint::Flags(PARTITION_FLAGS));
        Ok(match kind {
            BlockKind::Placement => {
                Block::Placement { place: cur.record("place")?, flags: Some(flags(cur)?) }
            }
            BlockKind::OldPlacement => {
                Block::Placement { place: cur.record("place")?, flags: None }
            }
            BlockKind::Gun => Block::Gun {
                place: cur.record("place")?,
                flags: flags(cur)?,
                ammo: cur.get("ammo")?,
                can_shoot: cur.get_as("can_shoot", Hint::Unit("s"))?,
            },
            BlockKind::Trigger { expression, kind } => {
                Block::Trigger(TriggerBlock::read(cur, expression, kind)?)
            }
            BlockKind::Camera => Block::Camera {
                place: cur.record("place")?,
                magic: cur.get_as("magic", Hint::Hex)?,
                settings: cur.bytes("settings", 88)?.to_vec(),
            },
            BlockKind::Teleport => {
                Block::Teleport { unknown_00: cur.get_as("unknown_00", Hint::Hex)? }
            }
            BlockKind::Subsystem | BlockKind::Unknown => {
                let len = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
                Block::Opaque(cur.bytes("unknown_00", len)?.to_vec())
            }
        })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        match self {
            Block::Placement { place, flags } => {
                out.shaped(place);
                flags.iter().for_each(|flags| out.put(*flags));
            }
            Block::Gun { place, flags, ammo, can_shoot } => {
                out.shaped(place);
                out.put(*flags);
                out.put(*ammo);
                out.put(*can_shoot);
            }
            Block::Trigger(trigger) => trigger.write(out),
            Block::Camera { place, magic, settings } => {
                out.shaped(place);
                out.put(*magic);
                out.bytes(settings);
            }
            Block::Teleport { unknown_00 } => out.put(*unknown_00),
            Block::Opaque(bytes) => out.bytes(bytes),
        }
    }
}

impl TriggerBlock {
    fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        expression: bool,
        kind: TriggerKind,
    ) -> Result<Self> {
        let expression = match expression {
            true => Some(cur.bytes("expression", EXPRESSION)?.to_vec()),
            false => None,
        };
        let unknown_00 = match kind {
            TriggerKind::Sequence => Some(cur.get("unknown_00")?),
            _ => None,
        };
        let state = cur.record("state")?;
        let more = match kind {
            TriggerKind::Plain | TriggerKind::Sequence => TriggerMore::None,
            TriggerKind::Start => TriggerMore::Start(cur.get("unknown_1c")?),
            TriggerKind::Location => TriggerMore::Location(cur.record("inside")?),
            TriggerKind::Timer => TriggerMore::Timer {
                unknown_00: cur.get("unknown_1c")?,
                unknown_04: cur.get("unknown_20")?,
            },
        };
        Ok(Self { expression, unknown_00, state, more })
    }

    fn write(&self, out: &mut Writer) {
        out.bytes(self.expression.as_deref().unwrap_or(&[]));
        self.unknown_00.iter().for_each(|word| out.put(*word));
        out.shaped(&self.state);
        match &self.more {
            TriggerMore::None => {}
            TriggerMore::Start(word) => out.put(*word),
            TriggerMore::Location(inside) => out.shaped(inside),
            TriggerMore::Timer { unknown_00, unknown_04 } => {
                out.put(*unknown_00);
                out.put(*unknown_04);
            }
        }
    }
}
