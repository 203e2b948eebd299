//! Smacker videos, `*.smk`: pictures of 256 colours in blocks, changing palettes, up to seven sound
//! tracks.
//!
//! | part | size |
//! |---|---|
//! | `header` | 104 |
//! | `frame_sizes`: size of each frame in units of 4 bytes; two flag bits | 4 each |
//! | `frame_types`: flags for a palette and for the sound of each track | 1 each |
//! | `trees`: four trees of codes, one bit stream | `tree_size` |
//! | `frames`: palette, sounds, picture | by `frame_sizes` |
//!
//! Little-endian; bits from the least significant one up. A video may have one additional frame, which
//! leads from the last picture to the first. Pictures depend on all previous ones.
//!
//! Counts: `frames` that are displayed, `sounds` are tracks, `palettes` changes of the palette.
//!
//! Source: format document `smacker.md`.

mod check;
mod chunk;
mod fields;
mod read;
mod records;
mod scene;
mod sound;
mod trees;
mod video_decoder;
mod video_info;

pub use records::{Frames, Header, Smk, TRACKS, Track, flag, rate};
pub use trees::Trees;

use crate::bytes::layout;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source, count32};
use crate::codec::smacker::Version;
use crate::container::Context;
use crate::formats::{
    Capability, Computable, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report, Score,
};
use crate::scene::{Scene, VideoInfo};

impl Smk {
    /// Number of displayed frames that begin inside the file.
    pub fn shown_frames(&self) -> u32 {
        count32(self.frames.starts.len()).min(self.header.frame_count)
    }
}

impl Records for Smk {
    const INFO: FormatInfo = FormatInfo {
        id: "rad.smk",
        name: "Smacker video",
        extensions: &["smk"],
        versions: &["2", "4"],
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Smk";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().computable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let digit = head.bytes.strip_prefix(b"SMK")?.first().filter(|d| d.is_ascii_digit())?;
        let is_known = matches!(digit, b'2' | b'4');
        let mut score = Score::new(45, format!("\"SMK{}\"", char::from(*digit)));
        score.rule(is_known, 15, "a known version");
        let [width, height, frames] = [4, 8, 12].map(|at| head.u32(at).unwrap_or(0));
        let has_sides = width.min(height) > 0 && width.max(height) < 1 << 15;
        score.rule(has_sides, 15, format!("{width} × {height} pixels"));
        let fits = u64::from(frames) * 5 + Header::SIZE <= head.len;
        score.rule(fits, 15, format!("{frames} frames"));
        score.rule(head.has_extension(Self::INFO.extensions), 10, "matching extension");
        score.at_least(45)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        read::smk(cur, source)
    }

    fn version(&self) -> String {
        match self.header.version() {
            Some(Version::Two) => "2".to_owned(),
            Some(Version::Four) => "4".to_owned(),
            None => String::new(),
        }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("frames", self.shown_frames());
        let is_there = |index: &usize| {
            let is_used = self.types.iter().any(|types| types >> (index + 1) & 1 != 0);
            is_used && !self.header.track(*index).is_absent()
        };
        counts.set("sounds", (0..TRACKS).filter(is_there).count());
        counts.set("palettes", self.types.iter().filter(|types| **types & 1 != 0).count());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check::check(&file.records, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = layout::write(&self.header, Endian::Little, ())?;
        out.extend(self.sizes.iter().flat_map(|size| size.to_le_bytes()));
        out.extend(&self.types);
        out.extend(self.packed_trees.bytes());
        out.extend(self.frames.source.bytes());
        out.extend(&self.tail);
        Ok(out)
    }
}

impl Displayed for Loaded<Smk> {
    fn footage(&self) -> Option<VideoInfo> {
        Some(video_info::of(&self.records))
    }

    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

impl Computable for Loaded<Smk> {
    fn audit(&self, report: &mut Report<'_>) {
        check::audit(self, report);
    }
}
