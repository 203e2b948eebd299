//! The opcodes of action scripts: names, meanings, operands.
//!
//! Source: format document `ff7-action-scripts.md`, section 3; lengths are the interpreter's.

use crate::bytes::{ColourWord, Hint};

/// Bytes of a script below this start the body's animation with that number.
pub const FIRST: u8 = 0x8E;

/// Storage of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Byte,
    /// `u16`, unaligned.
    Word,
    /// `i16`, unaligned.
    Signed,
}

impl Shape {
    /// Size in bytes.
    pub const fn size(self) -> usize {
        match self {
            Shape::Byte => 1,
            Shape::Word | Shape::Signed => 2,
        }
    }
}

/// An operand of an opcode.
#[derive(Clone, Copy, Debug)]
pub struct OperandSpec {
    pub name: &'static str,
    pub shape: Shape,
    pub hint: Hint,
}

/// An opcode.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    pub code: u8,
    pub name: &'static str,
    /// Explanation, if the name is not sufficient.
    pub meaning: &'static str,
    pub operands: &'static [OperandSpec],
}

/// Opcodes that end a tick, jump or end a script (sections 2 and 2.1).
pub const FINISH_AFTER_EFFECTS: u8 = 0x9E;
pub const NEW_MODEL: u8 = 0xA2;
pub const PLAY_FROM_IDLE: u8 = 0xA7;
pub const PLAY_OFFSET: u8 = 0xA9;
pub const SMALL_LABEL: u8 = 0xB2;
pub const IF_SMALL: u8 = 0xB3;
pub const PLAY_SMOOTHLY: u8 = 0xB6;
pub const LOOP: u8 = 0xC1;
pub const WAIT_FOR_FADE: u8 = 0xC5;
pub const SET_FADE: u8 = 0xC6;
pub const LABEL: u8 = 0xC9;
pub const ENEMY_LABEL: u8 = 0xCD;
pub const IF_ENEMY: u8 = 0xCE;
pub const TO_IDLE: u8 = 0xEE;
pub const FINISH: u8 = 0xF1;
pub const WAIT: u8 = 0xF3;
pub const SET_WAIT: u8 = 0xF4;
pub const AGAIN: u8 = 0xFE;
pub const END: u8 = 0xFF;
/// [`AGAIN`] ends a script if this byte follows it.
pub const AGAIN_MARK: u8 = 0xC0;

const fn operand(name: &'static str, shape: Shape, hint: Hint) -> OperandSpec {
    OperandSpec { name, shape, hint }
}

const fn byte(name: &'static str) -> OperandSpec {
    operand(name, Shape::Byte, Hint::Dec)
}

const fn ticks(name: &'static str) -> OperandSpec {
    operand(name, Shape::Byte, Hint::Unit("ticks"))
}

const fn word(name: &'static str) -> OperandSpec {
    operand(name, Shape::Word, Hint::Dec)
}

const fn units(name: &'static str) -> OperandSpec {
    operand(name, Shape::Signed, Hint::Unit("units"))
}

const fn angle(name: &'static str) -> OperandSpec {
    operand(name, Shape::Signed, Hint::ANGLE)
}

const ANIMATION: OperandSpec = byte("animation");
const AFTER: OperandSpec = ticks("after");
const STEPS: OperandSpec = ticks("steps");
const BONE: OperandSpec = operand("bone", Shape::Byte, Hint::Index("sections[0].bones"));
const COLOUR: OperandSpec = operand("colour", Shape::Word, Hint::Colour(ColourWord::Stp15));

/// Operand of an [`AGAIN`] that ends a script.
pub const MARK: &[OperandSpec] = &[operand("mark", Shape::Byte, Hint::Hex)];

const fn op(
    code: u8,
    name: &'static str,
    meaning: &'static str,
    operands: &'static [OperandSpec],
) -> Opcode {
    Opcode { code, name, meaning, operands }
}

