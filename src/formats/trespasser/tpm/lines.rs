//! Lines of text, split into parts that reproduce them exactly.

use crate::bytes::Result;
use crate::bytes::layout::{Layout, Pass};

/// A line, split into parts that reproduce it exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// White space.
    pub before: Vec<u8>,
    /// Empty if the line is not a property.
    pub key: Vec<u8>,
    /// The equals sign, and white space around it.
    pub between: Vec<u8>,
    /// The value, or the whole line.
    pub value: Vec<u8>,
    /// White space, and the line end.
    pub after: Vec<u8>,
}

impl Line {
    /// Splits a line including its end.
    fn of(line: &[u8]) -> Self {
        let behind = line.trim_ascii_start();
        let text = behind.trim_ascii_end();
        let (before, after) = (line.len() - behind.len(), behind.len() - text.len());
        let (key, between, value) = pieces(text);
        Self {
            before: line.get(..before).unwrap_or(&[]).into(),
            key: key.into(),
            between: between.into(),
            value: value.into(),
            after: line.get(line.len() - after..).unwrap_or(&[]).into(),
        }
    }

    /// The value, without quotes.
    pub fn value(&self) -> String {
        let value = crate::bytes::cp1252::decode(&self.value);
        let inner = value.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest));
        inner.map_or_else(|| value.clone(), str::to_owned)
    }

    /// `true` if the game skips the line.
    pub(super) fn is_comment(&self) -> bool {
        self.value.is_empty() && self.key.is_empty() || self.value.starts_with(b"//")
    }
}

impl Layout for Line {
    const TYPE: &'static str = "Line";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() {
            let mut lines = pass.ahead().split_inclusive(|byte| *byte == b'\n');
            *self = Self::of(lines.next().unwrap_or(&[]));
        }
        let Self { before, key, between, value, after } = self;
        let value_name = if key.is_empty() { "text" } else { "value" };
        let property = [(None, between), (Some(value_name), value), (None, after)];
        for (name, bytes) in [(None, before), (Some("key"), key)].into_iter().chain(property) {
            let len = bytes.len();
            match name.filter(|_| len > 0) {
                Some(name) => pass.text(name, bytes, len)?,
                None => pass.filler(bytes, len)?,
            }
        }
        Ok(())
    }
}

/// Key, equals sign and value of a line; a line that is not a property is all value.
fn pieces(text: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let all = || (&[][..], &[][..], text);
    let Some(at) = text.iter().position(|byte| *byte == b'=') else { return all() };
    let key = text.get(..at).unwrap_or(&[]).trim_ascii_end();
    // A comment, a quoted name or a lone equals sign is not a key.
    if key.is_empty() || key.iter().any(|byte| b"\"/{".contains(byte)) {
        return all();
    }
    let value = text.get(at + 1..).unwrap_or(&[]).trim_ascii_start();
    let between = text.get(key.len()..text.len() - value.len()).unwrap_or(&[]);
    (key, between, value)
}
