//! Neversoft `*.sfx`: the cue numbers with which a level plays sounds of its bank.
//!
//! 16 bytes per cue, up to FFFFFFFF or a zero cue: repeat flag, program, tone, key, fall-off over
//! distance, volume, cue number. The bank has the same stem: cues refer to the programs of a `.vab` or
//! the entries of a `.kat`.
//!
//! Counts: `ids` are cues.
//!
//! Source: format document `ps1-sound.md`, section 5.

use super::kat::Kat;
use crate::bytes::Shaped;
use crate::bytes::{Cursor, Problem, Problems, Recorder, Result, Severity, Source};
use crate::container::Context;
use crate::formats::ps1::sound_cues::{self, Cue, CueList};
use crate::formats::ps1::vab::Vab;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report, Score,
};
use crate::scene::Scene;

/// Maximum number of cues that Spider-Man reads from a file.
const MAX_CUES: usize = 64;
/// Largest size of a file with that many cues.
const MAX_SIZE: u64 = (MAX_CUES * Cue::SIZE + 4) as u64;
/// Stored volume of a cue at full volume.
const FULL_VOLUME: u16 = 4096;
/// Number of tones in a program.
const TONES: u8 = 16;

/// A cue list stored as a separate file.
pub struct Sfx(pub CueList);

impl AsRef<CueList> for Sfx {
    fn as_ref(&self) -> &CueList {
        &self.0
    }
}

impl Records for Sfx {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.sfx",
        name: "Neversoft sound cues",
        extensions: &["sfx"],
        versions: &[],
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Sfx";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if !head.has_extension(Self::INFO.extensions) {
            return Self::probe_unnamed(head);
        }
        let is_end = |cue: &[u8]| cue.starts_with(&[0xFF; 4]) || cue.iter().all(|byte| *byte == 0);
        let cues: Vec<&[u8]> =
            head.bytes.chunks_exact(Cue::SIZE).take_while(|cue| !is_end(cue)).collect();
        let is_usual = |cue: &&&[u8]| matches!(cue, [0 | 0xFE, _, 0..TONES, 0..128, ..]);
        let usual = cues.iter().filter(is_usual).count();
        let mut score = Score::new(30, format!("matching extension, {} cues", cues.len()));
        score.rule(usual * 2 > cues.len(), 40, "most cues are plausible");
        let behind = head.bytes.get(cues.len() * Cue::SIZE..).unwrap_or(&[]);
        // A file of nothing but 0xFF has no end marker.
        let is_marker = behind.len() <= Cue::SIZE || behind.iter().any(|byte| *byte != 0xFF);
        let is_ended = behind.starts_with(&[0xFF; 4]) && is_marker;
        score.rule(cues.is_empty() && is_ended, 40, "starts with the end marker");
        score.at_least(70)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        CueList::read(cur).map(Self)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("ids", self.0.cues.len());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let list = &file.records.0;
        if !list.has_end() {
            report.warning("", "missing end marker");
        }
        if list.is_big_endian() {
            let message = "big-endian numbers, as on the N64: the displayed fall-off, volume and alias \
                           are wrong";
            report.warning("cues[0].fall_off", message);
        }
        if list.cues.len() > MAX_CUES {
            let message = format!("{} cues; Spider-Man reads only 64", list.cues.len());
            report.note(format!("cues[{MAX_CUES}]"), message);
        }
        let far = list.cues.iter().enumerate().filter(|(_, cue)| cue.tone >= TONES);
        let paths = far.map(|(index, _)| format!("cues[{index}].tone"));
        report.first(Severity::Warning, paths, "a program has 16 tones");
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.0.write())
    }
}

impl Sfx {
    /// Claims a file without the extension if all of its values are usual, and nothing follows its end.
    fn probe_unnamed(head: &Head<'_>) -> Option<Probe> {
        let whole = head.bytes.strip_suffix(&[0xFF; 4]).filter(|_| head.len <= MAX_SIZE)?;
        let (cues, rest) = whole.as_chunks::<{ Cue::SIZE }>();
        let is_usual = |cue: &[u8; Cue::SIZE]| {
            let [0 | 0xFE, _, 0..TONES, 0..128, rest @ ..] = cue else { return false };
            let [_, _, low, high, _, _, unused @ ..] = rest;
            let volume = u16::from_le_bytes([*low, *high]);
            (1..=FULL_VOLUME).contains(&volume) && *unused == [0; 6]
        };
        let mut aliases: Vec<&[u8]> = cues.iter().filter_map(|cue| cue.get(8..10)).collect();
        aliases.sort_unstable();
        aliases.dedup();
        let is_list = cues.len() > 1 && rest.is_empty() && aliases.len() == cues.len();
        (is_list && cues.iter().all(is_usual)).then(|| Probe {
            score: 40,
            reason: format!("{} cues with usual values and an end marker", cues.len()),
        })
    }
}

impl Displayed for Loaded<Sfx> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene(self, context))
    }
}

/// Builds the scene of the cues with the bank that they refer to.
fn scene(file: &Loaded<Sfx>, context: Context<'_>) -> (Scene, Problems) {
    let mut problems = Problems::default();
    let (mut scene, entries) = bank(file.source.stem(), context).unwrap_or_default();
    scene.name = file.source.stem().to_owned();
    scene.cues = Default::default();
    sound_cues::add(&mut scene, file, &entries);
    let whole = file.source.span();
    let mut report = |message: String| {
        problems.push(Problem::new(Severity::Warning, whole, "", message));
    };
    if scene.sounds.is_empty() {
        let stem = file.source.stem();
        report(format!("sound bank not found: {stem}.vab or {stem}.kat"));
    } else {
        let lost = scene.cues.iter().filter(|cue| cue.sound.is_none()).count();
        if lost > 0 {
            report(format!("{lost} of {} cues refer to missing sounds", scene.cues.len()));
        }
    }
    (scene, problems)
}

/// Scene of the bank with this stem, and the recording of each entry if the bank has no programs.
pub(super) fn bank(
    stem: &str,
    context: Context<'_>,
) -> Option<(Scene, Vec<Option<crate::scene::RecordingId>>)> {
    let open = |extension| context.siblings.open(&format!("{stem}.{extension}")).ok();
    for extension in ["vab", "vh"] {
        if let Some(bank) = open(extension).and_then(|s| Loaded::<Vab>::companion(&s, context).ok())
        {
            return bank.scene(context).map(|(scene, _)| (scene, Vec::new()));
        }
    }
    let bank = Loaded::<Kat>::companion(&open("kat")?, context).ok()?;
    let (scene, _) = bank.scene(context)?;
    Some((scene, bank.records.recordings()))
}
