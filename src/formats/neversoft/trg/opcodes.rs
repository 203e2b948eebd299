//! Known commands (format document, section 18).

use super::kinds::CAMERA_MODES;
use crate::bytes::{Endian, Hint, Scalar, Symbol};

/// Minor version of the file: 0 for Apocalypse and THPS, 1 for Spider-Man and Mat Hoffman.
#[derive(Clone, Copy, Debug)]
pub struct Minor(pub u16);

/// Storage type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `u16`.
    Word,
    /// NUL-terminated text, padded to an even offset.
    Text,
    /// Texts up to an empty one.
    Texts,
    /// Padding to a multiple of 4, then a model name hash.
    Name,
    /// Boxes up to the word 0x00FF.
    Boxes,
}

/// Declaration of an operand.
#[derive(Clone, Copy, Debug)]
pub struct OperandSpec {
    pub name: &'static str,
    pub shape: Shape,
    pub hint: Hint,
}

/// Declaration of a command.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    pub code: u16,
    pub name: &'static str,
    pub operands: &'static [OperandSpec],
}

/// End marker of command lists.
pub const END: u16 = 0xFFFF;
/// End marker of a command's boxes.
pub const BOXES_END: u16 = 0x00FF;

pub const SET_CHEAT_RESTARTS: u16 = 0x02;
/// Start distance and range of fog.
pub const SET_FOG: u16 = 0x68;
pub const SPOOL_IN: u16 = 0x7E;
pub const SPOOL_ENV: u16 = 0x80;
pub const BACKGROUND_ON: u16 = 0x83;
pub const BACKGROUND_OFF: u16 = 0x84;
pub const KILL_IN_BOX: u16 = 0x85;
pub const SET_RESTART: u16 = 0x8C;
/// Restart at which the level begins for two players.
pub const SET_RESTART_2: u16 = 0xB2;
pub const SHOW_IN_BOX: u16 = 0x8D;
pub const SET_OBJ_FILE: u16 = 0x8E;
pub const BACKGROUND_CREATE: u16 = 0xAB;
pub const SET_FADE_COLOUR: u16 = 0xC8;
pub const SET_SKY_COLOUR: u16 = 0xCA;
pub const SET_CAREER_FLAG: u16 = 0xCB;
pub const IF_CAREER_FLAG: u16 = 0xCC;
/// Sources disagree on whether this and the next one have an operand; see `operands`.
pub const PLAY_SOUND: u16 = 0x69;
pub const STOP_SOUND: u16 = 0x6A;

const fn operand(name: &'static str, shape: Shape) -> OperandSpec {
    OperandSpec { name, shape, hint: Hint::Dec }
}

const fn number(name: &'static str) -> OperandSpec {
    operand(name, Shape::Word)
}

const fn angle(name: &'static str) -> OperandSpec {
    OperandSpec { name, shape: Shape::Word, hint: Hint::ANGLE }
}

const fn hex(name: &'static str) -> OperandSpec {
    OperandSpec { name, shape: Shape::Word, hint: Hint::Hex }
}

const NAME: OperandSpec = operand("name", Shape::Text);
const MODEL: OperandSpec = OperandSpec { name: "model", shape: Shape::Name, hint: Hint::Name };
const BOXES: OperandSpec = operand("boxes", Shape::Boxes);
const COLOUR: &[OperandSpec] = &[hex("colour_high"), hex("colour_low")];
const ONE: &[OperandSpec] = &[number("operand")];
const TWO: &[OperandSpec] = &[number("operand_1"), number("operand_2")];
const FIVE: &[OperandSpec] = &[
    number("operand_1"),
    number("operand_2"),
    number("operand_3"),
    number("operand_4"),
    number("operand_5"),
];
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
/// From one source.
const VISIBILITY: &[Symbol] = &[
    symbol(0, "invisible"),
    symbol(1, "visible"),
    symbol(2, "invisible to both players"),
    symbol(3, "visible to both players"),
];
/// From one source.
const INSIDE: &[Symbol] = &[symbol(0, "outside the boxes"), symbol(1, "inside the boxes")];

const fn op(code: u16, name: &'static str, operands: &'static [OperandSpec]) -> Opcode {
    Opcode { code, name, operands }
}

