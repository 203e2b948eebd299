//! A CHD as a wrapper of its disc.

use std::sync::Arc;

use super::frames::{Cd, FRAME};
use super::header::{self, Header};
use super::hunks::Hunks;
use super::tracks::{self, ChdTrack};
use crate::bytes::{Attached, Cursor, Endian, ReadAt, Recorder, Result, Severity, Source};
use crate::formats::disc::packed::blocks::Blocks;
use crate::formats::disc::packed::name_inside;
use crate::formats::{
    Counts, Decoded, FormatInfo, Head, Loaded, Operations, Packed, Probe, Records,
};

/// A packed disc.
pub struct Chd {
    version: u32,
    tracks: usize,
    inside: Decoded,
}

impl Records for Chd {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.chd",
        name: "Packed disc (CHD)",
        extensions: &["chd"],
        versions: &["3", "4", "5"],
        can: &[],
    };
    const ENDIAN: Endian = Endian::Big;
    const ROOT: &'static str = "PackedDisc";
    const OPERATIONS: Operations<Self> = Operations::NONE.packed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let version = head.u32(12)?.swap_bytes();
        let is_chd = head.bytes.starts_with(b"MComprHD");
        let reason = format!("magic number of a CHD, version {version}");
        is_chd.then_some(Probe { score: 95, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let header = cur.group("header", "Header", header::read)?;
        let stored = tracks::read(cur, header.metadata)?;
        let hunks = Hunks::open(source)
            .map_err(|why| cur.fail(format_args!("cannot read the map of the hunks: {why}")))?;
        let size = usize::try_from(header.hunk).unwrap_or(1);
        let len = header.size.min(header.hunks.saturating_mul(header.hunk.into()));
        let plain = Blocks::new(hunks, size, len);
        let stored = fitting(cur, &header, stored, len);
        let tracks = stored.len();
        let (reader, attached, extension): (Arc<dyn ReadAt>, Option<Attached>, &str) =
            if stored.is_empty() {
                (Arc::new(plain), None, "iso")
            } else {
                let listed = tracks::unpacked(&stored);
                (Arc::new(Cd::new(plain, &stored)), Some(Arc::new(listed)), "bin")
            };
        let name = name_inside(source, extension);
        let inside = Decoded::lazily(source, "chd", name, reader, attached);
        Ok(Self { version: header.version, tracks, inside })
    }

    fn version(&self) -> String {
        self.version.to_string()
    }

    fn count(&self, counts: &mut Counts) {
        if self.tracks > 0 {
            counts.set("tracks", self.tracks);
        }
    }
}

impl Packed for Loaded<Chd> {
    fn decoded(&self) -> Option<&Decoded> {
        Some(&self.records.inside)
    }
}

/// The tracks for which there are frames.
fn fitting<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &Header,
    stored: Vec<ChdTrack>,
    len: u64,
) -> Vec<ChdTrack> {
    let mut left = len / FRAME;
    let mut fitting = stored;
    for track in &mut fitting {
        if track.frames > left {
            let (number, frames) = (track.number, track.frames);
            let message = format_args!("expected {frames} frames of track {number}, found {left}");
            cur.problem(Severity::Error, (header.metadata, 0), "metadata", message);
            track.frames = left;
        }
        left = left.saturating_sub(track.padded());
    }
    fitting
}
