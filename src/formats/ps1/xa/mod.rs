//! CD-XA sound, `*.xa`, and that of videos, `*.str`: sectors of form 2 with interleaved streams.
//!
//! | first bytes | bytes per sector |
//! |---|---|
//! | the sync pattern | 2352: sync, header, then as below |
//! | "RIFF", "CDXA" | 2352, from 0x2C on |
//! | two equal sub-headers | 2336: sub-header and its copy, 2324 bytes of data, EDC |
//!
//! A stream consists of the sectors with one file number and one channel, up to a sector that ends it or
//! changes the coding. The pictures of videos are reported, but not displayed. A file with 2048 bytes per
//! sector has lost its sub-headers and a ninth of its sound.
//!
//! Counts: `sounds` are streams.
//!
//! Source: format document `ps1-sound.md`, section 3.

mod probe;
mod read;
mod replace;
mod scene;
mod sector;
mod streams;

pub use sector::{CODINGS, SUBMODES, SubHeader, submode};
pub use streams::{Coding, Stream};

use crate::bytes::{Cursor, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{Replacement, Scene};
use sector::{SUBHEADERS, Shape, is_picture};

/// Records of a file of sound sectors.
pub struct Xa {
    shape: Shape,
    /// Sub-header of each sector, including a truncated last one.
    headers: Vec<SubHeader>,
    streams: Vec<Stream>,
    source: Source,
}

impl Xa {
    /// Indices of sectors with picture data.
    fn pictures(&self) -> impl Iterator<Item = usize> {
        let numbered = self.headers.iter().enumerate();
        let is_one = |(index, header): &(usize, &SubHeader)| {
            let data = (self.shape.header_at(*index) + SUBHEADERS) as u64;
            is_picture(**header, self.source.window(data, data + 4))
        };
        numbered.filter(is_one).map(|(index, _)| index)
    }
}

impl Records for Xa {
    const INFO: FormatInfo = FormatInfo {
        id: "ps1.xa",
        name: "CD-XA sound",
        extensions: &["xa", "str"],
        versions: &["2352", "2336"],
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Xa";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        probe::probe(head)
    }

    fn is_marked(head: &Head<'_>) -> bool {
        probe::is_marked(head.bytes)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        read::xa(cur, source)
    }

    fn version(&self) -> String {
        match self.shape {
            Shape::Cooked => String::new(),
            shape => shape.stride().to_string(),
        }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("sounds", self.streams.len());
    }

    fn is_usable(&self) -> bool {
        !self.streams.is_empty() || self.pictures().next().is_some()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        read::check(&file.records, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = self.source.bytes().to_vec();
        for (index, header) in self.headers.iter().enumerate() {
            let at = self.shape.header_at(index);
            if let Some(place) = out.get_mut(at..at + 4) {
                place.copy_from_slice(&header.to_bytes());
            }
        }
        Ok(out)
    }
}

impl Displayed for Loaded<Xa> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

impl Editable for Loaded<Xa> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        replace::with_sound(self, path, new)
    }
}
