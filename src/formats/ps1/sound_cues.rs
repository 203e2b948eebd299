//! Cue lists: the numbers with which a Neversoft level plays tones of a bank. They are read here because
//! banks display the cues that refer to them.
//!
//! Source: format document `ps1-sound.md`, section 5.

use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Shaped, Source, Symbol, Writer};
use crate::container::{Context, Siblings};
use crate::formats::Loaded;
use crate::scene::{self, ProgramId, RecordingId, Scene};

const REPEATS: &[Symbol] =
    &[Symbol { value: 0, name: "once" }, Symbol { value: 0xFE, name: "repeated" }];

/// Repeat flag of a cue that plays until it is stopped.
const REPEATED: u8 = 0xFE;
/// Full volume.
const FULL: f32 = 4096.0;

crate::record! {
    /// Assignment of a tone to a cue number.
    pub struct Cue {
        pub repeats: u8 => Hint::Enum(REPEATS),
        pub program: u8,
        pub tone: u8,
        pub note: u8,
        /// Fall-off distance: the near distance is a quarter of it, the far distance twice as much.
        pub fall_off: u16,
        pub volume: u16 => Hint::Fixed(12),
        /// Number with which a level plays the cue.
        pub alias: u16,
        pub reserved_a: [u8; 6] => Hint::Hex,
    }
}

/// End marker of a list; a cue of zeros ends it too.
const END: u32 = u32::MAX;

/// A list of cues.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CueList {
    pub cues: Vec<Cue>,
    /// `true` if the end marker is present.
    pub is_ended: bool,
    /// Bytes after the list.
    pub rest: Vec<u8>,
}

impl CueList {
    /// Reads a list starting at the cursor.
    ///
    /// # Errors
    /// Never: bytes that are not a cue become the rest.
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

    /// Serialises the list.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        out.all(&self.cues);
        if self.is_ended {
            out.put(END);
        }
        out.bytes(&self.rest);
        out.finish()
    }

    /// `true` if most cues are stored as on the N64: big-endian, with a 32-bit number, whose upper half
    /// is at the offset of the 16-bit number.
    pub fn is_big_endian(&self) -> bool {
        let is_wide = |cue: &&Cue| {
            let [high, low, fill @ ..] = cue.reserved_a;
            cue.alias == 0 && [high, low] != [0; 2] && fill == [0; 4]
        };
        self.cues.iter().filter(is_wide).count() * 2 > self.cues.len()
    }

    /// `true` if the list ends before the end of the file.
    pub fn has_end(&self) -> bool {
        self.is_ended || self.rest.len() >= Cue::SIZE
    }

    /// Opens the companion cue list of the bank called `stem`.
    pub fn beside(stem: &str, siblings: &dyn Siblings) -> Option<Loaded<Self>> {
        let source = siblings.open(&format!("{stem}.sfx")).ok()?;
        let read = Loaded::read(&source, (Endian::Little, "Sfx"), Self::read);
        read.ok().map(|(file, _)| file).filter(|file| !file.records.cues.is_empty())
    }
}

/// Adds the companion cue list of the bank in `scene`; `entries` are the recordings of a bank without
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

/// Tone of a cue: in the program with its number, otherwise in the table with that index.
fn tone_of(scene: &Scene, cue: &Cue) -> Option<(ProgramId, u32)> {
    let number = u32::from(cue.program & 0x7F);
    let by_number = scene.programs.pairs().find(|(_, program)| program.number == number);
    let by_table = || scene.programs.pairs().nth(number as usize);
    let has_tone =
        |(_, program): &(ProgramId, &scene::Program)| usize::from(cue.tone) < program.tones.len();
    let found = by_number.filter(has_tone).or_else(|| by_table().filter(has_tone));
    found.map(|(id, _)| (id, cue.tone.into()))
}
