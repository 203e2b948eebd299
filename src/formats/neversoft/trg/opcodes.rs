//! The commands that are known (format document, section 18).

use crate::bytes::{Endian, Hint, Scalar, Symbol};

/// Minor version of the file: 0 Apocalypse and THPS, 1 Spider-Man and Mat Hoffman.
#[derive(Clone, Copy, Debug)]
pub struct Minor(pub u16);

/// How an operand is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `u16`.
    Word,
    /// A NUL-terminated text, filled up to an even offset.
    Text,
    /// Texts up to an empty one.
    Texts,
    /// Fill to a multiple of 4, then a model name hash.
    Name,
    /// Boxes up to the word 0x00FF.
    Boxes,
}

/// An operand of a command.
#[derive(Clone, Copy, Debug)]
pub struct OperandSpec {
    pub name: &'static str,
    pub shape: Shape,
    pub hint: Hint,
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    pub code: u16,
    pub name: &'static str,
    pub operands: &'static [OperandSpec],
}

/// Ends every list of commands.
pub const END: u16 = 0xFFFF;
/// Ends the boxes of a command.
pub const BOXES_END: u16 = 0x00FF;

pub const SET_CHEAT_RESTARTS: u16 = 0x02;
pub const SPOOL_IN: u16 = 0x7E;
pub const SPOOL_ENV: u16 = 0x80;
pub const SET_RESTART: u16 = 0x8C;
pub const SET_OBJ_FILE: u16 = 0x8E;
pub const BACKGROUND_CREATE: u16 = 0xAB;
pub const SET_FADE_COLOUR: u16 = 0xC8;
pub const SET_SKY_COLOUR: u16 = 0xCA;
pub const SET_CAREER_FLAG: u16 = 0xCB;
pub const IF_CAREER_FLAG: u16 = 0xCC;
/// Sources disagree on whether this and the next take a word; see `operands`.
pub const PLAY_SOUND: u16 = 0x69;
pub const STOP_SOUND: u16 = 0x6A;

const fn operand(name: &'static str, shape: Shape) -> OperandSpec {
    OperandSpec { name, shape, hint: Hint::Dec }
}

const fn number(name: &'static str) -> OperandSpec {
    operand(name, Shape::Word)
}

const fn angle(name: &'static str) -> OperandSpec {
    OperandSpec { name, shape: Shape::Word, hint: Hint::Angle }
}

const fn hex(name: &'static str) -> OperandSpec {
    OperandSpec { name, shape: Shape::Word, hint: Hint::Hex }
}

const NAME: OperandSpec = operand("name", Shape::Text);
const MODEL: OperandSpec = OperandSpec { name: "model", shape: Shape::Name, hint: Hint::Name };
const BOXES: OperandSpec = operand("boxes", Shape::Boxes);
const COLOUR: &[OperandSpec] = &[hex("colour_high"), hex("colour_low")];
const SOUND: &[OperandSpec] = &[number("sound")];
const MHPB_CAREER_FLAG: &[OperandSpec] =
    &[number("operand_1"), number("operand_2"), operand("text", Shape::Text)];

const fn choice(name: &'static str, symbols: &'static [Symbol]) -> OperandSpec {
    OperandSpec { name, shape: Shape::Word, hint: Hint::Enum(symbols) }
}

const fn symbol(value: u32, name: &'static str) -> Symbol {
    Symbol { value, name }
}

const VISIBLE: &[Symbol] = &[symbol(0, "invisible"), symbol(1, "visible")];
/// One source.
const VISIBILITY: &[Symbol] = &[
    symbol(0, "invisible"),
    symbol(1, "visible"),
    symbol(2, "invisible to both players"),
    symbol(3, "visible to both players"),
];
/// One source.
const INSIDE: &[Symbol] = &[symbol(0, "outside the boxes"), symbol(1, "inside the boxes")];

const fn op(code: u16, name: &'static str, operands: &'static [OperandSpec]) -> Opcode {
    Opcode { code, name, operands }
}

