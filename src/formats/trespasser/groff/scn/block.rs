//! Blocks: the saved state of an instance or of a game subsystem.

use super::super::grf::Point;
use super::kind::{BlockKind, TriggerKind};
use super::saved::PARTITION_FLAGS;
use crate::bytes::layout::Pass;
use crate::bytes::{Hint, Result, Symbol, Value};
use crate::record;

/// Bytes of expression data before a trigger that has a `FireExpression`.
const EXPRESSION: usize = 64;
/// Bytes of a camera's settings.
const SETTINGS: usize = 88;

record! {
    /// A rotation.
    pub struct Quaternion {
        pub w: f32,
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }
}

record! {
    /// Transform of an instance.
    pub struct Place {
        pub position: Point,
        pub rotation: Quaternion,
        pub scale: f32,
    }
}

/// Number of times that a trigger fires.
const ENDLESS: &[Symbol] = &[Symbol { value: u32::MAX, name: "endless" }];

record! {
    /// State that all triggers store.
    pub struct Trigger {
        pub next_action: u32,
        pub fires_left: u32 => Hint::Special(ENDLESS),
        pub probability: u32 => Hint::Percent,
        /// −1 if never.
        pub fire_time: f32 => Hint::Unit("s"),
        pub running_sequence: u32,
        pub next_action_time: f32 => Hint::Unit("s"),
        pub next_fire_time: f32 => Hint::Unit("s"),
    }
}

record! {
    /// Additional state of a location trigger.
    pub struct Inside {
        pub entered: u32,
        pub left: u32,
        /// Hashes of the instances inside.
        pub contents: [u32; 16] => Hint::Name,
    }
}

impl Trigger {
    /// `true` if the probability is a whole number of percent; levels state only such numbers.
    pub fn has_whole_percent(&self) -> bool {
        matches!(self.probability, u32::MAX) || self.probability.is_multiple_of(u32::MAX / 100)
    }

    /// Remaining count and probability: `endless, 100 %`.
    pub fn in_words(&self) -> String {
        let left = match self.fires_left {
            u32::MAX => "endless".to_owned(),
            1 => "once".to_owned(),
            left => format!("{left} times"),
        };
        let probability = Hint::Percent.meaning(&Value::Uint(self.probability.into()));
        format!("{left}, {probability}")
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
    /// Memory of the game, of unknown layout.
    Opaque(Vec<u8>),
}

/// The state of a trigger.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerBlock {
    /// Mostly uninitialised memory; stored only if the trigger has a `FireExpression`.
    pub expression: Option<Vec<u8>>,
    /// A word in front of the state of a sequence.
    pub unknown_00: Option<u32>,
    pub state: Trigger,
    pub more: TriggerMore,
}

/// Additional state of some kinds of triggers.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerMore {
    None,
    Start(u32),
    Location(Inside),
    Timer { unknown_00: f32, unknown_04: u32 },
}

impl Block {
    /// The transform of the block's instance, and its flags.
    pub fn place(&self) -> Option<(Place, Option<u32>)> {
        match self {
            Block::Placement { place, flags } => Some((*place, *flags)),
            Block::Gun { place, flags, .. } => Some((*place, *flags)),
            _ => None,
        }
    }

    /// The kind of the block, as it was read.
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

    /// An empty block of this kind.
    pub(in super::super) fn of_kind(kind: BlockKind) -> Self {
        let place = Place::default();
        let flags = |stored: bool| stored.then_some(0);
        match kind {
            BlockKind::Placement { flags: stored } => {
                Block::Placement { place, flags: flags(stored) }
            }
            BlockKind::Gun { flags: stored } => {
                Block::Gun { place, flags: flags(stored), ammo: 0, can_shoot: 0.0 }
            }
            BlockKind::Trigger { expression, kind } => Block::Trigger(TriggerBlock {
                expression: expression.then(Vec::new),
                unknown_00: (kind == TriggerKind::Sequence).then_some(0),
                state: Trigger::default(),
                more: match kind {
                    TriggerKind::Plain | TriggerKind::Sequence => TriggerMore::None,
                    TriggerKind::Start => TriggerMore::Start(0),
                    TriggerKind::Location => TriggerMore::Location(Inside::default()),
                    TriggerKind::Timer => TriggerMore::Timer { unknown_00: 0.0, unknown_04: 0 },
                },
            }),
            BlockKind::Camera => Block::Camera { place, magic: 0, settings: Vec::new() },
            BlockKind::Teleport => Block::Teleport { unknown_00: 0 },
            BlockKind::Subsystem | BlockKind::Unknown => Block::Opaque(Vec::new()),
        }
    }

    /// Processes the fields of a block of its kind.
    ///
    /// # Errors
    /// When the bytes end too early.
    pub(in super::super) fn pass<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        match self {
            Block::Placement { place, flags } => placement(pass, place, flags),
            Block::Gun { place, flags, ammo, can_shoot } => {
                placement(pass, place, flags)?;
                pass.value("ammo", ammo)?;
                pass.value(("can_shoot", Hint::Unit("s")), can_shoot)
            }
            Block::Trigger(trigger) => trigger.pass(pass),
            Block::Camera { place, magic, settings } => {
                pass.value("place", place)?;
                pass.value(("magic", Hint::Hex), magic)?;
                pass.bytes("settings", settings, SETTINGS)
            }
            Block::Teleport { unknown_00 } => pass.value(("unknown_00", Hint::Hex), unknown_00),
            Block::Opaque(bytes) => pass.rest("unknown_00", bytes),
        }
    }
}

fn placement<P: Pass>(pass: &mut P, place: &mut Place, flags: &mut Option<u32>) -> Result<()> {
    pass.value("place", place)?;
    match flags {
        Some(flags) => pass.value(("flags", Hint::Flags(PARTITION_FLAGS)), flags),
        None => Ok(()),
    }
}

impl TriggerBlock {
    fn pass<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        if let Some(expression) = &mut self.expression {
            pass.bytes("expression", expression, EXPRESSION)?;
        }
        if let Some(word) = &mut self.unknown_00 {
            pass.value("unknown_00", word)?;
        }
        pass.value("state", &mut self.state)?;
        match &mut self.more {
            TriggerMore::None => Ok(()),
            TriggerMore::Start(word) => pass.value("unknown_1c", word),
            TriggerMore::Location(inside) => pass.value("inside", inside),
            TriggerMore::Timer { unknown_00, unknown_04 } => {
                pass.value("unknown_1c", unknown_00)?;
                pass.value("unknown_20", unknown_04)
            }
        }
    }
}
