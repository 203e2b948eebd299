//! What a block is. Its layout follows from the class of its instance, which only the level knows;
//! without the level the size tells most of them, and the numbers in it the rest.
//!
//! | bytes | of |
//! |---|---|
//! | 28, 92 | a trigger, without and with a `FireExpression` |
//! | 32, 96 | a start trigger (a word behind) or a sequence trigger (a word in front) |
//! | 36, 100 | a timer trigger |
//! | 100, 164 | a location trigger |
//! | 36, 44 | a movable instance, a gun; 4 less in save versions 13 to 16 |
//! | 4, 124 | a checkpoint, the camera |

use std::fmt;

use super::block::{EXPRESSION, Place, Trigger};
use super::saved::is_without_flags;
use crate::bytes::{Endian, Shaped};

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
pub const SUBSYSTEMS: &[(u32, &str)] = &[
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
    /// Save versions 13 to 16 store no flags.
    Placement {
        flags: bool,
    },
    Gun {
        flags: bool,
    },
    /// A trigger; `expression`: it has a `FireExpression`.
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

/// All kinds of triggers, the commonest of each size first.
const TRIGGERS: [TriggerKind; 5] = [
    TriggerKind::Plain,
    TriggerKind::Start,
    TriggerKind::Sequence,
    TriggerKind::Location,
    TriggerKind::Timer,
];

impl TriggerKind {
    /// Bytes besides what all triggers store.
    fn more(self) -> usize {
        match self {
            TriggerKind::Plain => 0,
            TriggerKind::Start | TriggerKind::Sequence => 4,
            TriggerKind::Location => 72,
            TriggerKind::Timer => 8,
        }
    }

    fn words(self) -> &'static str {
        match self {
            TriggerKind::Plain => "trigger",
            TriggerKind::Start => "start trigger",
            TriggerKind::Sequence => "sequence trigger",
            TriggerKind::Location => "location trigger",
            TriggerKind::Timer => "timer trigger",
        }
    }
}

impl fmt::Display for BlockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockKind::Placement { .. } => f.write_str("placement"),
            BlockKind::Gun { .. } => f.write_str("gun"),
            BlockKind::Trigger { expression, kind } => {
                f.write_str(kind.words())?;
                if *expression { f.write_str(" with a FireExpression") } else { Ok(()) }
            }
            BlockKind::Camera => f.write_str("camera"),
            BlockKind::Teleport => f.write_str("checkpoint"),
            BlockKind::Subsystem => f.write_str("part of the game"),
            BlockKind::Unknown => f.write_str("opaque"),
        }
    }
}

