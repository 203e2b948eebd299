//! Trespasser `*.ddf`: the game's menus as text.
//!
//! Words are separated by white space and commas; `;` begins a comment; texts are in quotes, in which `\`
//! takes the next character literally; numbers are decimal or `0x` hexadecimal.
//!
//! | statement | arguments |
//! |---|---|
//! | `BACKGROUND` | left, top, right, bottom, picture |
//! | `UICTRL` | type, usually in quotes, active, visible, id, left, top, right, bottom, and others by type |
//!
//! The game skips everything else; one file contains only texts. A statement ends where the next begins:
//! words that a type does not expect are named `extra`.
//!
//! Source: format document `trespasser-level.md`, section 11.

mod names;
mod scene;
mod tokens;

pub use tokens::{Token, Value};

use crate::bytes::layout::{self, Layout, Pass, Reading};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Severity, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records,
};
use crate::scene::Scene;
use tokens::{space, tokens};

/// Kind of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    Background,
    Control,
    /// Words that the game skips, or texts of a list.
    #[default]
    Other,
}

impl Kind {
    fn of(first: &Token) -> Self {
        match first.text.as_slice() {
            b"BACKGROUND" => Kind::Background,
            b"UICTRL" => Kind::Control,
            _ => Kind::Other,
        }
    }
}

/// A statement with all its words, the keyword first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statement {
    pub kind: Kind,
    pub tokens: Vec<Token>,
    /// Names of the words.
    pub names: Vec<&'static str>,
}

impl Statement {
    /// The word with this name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        let at = self.names.iter().position(|known| *known == name)?;
        self.tokens.get(at).map(|token| &token.value)
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        match self.value(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The texts in quotes, without the type.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let named = self.tokens.iter().zip(&self.names);
        named.filter_map(|(token, name)| match &token.value {
            Value::Text(text) if *name != "type" => Some(text.as_str()),
            _ => None,
        })
    }

    /// The words up to the next statement.
    fn ahead(bytes: &[u8]) -> Vec<Token> {
        let mut tokens = tokens(bytes);
        let first = tokens.next();
        let others = tokens.take_while(|token| Kind::of(token) == Kind::Other);
        first.into_iter().chain(others).collect()
    }
}

impl Layout for Statement {
    const TYPE: &'static str = "Words";
    const MIN_SIZE: u64 = 1;

    fn type_ahead<P: Pass>(pass: &P) -> &'static str {
        match tokens(pass.ahead()).next().map(|first| Kind::of(&first)) {
            Some(Kind::Background) => "Background",
            Some(Kind::Control) => "Control",
            _ => "Words",
        }
    }

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() {
            self.tokens = Self::ahead(pass.ahead());
        }
        self.kind = self.tokens.first().map(Kind::of).unwrap_or_default();
        let (names, whole) = names::of(self.kind, &self.tokens);
        let space = self.tokens.first().map_or(0, |token| token.before.len() as u64);
        let start = pass.pos() + space;
        for (token, name) in self.tokens.iter_mut().zip(&names) {
            let (before, len) = (token.before.len(), token.text.len());
            pass.filler(&mut token.before, before)?;
            pass.text(name, &mut token.text, len)?;
        }
        self.names = names;
        if let Err(missing) = whole {
            let message = format_args!("expected {missing}");
            pass.report(Severity::Warning, (start, pass.pos() - start), "", message);
        }
        Ok(())
    }
}

/// A menu.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ddf {
    pub statements: Vec<Statement>,
    /// White space and comments after the last word.
    pub tail: Vec<u8>,
}

impl Layout for Ddf {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let more = |_: &[Statement], ahead: &[u8]| space(ahead) < ahead.len();
        pass.items_while("statements", &mut self.statements, more, ())?;
        let tail = if pass.is_reading() { pass.ahead().len() } else { self.tail.len() };
        pass.filler(&mut self.tail, tail)
    }
}

impl Records for Ddf {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.ddf",
        name: "Trespasser menu script",
        extensions: &["ddf"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let named = head.has_extension(Self::INFO.extensions);
        let is_text = !head.bytes.contains(&0);
        // Most files are not text, and searching for words takes much longer.
        if !named && !is_text {
            return None;
        }
        let has = |word: &[u8]| head.bytes.windows(word.len()).any(|window| window == word);
        let control = has(b"UICTRL ");
        let score = match (control || named && has(b"BACKGROUND "), named) {
            (true, true) => 95,
            (true, false) => 40,
            (false, true) if is_text => 25,
            _ => return None,
        };
        let reason = if control { "controls of a menu" } else { "text with a matching extension" };
        Some(Probe { score, reason: reason.to_owned() })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut menu = Self::default();
        menu.pass(&mut Reading { cur }, ())?;
        Ok(menu)
    }

    fn count(&self, counts: &mut Counts) {
        let controls = self.statements.iter().filter(|s| s.kind == Kind::Control);
        let texts = self.statements.iter().flat_map(Statement::texts);
        counts.set("objects", controls.count());
        counts.set("texts", texts.count());
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Ddf> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<Ddf> {
    fn is_text(&self) -> bool {
        true
    }
}
