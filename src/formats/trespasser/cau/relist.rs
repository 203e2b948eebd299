//! Captions added, copied and removed.

use super::coding::Coding;
use super::records::{Captions, Cau, Section, VERSION};
use crate::bytes::cp1252;
use crate::formats::relist::{Renumbered, copy, elements, stays};
use crate::formats::{ListChange, Refusal};

/// Time units that a new caption is shown for, where the sound goes on for so long.
const NEW: u32 = 15;
/// Time units of captions in a second.
const PER_SECOND: f64 = 5.0;

impl Cau {
    /// This sound with captions more or less. `list` is their path.
    ///
    /// # Errors
    /// Where the change is of something else.
    pub fn with_captions(&self, list: &str, change: &ListChange<'_>) -> Result<Self, Refusal> {
        if self.header.version < VERSION {
            let version = self.header.version;
            return Err(Refusal(format!("a sound of version {version} has no captions")));
        }
        let mut new = Self { stale: false, front: None, ..self.clone() };
        let mut captions = new.captions.take().unwrap_or_else(Captions::empty);
        let sections = &mut captions.sections;
        let indices = |paths: &[String], len| {
            let found = elements(paths, list, len);
            found.ok_or_else(|| stays(paths.first().map_or(list, String::as_str)))
        };
        match change {
            ListChange::Copy(paths) => copy(sections, &indices(paths, sections.len())?),
            ListChange::Remove(paths) => {
                Renumbered::without(&indices(paths, sections.len())?).apply(sections);
            }
            ListChange::Add { list: at, name, new: None } if *at == list => {
                let shown: u32 = sections.iter().fold(0, |sum, s| sum.saturating_add(s.duration));
                let duration = self.units().saturating_sub(shown).clamp(1, NEW);
                sections.push(Section { duration, text: text(name)? });
            }
            ListChange::Add { list: at, .. } => return Err(stays(at)),
        }
        // A block of captions has at least one.
        captions.stale_count = None;
        captions.stale_length = None;
        new.captions = Some(captions).filter(|captions| !captions.is_empty());
        Ok(new)
    }

    /// How long it is, in time units of captions.
    fn units(&self) -> u32 {
        let Ok(coding) = Coding::of(&self.header) else { return 0 };
        let seconds = coding.frames(self.data_len()) as f64 / f64::from(self.header.rate.max(1));
        (seconds * PER_SECOND).ceil() as u32
    }
}

impl Captions {
    /// None, with what stands behind them in the files of the game.
    fn empty() -> Self {
        Self { tail: vec![0; 4], ..Self::default() }
    }
}

/// The letters of a caption; a new line is a 13.
fn text(text: &str) -> Result<Vec<u8>, Refusal> {
    let none = |letter| Refusal(format!("captions cannot hold the letter {letter:?}"));
    let text = text.replace("\r\n", "\r").replace('\n', "\r");
    match text.contains('\0') {
        true => Err(none('\0')),
        false => cp1252::encode_all(&text).map_err(none),
    }
}
