//! Trespasser `*.ddf`: the game's menus as text.
//!
//! Words are separated by white space and commas; `;` begins a comment; texts stand in quotes, in
//! which `\` takes the next character as it is; numbers are decimal or `0x` hexadecimal.
//!
//! | statement | what follows |
//! |---|---|
//! | `BACKGROUND` | left, top, right, bottom, picture |
//! | `UICTRL` | type, active, visible, id, left, top, right, bottom, and what the type needs |
//!
//! Everything else is skipped by the game; one file is nothing but texts. A statement ends where
//! the next begins: words that a type does not expect are named `extra`.
//!
//! Source: format document `trespasser-level.md`, section 11.

mod names;
mod read;
mod scene;

use crate::bytes::{Endian, Problems, Result, Source, Tree, Writer};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{Origin, Scene};

/// The format.
pub struct DdfFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.ddf",
    name: "Trespasser menu script",
    family: "trespasser",
    extensions: &["ddf"],
    versions: &[],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Word(String),
    Number(i64),
    Text(String),
}

/// A word, as it is written and as it is meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// White space, commas and comments before it.
    pub before: Box<[u8]>,
    pub text: Box<[u8]>,
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Background,
    Control,
    /// Words that the game skips, or texts of a list.
    Other,
}

/// A statement with all its words, the keyword first.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: Kind,
    pub tokens: Vec<Token>,
    /// What each word is.
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
}

/// A menu.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ddf {
    pub statements: Vec<Statement>,
    /// White space and comments behind the last word.
    pub tail: Box<[u8]>,
}

impl Ddf {
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        for token in self.statements.iter().flat_map(|statement| &statement.tokens) {
            out.bytes(&token.before);
            out.bytes(&token.text);
        }
        out.bytes(&self.tail);
        out.finish()
    }
}

impl Format for DdfFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let named = head.has_extension(INFO.extensions);
        let is_text = !head.bytes.contains(&0);
        // Most files are not even text, and to look for words takes much longer.
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
        let reason = if control { "controls of a menu" } else { "the extension, and text" };
        Some(Probe { score, reason: reason.to_owned() })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, INFO.id, read::read);
        let (menu, places) = read?;
        let controls = menu.statements.iter().filter(|s| s.kind == Kind::Control).count();
        let tokens = menu.statements.iter().flat_map(|statement| &statement.tokens);
        let texts = tokens.filter(|token| matches!(token.value, Value::Text(_))).count();
        let mut counts = Counts::default();
        counts.set("objects", controls);
        counts.set("texts", texts);
        Ok(Document {
            format: &INFO,
            version: String::new(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: true,
            content: Box::new(MenuFile { menu, places, name: source.stem().to_owned() }),
        })
    }
}

struct MenuFile {
    menu: Ddf,
    /// Of each statement.
    places: Vec<Origin>,
    name: String,
}

impl Content for MenuFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(&self.name, &self.menu, &self.places), Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.menu.write())
    }
}