/// Commands with well-known operands, by code.
pub const OPCODES: &[Opcode] = &[
    op(SET_CHEAT_RESTARTS, "SetCheatRestarts", &[operand("restarts", Shape::Texts)]),
    op(0x03, "SendPulse", &[]),
    op(0x04, "SendActivate", &[]),
    op(0x05, "SendSuspend", &[]),
    op(0x0A, "SendSignal", &[]),
    op(0x0B, "SendKill", &[]),
    op(0x0C, "SendKillLoudly", &[]),
    op(0x0D, "SendVisible", &[choice("visible", VISIBLE)]),
    op(SET_FOG, "SetFoggingParams", &[number("steps"), number("start"), number("range")]),
    op(PLAY_SOUND, "PlaySound", &[]),
    op(STOP_SOUND, "StopSound", &[]),
    op(0x77, "DebugText", &[operand("text", Shape::Text)]),
    op(SPOOL_IN, "SpoolIn", &[NAME]),
    op(0x7F, "SpoolOut", &[NAME]),
    op(SPOOL_ENV, "SpoolEnv", &[NAME]),
    op(0x82, "SetCamAngle", &[angle("angle"), number("time")]),
    op(BACKGROUND_ON, "BackgroundOn", &[number("background")]),
    op(BACKGROUND_OFF, "BackgroundOff", &[number("background")]),
    op(KILL_IN_BOX, "KillEverythingInBox", &[BOXES]),
    op(0x86, "SetInitialPulses", &[number("pulses")]),
    op(0x87, "SetCamDistXZ", &[number("distance"), number("time")]),
    op(SET_RESTART, "SetRestart", &[NAME]),
    op(
        SHOW_IN_BOX,
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
    op(SET_RESTART_2, "SetRestart2", &[NAME]),
    op(SET_FADE_COLOUR, "SetFadeColor", COLOUR),
    op(0xC9, "GapPolyHit", &[MODEL, number("gap")]),
    op(SET_SKY_COLOUR, "SetSkyColor", COLOUR),
    op(SET_CAREER_FLAG, "SetCareerFlag", &[number("flag")]),
    op(IF_CAREER_FLAG, "IfCareerFlag", &[number("flag")]),
    op(0xCD, "IfGoal", &[number("goal")]),
];

/// Commands whose operands are known from one source only, by code: they are decoded if a known command,
/// or the end, follows.
pub const SUPPOSED: &[Opcode] = &[
    op(0x66, "WaterEffectOn", &[]),
    op(0x67, "WaterEffectOff", &[]),
    op(0x6E, "ClearAllPSXs", &[]),
    op(0x73, "Text", &[operand("text", Shape::Text)]),
    op(0x81, "SpoolLock", &[]),
    op(0x88, "AllowXA", &[]),
    op(0x89, "DisallowXA", &[]),
    op(0x8A, "SeekXA", &[]),
    op(0x8B, "PlayXA", TWO),
    op(0x8F, "SetCamDistY", &[number("distance"), number("time")]),
    op(0x90, "SetCamOffsetX", &[number("offset"), number("time")]),
    op(0x91, "SetCamOffsetY", &[number("offset"), number("time")]),
    op(0x92, "SetCamOffsetZ", &[number("offset"), number("time")]),
    op(0x96, "MIDIChannelMute", &[number("channel")]),
    op(0x99, "SetCamColijSide", ONE),
    op(0x9A, "SetCamColijBack", &[]),
    op(0x9B, "MIDIFadeIn", ONE),
    op(0x9C, "MIDIFadeOut", ONE),
    op(0x9F, "SpoolMidi", &[NAME]),
    op(0xA0, "SetCamMode", &[choice("mode", CAMERA_MODES)]),
    op(0xA1, "SetComplexMode", &[number("mode")]),
    op(0xA2, "ClearAllCodeModules", &[]),
    op(0xA3, "IgnoreBruceInput", ONE),
    op(0xA4, "SetCamColijAngleSide", &[angle("angle")]),
    op(0xA5, "SetCamColijAngleBack", &[angle("angle")]),
    op(0xA8, "SetCamPitchDamp", ONE),
    op(0xAA, "SetSuspendDistance", &[number("distance")]),
    op(0xAC, "SetCamYDamp", ONE),
    op(0xAD, "SetCamFocusEqualsTripod", &[]),
    op(0xAE, "SetDropDamageOn", TWO),
    op(0xAF, "SetDropDamageOff", &[]),
    op(0xB0, "SetRestart2 (0xb0)", &[NAME]),
    op(0xB1, "IgnoreBruceInputFreeze", &[]),
    op(0xB4, "SetSpideyCamValue", FIVE),
    op(0xB5, "LoadNewTrg", &[NAME]),
    op(0xB6, "SetSpideyRGB", &[]),
    op(0xB7, "SetSpideyLookAroundCamValue", &[]),
    op(0xB8, "SetSpideyShadowRGB", &[]),
    op(0xBA, "SetCamFixedPos", &[]),
    op(0xBB, "SetCamAngleLock", &[]),
    op(0xBC, "SetCamFixedFocus", &[]),
    op(0xBD, "SpoolCodeModule", &[NAME]),
    op(0xBE, "RunCinema", &[number("cinema")]),
    op(0xBF, "SetVisibilityByName", &[NAME]),
    op(0xC3, "WideScreen", ONE),
    op(0xC4, "BuzzSpideySense", TWO),
    op(0xC5, "SetMotionAngleOffset", &[angle("angle")]),
    op(0xC6, "TextMessage", &[operand("text", Shape::Text)]),
    op(0xC7, "CutSceneScript", &[]),
    op(0xD9, "AllowCamLOSCheck", ONE),
    op(0xDA, "ClearTextMessages", &[]),
    op(0xDB, "ClearTextBoxes", &[]),
    op(0xDC, "VenomEnterWaitState", &[]),
    op(0xDD, "VenomExitWaitState", &[]),
    op(0xDE, "CutSceneSkipAllow", ONE),
    op(0xDF, "SetSpideyFootStepBank", &[number("bank")]),
    op(0x12C, "AllowSpeedup", &[]),
    op(0x12D, "DisallowSpeedup", &[]),
    op(0x12E, "EndLevelNode", &[number("node")]),
    op(0x12F, "FadePalettesUp", &[number("operand_1"), number("operand_2"), number("operand_3")]),
    op(0x130, "FadePalettesDown", &[]),
    op(0x131, "KillEverything", &[]),
];

/// Commands of which only the name is known, by code.
const NAMED: &[Opcode] = &[
    op(0xC0, "SetBaddyVisibilityInBox", &[]),
    op(0xC1, "SetObjectVisibilityInBox", &[]),
    op(0xC2, "SendPushback", &[]),
    op(0xD1, "SetVisibilityInBoxSM", &[]),
];

/// Names of the opcodes, for the field tree.
pub static NAMES: [Symbol; OPCODES.len() + SUPPOSED.len() + NAMED.len()] = {
    let mut names = [Symbol { value: 0, name: "" }; OPCODES.len() + SUPPOSED.len() + NAMED.len()];
    let lists = [OPCODES, SUPPOSED, NAMED];
    let (mut list, mut row, mut i) = (0, 0, 0);
    while i < names.len() {
        if row == lists[list].len() {
            (list, row) = (list + 1, 0);
        }
        names[i] = Symbol { value: lists[list][row].code as u32, name: lists[list][row].name };
        (row, i) = (row + 1, i + 1);
    }
    names
};

fn row(list: &'static [Opcode], code: u16) -> Option<&'static Opcode> {
    list.get(list.binary_search_by_key(&code, |op| op.code).ok()?)
}

/// Declaration of opcode `code`, from any list.
pub fn find(code: u16) -> Option<&'static Opcode> {
    [OPCODES, SUPPOSED, NAMED].into_iter().find_map(|list| row(list, code))
}

/// `true` if the operands of `code` are known from one source only.
pub(super) fn is_supposed(code: u16) -> bool {
    row(SUPPOSED, code).is_some()
}

/// The word at `offset` in the bytes ahead.
pub(super) fn word(ahead: &[u8], offset: usize) -> Option<u16> {
    u16::take(&mut ahead.get(offset..)?, Endian::Little)
}

/// `true` for a word that is possible where a command is expected.
fn may_follow(word: Option<u16>) -> bool {
    word.is_some_and(|word| word == END || find(word).is_some())
}

/// `true` if these operands, words and texts, end where a command can follow.
fn lead_on(operands: &[OperandSpec], ahead: &[u8]) -> bool {
    let mut at = 0usize;
    for operand in operands {
        at = match operand.shape {
            Shape::Text if text_at(ahead, at) => {
                let text = ahead.get(at..).unwrap_or_default();
                let len = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
                // Command lists begin at even offsets.
                at.saturating_add(len.saturating_add(1).next_multiple_of(2))
            }
            Shape::Word => at.saturating_add(2),
            _ => return false,
        };
    }
    may_follow(word(ahead, at))
}

/// `true` if a printable NUL-terminated text is at `offset` in the bytes ahead.
fn text_at(ahead: &[u8], offset: usize) -> bool {
    let printable = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    let after = ahead.get(offset..).unwrap_or_default().iter().find(|byte| !printable(byte));
    after == Some(&0)
}

/// Operands of the command `code` before the bytes `ahead`; `None` if they are unknown.
///
/// * In Mat Hoffman, opcode 0xCC takes two words and a text, in Spider-Man one word. Both have the
///   minor version 1, so the opcode takes one word if no text follows.
/// * Operands known from one source only are accepted if another command follows them.
/// * Sources disagree on whether 0x69 and 0x6A take a word. They take one only if a command follows
///   with it but not without it.
pub(super) fn operands(code: u16, ahead: &[u8], minor: Minor) -> Option<&'static [OperandSpec]> {
    if let Some(supposed) = row(SUPPOSED, code) {
        return Some(supposed.operands).filter(|operands| lead_on(operands, ahead));
    }
    let known = row(OPCODES, code)?.operands;
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

/// Declarations of the operands that a stored command has.
pub fn named(code: u16, count: usize) -> &'static [OperandSpec] {
    match code {
        IF_CAREER_FLAG if count > 1 => MHPB_CAREER_FLAG,
        PLAY_SOUND | STOP_SOUND if count == 1 => SOUND,
        _ => find(code).map_or(&[], |op| op.operands),
    }
}
