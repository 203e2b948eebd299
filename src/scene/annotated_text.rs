//! Annotated texts, whose words refer to stored fields.

use super::Origin;

/// A readable description of a file's behaviour, in the form of program code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedText {
    /// Name of the described file.
    pub name: String,
    /// Lines, one per described element.
    pub lines: Vec<AnnotatedLine>,
}

/// A line of a [`AnnotatedText`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedLine {
    /// Indentation in steps.
    pub depth: u8,
    /// Words, separated by blanks.
    pub words: Vec<Word>,
    /// Bytes and field path of the element that the line describes.
    pub origin: Origin,
}

/// A word, or several that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Word {
    /// Displayed text.
    pub text: String,
    /// Kind of the word.
    pub kind: WordKind,
    /// Bytes and field path of another element that the word refers to.
    pub leads_to: Option<Origin>,
}

/// Kind of a word of an [`AnnotatedText`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordKind {
    /// Operands, numbers, remarks.
    #[default]
    Plain,
    /// Name of an element, which begins a paragraph.
    Title,
    /// Name of a command.
    Command,
    /// A word with an unknown meaning.
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
    /// A word without a reference.
    pub fn new(kind: WordKind, text: impl Into<String>) -> Self {
        Self { text: text.into(), kind, leads_to: None }
    }
}
