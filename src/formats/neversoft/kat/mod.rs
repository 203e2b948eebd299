//! Neversoft `*.kat`: the sounds of a level, on the Dreamcast and in Spider-Man for the PC.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `entry_count` |
//! | 4 | 44 × count | `entries`: type, offset, size, rate, loop, bits, ID |
//! | … | bytes | `sounds`, at the offsets of the entries |
//!
//! Little-endian. Four bits are AICA ADPCM, eight signed PCM, sixteen PCM. Entries may share data.
//!
//! Counts: `sounds` are the distinct ones, `ids` all entries of the sound type.
//!
//! Source: format document `ps1-sound.md`, section 4.

mod data;
mod read;
mod records;
mod replace;
mod scene;

pub use data::Bits;
pub use records::{Entry, Kat};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Shaped, Source, Writer, count32};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{Replacement, Scene};

impl Records for Kat {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.kat",
        name: "Neversoft sound bank",
        extensions: &["kat"],
        versions: &[],
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Kat";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    /// The format has no magic: the extension and valid entries decide.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        let count = head.u32(0)?;
        let table = u64::from(count) * Entry::SIZE as u64 + 4;
        if !head.has_extension(Self::INFO.extensions) || count == 0 || table > head.len {
            return None;
        }
        let (entries, _) = head.bytes.get(4..)?.as_chunks::<{ Entry::SIZE }>();
        let entry = |bytes: &[u8; Entry::SIZE]| Entry::take(&mut &bytes[..], Endian::Little);
        let known = entries.iter().take(count as usize).filter_map(entry);
        let sounds: Vec<Entry> = known.filter(Entry::is_sound).collect();
        let inside = sounds.iter().filter(|sound| sound.fits(table, head.len)).count();
        if inside == sounds.len() {
            let reason = format!("{count} entries with sounds inside the file");
            return Some(Probe { score: 70, reason });
        }
        // The last sounds of a truncated file are missing.
        let is_cut = inside > 0 && sounds.iter().all(|sound| sound.fits(table, u64::MAX));
        let reason = format!("{count} entries, {inside} sounds are inside the file");
        is_cut.then_some(Probe { score: 60, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        read::kat(cur, source)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("sounds", self.distinct().len());
        counts.set("ids", self.entries.iter().filter(|entry| entry.is_sound()).count());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        file.records.check(report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.put(self.stale_count.unwrap_or(count32(self.entries.len())));
        out.all(&self.entries);
        out.bytes(self.body.bytes());
        Ok(out.finish())
    }
}

impl Displayed for Loaded<Kat> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self, context), Problems::default()))
    }
}

impl Editable for Loaded<Kat> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_sound(self.kept()?, path, new)
    }
}
