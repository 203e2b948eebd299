//! PlayStation `*.vab`: a bank of sounds with programs of tones that play them; `*.vh`, the same without
//! the sounds, which are in the companion `*.vb`.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | 32 | header: "pBAV", version, size, counts, master volume and pan |
//! | 0x20 | 128 × 16 | `slots`, one for each program number |
//! | 0x820 | P × 512 | `tables`, 16 tones of 32 bytes for each slot with tones, in slot order |
//! | … | 256 × u16 | `sizes` of the VAGs in units of 8 bytes; the first is unused |
//! | … | blocks | `vags`, consecutive |
//!
//! Little-endian. Before version 5 there are 64 slots and sizes count 4 bytes. VAGs have neither header
//! nor rate: that follows from the tones.
//!
//! Counts: `sounds` are VAGs with bytes, `ids` tones.
//!
//! Source: format document `ps1-sound.md`, section 2.

mod body;
mod check;
mod rates;
mod read;
mod records;
mod replace;
mod scene;
mod split_bank;
pub mod vb;

pub use body::Body;
pub use records::{Header, Slot, Tone, ToneTable, VERSIONS, Vab};

use crate::bytes::layout;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report, Score,
};
use crate::scene::{Replacement, Scene};

const MAGIC: [u8; 4] = *b"pBAV";

impl Records for Vab {
    const INFO: FormatInfo = FormatInfo {
        id: "ps1.vab",
        name: "PlayStation sound bank",
        extensions: &["vab", "vh"],
        versions: VERSIONS,
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Vab";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let (version, programs) = (head.u32(4)?, head.u16(0x12)?);
        if !head.bytes.starts_with(&MAGIC) {
            return None;
        }
        let mut score = Score::new(80, format!("\"pBAV\", version {version}"));
        score.rule(programs <= 128, 10, "possible number of programs");
        score.rule(head.u16(0x10) == Some(0xEEEE), 10, "signature");
        score.at_least(80)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        read::vab(cur, source)
    }

    fn version(&self) -> String {
        let version = self.header.version.to_string();
        if VERSIONS.contains(&version.as_str()) { version } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        let with_bytes = self.vag_sizes().filter(|size| *size > 0).count();
        counts.set("sounds", with_bytes);
        counts.set("ids", self.programs().map(|program| program.tones.len()).sum::<usize>());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check::check(&file.records, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = layout::write(&self.head(), Endian::Little, ())?;
        out.extend(self.body.bytes());
        Ok(out)
    }
}

impl Displayed for Loaded<Vab> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<Vab> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_sound(self.kept()?, path, new)
    }
}