impl BlockKind {
    pub fn type_name(self) -> &'static str {
        match self {
            BlockKind::Placement { .. } => "Block, placement",
            BlockKind::Gun { .. } => "Block, gun",
            BlockKind::Trigger { kind, .. } => match kind {
                TriggerKind::Plain => "Block, trigger",
                TriggerKind::Start => "Block, start trigger",
                TriggerKind::Sequence => "Block, sequence trigger",
                TriggerKind::Location => "Block, location trigger",
                TriggerKind::Timer => "Block, timer trigger",
            },
            BlockKind::Camera => "Block, camera",
            BlockKind::Teleport => "Block, checkpoint",
            BlockKind::Subsystem => "Block, part of the game",
            BlockKind::Unknown => "Block",
        }
    }

    /// Bytes of such a block; `None` where that is the game's secret.
    pub fn size(self) -> Option<usize> {
        let flags = |flags: bool| if flags { 4 } else { 0 };
        match self {
            BlockKind::Placement { flags: has } => Some(Place::SIZE + flags(has)),
            BlockKind::Gun { flags: has } => Some(Place::SIZE + flags(has) + 8),
            BlockKind::Trigger { expression, kind } => {
                let before = if expression { EXPRESSION } else { 0 };
                Some(before + Trigger::SIZE + kind.more())
            }
            BlockKind::Camera => Some(Place::SIZE + 92),
            BlockKind::Teleport => Some(4),
            BlockKind::Subsystem | BlockKind::Unknown => None,
        }
    }

    /// What the block of an instance with these properties is; `None` for classes of which that is
    /// not known.
    pub fn of_class(class: &str, expression: bool, version: i32) -> Option<Self> {
        let flags = !is_without_flags(version);
        let class = class.to_ascii_lowercase();
        let kind = match class.as_str() {
            "cgun" => return Some(BlockKind::Gun { flags }),
            "teleport" => return Some(BlockKind::Teleport),
            "canimal" | "player" => return None,
            "clocationtrigger" => TriggerKind::Location,
            "ctimertrigger" => TriggerKind::Timer,
            "cstarttrigger" => TriggerKind::Start,
            "csequencetrigger" => TriggerKind::Sequence,
            "ccollisiontrigger" | "ccreaturetrigger" | "cobjecttrigger" => TriggerKind::Plain,
            other if other.ends_with("trigger") => return None,
            _ => return Some(BlockKind::Placement { flags }),
        };
        Some(BlockKind::Trigger { expression, kind })
    }

    /// Every kind whose blocks have this size, the commonest first. A camera goes by its name.
    fn of_size(len: usize, version: i32) -> impl Iterator<Item = Self> {
        let flags = !is_without_flags(version);
        let placed = [BlockKind::Placement { flags }, BlockKind::Gun { flags }];
        let triggers = [false, true].into_iter().flat_map(|expression| {
            TRIGGERS.into_iter().map(move |kind| BlockKind::Trigger { expression, kind })
        });
        let all = placed.into_iter().chain(triggers).chain([BlockKind::Teleport]);
        all.filter(move |kind| kind.size() == Some(len))
    }

    /// What a block is, by its hash, its size, and what can be true of its numbers.
    pub fn guess(hash: u32, bytes: &[u8], version: i32) -> Self {
        if hash == CAMERA && BlockKind::Camera.size() == Some(bytes.len()) {
            return BlockKind::Camera;
        }
        if subsystem(hash).is_some() {
            return BlockKind::Subsystem;
        }
        let likely = |best: (u8, Self), kind: Self| {
            let score = kind.likeliness(bytes);
            if score > best.0 { (score, kind) } else { best }
        };
        Self::of_size(bytes.len(), version).fold((0, BlockKind::Unknown), likely).1
    }

    /// What else a block may be by its size and its numbers: the class of its instance tells, which
    /// is in the level.
    pub fn others(self, bytes: &[u8], version: i32) -> Vec<Self> {
        if matches!(self, BlockKind::Camera | BlockKind::Subsystem) {
            return Vec::new();
        }
        let is_odd = self.likeliness(bytes) == 1;
        let may_be = |other: &Self| *other != self && (is_odd || other.likeliness(bytes) > 1);
        Self::of_size(bytes.len(), version).filter(may_be).collect()
    }

    /// How well numbers fit; never 0, since the size fits.
    fn likeliness(self, bytes: &[u8]) -> u8 {
        match self {
            BlockKind::Placement { .. } | BlockKind::Gun { .. } => placement(bytes),
            BlockKind::Trigger { expression, kind } => {
                let before = if expression { EXPRESSION } else { 0 };
                let word = if kind == TriggerKind::Sequence { 4 } else { 0 };
                trigger(bytes, before + word)
            }
            _ => 1,
        }
    }
}

/// How well the common part of a trigger at `at` fits: a probability in per cent, a time that has
/// come or never will.
fn trigger(bytes: &[u8], at: usize) -> u8 {
    let state = bytes.get(at..).and_then(|mut rest| Trigger::take(&mut rest, Endian::Little));
    let Some(state) = state else { return 1 };
    let is_time = |time: f32| time == -1.0 || time == 0.0 || (1e-6..1e7).contains(&time);
    let fits = state.probability <= 100 && state.next_action <= 0xFF && is_time(state.fire_time);
    match (fits, state.probability) {
        (false, _) => 1,
        // Zeros fit anywhere.
        (true, 0) => 2,
        (true, _) => 3,
    }
}

