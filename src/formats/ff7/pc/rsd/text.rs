//! Words of a resource file.

use super::super::words::{Word, first, line, space, to_next_line};
use crate::bytes::layout::{Layout, Pass, Reading};
use crate::bytes::{Cursor, NoRecorder, Result, Source};

/// Textures with higher numbers are ignored.
const MAX_TEXTURES: usize = 256;

/// A line: `PLY=AAAC.PLY`, or `@RSD940102`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    pub key: Word,
    /// The `=` sign is in the bytes before it.
    pub value: Word,
}

impl Setting {
    pub fn is(&self, key: &str) -> bool {
        self.key.text.eq_ignore_ascii_case(key.as_bytes())
    }
}

/// Length of a key.
fn key(text: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'=';
    // A sign without a key before it is itself the key.
    text.iter().skip(1).position(ends).map_or(text.len(), |at| at + 1)
}

impl Layout for Setting {
    const TYPE: &'static str = "Setting";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.key.take(pass, "key", |text| first(text, key))?;
        self.value.take(pass, "value", |text| {
            let mut before = space(text);
            if text.get(before) == Some(&b'=') {
                before += 1;
                before += space(text.get(before..).unwrap_or(&[]));
            }
            (before, line(text.get(before..).unwrap_or(&[])))
        })
    }

    fn summary(&self) -> String {
        let (key, value) = (self.key.lossy(), self.value.lossy());
        if value.is_empty() { key } else { format!("{key} = {value}") }
    }
}

/// A resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rsd {
    pub settings: Vec<Setting>,
    /// White space and comments after the last line.
    pub after: Vec<u8>,
}

impl Layout for Rsd {
    const TYPE: &'static str = "Rsd";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        let is_there = |_: &[Setting], text: &[u8]| to_next_line(text) < text.len();
        pass.items_while("settings", &mut self.settings, is_there, ())?;
        let rest = if pass.is_reading() { pass.ahead().len() } else { self.after.len() };
        pass.filler(&mut self.after, rest)
    }
}

impl Rsd {
    /// The text after the first key of this name.
    pub fn value(&self, key: &str) -> Option<String> {
        self.settings.iter().find(|own| own.is(key)).map(|own| own.value.lossy())
    }

    /// Name of its mesh, without the extension.
    pub fn mesh(&self) -> Option<String> {
        self.value("PLY").map(|name| stem(&name).to_owned()).filter(|name| !name.is_empty())
    }

    /// Names of its textures by number, without extensions.
    pub fn textures(&self) -> Vec<Option<String>> {
        let mut all: Vec<Option<String>> = Vec::new();
        for setting in &self.settings {
            let key = setting.key.lossy().to_ascii_uppercase();
            let number = key.strip_prefix("TEX[").and_then(|rest| rest.strip_suffix(']'));
            let number = number.and_then(|number| number.trim().parse::<usize>().ok());
            let Some(number) = number.filter(|number| *number < MAX_TEXTURES) else { continue };
            if all.len() <= number {
                all.resize(number + 1, None);
            }
            if let Some(slot) = all.get_mut(number) {
                let name = setting.value.lossy();
                *slot = Some(stem(&name).to_owned()).filter(|name| !name.is_empty());
            }
        }
        all
    }
}

/// A file name up to its first dot.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.split('.').next().unwrap_or(name).trim()
}

/// Parses a text.
pub(super) fn read(text: &[u8]) -> Rsd {
    let source = Source::from_bytes("", text.to_vec());
    let mut cur = Cursor::new(&source, Default::default(), NoRecorder);
    let mut rsd = Rsd::default();
    // A truncated text is read up to its end.
    let _ = rsd.pass(&mut Reading { cur: &mut cur }, ());
    rsd
}
