//! Cues: numbers by which games play tones.

use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{Element, Origin, ProgramId, RecordingId, Scene, note_name};

/// A number by which a game plays a tone of a bank.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cue {
    /// Number by which a level selects the cue.
    pub alias: u16,
    /// The tone, if the bank has it.
    pub tone: Option<(ProgramId, u32)>,
    /// Recording of the tone, or of a bank without tones.
    pub sound: Option<RecordingId>,
    /// Key at which the tone is played.
    pub note: u8,
    /// Fraction of full volume.
    pub gain: f32,
    /// The sound repeats until it is stopped.
    pub repeats: bool,
    /// Text of the requested tone: `program 1, tone 0`.
    pub asks_for: String,
    /// Bytes and field path of the cue.
    #[serde(flatten)]
    pub origin: Origin,
}

impl ElementInfo for Cue {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, own: Element) -> String {
        format!("cue {}", own.number())
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        self.asks_for.as_str().into()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, _: Element) -> Properties<'a> {
        let sound = self.sound.and_then(|sound| scene.sounds.get(sound));
        vec![
            ("Alias", self.alias.to_string().into()),
            ("Requests", self.asks_for.as_str().into()),
            ("Sound", sound.map_or("none", |sound| sound.name.as_str()).into()),
            ("Key", note_name(self.note).into()),
            ("Volume", format!("{:.0} %", self.gain * 100.0).into()),
            ("Repeats", if self.repeats { "yes" } else { "no" }.into()),
        ]
    }
}
