//! Trespasser `*.cau`: one sound; also the entries of a sound bank.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | u32 | `magic`, "WBOR" |
//! | 0x04 | u32 | `version`, 110 |
//! | 0x08 | u32 | `data_offset`: 0x24, more with captions |
//! | 0x0C | u32 | `block_size` of ADPCM, else 0 |
//! | 0x10 | u32 | `data_size`, stored |
//! | 0x14 | u32 | `decoded_size`, of the original recording |
//! | 0x18 | u32 | `rate`, Hz |
//! | 0x1C | u8 | `bits` of a decoded sample: 8 or 16 |
//! | 0x1D | u8 | `channels`: 1 or 2 |
//! | 0x1E | u8 | `compression`: 0 PCM, 1 IMA ADPCM |
//! | 0x1F | u8 | `flags`, 0 |
//! | 0x20 | u32 | `captions_offset`: 0x24, 0 without captions |
//! | … | captions | u32 length of what follows, u32 count, (u32 fifths of a second, text, NUL) …, 4 bytes |
//! | `data_offset` | bytes | samples |
//!
//! Little-endian, unaligned; offsets count from the sound's start. PCM of 8 bits is unsigned. ADPCM
//! stores up to 2 frames (stereo: 8) fewer than `decoded_size` states; only stored frames are
//! decoded.
//!
//! Known unknowns: `flags`; the four bytes after the last caption.
//!
//! Source: format document `trespasser-tpa.md`, sections 1 to 4.

mod coding;
mod list_edit;
mod read;
pub mod records;
mod replace;
pub(super) mod scene;
mod sound;

pub use coding::{Coding, Unplayable};
pub(super) use read::sound;
pub use records::{Captions, Cau, Header, Section, compression};
pub(super) use sound::check;

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source, Writer};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, ListChange, Loaded,
    Operations, Probe, Records, Report,
};
use crate::scene::{Replacement, Scene};

/// A sound in a separate file.
pub struct CauFile {
    pub sound: Cau,
    /// Bytes after the samples.
    pub tail: Vec<u8>,
}

impl Records for CauFile {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.cau",
        name: "Trespasser sound",
        extensions: &["cau"],
        versions: &["1.10"],
        can: &[Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Cau";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if head.u32(0)? != records::MAGIC {
            return None;
        }
        let (data_at, data_len) = (head.u32(8)?, head.u32(0x10)?);
        let fits = u64::from(data_at) + u64::from(data_len) <= head.len;
        let (score, size) = if fits { (100, "are inside the file") } else { (80, "are cut off") };
        Some(Probe { score, reason: format!("\"WBOR\", its {data_len} bytes of samples {size}") })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let sound = sound(cur, source, None, source.len())?;
        let rest = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
        Ok(Self { sound, tail: cur.padding(rest)?.to_vec() })
    }

    fn version(&self) -> String {
        let is_known = self.sound.header.version == records::VERSION;
        if is_known { "1.10".to_owned() } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("sounds", 1u64);
        counts.set("captions", self.sound.caption_count());
    }

    fn is_usable(&self) -> bool {
        Coding::of(&self.sound.header).is_ok()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check(&file.records.sound, "", report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        self.sound.write(&mut out)?;
        out.bytes(&self.tail);
        Ok(out.finish())
    }
}

impl Displayed for Loaded<CauFile> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let sound = scene::sound(&self.records.sound, self, "", name.clone(), Vec::new());
        Some((Scene { name, sounds: vec![sound].into(), ..Scene::default() }, Problems::default()))
    }
}

impl Editable for Loaded<CauFile> {
    fn has_own_rates(&self) -> bool {
        true
    }

    fn with_asset(&self, _: Context<'_>, _: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        let tail = self.records.tail.clone();
        CauFile { sound: self.records.sound.with_recording(new)?, tail }.write()
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let CauFile { sound, tail } = self.kept()?;
        let sound = sound.with_captions("captions.sections", change)?;
        CauFile { sound, tail: tail.clone() }.write()
    }
}