/// Every command with known operands, by code.
pub const OPCODES: &[Opcode] = &[
    op(SET_CHEAT_RESTARTS, "SetCheatRestarts", &[operand("restarts", Shape::Texts)]),
    op(0x03, "SendPulse", &[]),
    op(0x04, "SendActivate", &[]),
    op(0x05, "SendSuspend", &[]),
    op(0x0A, "SendSignal", &[]),
    op(0x0B, "SendKill", &[]),
    op(0x0C, "SendKillLoudly", &[]),
    op(0x0D, "SendVisible", &[choice("visible", VISIBLE)]),
    op(0x68, "SetFoggingParams", &[number("near"), number("start"), number("range")]),
    op(PLAY_SOUND, "PlaySound", &[]),
    op(STOP_SOUND, "StopSound", &[]),
    op(0x77, "DebugText", &[operand("text", Shape::Text)]),
    op(SPOOL_IN, "SpoolIn", &[NAME]),
    op(0x7F, "SpoolOut", &[NAME]),
    op(SPOOL_ENV, "SpoolEnv", &[NAME]),
    op(0x82, "SetCamAngle", &[angle("angle"), number("time")]),
    op(0x83, "BackgroundOn", &[number("background")]),
    op(0x84, "BackgroundOff", &[number("background")]),
    op(0x85, "KillEverythingInBox", &[BOXES]),
    op(0x86, "SetInitialPulses", &[number("pulses")]),
    op(0x87, "SetCamDistXZ", &[number("distance"), number("time")]),
    op(SET_RESTART, "SetRestart", &[NAME]),
    op(
        0x8D,
        "SetVisibilityInBox",
        &[choice("visibility", VISIBILITY), choice("where", INSIDE), BOXES],
    ),
    op(SET_OBJ_FILE, "SetObjFile", &[NAME]),
    op(0x93, "SetGameLevel", &[number("level")]),
    op(0x94, "IfPulseCount", &[number("count")]),
    op(0x95, "Endif", &[]),
    op(0x97, "SetDualBufferSize", &[number("size")]),
    op(0x98, "KillBruce", &[]),
    op(0x9D, "SetReverbType", &[number("reverb")]),
    op(0x9E, "EndLevel", &[]),
    op(0xA6, "SetOTPushback", &[number("pushback")]),
    op(0xA7, "SetCamZoom", &[number("zoom"), number("time")]),
    op(0xA9, "SetOTPushback2", &[number("pushback")]),
    op(
        BACKGROUND_CREATE,
        "BackgroundCreate",
        &[MODEL, number("operand_1"), number("operand_2"), number("operand_3")],
    ),
    op(0xB2, "SetRestart2", &[NAME]),
    op(SET_FADE_COLOUR, "SetFadeColor", COLOUR),
    op(0xC9, "GapPolyHit", &[MODEL, number("gap")]),
    op(SET_SKY_COLOUR, "SetSkyColor", COLOUR),
    op(SET_CAREER_FLAG, "SetCareerFlag", &[number("flag")]),
    op(IF_CAREER_FLAG, "IfCareerFlag", &[number("flag")]),
    op(0xCD, "IfGoal", &[number("goal")]),
];

/// Names of the opcodes, for the tree.
pub static NAMES: [Symbol; OPCODES.len()] = {
    let mut names = [Symbol { value: 0, name: "" }; OPCODES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Symbol { value: OPCODES[i].code as u32, name: OPCODES[i].name };
        i += 1;
    }
    names
};

/// The row of `code`.
pub fn find(code: u16) -> Option<&'static Opcode> {
    let at = OPCODES.binary_search_by_key(&code, |op| op.code).ok()?;
    OPCODES.get(at)
}

/// The word that stands `offset` bytes ahead.
pub(super) fn word(ahead: &[u8], offset: usize) -> Option<u16> {
    u16::take(&mut ahead.get(offset..)?, Endian::Little)
}

/// True for a word that can stand where a command is expected.
fn may_follow(word: Option<u16>) -> bool {
    word.is_some_and(|word| word == END || find(word).is_some())
}

/// True where a printable text with its NUL stands `offset` bytes ahead.
fn text_at(ahead: &[u8], offset: usize) -> bool {
    let printable = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    let after = ahead.get(offset..).unwrap_or_default().iter().find(|byte| !printable(byte));
    after == Some(&0)
}

/// The operands of the command that starts with `code` in front of the bytes `ahead`; `None` when
/// they are not known.
///
/// * In Mat Hoffman, opcode 0xCC takes two words and a text. Spider-Man has the same minor version
///   1, so it takes one word where no text stands there.
/// * Sources disagree on whether 0x69 and 0x6A take a word. They take none unless only with one
///   does a command follow.
pub(super) fn operands(code: u16, ahead: &[u8], minor: Minor) -> Option<&'static [OperandSpec]> {
    let known = find(code)?.operands;
    match code {
        IF_CAREER_FLAG if minor.0 == 1 && text_at(ahead, 4) => Some(MHPB_CAREER_FLAG),
        PLAY_SOUND | STOP_SOUND => match (may_follow(word(ahead, 0)), may_follow(word(ahead, 2))) {
            (true, _) => Some(known),
            (false, true) => Some(SOUND),
            (false, false) => None,
        },
        _ => Some(known),
    }
}

/// The names of the operands that a stored command has.
pub fn named(code: u16, count: usize) -> &'static [OperandSpec] {
    match code {
        IF_CAREER_FLAG if count > 1 => MHPB_CAREER_FLAG,
        PLAY_SOUND | STOP_SOUND if count == 1 => SOUND,
        _ => find(code).map_or(&[], |op| op.operands),
    }
}
