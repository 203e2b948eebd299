//! The tracks of a CD, as the metadata list them.

use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::formats::disc::sectors::{Mode, Sectors, USER, WITH_SUBHEADER};
use crate::formats::disc::{Track, TrackKind};

/// Pieces of metadata that are read, and bytes of one.
const MAX_METADATA: usize = 1000;
const MAX_TRACKS: usize = 99;
const MAX_TEXT: u64 = 4096;
/// Every track is filled up to so many frames.
const ALIGN: u64 = 4;
/// Frames that a disc has at most: 100 minutes and some more.
const MAX_FRAMES: u64 = 1 << 20;

/// A track in a CHD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub number: u8,
    /// `AUDIO`, `MODE2_RAW` …
    pub kind: String,
    /// Frames that are stored.
    pub frames: u64,
    /// Frames of the gap before it, and whether they are among them.
    pub pregap: u64,
    pub is_gap_stored: bool,
}

impl Stored {
    pub fn is_audio(&self) -> bool {
        self.kind == "AUDIO"
    }

    /// Bytes of a sector that are stored at the start of its frame.
    pub fn sector(&self) -> u64 {
        match self.kind.as_str() {
            "MODE1" | "MODE2_FORM1" => USER,
            "MODE2" | "MODE2_FORM_MIX" => WITH_SUBHEADER,
            "MODE2_FORM2" => 2324,
            _ => 2352,
        }
    }

    /// Frames up to the next track.
    pub fn padded(&self) -> u64 {
        self.frames.next_multiple_of(ALIGN)
    }

    fn mode(&self) -> (String, TrackKind) {
        let (mode, before) = match self.kind.as_str() {
            "AUDIO" => return ("AUDIO".to_owned(), TrackKind::Audio { is_big: false }),
            "MODE1_RAW" => (Mode::One, 16),
            "MODE2_RAW" => (Mode::Two, 24),
            "MODE2" | "MODE2_FORM_MIX" => (Mode::Two, 8),
            "MODE2_FORM1" | "MODE2_FORM2" => (Mode::Two, 0),
            _ => (Mode::One, 0),
        };
        let sectors = Sectors { zero: 0, stride: self.sector(), before, mode };
        (sectors.cue_mode(), TrackKind::Data(sectors))
    }
}

/// What tracks unpack to, one after the other.
pub fn unpacked(stored: &[Stored]) -> Vec<Track> {
    // Bytes of the tracks before, and sectors of the disc.
    let (mut offset, mut lba) = (0u64, 0u64);
    let mut tracks = Vec::new();
    for track in stored {
        let (mode, kind) = track.mode();
        let stride = track.sector();
        let gap = if track.is_gap_stored { track.pregap.min(track.frames) } else { 0 };
        let start = lba + if track.is_gap_stored { gap } else { track.pregap };
        tracks.push(Track {
            number: track.number,
            kind,
            mode,
            image: None,
            start: offset + gap * stride,
            stride,
            sectors: track.frames - gap,
            lba: u32::try_from(start).ok(),
        });
        offset += track.frames * stride;
        lba = start + track.frames - gap;
    }
    tracks
}

/// Reads all metadata, and the tracks in it.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, first: u64) -> Result<Vec<Stored>> {
    let mut tracks: Vec<Stored> = Vec::new();
    let mut visited = Vec::new();
    let mut next = first;
    cur.array("metadata", |cur| {
        while next != 0 && visited.len() < MAX_METADATA {
            if visited.contains(&next) {
                let message = format_args!("the metadata lead back to {next:#x}");
                cur.problem(Severity::Error, (next, 0), "", message);
                break;
            }
            visited.push(next);
            let index = visited.len() - 1;
            let read = cur.at(next, |cur| cur.element(index, "Metadata", one));
            let Some((behind, track)) = cur.or_keep(read) else { break };
            tracks.extend(track.filter(|_| tracks.len() < MAX_TRACKS));
            next = behind;
        }
        Ok(())
    })?;
    Ok(tracks)
}

/// Reads one piece: where the next one is, and the track that it tells of.
fn one<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u64, Option<Stored>)> {
    let tag = cur.text("tag", 4)?;
    cur.get::<u8>("flags")?;
    let len = match *cur.bytes("length", 3)? {
        [high, middle, low] => u32::from_be_bytes([0, high, middle, low]),
        _ => 0,
    };
    cur.explain(|| format!("{len} bytes"));
    let next: u64 = cur.get("next")?;
    if len == 0 {
        return Ok((next, None));
    }
    if !matches!(tag, b"CHT2" | b"CHTR") || u64::from(len) > MAX_TEXT {
        cur.skip("data", len.into())?;
        return Ok((next, None));
    }
    let at = cur.pos();
    let text = String::from_utf8_lossy(cur.text("text", usize::try_from(len).unwrap_or(0))?);
    let track = track(&text);
    if track.is_none() {
        let message = format_args!("the track cannot be read: {text}");
        cur.problem(Severity::Error, (at, len.into()), "text", message);
    }
    Ok((next, track))
}

/// `TRACK:1 TYPE:MODE2_RAW SUBTYPE:NONE FRAMES:41 PREGAP:0 PGTYPE:MODE1 …`
pub fn track(text: &str) -> Option<Stored> {
    let words = text.trim_end_matches('\0').split_whitespace();
    let pairs: Vec<(&str, &str)> = words.filter_map(|word| word.split_once(':')).collect();
    let value = |key: &str| pairs.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
    let number = |key: &str| value(key)?.parse::<u64>().ok();
    Some(Stored {
        number: value("TRACK")?.parse().ok()?,
        kind: value("TYPE")?.to_owned(),
        frames: number("FRAMES")?.min(MAX_FRAMES),
        pregap: number("PREGAP").unwrap_or(0).min(MAX_FRAMES),
        // Marked by a V before the mode.
        is_gap_stored: value("PGTYPE").is_some_and(|kind| kind.starts_with('V')),
    })
}
