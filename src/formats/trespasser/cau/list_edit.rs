//! Adds, copies and removes captions.

use super::coding::Coding;
use super::records::{Captions, Cau, Section, VERSION};
use crate::bytes::cp1252;
use crate::formats::list_edit::{Renumbered, copy, elements, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

/// Default duration of a new caption, in time units; shorter if the sound ends earlier.
const NEW: u32 = 15;
/// Time units of captions in a second.
const PER_SECOND: f64 = 5.0;

impl Cau {
    /// Applies a change to the captions. `list` is their path.
    ///
    /// # Errors
    /// When the change is to another list.
    pub fn with_captions(&self, list: &str, change: &ListChange<'_>) -> EditResult<Self> {
        if self.header.version < VERSION {
            let version = self.header.version;
            return Err(Refusal(format!("a sound of version {version} has no captions")));
        }
        let mut new = Self { stale: false, front: None, ..self.clone() };
        let mut captions = new.captions.take().unwrap_or_else(Captions::empty);
        let sections = &mut captions.sections;
        let indices = |paths: &[String], len| {
            let found = elements(paths, list, len);
            found.ok_or_else(|| unchangeable(paths.first().map_or(list, String::as_str)))
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
            ListChange::Add { list: at, .. } => return Err(unchangeable(at)),
        }
        // A stored caption block has at least one caption.
        captions.stale_count = None;
        captions.stale_length = None;
        new.captions = Some(captions).filter(|captions| !captions.is_empty());
        Ok(new)
    }

    /// Duration of the sound in caption time units.
    fn units(&self) -> u32 {
        let Ok(coding) = Coding::of(&self.header) else { return 0 };
        let seconds = coding.frames(self.data_len()) as f64 / f64::from(self.header.rate.max(1));
        (seconds * PER_SECOND).ceil() as u32
    }
}

impl Captions {
    /// No captions, with the usual tail of the game's files.
    fn empty() -> Self {
        Self { tail: vec![0; 4], ..Self::default() }
    }
}

/// The bytes of a caption; a new line becomes 13.
fn text(text: &str) -> EditResult<Vec<u8>> {
    let none = |letter| Refusal(format!("captions cannot store the character {letter:?}"));
    let text = text.replace("\r\n", "\r").replace('\n', "\r");
    match text.contains('\0') {
        true => Err(none('\0')),
        false => cp1252::encode_all(&text).map_err(none),
    }
}
