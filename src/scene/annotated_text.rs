//! A text about what is stored, whose words lead to it.

use super::Origin;

/// Lines that tell what a file does, as a programmer would write it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedText {
    /// Name of the file that it is about.
    pub name: String,
    /// Lines, one for each thing that is told of.
    pub lines: Vec<AnnotatedLine>,
}

/// A line of a [`AnnotatedText`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedLine {
    /// Steps that it is indented by.
    pub depth: u8,
    /// Words, a blank between two of them.
    pub words: Vec<Word>,
    /// Bytes and field path of what the line tells of.
    pub origin: Origin,
}

/// A word, or a few that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Word {
    /// Text that is shown.
    pub text: String,
    /// What it is.
    pub kind: WordKind,
    /// Bytes and field path of something else that it names.
    pub leads_to: Option<Origin>,
}

/// What a word of a [`AnnotatedText`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordKind {
    /// Operands, numbers, remarks.
    #[default]
    Plain,
    /// Name of a thing, which begins a paragraph.
    Title,
    /// Name of a command.
    Command,
    /// Nobody knows what it means.
    Unknown,
}

impl AnnotatedLine {
    /// All words, without the indentation.
    pub fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }
}

impl Word {
    /// A word of a kind that leads nowhere.
    pub fn new(kind: WordKind, text: impl Into<String>) -> Self {
        Self { text: text.into(), kind, leads_to: None }
    }
}
