//! Scripts: a stream of words that the engine's interpreter runs (format document, section 18).
//!
//! Only the words whose operands are known are taken apart; the others stand alone.

use super::pieces::{Angles, Text};
use crate::bytes::layout::{Context, Layout, Named, Pass};
use crate::bytes::{Hint, Result};

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
}

/// What a script word takes from the stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Taken {
    #[default]
    Nothing,
    Model {
        /// Fill up to a multiple of 4.
        pad: Vec<u8>,
        hash: u32,
    },
    Angles(Angles),
    Text(Text),
}

/// The script of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script(pub Vec<ScriptItem>);

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

/// What the word in front of what comes takes, where that can be stored there.
fn taken<P: Pass>(word: u16, pass: &P) -> Taken {
    let fits = |len: u64| pass.remaining() >= len;
    match word {
        MODEL if fits(pass.pos().next_multiple_of(4) - pass.pos() + 4) => {
            Taken::Model { pad: Vec::new(), hash: 0 }
        }
        ANGLES if fits(6) => Taken::Angles(Angles::default()),
        TEXT if holds_text(pass) => Taken::Text(Text::default()),
        _ => Taken::Nothing,
    }
}

/// True when a printable text with its NUL and fill comes next.
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
            Taken::Nothing => Ok(()),
            Taken::Model { pad, hash } => {
                pass.align(4, pad)?;
                pass.value(("model", Hint::Name), hash)
            }
            Taken::Angles(angles) => pass.value("angles", angles),
            Taken::Text(text) => text.pass(pass, context),
        }
    }

    fn summary(&self) -> String {
        self.describe()
    }
}

impl ScriptItem {
    /// What it is, in words.
    pub fn describe(&self) -> String {
        let word = meaning(self.word);
        match &self.operand {
            Taken::Nothing => word,
            Taken::Model { hash, .. } => format!("{word} {hash:08x}"),
            Taken::Angles(a) => format!("{word} {} {} {}", a.x, a.y, a.z),
            Taken::Text(text) => format!("{word} {:?}", text.as_str()),
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

impl From<Vec<ScriptItem>> for Script {
    fn from(items: Vec<ScriptItem>) -> Self {
        Self(items)
    }
}
