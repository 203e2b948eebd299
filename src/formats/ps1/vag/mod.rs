//! PlayStation `*.vag`: one sound of SPU-ADPCM, as written by tools and homebrew; `VAGi`, a sound with
//! two channels in chunks.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | 4 | `magic`, "VAGp" or "VAGi" |
//! | 0x04 | u32 | `version` |
//! | 0x08 | 4 | `interleave` of "VAGi", little-endian; else 0 |
//! | 0x0C | u32 | `size` of the sound, or of each channel |
//! | 0x10 | u32 | `rate`, Hz |
//! | 0x14 | | start values of the voice (version 2), else 0; of "VAGi" u32 `loop_start` |
//! | 0x1E | u8 | `channels`; not in version 2 |
//! | 0x20 | 16 | `name` |
//! | 0x30, 0x800 | blocks | the sound |
//!
//! Big-endian. Some tools leave zeros instead of the first three fields. The sound consists of the blocks
//! up to the first with the end flag; in "VAGi" the flags have no meaning. Variants of later consoles are
//! recognised by their magic, but not played.
//!
//! Source: format document `ps1-sound.md`, sections 1.5 and 1.6.

mod channels;
mod check;
mod read;
mod records;
mod scene;

pub use records::{Header, Kind, VERSIONS, Vag, Voice};

use crate::bytes::layout;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::ps1::spu;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Refusal, Report,
};
use crate::scene::{Replacement, Scene};

impl Records for Vag {
    const INFO: FormatInfo = FormatInfo {
        id: "ps1.vag",
        name: "PlayStation sound",
        extensions: &["vag"],
        versions: VERSIONS,
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "Vag";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let Some(kind) = Kind::of(head.bytes) else {
            let reason = "zeros instead of the magic, plausible size and rate".to_owned();
            return Kind::without_magic(head).map(|_| Probe { score: 85, reason });
        };
        let reason = match kind {
            Kind::Mono => "\"VAGp\"".to_owned(),
            Kind::Interleaved => "\"VAGi\"".to_owned(),
            Kind::Foreign(what) => format!("related format: {what}"),
        };
        Some(Probe { score: 95, reason })
    }

    fn is_marked(head: &Head<'_>) -> bool {
        Kind::of(head.bytes).is_some()
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        read::vag(cur, source)
    }

    fn version(&self) -> String {
        let version = format!("{:#x}", self.header.version);
        let is_known = VERSIONS.contains(&version.as_str()) && self.is_heard();
        if is_known { version } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("sounds", 1u32);
    }

    fn is_usable(&self) -> bool {
        self.is_heard()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        file.records.check(report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = match self.kind {
            Kind::Foreign(_) => Vec::new(),
            _ => layout::write(&self.header, Endian::Big, ())?,
        };
        out.extend(&self.gap);
        out.extend(self.data.bytes());
        out.extend(&self.tail);
        Ok(out)
    }
}

impl Displayed for Loaded<Vag> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let sounds = vec![scene::sound(self)].into();
        Some((Scene { name, sounds, ..Scene::default() }, Problems::default()))
    }
}

impl Editable for Loaded<Vag> {
    fn with_asset(&self, _: Context<'_>, _: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        let vag = self.kept()?;
        if vag.kind != Kind::Mono || !vag.is_heard() {
            return Err(Refusal("only a sound with one channel can be replaced".to_owned()));
        }
        let (old, most) = (vag.data.bytes(), u32::MAX as usize / 2);
        let data = spu::replaced(old, vag.extent(), vag.rate(), new, most)?;
        let size = match data == old {
            true => vag.header.size,
            false => crate::bytes::count32(data.len()),
        };
        let header = Header { size, ..vag.header.clone() };
        Vag { header, data: Source::from_bytes("blocks", data), ..vag.clone() }.write()
    }
}