/// All opcodes of the interpreter, by code. BB, C0, D2, D3, D9 and EF are missing: they would start an
/// animation with that number.
pub const OPCODES: &[Opcode] = &[
    op(0x8E, "flag on", "sets a global flag, once per battle", &[]),
    op(0x8F, "flag off", "clears the flag of 8E", &[]),
    op(0x90, "eye colour", "an entry of the palettes of units 6 to 9", &[byte("entry"), COLOUR]),
    op(0x91, "flash of light", "guess: three colour values of 250", &[AFTER]),
    op(0x92, "stop time gauges", "", &[]),
    op(0x93, "fade to black", "", &[]),
    op(0x94, "turn", "", &[angle("from"), angle("to"), STEPS]),
    op(0x95, "turn to flee", "in a back attack", &[]),
    op(0x96, "weapon muzzle flash", "distance from the weapon's table", MUZZLE),
    op(0x97, "unit colour effect", "", &[byte("effect"), byte("parameter")]),
    op(0x98, "show action name later", "", &[AFTER]),
    op(
        0x99,
        "move to target, limit",
        "limits of Yuffie and Cid",
        &[byte("kind"), units("distance"), units("height"), STEPS],
    ),
    op(
        0x9A,
        "stand in front of target at once",
        "same as FB",
        &[units("distance"), units("height")],
    ),
    op(0x9B, "mark as in front of target", "sets the flag that BD sets", &[]),
    op(0x9C, "sound volume range", "", &[]),
    op(0x9D, "limit routine", "in Tifa's overlay", &[byte("routine")]),
    op(FINISH_AFTER_EFFECTS, "finish after effects", "ends the action after its effects", &[]),
    op(0x9F, "mark as at own position", "clears the flag of 9B", &[]),
    op(0xA0, "grab target", "attaches it to a bone, on one side", &[BONE]),
    op(0xA1, "repeat hits", "", &[byte("hits"), ticks("every")]),
    op(NEW_MODEL, "become loaded model", "continues with its script", &[byte("script")]),
    op(0xA3, "sound volume", "", &[byte("volume")]),
    op(0xA4, "charge enemy skill", "", &[]),
    op(0xA5, "charge summon", "", &[]),
    op(0xA6, "return covering unit", "", &[]),
    op(PLAY_FROM_IDLE, "play from idle frame", "", &[ANIMATION]),
    op(0xA8, "go home", "", &[AFTER, STEPS]),
    op(PLAY_OFFSET, "play with offset", "skips some frames", &[byte("skip"), ANIMATION]),
    op(0xAA, "camera continues", "", &[]),
    op(0xAB, "stand in front of covered unit", "", &[units("distance"), units("unused")]),
    op(0xAC, "load model", "0 to 3: Vincent's forms, 10: Vincent", &[byte("model")]),
    op(
        0xAD,
        "machine gun",
        "at an attachment point; bit 7 of the end: no shells",
        &[byte("point"), units("distance"), ticks("start"), ticks("end")],
    ),
    op(0xAE, "release target", "", &[]),
    op(0xAF, "grab target, other side", "", &[BONE]),
    op(0xB0, "half step back", "258 length units; only for small battle units", &[]),
    op(0xB1, "half step forward", "258 length units; only for small battle units", &[]),
    op(SMALL_LABEL, "label for small units", "target of B3", &[]),
    op(IF_SMALL, "if small, skip", "continues after the next byte B2", &[]),
    op(0xB4, "face the right way", "in back and pincer attacks", &[]),
    op(
        0xB5,
        "place relative",
        "",
        &[units("x"), units("y"), units("z"), byte("to"), word("operand_5"), word("operand_6")],
    ),
    op(PLAY_SMOOTHLY, "play, camera stops", "from the current idle frame", &[ANIMATION]),
    op(0xB7, "death effect", "now", &[]),
    op(0xB8, "hide unit", "", &[]),
    op(0xB9, "start camera", "", &[byte("script")]),
    op(0xBA, "set facing", "default facing plus the turn; continues with B4", &[angle("turn")]),
    op(0xBC, "idle camera", "", &[byte("script")]),
    op(0xBD, "stand in front of target", "at once", &[units("distance"), units("height")]),
    op(0xBE, "hurt target, no number", "", &[AFTER]),
    op(0xBF, "set flag", "", &[byte("flag"), byte("value")]),
    op(LOOP, "go to label", "continues after the first byte C9", &[]),
    op(0xC2, "show damage", "", &[AFTER]),
    op(0xC3, "appear or vanish effect", "", &[]),
    op(0xC4, "run sideways", "", &[units("distance"), STEPS]),
    op(WAIT_FOR_FADE, "wait for fade", "sets the wait counter to the fade time", &[]),
    op(SET_FADE, "set fade time", "", &[ticks("time")]),
    op(
        0xC7,
        "other enemy runs",
        "",
        &[operand("places", Shape::Signed, Hint::Dec), byte("script")],
    ),
    op(0xC8, "go to place", "", &[units("x"), units("z"), STEPS]),
    op(LABEL, "label", "target of C1", &[]),
    op(0xCA, "if loading, go to label", "continues after the first byte C9", &[]),
    op(
        0xCB,
        "effect at bone",
        "255: at the unit",
        &[
            BONE,
            units("distance"),
            byte("red"),
            byte("green"),
            byte("blue"),
            byte("size"),
            byte("operand_7"),
        ],
    ),
    op(0xCC, "go half-way to targets", "", &[STEPS]),
    op(ENEMY_LABEL, "label for enemies", "target of CE", &[]),
    op(IF_ENEMY, "if enemy, skip", "continues after the next byte CD", &[]),
    op(0xCF, "curve to target", "", CURVE),
    op(
        0xD0,
        "jump in front of target",
        "0 to 3: 5 ticks, 4 to 7: 8",
        &[units("distance"), byte("kind")],
    ),
    op(0xD1, "move in front of target", "", &[units("distance"), word("passed_on"), STEPS]),
    op(0xD4, "move straight ahead", "", &[units("distance"), STEPS]),
    op(0xD5, "curve", "", CURVE),
    op(0xD6, "start loaded effect", "", &[AFTER]),
    op(0xD7, "sound", "", &[AFTER, byte("sound")]),
    op(0xD8, "attacker's sound", "", &[AFTER, word("sound")]),
    op(0xDA, "become magic", "", &[byte("magic")]),
    op(0xDB, "muzzle flash", "", &[units("distance"), ticks("start"), ticks("end")]),
    op(0xDC, "position value", "multiplied by the unit's scale", &[byte("value"), units("amount")]),
    op(0xDD, "shot effect", "", SHOT),
    op(0xDE, "other shot effect", "", SHOT),
    op(0xDF, "face targets", "their centre", &[]),
    op(0xE0, "charge limit", "", &[]),
    op(0xE1, "appear", "", &[]),
    op(0xE2, "vanish", "", &[]),
    op(0xE3, "set home here", "", &[]),
    op(0xE4, "step back", "516 units", &[]),
    op(0xE5, "default facing", "depends on the situation", &[]),
    op(0xE6, "charge magic", "", &[]),
    op(0xE7, "show unit", "0 hides it", &[byte("shown")]),
    op(0xE8, "load effect", "", &[]),
    op(0xE9, "jump", "height from the settings", &[units("distance"), STEPS]),
    op(0xEA, "show action name", "", &[]),
    op(0xEB, "item effect", "waits until it is loaded", &[]),
    op(0xEC, "loaded effect", "waits until it is loaded", &[]),
    op(0xED, "step forward", "516 units", &[]),
    op(TO_IDLE, "end", "back to idling", &[]),
    op(0xF0, "foot dust", "at alternating feet", &[]),
    op(FINISH, "finish", "ends the action; the unit stays in place", &[]),
    op(0xF2, "nothing", "", &[]),
    op(WAIT, "wait", "until the wait counter is 0", &[]),
    op(SET_WAIT, "set wait", "", &[ticks("ticks")]),
    op(0xF5, "become enemy", "the enemy in a model slot", &[byte("slot")]),
    op(0xF6, "death effect if dead", "", &[]),
    op(0xF7, "hurt target", "with the damage number", &[AFTER]),
    op(0xF8, "texture animation", "", &[byte("number")]),
    op(0xF9, "default facing at once", "", &[]),
    op(0xFA, "home at once", "", &[]),
    op(0xFB, "stand in front of target at once", "", &[units("distance"), units("height")]),
    op(0xFC, "face target", "the target turns, too", &[]),
    op(0xFD, "place at once", "", &[units("x"), units("y"), units("z")]),
    op(AGAIN, "idle again", "only before C0 and without a pending wait", &[]),
    op(END, "end", "back to idling", &[]),
];

const MUZZLE: &[OperandSpec] = &[ticks("start"), ticks("end")];
const SHOT: &[OperandSpec] = &[byte("operand_1"), byte("operand_2")];
const CURVE: &[OperandSpec] =
    &[units("operand_1"), units("operand_2"), units("operand_3"), byte("operand_4"), STEPS];

/// Finds an opcode by its code.
pub fn find(code: u8) -> Option<&'static Opcode> {
    OPCODES.get(OPCODES.binary_search_by_key(&code, |op| op.code).ok()?)
}
