//! Scripts: a stream of words for the engine's interpreter (format document, section 18).
//!
//! Operands are decoded only for words whose operands are known; other words are separate items.

use super::pieces::{Angles, Position, Text};
use crate::bytes::layout::{Context, Layout, Named, Pass};
use crate::bytes::{Hint, Result};

/// Words below this are numbers.
const FIRST_WORD: u16 = 0x2000;
/// End of a script.
pub const END: u16 = 0x4100;
/// Word that names the model that a node places.
pub const MODEL: u16 = 0x212F;
/// Word that sets the angles of the node.
pub const ANGLES: u16 = 0x2137;
/// Word with a text operand.
pub const TEXT: u16 = 0x42B0;
/// Word with a file name operand.
const LOAD_MODEL: u16 = 0x4200;
/// Words with a hash operand.
const CHECKSUM: u16 = 0x2135;
const FILM: u16 = 0x4293;
/// Words with a position or offset operand.
const MOVE_TO: u16 = 0x4220;
const MOVE_BY: u16 = 0x4222;

/// Named words: variables up to 0x2200, commands from 0x4100. Most are from one source.
const NAMES: &[(u16, &str)] = &[
    (0x2100, "health"),
    (0x2101, "damage"),
    (0x2114, "variable 0"),
    (0x2115, "variable 1"),
    (0x2120, "register"),
    (0x2121, "height"),
    (0x2122, "timer"),
    (0x2123, "apply gravity"),
    (0x2124, "model index"),
    (0x2125, "attribute"),
    (0x2127, "spin"),
    (0x2128, "spin up"),
    (0x2129, "random"),
    (0x212A, "my node"),
    (0x212B, "linked node"),
    (0x212C, "input signal"),
    (0x212D, "facing"),
    (0x212E, "counter"),
    (MODEL, "model"),
    (0x2131, "gravity flag"),
    (0x2132, "distance of the player"),
    (0x2133, "line of sight"),
    (0x2134, "velocity"),
    (CHECKSUM, "second checksum"),
    (0x2136, "film frame"),
    (ANGLES, "angles"),
    (0x2140, "place x"),
    (0x2141, "place y"),
    (0x2142, "place z"),
    (0x2150, "player x"),
    (0x2151, "player y"),
    (0x2152, "player z"),
    (0x2200, "collision count"),
    (END, "end of script"),
    (0x4101, "go to"),
    (0x4102, "go to, breaking"),
    (0x4104, "label"),
    (0x4105, "read labels"),
    (0x4106, "move to place"),
    (0x4107, "stop"),
    (0x4110, "add"),
    (0x4112, "if greater"),
    (0x4113, "if less"),
    (0x4114, "if equal"),
    (0x4115, "if flag set"),
    (0x4116, "if flag clear"),
    (0x4117, "what-if gate"),
    (0x4120, "end if"),
    (LOAD_MODEL, "load model"),
    (0x4201, "cycle animation"),
    (0x4202, "run animation"),
    (0x4203, "display on"),
    (0x4204, "display off"),
    (0x4205, "die quietly"),
    (MOVE_TO, "move to"),
    (0x4221, "move to node"),
    (MOVE_BY, "move by"),
    (0x4226, "zero velocity"),
    (0x4227, "bounce animation"),
    (0x4240, "reset input"),
    (0x4280, "wait"),
    (0x4281, "wait for signal"),
    (0x4290, "play sound"),
    (0x4291, "play sound there"),
    (0x4292, "spark"),
    (FILM, "film"),
    (0x4294, "start film"),
    (0x4295, "nothing"),
    (0x4296, "MIDI fade in"),
    (0x4297, "MIDI fade out"),
    (0x4298, "shake camera"),
    (0x4299, "film track"),
    (0x429A, "move to node, more"),
    (0x429B, "smoke jet on"),
    (0x429C, "flash screen"),
    (0x429D, "nothing"),
    (0x429E, "water level"),
    (0x429F, "smoke jet off"),
    (0x42A0, "create pickup"),
    (0x42A2, "water damage"),
    (0x42A6, "move to self"),
    (TEXT, "text"),
    (0x42B1, "pulse"),
    (0x42B2, "pulse"),
    (0x42B3, "signal to node"),
    (0x42B4, "pulse to node"),
    (0x42C0, "goal counter"),
    (0x4300, "wait for collision"),
    (0x4301, "shatter"),
    (0x4302, "rotation"),
    (0x4303, "move speed"),
    (0x4304, "scale"),
    (0x4305, "solid"),
    (0x4306, "scale x"),
    (0x4307, "scale y"),
    (0x4308, "scale z"),
    (0x4309, "bouncy"),
    (0x4503, "rain"),
    (0x4507, "loop sound"),
    (0x4508, "loop sound there"),
    (0x4509, "stop looping sound"),
];

