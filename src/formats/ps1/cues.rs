//! Lists of cues that lie beside a bank: the numbers by which a Neversoft level asks for its tones. They
//! are read here because banks show what is asked of them.
//!
//! Source: format document `ps1-sound.md`, section 5.

use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Shaped, Source, Symbol, Writer};
use crate::container::{Context, Siblings};
use crate::formats::Loaded;
use crate::scene::{self, ProgramId, RecordingId, Scene};

const REPEATS: &[Symbol] =
    &[Symbol { value: 0, name: "once" }, Symbol { value: 0xFE, name: "repeated" }];

/// A cue that goes on until it is stopped.
const REPEATED: u8 = 0xFE;
/// Full volume.
const FULL: f32 = 4096.0;

crate::record! {
    /// What is heard for a number.
    pub struct Cue {
        pub repeats: u8 => Hint::Enum(REPEATS),
        pub program: u8,
        pub tone: u8,
        pub note: u8,
        /// Near a quarter of it, far twice.
        pub fall_off: u16,
        pub volume: u16 => Hint::Fixed(12),
        /// The number by which a level asks for it.
        pub alias: u16,
        pub reserved_a: [u8; 6] => Hint::Hex,
    }
}

/// What ends a list, unless a cue of zeros does.
const END: u32 = u32::MAX;

/// A list of cues.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CueList {
    pub cues: Vec<Cue>,
    /// Whether its mark ends it.
    pub is_ended: bool,
    /// Everything behind.
    pub rest: Vec<u8>,
}

impl CueList {
    /// Reads a list from the cursor on.
    ///
    /// # Errors
    /// Never: what is no cue is the rest.
    pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let bytes = cur.peek(usize::MAX);
        let is_end =
            |cue: &[u8]| cue.starts_with(&END.to_le_bytes()) || cue.iter().all(|b| *b == 0);
        let whole = bytes.chunks_exact(Cue::SIZE);
        let count = whole.take_while(|cue| !is_end(cue)).count();
        let cues = cur.records("cues", count)?;
        let is_ended = cur.peek_at::<u32>(0) == Some(END);
        if is_ended {
            cur.get_as::<u32>("end", Hint::Hex)?;
        }
        let rest = cur.bytes_or_padding(cur.limit())?.to_vec();
        Ok(Self { cues, is_ended, rest })
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        out.all(&self.cues);
        if self.is_ended {
            out.put(END);
        }
        out.bytes(&self.rest);
        out.finish()
    }

    /// Whether most cues are laid out as on the N64: big-endian, with a word for the number, of which
    /// the upper half stands where the whole is looked for.
    pub fn is_big_endian(&self) -> bool {
        let is_wide = |cue: &&Cue| {
            let [high, low, fill @ ..] = cue.reserved_a;
            cue.alias == 0 && [high, low] != [0; 2] && fill == [0; 4]
        };
        self.cues.iter().filter(is_wide).count() * 2 > self.cues.len()
    }

    /// Whether something ends the list before the file does.
    pub fn has_end(&self) -> bool {
        self.is_ended || self.rest.len() >= Cue::SIZE
    }

    /// The list beside the bank called `stem`.
    pub fn beside(stem: &str, siblings: &dyn Siblings) -> Option<Loaded<Self>> {
        let source = siblings.open(&format!("{stem}.sfx")).ok()?;
        let read = Loaded::read(&source, Endian::Little, "Sfx", Self::read);
        read.ok().map(|(file, _)| file).filter(|file| !file.records.cues.is_empty())
    }
}

/// Adds the cues beside the bank that is in `scene`; `entries` are the recordings of a bank without
/// programs.
pub fn add_beside(
    scene: &mut Scene,
    bank: &Source,
    entries: &[Option<RecordingId>],
    context: Context<'_>,
) {
    if let Some(list) = CueList::beside(bank.stem(), context.siblings) {
        add(scene, &list, entries);
    }
}

/// Adds the cues of a list to the scene of its bank.
pub fn add<T>(scene: &mut Scene, list: &Loaded<T>, entries: &[Option<RecordingId>])
where
    T: AsRef<CueList>,
{
    let origins = list.spans("cues");
    for (index, cue) in list.records.as_ref().cues.iter().enumerate() {
        let tone = tone_of(scene, cue);
        let of_tone = tone.and_then(|(program, tone)| scene.tone(program, tone)?.sound);
        let entry = entries.get(usize::from(cue.program)).copied().flatten();
        scene.cues.push(scene::Cue {
            alias: cue.alias,
            tone,
            sound: of_tone.or(entry),
            note: cue.note,
            gain: f32::from(cue.volume) / FULL,
            repeats: cue.repeats == REPEATED,
            asks_for: match entries.is_empty() {
                true => format!("program {}, tone {}", cue.program & 0x7F, cue.tone),
                false => format!("entry {}", cue.program),
            },
            origin: origins.origin(index),
        });
    }
}

impl AsRef<CueList> for CueList {
    fn as_ref(&self) -> &CueList {
        self
    }
}

/// The tone that a cue asks for: of the program with its number, else of that table.
fn tone_of(scene: &Scene, cue: &Cue) -> Option<(ProgramId, u32)> {
    let number = u32::from(cue.program & 0x7F);
    let by_number = scene.programs.pairs().find(|(_, program)| program.number == number);
    let by_table = || scene.programs.pairs().nth(number as usize);
    let has_tone =
        |(_, program): &(ProgramId, &scene::Program)| usize::from(cue.tone) < program.tones.len();
    let found = by_number.filter(has_tone).or_else(|| by_table().filter(has_tone));
    found.map(|(id, _)| (id, cue.tone.into()))
}
