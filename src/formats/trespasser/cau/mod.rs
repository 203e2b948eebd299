//! Trespasser `*.cau`: one sound, and what the entries of a sound bank are.
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
//! Little-endian, unaligned; offsets count from the sound's start. PCM of 8 bits is unsigned.
//! ADPCM keeps up to 2 frames (stereo: 8) fewer than `decoded_size` says: what is stored is all
//! that is decoded.
//!
//! Known unknowns: `flags`; the four bytes behind the last caption.
//!
//! Source: format document `trespasser-tpa.md`, sections 1 to 4.

mod coding;
pub(super) mod read;
pub mod records;
pub(super) mod scene;
mod write;

pub use coding::{Coding, Unplayable};
pub use read::Place;
pub use records::{Captions, Cau, Header, Section};

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source, Tree, Writer};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct CauFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.cau",
    name: "Trespasser sound",
    family: "trespasser",
    extensions: &["cau"],
    versions: &["1.10"],
    can: &[Ability::Sound, Ability::Export, Ability::Write],
};

impl Format for CauFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        if head.u32(0)? != records::MAGIC {
            return None;
        }
        let (data_at, data_len) = (head.u32(8)?, head.u32(0x10)?);
        let fits = u64::from(data_at) + u64::from(data_len) <= head.len;
        let (score, size) = if fits { (100, "fit") } else { (80, "are cut off") };
        Some(Probe { score, reason: format!("\"WBOR\", its {data_len} bytes of samples {size}") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) =
            Tree::record(source, Endian::Little, "Cau", |cur| file(cur, source));
        let file = read?;
        let mut counts = Counts::default();
        counts.set("sounds", 1u64);
        counts.set("captions", file.cau.caption_count());
        Ok(Document {
            format: &INFO,
            version: version_text(file.cau.header.version),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: Coding::of(&file.cau.header).is_ok(),
            content: Box::new(file),
        })
    }
}

fn file<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<File> {
    let stop = cur.source_len();
    let (cau, place) = read::sound(cur, source, None, stop)?;
    let rest = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
    let tail = cur.padding(rest)?.to_vec();
    Ok(File { cau, place, tail, source: source.clone() })
}

/// One of the registered versions, or nothing.
fn version_text(version: u32) -> String {
    if version == records::VERSION { "1.10".to_owned() } else { String::new() }
}

impl Cau {
    pub fn caption_count(&self) -> usize {
        self.captions.as_ref().map_or(0, |captions| captions.sections.len())
    }
}

/// A sound in a file of its own.
struct File {
    cau: Cau,
    place: Place,
    /// Bytes behind the samples.
    tail: Vec<u8>,
    source: Source,
}

impl Content for File {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let sound =
            scene::sound(&self.cau, &self.place, &self.source, "", name.clone(), Vec::new());
        let scene = Scene { name, sounds: vec![sound], ..Scene::default() };
        Some((scene, Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        let mut out = Writer::new(Endian::Little);
        self.cau.write(&mut out);
        out.bytes(&self.tail);
        Ok(out.finish())
    }
}
