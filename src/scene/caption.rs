//! Captions of sounds.

use serde::Serialize;

use super::element::ElementInfo;
use super::property::Properties;
use super::{Element, Origin, Scene};

/// A text that is displayed while a sound plays. Captions follow each other without gaps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Caption {
    /// Start time in milliseconds from the start of the sound.
    pub start_ms: u64,
    /// End time in milliseconds from the start of the sound.
    pub end_ms: u64,
    /// Lines are separated by `\n`; empty for a pause.
    pub text: String,
    /// Bytes and field path of the caption.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Caption {
    /// `true` if nothing is displayed during its time.
    pub fn is_pause(&self) -> bool {
        self.text.is_empty()
    }
}

/// Index of the caption at `ms` after the start of the sound.
pub fn caption_at(captions: &[Caption], ms: u64) -> Option<usize> {
    let after = captions.partition_point(|caption| caption.start_ms <= ms);
    // Captions without duration share their start time; the last one to start counts.
    let index = after.checked_sub(1)?;
    captions.get(index).filter(|caption| ms < caption.end_ms).map(|_| index)
}

impl ElementInfo for Caption {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, own: Element) -> String {
        format!("caption {}", own.number())
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let time = format!("{} to {} ms", self.start_ms, self.end_ms);
        vec![("Caption", self.text.as_str().into()), ("Time", time.into())]
    }
}
