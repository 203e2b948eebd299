//! Scripts: a stream of words that the engine's interpreter runs (format document, section 18).
//!
//! Only the words whose operands are known are taken apart; the others stand alone.

use super::pieces::{Angles, Pad, Text};
use super::port::{Ahead, Item, Piece, Port, Stored};
use crate::bytes::Hint;

/// Ends a script.
pub const END: u16 = 0x4100;
/// Names the model that a node places.
pub const MODEL: u16 = 0x212F;
/// Turns it.
pub const ANGLES: u16 = 0x2137;
/// Takes a text.
pub const TEXT: u16 = 0x42B0;

/// Words with a name: the variables and commands that are known.
const NAMES: &[(u16, &str)] = &[
    (0x2127, "spin"),
    (0x2128, "spin"),
    (MODEL, "model"),
    (ANGLES, "angles"),
    (END, "end of script"),
    (0x4117, "what-if gate"),
    (TEXT, "text"),
    (0x42B1, "pulse"),
    (0x42B2, "pulse"),
    (0x42B3, "pulse"),
    (0x42B4, "pulse"),
    (0x4301, "shatter"),
    (0x4309, "bouncy"),
];

/// A word of a script, with what it takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptItem {
    pub word: u16,
    pub operand: Taken,
    pub at: Stored,
}

/// What a script word takes from the stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Taken {
    #[default]
    Nothing,
    Model {
        pad: Pad<4>,
        hash: u32,
    },
    Angles(Angles),
    Text(Text),
}

/// The script of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script(pub Vec<ScriptItem>);

impl ScriptItem {
    /// A word that takes nothing.
    pub fn word(word: u16) -> Self {
        Self::taking(word, Taken::Nothing)
    }

    pub fn taking(word: u16, operand: Taken) -> Self {
        Self { word, operand, at: Stored::default() }
    }

    /// Places the model with this name hash.
    pub fn model(hash: u32) -> Self {
        Self::taking(MODEL, Taken::Model { pad: Pad::default(), hash })
    }
}

/// What a word is, by its range.
fn meaning(word: u16) -> String {
    let name = NAMES.iter().find(|(known, _)| *known == word).map_or("", |(_, name)| name);
    let class = match word {
        0..0x2000 => return format!("literal {word}"),
        0x2100..0x2200 => "variable",
        0x4100..0x4600 => "command",
        _ => "word",
    };
    format!("{class} {word:#06x} {name}").trim_end().to_owned()
}

/// What the word in front of `ahead` takes, where that can be stored there.
fn taken(word: u16, ahead: Ahead<'_>) -> Taken {
    let fits = |len: usize| ahead.bytes.len() >= len;
    let pad = usize::try_from(ahead.pos.next_multiple_of(4) - ahead.pos).unwrap_or(0);
    match word {
        MODEL if fits(pad + 4) => Taken::Model { pad: Pad::default(), hash: 0 },
        ANGLES if fits(6) => Taken::Angles(Angles::default()),
        TEXT if holds_text(ahead) => Taken::Text(Text::default()),
        _ => Taken::Nothing,
    }
}

/// True when a printable text with its NUL and fill comes next.
fn holds_text(ahead: Ahead<'_>) -> bool {
    let Some(len) = ahead.bytes.iter().position(|b| *b == 0) else { return false };
    let printable = ahead.bytes.iter().take(len).all(|b| matches!(b, 0x20..0x7F));
    let end = ahead.pos + len as u64 + 1;
    printable && end.next_multiple_of(2) - ahead.pos <= ahead.bytes.len() as u64
}

impl Item for ScriptItem {
    fn fields<P: Port>(&mut self, port: &mut P) -> Result<(), P::Stop> {
        port.scalar("word", Hint::Hex, &mut self.word)?;
        if let Some(ahead) = port.ahead() {
            self.operand = taken(self.word, ahead);
        }
        match &mut self.operand {
            Taken::Nothing => Ok(()),
            Taken::Model { pad, hash } => {
                pad.pass("pad", Hint::Dec, port)?;
                hash.pass("model", Hint::Name, port)
            }
            Taken::Angles(angles) => angles.pass("angles", Hint::Dec, port),
            Taken::Text(text) => text.pass("text", Hint::Dec, port),
        }
    }

    fn type_name(_: Ahead<'_>) -> &'static str {
        "ScriptItem"
    }

    fn place(&mut self, at: Stored) {
        self.at = at;
    }

    fn summary(&self) -> String {
        let word = meaning(self.word);
        match &self.operand {
            Taken::Nothing => word,
            Taken::Model { hash, .. } => format!("{word} {hash:08x}"),
            Taken::Angles(a) => format!("{word} {} {} {}", a.x, a.y, a.z),
            Taken::Text(text) => format!("{word} {:?}", text.as_str()),
        }
    }
}

impl ScriptItem {
    /// What it is, in words.
    pub fn describe(&self) -> String {
        self.summary()
    }
}

impl Piece for Script {
    fn pass<P: Port>(&mut self, name: &'static str, _: Hint, port: &mut P) -> Result<(), P::Stop> {
        port.list(name, &mut self.0, |read, ahead| {
            ahead.u16().is_some() && read.last().is_none_or(|item| item.word != END)
        })
    }
}

impl From<Vec<ScriptItem>> for Script {
    fn from(items: Vec<ScriptItem>) -> Self {
        Self(items)
    }
}