/// How well a place fits: a turn of unit length, a size, and coordinates, where counts of a trigger
/// would be next to nothing.
fn placement(mut bytes: &[u8]) -> u8 {
    let Some(place) = Place::take(&mut bytes, Endian::Little) else { return 1 };
    let Place { position, rotation: turn, scale } = place;
    let squares = [turn.w, turn.x, turn.y, turn.z].map(|part| part * part);
    let is_turn = (squares.iter().sum::<f32>() - 1.0).abs() < 0.1;
    let is_there = [position.x, position.y, position.z].iter().all(|at| !at.is_subnormal());
    if is_turn && is_there && (1e-6..1e6).contains(&scale) { 3 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Writer;

    const STATE: Trigger = Trigger {
        next_action: 0,
        fires_left: 1,
        probability: 100,
        fire_time: -1.0,
        running_sequence: 0,
        next_action_time: 0.0,
        next_fire_time: 0.0,
    };

    /// `before` words of left-over memory, a trigger's state, words of zero.
    fn block(before: usize, fill: u32, behind: usize) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        (0..before).for_each(|_| out.put(fill));
        out.shaped(&STATE);
        (0..behind).for_each(|_| out.put(0u32));
        out.finish()
    }

    fn trigger_of(expression: bool, kind: TriggerKind) -> BlockKind {
        BlockKind::Trigger { expression, kind }
    }

    #[test]
    fn sizes_are_those_of_the_document() {
        let of =
            |class: &str, expression| BlockKind::of_class(class, expression, 22).unwrap().size();
        for (class, expression, size) in [
            ("CInstance", false, 36),
            ("CEntityWater", false, 36),
            ("CGun", false, 44),
            ("CCollisionTrigger", false, 28),
            ("cobjecttrigger", true, 92),
            ("CStartTrigger", false, 32),
            ("CSequenceTrigger", false, 32),
            ("CTimerTrigger", true, 100),
            ("CLocationTrigger", false, 100),
            ("CLocationTrigger", true, 164),
            ("Teleport", false, 4),
        ] {
            assert_eq!(of(class, expression), Some(size), "{class}");
        }
        assert_eq!(BlockKind::Camera.size(), Some(124));
        let old = BlockKind::of_class("", false, 14).unwrap();
        assert_eq!((old, old.size()), (BlockKind::Placement { flags: false }, Some(32)));
        for class in ["CAnimal", "CBooleanTrigger"] {
            assert_eq!(BlockKind::of_class(class, false, 22), None, "{class}");
        }
    }

    #[test]
    fn numbers_tell_blocks_of_one_size_apart() {
        use TriggerKind::{Location, Sequence, Start, Timer};
        let guess = |bytes: &[u8]| BlockKind::guess(1, bytes, 22);
        for fill in [0, 0xCDCD_CDCD] {
            assert_eq!(guess(&block(16, fill, 2)), trigger_of(true, Timer));
            assert_eq!(guess(&block(16, fill, 18)), trigger_of(true, Location));
        }
        assert_eq!(guess(&block(0, 0, 18)), trigger_of(false, Location));
        assert_eq!(guess(&block(1, 0, 0)), trigger_of(false, Sequence));
        assert_eq!(guess(&block(0, 0, 1)), trigger_of(false, Start));
        assert_eq!(guess(&block(0, 0, 2)), trigger_of(false, Timer), "36 bytes, and no turn");
        assert_eq!(guess(&[7; 2000]), BlockKind::Unknown);
    }

    #[test]
    fn what_else_a_block_may_be_is_known() {
        let others = |kind: BlockKind, bytes: &[u8], version| -> Vec<String> {
            kind.others(bytes, version).iter().map(ToString::to_string).collect()
        };
        let location = trigger_of(false, TriggerKind::Location);
        assert_eq!(others(location, &[0; 100], 22), ["timer trigger with a FireExpression"]);
        assert_eq!(others(location, &block(0, 0, 18), 22), ["timer trigger with a FireExpression"]);
        let clock = trigger_of(true, TriggerKind::Timer);
        assert_eq!(others(clock, &block(16, 0xCDCD_CDCD, 2), 22), [""; 0], "left-over memory");
        let start = trigger_of(false, TriggerKind::Start);
        assert_eq!(others(start, &[0; 32], 22), ["sequence trigger"]);
        assert_eq!(others(start, &[9; 32], 14), ["placement", "sequence trigger"]);
        assert_eq!(others(BlockKind::Gun { flags: true }, &[0; 44], 22), [""; 0]);
    }
}
