//! Instruments: programs and their tones.

use serde::Serialize;

use super::element::ElementInfo;
use super::envelope::{ENVELOPE_RATE, Envelope};
use super::property::{Properties, Value};
use super::{Element, Origin, ProgramId, RecordingId, Scene};

/// An instrument of a sound bank.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Program {
    /// Number by which music and cues select the program.
    pub number: u32,
    /// 0 to 127.
    pub volume: u8,
    /// 0 left, 64 centre, 127 right.
    pub pan: u8,
    /// Recordings for ranges of keys.
    pub tones: Vec<Tone>,
    /// Bytes and field path of the program.
    #[serde(flatten)]
    pub origin: Origin,
}

/// A recording for a range of keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tone {
    /// Recording of the tone; `None` if the bank does not have it.
    pub sound: Option<RecordingId>,
    /// Lowest and highest key; if they are reversed, it is never played.
    pub keys: [u8; 2],
    /// Key at which it is played at 44 100 frames per second.
    pub centre: u8,
    /// Detuning in 128ths of a semitone, upwards.
    pub fine: u8,
    /// 0 to 127.
    pub volume: u8,
    /// 0 left, 64 centre, 127 right.
    pub pan: u8,
    /// Played with reverb.
    pub reverb: bool,
    /// Volume envelope.
    pub envelope: Envelope,
    /// Volume of the tone multiplied by those of its program and bank, 0 to 1.
    pub gain: f32,
    /// Bytes and field path of the tone.
    #[serde(flatten)]
    pub origin: Origin,
}

/// The middle C of a piano.
pub const MIDDLE_C: u8 = 60;
/// Pitch register of the sound processor for 44 100 frames per second, and its maximum.
const UNCHANGED: u32 = 0x1000;
const FASTEST: u32 = 0x4000;

/// Playback rate at `note`, of a recording with its own pitch at `centre`, and the pitch register, which
/// has a resolution of a sixteenth of a semitone.
///
/// Source: format document `ps1-sound.md`, section 2.5.
pub fn pitch_at(note: u8, centre: u8, fine: u8) -> (u16, u32) {
    let sixteenths = i32::from(fine) / 8;
    let carry = i32::from(sixteenths > 15);
    let note = i32::from(note) + carry - i32::from(centre) + 60;
    let part = note.rem_euclid(12) * 16 + sixteenths - 16 * carry;
    let octave = note.div_euclid(12) - 5;
    let base = (f64::from(UNCHANGED) * (f64::from(part) / 192.0).exp2()) as u32;
    let pitch = match u32::try_from(octave) {
        Ok(up) => base.checked_shl(up).filter(|_| up < 16).unwrap_or(FASTEST),
        Err(_) => base.checked_shr(octave.unsigned_abs()).unwrap_or(0),
    };
    // At a rate of 0 a sound would never end.
    let pitch = pitch.clamp(1, FASTEST);
    ((pitch & 0xFFFF) as u16, (ENVELOPE_RATE * pitch + UNCHANGED / 2) / UNCHANGED)
}

impl Tone {
    /// `true` if it is played for a key.
    pub fn is_heard_at(&self, note: u8) -> bool {
        let [low, high] = self.keys;
        (low..=high).contains(&note)
    }

    /// Frames per second for a key.
    pub fn rate_at(&self, note: u8) -> u32 {
        pitch_at(note, self.centre, self.fine).1
    }

    /// Volume of the tone in dB; −100 for silence.
    pub fn gain_db(&self) -> f32 {
        (20.0 * self.gain.log10()).max(-100.0)
    }
}

/// Name of a key, such as `C4` for 60.
pub fn note_name(note: u8) -> String {
    const NAMES: [&str; 12] = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
    let name = NAMES.get(usize::from(note % 12)).copied().unwrap_or_default();
    format!("{name}{}", i32::from(note / 12) - 1)
}

impl ElementInfo for Program {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        format!("program {}", self.number)
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        Value::Counted(self.tones.len() as u64, ["tone", "tones"])
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        vec![
            ("Program", self.number.to_string().into()),
            ("Volume", format!("{} of 127", self.volume).into()),
            ("Pan", panned(self.pan).into()),
            ("Tones", Value::count(self.tones.len())),
        ]
    }
}

impl ElementInfo for Tone {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, own: Element) -> String {
        format!("tone {}", own.number())
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        keys_in_words(self.keys).into()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, _: Element) -> Properties<'a> {
        let sound = self.sound.and_then(|sound| scene.sounds.get(sound));
        let centre =
            format!("{} ({}), fine {}/128", note_name(self.centre), self.centre, self.fine);
        let [attack, decay, sustain, release] = self.envelope.steps().map(time_in_words);
        vec![
            ("Sound", sound.map_or("none".to_owned(), |sound| sound.name.clone()).into()),
            ("Keys", keys_in_words(self.keys).into()),
            ("Centre", centre.into()),
            ("At C4", format!("{} Hz", self.rate_at(MIDDLE_C)).into()),
            ("Volume", format!("{} of 127", self.volume).into()),
            ("Pan", panned(self.pan).into()),
            ("Reverb", if self.reverb { "yes" } else { "no" }.into()),
            ("Attack", attack.into()),
            ("Decay", decay.into()),
            ("Sustain", format!("{} %, then {sustain}", self.sustain_percent()).into()),
            ("Release", release.into()),
        ]
    }
}

impl Tone {
    /// Sustain level in percent.
    pub fn sustain_percent(&self) -> u32 {
        u32::from(self.envelope.sustain_level()) * 100 / 0x8000
    }
}

/// Text of a key range: `C3 to B4`.
pub fn keys_in_words([low, high]: [u8; 2]) -> String {
    match low.cmp(&high) {
        std::cmp::Ordering::Less => format!("{} to {}", note_name(low), note_name(high)),
        std::cmp::Ordering::Equal => note_name(low),
        std::cmp::Ordering::Greater => "none".to_owned(),
    }
}

/// Text of the duration of envelope steps.
pub fn time_in_words(steps: Option<u64>) -> String {
    match steps {
        None => "forever".to_owned(),
        Some(0) => "0 ms".to_owned(),
        Some(steps) => {
            let seconds = steps as f64 / f64::from(ENVELOPE_RATE);
            match seconds {
                ..0.01 => format!("{:.2} ms", seconds * 1000.0),
                ..1.0 => format!("{:.0} ms", seconds * 1000.0),
                _ => format!("{seconds:.1} s"),
            }
        }
    }
}

fn panned(pan: u8) -> String {
    match i32::from(pan) - 64 {
        0 => "middle".to_owned(),
        left @ ..0 => format!("{} left", -left),
        right => format!("{right} right"),
    }
}

impl Scene {
    /// A tone of a program.
    pub fn tone(&self, program: ProgramId, tone: u32) -> Option<&Tone> {
        self.programs.get(program)?.tones.get(tone as usize)
    }
}
