//! Blocks: what became of one instance, or of one part of the game.

use super::super::grf::Point;
use super::kind::{BlockKind, TriggerKind};
use super::saved::PARTITION_FLAGS;
use crate::bytes::{Cursor, Hint, Recorder, Result, Writer};
use crate::record;

/// Bytes of expression data before a trigger that has a `FireExpression`.
pub(super) const EXPRESSION: usize = 64;

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
        flags: Option<u32>,
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
            Block::Gun { place, flags, .. } => Some((*place, *flags)),
            _ => None,
        }
    }

    /// What the block is, as far as it tells itself.
    pub fn kind(&self) -> BlockKind {
        match self {
            Block::Placement { flags, .. } => BlockKind::Placement { flags: flags.is_some() },
            Block::Gun { flags, .. } => BlockKind::Gun { flags: flags.is_some() },
            Block::Trigger(trigger) => {
                let expression = trigger.expression.is_some();
                let kind = match trigger.more {
                    TriggerMore::None if trigger.unknown_00.is_some() => TriggerKind::Sequence,
                    TriggerMore::None => TriggerKind::Plain,
                    TriggerMore::Start(_) => TriggerKind::Start,
                    TriggerMore::Location(_) => TriggerKind::Location,
                    TriggerMore::Timer { .. } => TriggerKind::Timer,
                };
                BlockKind::Trigger { expression, kind }
            }
            Block::Camera { .. } => BlockKind::Camera,
            Block::Teleport { .. } => BlockKind::Teleport,
            Block::Opaque(_) => BlockKind::Unknown,
        }
    }

    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        kind: BlockKind,
    ) -> Result<Self> {
        let flags = |cur: &mut Cursor<'_, R>, stored: bool| {
            stored.then(|| cur.get_as("flags", Hint::Flags(PARTITION_FLAGS))).transpose()
        };
        Ok(match kind {
            BlockKind::Placement { flags: stored } => {
                Block::Placement { place: cur.record("place")?, flags: flags(cur, stored)? }
            }
            BlockKind::Gun { flags: stored } => Block::Gun {
                place: cur.record("place")?,
                flags: flags(cur, stored)?,
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
                flags.iter().for_each(|flags| out.put(*flags));
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
