//! Kinds of blocks, and their names.

use std::fmt;

use super::saved::has_flags;

/// The hash in a block's name, which is hexadecimal without leading zeros.
pub fn hash_of_name(name: &str) -> Option<u32> {
    let is_hex = name.len() <= 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { u32::from_str_radix(name, 16).ok() } else { None }
}

/// Game subsystems whose blocks have an unknown layout.
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

/// The name of the game subsystem with this hash.
pub fn subsystem(hash: u32) -> Option<&'static str> {
    let known = SUBSYSTEMS.iter().find(|(known, _)| *known == hash).map(|(_, name)| *name);
    known.or((hash == CAMERA).then_some("DefaultCon"))
}

/// Kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Transform of an instance; save versions 13 to 16 store no flags.
    Placement {
        flags: bool,
    },
    Gun {
        flags: bool,
    },
    /// A trigger; `expression` is set if it has a `FireExpression`.
    Trigger {
        expression: bool,
        kind: TriggerKind,
    },
    Camera,
    Teleport,
    Subsystem,
    Unknown,
}

/// Kinds of triggers, which store additional state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriggerKind {
    Plain,
    Start,
    Sequence,
    Location,
    Timer,
}

impl fmt::Display for BlockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.type_name().strip_prefix("Block, ").unwrap_or("opaque"))?;
        match self {
            BlockKind::Trigger { expression: true, .. } => f.write_str(" with a FireExpression"),
            _ => Ok(()),
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
            BlockKind::Subsystem => "Block, game subsystem",
            BlockKind::Unknown => "Block",
        }
    }

    /// The kind of the block of an instance with these properties; `None` for classes with unknown
    /// blocks.
    pub fn of_class(class: &str, expression: bool, version: i32) -> Option<Self> {
        let flags = has_flags(version);
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
}
