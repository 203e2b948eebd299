//! Names of values in nodes (format document, section 18).

use crate::bytes::{Bit, Confidence, Symbol};

const fn symbol(value: u32, name: &'static str) -> Symbol {
    Symbol { value, name }
}

/// Commands that run when the level starts.
pub const AUTOEXEC: u16 = 4;
/// Replaces `AUTOEXEC` for two players.
pub const AUTOEXEC2: u16 = 15;

/// Node types.
pub const KINDS: &[Symbol] = &[
    symbol(1, "BADDY"),
    symbol(2, "CRATE"),
    symbol(3, "POINT"),
    symbol(4, "AUTOEXEC"),
    symbol(5, "POWERUP"),
    symbol(6, "COMMANDPOINT"),
    symbol(7, "SEEDABLEBADDY"),
    symbol(8, "RESTART"),
    symbol(9, "BARREL"),
    symbol(10, "RAILDEF"),
    symbol(11, "RAILPOINT"),
    symbol(12, "TRICKOB"),
    symbol(13, "CAMPT"),
    symbol(14, "GOALOB"),
    symbol(15, "AUTOEXEC2"),
    symbol(17, "TRICKCLUSTER"),
    symbol(255, "TERMINATOR"),
    symbol(500, "LIGHT"),
    symbol(501, "OFFLIGHT"),
    symbol(1000, "SCRIPTPOINT"),
    symbol(1001, "CAMERAPATH"),
    symbol(1002, "SPAWN"),
];

pub fn kind_name(kind: u16) -> Option<&'static str> {
    KINDS.iter().find(|s| s.value == u32::from(kind)).map(|s| s.name)
}

/// Kinds of pickups (THPS).
pub const PICKUPS: &[Symbol] = &[
    symbol(4, "letter K"),
    symbol(5, "letter S"),
    symbol(6, "letter A"),
    symbol(10, "letter E"),
    symbol(15, "letter T"),
    symbol(16, "tape"),
    symbol(18, "tape"),
    symbol(21, "bonus 100"),
    symbol(22, "bonus 200"),
    symbol(23, "bonus 500"),
    symbol(24, "money 250"),
    symbol(25, "money 50"),
    symbol(26, "money 100"),
    symbol(27, "money"),
    symbol(28, "money"),
    symbol(29, "money"),
    symbol(30, "money"),
    symbol(31, "money"),
    symbol(32, "money"),
    symbol(33, "level item"),
    symbol(0x664, "medal"),
    symbol(0x665, "medal"),
    symbol(0x666, "medal"),
];

/// Kinds of baddies: THPS below 300 and from 400, Spider-Man between.
pub const BADDY_KINDS: &[Symbol] = &[
    symbol(203, "script only"),
    symbol(213, "car or crowd"),
    symbol(214, "car or crowd"),
    symbol(215, "car or crowd"),
    symbol(216, "car or crowd"),
    symbol(217, "car or crowd"),
    symbol(218, "car or crowd"),
    symbol(219, "car or crowd"),
    symbol(303, "Mary Jane"),
    symbol(304, "thug"),
    symbol(306, "police"),
    symbol(307, "Rhino"),
    symbol(308, "Doc Ock"),
    symbol(309, "super Doc Ock"),
    symbol(310, "Scorpion"),
    symbol(311, "Mysterio"),
    symbol(312, "henchman"),
    symbol(313, "Venom"),
    symbol(314, "Carnage"),
    symbol(315, "hostage"),
    symbol(316, "Jonah"),
    symbol(317, "lizard man"),
    symbol(318, "chopper"),
    symbol(319, "Black Cat"),
    symbol(320, "SWAT"),
    symbol(402, "platform"),
    symbol(403, "lever"),
    symbol(404, "laser fence"),
    symbol(405, "trip wire"),
    symbol(407, "switch"),
    symbol(408, "laser beam"),
    symbol(409, "electric line"),
    symbol(411, "symbiote droplet"),
    symbol(412, "thing to punch"),
];

/// Priorities of baddies.
pub const PRIORITIES: &[Symbol] = &[symbol(0x1000, "usual"), symbol(0x1001, "other")];

pub const BADDY_FLAGS: &[Symbol] =
    &[symbol(0, "none"), symbol(2, "active at the start"), symbol(4, "invisible at the start")];

pub const GROUND: &[Symbol] = &[symbol(0, "snaps to the ground"), symbol(1, "stays where it is")];

/// Kinds of replay cameras.
pub const CAMERA_KINDS: &[Symbol] = &[symbol(1, "normal"), symbol(2, "follow")];

/// Modes of a replay camera that follows the player.
pub const FOLLOW_MODES: &[Symbol] = &[
    symbol(0, "close"),
    symbol(1, "close and low"),
    symbol(2, "normal"),
    symbol(4, "close, leading"),
    symbol(5, "close and low, leading"),
    symbol(6, "normal, leading"),
];

/// Modes of the player's camera; from one source.
pub const CAMERA_MODES: &[Symbol] = &[
    symbol(0, "nothing"),
    symbol(1, "normal"),
    symbol(2, "no big air"),
    symbol(3, "demo"),
    symbol(4, "start"),
    symbol(5, "far"),
    symbol(6, "overhead"),
    symbol(7, "front"),
    symbol(8, "idle"),
    symbol(9, "flying"),
    symbol(10, "funky flying"),
    symbol(11, "roller coaster"),
    symbol(12, "pan"),
    symbol(13, "look down"),
    symbol(14, "look up"),
    symbol(15, "loose"),
    symbol(16, "user"),
    symbol(17, "look around"),
    symbol(18, "upside test"),
    symbol(19, "boss beast"),
    symbol(20, "boss war"),
    symbol(21, "boss tank"),
    symbol(22, "debug"),
    symbol(23, "competition intro"),
];

/// Mask of the surface in a rail's flags.
pub const RAIL_SURFACE: u16 = 0x0F;

/// Mask of the number of players in a rail's flags.
pub const RAIL_PLAYERS: u16 = 0x30;

pub const SURFACES: &[Symbol] = &[symbol(0, "concrete"), symbol(1, "metal"), symbol(2, "wood")];

/// Flags of a rail node.
pub const RAIL_FLAGS: &[Bit] = &[
    Bit {
        mask: RAIL_SURFACE as u32,
        name: "surface",
        meaning: "0: concrete, 1: metal, 2: wood",
        confidence: Confidence::Sure,
    },
    Bit {
        mask: RAIL_PLAYERS as u32,
        name: "players",
        meaning: "number of players for which the rail exists",
        confidence: Confidence::Sure,
    },
];

/// Minor versions of the file.
pub const MINORS: &[Symbol] =
    &[symbol(0, "Apocalypse, Tony Hawk's"), symbol(1, "Spider-Man, Mat Hoffman's")];