/// A word of a script, with its operand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptItem {
    pub word: u16,
    pub operand: OperandValue,
}

/// Operand of a script word.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum OperandValue {
    #[default]
    Nothing,
    Model {
        /// Padding to a multiple of 4.
        pad: Vec<u8>,
        hash: u32,
    },
    Angles(Angles),
    Text(Text),
    Place {
        /// Padding to a multiple of 4.
        pad: Vec<u8>,
        at: Position,
    },
}

/// The script of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script(pub Vec<ScriptItem>);

/// Name of a word; empty if unknown.
fn name_of(word: u16) -> &'static str {
    NAMES.iter().find(|(known, _)| *known == word).map_or("", |(_, name)| name)
}

/// Meaning of a word, by its range.
fn meaning(word: u16) -> String {
    let name = name_of(word);
    let class = match word {
        0..FIRST_WORD => return format!("literal {word}"),
        0x2100..=0x2200 => "variable",
        0x4100..0x4600 => "command",
        _ => "word",
    };
    format!("{class} {word:#06x} {name}").trim_end().to_owned()
}

/// Operand for the word before the current position, if the following bytes fit.
fn taken<P: Pass>(word: u16, pass: &P) -> OperandValue {
    let fits = |len: u64| pass.remaining() >= len;
    let fill = pass.pos().next_multiple_of(4) - pass.pos();
    match word {
        MODEL | CHECKSUM | FILM if fits(fill + 4) => {
            OperandValue::Model { pad: Vec::new(), hash: 0 }
        }
        MOVE_TO | MOVE_BY if fits(fill + 12) => {
            OperandValue::Place { pad: Vec::new(), at: Position::default() }
        }
        ANGLES if fits(6) => OperandValue::Angles(Angles::default()),
        TEXT | LOAD_MODEL if holds_text(pass) => OperandValue::Text(Text::default()),
        _ => OperandValue::Nothing,
    }
}

/// `true` if a printable text with its NUL and padding follows.
fn holds_text<P: Pass>(pass: &P) -> bool {
    let Some(len) = pass.ahead().iter().position(|b| *b == 0) else { return false };
    let printable = pass.ahead().iter().take(len).all(|b| matches!(b, 0x20..0x7F));
    let end = pass.pos() + len as u64 + 1;
    printable && end.next_multiple_of(2) - pass.pos() <= pass.remaining()
}

impl<C: Context> Layout<C> for ScriptItem {
    const TYPE: &'static str = "ScriptItem";
    const MIN_SIZE: u64 = 2;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        pass.value(("word", Hint::Hex), &mut self.word)?;
        if pass.is_reading() {
            self.operand = taken(self.word, pass);
        }
        match &mut self.operand {
            OperandValue::Nothing => Ok(()),
            OperandValue::Model { pad, hash } => {
                pass.align(4, pad)?;
                pass.value(("model", Hint::Name), hash)
            }
            OperandValue::Angles(angles) => pass.value("angles", angles),
            OperandValue::Place { pad, at } => {
                pass.align(4, pad)?;
                pass.value("place", at)
            }
            OperandValue::Text(text) => text.pass(pass, context),
        }
    }

    fn summary(&self) -> String {
        self.describe()
    }
}

impl ScriptItem {
    /// Name of the item's word; empty if unknown.
    pub fn name(&self) -> &'static str {
        name_of(self.word)
    }

    /// `true` for a number that the preceding word takes.
    pub fn is_literal(&self) -> bool {
        self.word < FIRST_WORD
    }

    /// `true` if it starts a conditional block.
    pub fn is_condition(&self) -> bool {
        self.name().starts_with("if ")
    }

    /// Text of the item.
    pub fn describe(&self) -> String {
        let word = meaning(self.word);
        match &self.operand {
            OperandValue::Nothing => word,
            OperandValue::Model { hash, .. } => format!("{word} {hash:08x}"),
            OperandValue::Angles(a) => format!("{word} {} {} {}", a.x, a.y, a.z),
            OperandValue::Text(text) => format!("{word} {:?}", text.as_str()),
            OperandValue::Place { at, .. } => format!("{word} {at}"),
        }
    }
}

impl<C: Context> Layout<C> for Script {
    const TYPE: &'static str = "Script";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("script".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, context: C) -> Result<()> {
        let more = |read: &[ScriptItem], ahead: &[u8]| {
            ahead.len() >= 2 && read.last().is_none_or(|item| item.word != END)
        };
        pass.items_while(named.name, &mut self.0, more, context)
    }
}

impl Script {
    /// End of a conditional block.
    pub(super) const END_IF: u16 = 0x4120;
}

impl From<Vec<ScriptItem>> for Script {
    fn from(items: Vec<ScriptItem>) -> Self {
        Self(items)
    }
}
