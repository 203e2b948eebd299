//! Tokens of the text files of field models: words, and the bytes between them.

use crate::bytes::Result;
use crate::bytes::cp1252;
use crate::bytes::layout::{Context, Layout, Named, Pass};

/// Starts a comment.
const COMMENT: u8 = b'#';

/// A word of a line with the white space before it. The word is a text field; the bytes before it are
/// padding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// White space; before the first word of a line also blank lines and comments.
    pub before: Vec<u8>,
    pub text: Vec<u8>,
}

impl Word {
    pub fn new(before: &str, text: &str) -> Self {
        Self { before: before.as_bytes().to_vec(), text: text.as_bytes().to_vec() }
    }

    pub fn lossy(&self) -> String {
        cp1252::decode(&self.text)
    }

    /// Reads or writes the next word as the field `name`. It has `len` bytes after `before` bytes of
    /// padding. An empty word is not a field.
    pub fn take<P: Pass>(
        &mut self,
        pass: &mut P,
        name: &'static str,
        split: impl FnOnce(&[u8]) -> (usize, usize),
    ) -> Result<()> {
        let (before, len) = match pass.is_reading() {
            true => split(pass.ahead()),
            false => (self.before.len(), self.text.len()),
        };
        pass.filler(&mut self.before, before)?;
        match len {
            0 => Ok(()),
            len => pass.text(name, &mut self.text, len),
        }
    }
}

/// Length of blank lines, comments, and the white space that starts the next line.
pub fn to_next_line(text: &[u8]) -> usize {
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let words = line.trim_ascii_start();
        if !(words.is_empty() || words.first() == Some(&COMMENT)) {
            return at + line.len() - words.len();
        }
        at += line.len();
    }
    at
}

/// Length of white space within the line.
pub fn space(text: &[u8]) -> usize {
    let is_space = |byte: &&u8| byte.is_ascii_whitespace() && **byte != b'\n';
    text.iter().take_while(is_space).count()
}

/// Length up to the end of the line, without trailing white space.
pub fn line(text: &[u8]) -> usize {
    let end = text.split(|byte| *byte == b'\n').next().unwrap_or(text);
    end.trim_ascii_end().len()
}

/// Length up to the next white space.
pub fn word(text: &[u8]) -> usize {
    text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len())
}

/// The first word of the next line: bytes before it, and its length as measured by `len`.
pub fn first(text: &[u8], len: fn(&[u8]) -> usize) -> (usize, usize) {
    let before = to_next_line(text);
    (before, len(text.get(before..).unwrap_or(&[])))
}

/// The next word of the line, measured by `len`; empty at the end of the line.
pub fn next(text: &[u8], len: fn(&[u8]) -> usize) -> (usize, usize) {
    let before = space(text);
    match len(text.get(before..).unwrap_or(&[])) {
        0 => (0, 0),
        len => (before, len),
    }
}

/// In a list, a word is the next one of its line.
impl<C: Context> Layout<C> for Word {
    const TYPE: &'static str = "text";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        self.take(pass, "text", |text| next(text, word))
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        self.take(pass, named.name, |text| next(text, word))
    }
}
