//! Tracks of a CD, from the metadata.

use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::formats::disc::sectors::{Mode, Sectors, USER, WITH_SUBHEADER};
use crate::formats::disc::{Track, TrackKind};

/// Maximum number of metadata entries that are read, and maximum size of one.
const MAX_METADATA: usize = 1000;
const MAX_TRACKS: usize = 99;
const MAX_TEXT: u64 = 4096;
/// Alignment of tracks in frames: each is padded to a multiple of it.
const ALIGN: u64 = 4;
/// Names of the track types in the oldest lists, by number.
const KINDS: [&str; 8] = [
    "MODE1",
    "MODE1_RAW",
    "MODE2",
    "MODE2_FORM1",
    "MODE2_FORM2",
    "MODE2_FORM_MIX",
    "MODE2_RAW",
    "AUDIO",
];
/// Number of words per track in the oldest lists.
const WORDS: u64 = 6;
/// Maximum number of frames of a track, gap or padding: more than 230 minutes, which no disc reaches.
const MAX_FRAMES: u64 = 1 << 20;

/// A track in a CHD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChdTrack {
    pub number: u8,
    /// `AUDIO`, `MODE2_RAW` …
    pub kind: String,
    /// Number of stored frames.
    pub frames: u64,
    /// Frames of the gap before it, and `true` if they are stored.
    pub pregap: u64,
    pub is_gap_stored: bool,
    /// Empty frames at the end of the track, which are also stored.
    pub pad: u64,
}

impl ChdTrack {
    pub fn is_audio(&self) -> bool {
        self.kind == "AUDIO"
    }

    /// Stored bytes of a sector, at the start of its frame.
    pub fn sector(&self) -> u64 {
        match self.kind.as_str() {
            "MODE1" | "MODE2_FORM1" => USER,
            "MODE2" | "MODE2_FORM_MIX" => WITH_SUBHEADER,
            "MODE2_FORM2" => 2324,
            _ => 2352,
        }
    }

    /// Number of frames up to the next track.
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
        let sectors = Sectors { zero: 0, first: 0, stride: self.sector(), before, mode };
        (sectors.cue_mode(), TrackKind::Data(sectors))
    }
}

/// The unpacked tracks, one after the other.
pub fn unpacked(stored: &[ChdTrack]) -> Vec<Track> {
    // Offset in bytes, and number of sectors on the disc.
    let (mut offset, mut lba) = (0u64, 0u64);
    let mut tracks = Vec::new();
    for track in stored {
        let (mode, kind) = track.mode();
        let stride = track.sector();
        let gap = if track.is_gap_stored { track.pregap.min(track.frames) } else { 0 };
        let sectors = track.frames - gap;
        let start = lba + if track.is_gap_stored { gap } else { track.pregap };
        let own = offset + gap * stride;
        let kind = match kind {
            TrackKind::Data(sectors) => {
                TrackKind::Data(Sectors { zero: i64::try_from(own).unwrap_or(0), ..sectors })
            }
            audio => audio,
        };
        tracks.push(Track {
            number: track.number,
            kind,
            mode,
            image: None,
            start: own,
            stride,
            sectors: sectors.saturating_sub(track.pad),
            lba: u32::try_from(start).ok(),
        });
        offset += track.frames * stride;
        lba = start + sectors;
    }
    tracks
}

/// Reads all metadata and the tracks in it.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, first: u64) -> Result<Vec<ChdTrack>> {
    let mut tracks: Vec<ChdTrack> = Vec::new();
    let mut visited = Vec::new();
    let mut next = first;
    cur.array("metadata", |cur| {
        while next != 0 && visited.len() < MAX_METADATA {
            if visited.contains(&next) {
                let message = format_args!("the metadata has a loop to {next:#x}");
                cur.problem(Severity::Error, (next, 0), "", message);
                break;
            }
            visited.push(next);
            let index = visited.len() - 1;
            let read = cur.at(next, |cur| cur.element(index, "Metadata", one));
            let Some((behind, listed)) = cur.or_keep(read) else { break };
            tracks.extend(listed);
            tracks.truncate(MAX_TRACKS);
            next = behind;
        }
        Ok(())
    })?;
    Ok(tracks)
}

/// Reads one metadata entry. Returns the offset of the next one, and the tracks of this one.
fn one<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u64, Vec<ChdTrack>)> {
    let tag = cur.text("tag", 4)?;
    cur.get::<u8>("flags")?;
    let len = match *cur.bytes("length", 3)? {
        [high, middle, low] => u32::from_be_bytes([0, high, middle, low]),
        _ => 0,
    };
    cur.explain(|| format!("{len} bytes"));
    let next: u64 = cur.get("next")?;
    let (start, len) = (cur.pos(), u64::from(len));
    let tracks = match tag {
        b"CHT2" | b"CHTR" | b"CHGD" | b"CHGT" if (1..=MAX_TEXT).contains(&len) => {
            text(cur, usize::try_from(len).unwrap_or(0))?.into_iter().collect()
        }
        b"CHCD" => cur.within(start, start.saturating_add(len), oldest)?,
        _ if len > 0 => {
            cur.skip("data", len)?;
            Vec::new()
        }
        _ => Vec::new(),
    };
    Ok((next, tracks))
}

/// Reads a track in text form.
fn text<R: Recorder>(cur: &mut Cursor<'_, R>, len: usize) -> Result<Option<ChdTrack>> {
    let start = cur.pos();
    let text = String::from_utf8_lossy(cur.text("text", len)?);
    let track = track(&text);
    if track.is_none() {
        let message = format_args!("cannot parse the track: {text}");
        cur.problem(Severity::Error, (start, len as u64), "text", message);
    }
    Ok(track)
}

/// Reads all tracks in binary form, in the byte order of their writer.
fn oldest<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Vec<ChdTrack>> {
    let start = cur.pos();
    let count: u32 = cur.get("count")?;
    let is_little = count > MAX_TRACKS as u32;
    let own = |number: u32| if is_little { number.swap_bytes() } else { number };
    let count = cur.bounded("tracks", own(count).into(), WORDS * 4);
    if is_little {
        cur.explain(|| format!("{count} tracks, little-endian"));
    }
    if count > MAX_TRACKS {
        let message = format_args!("a disc has at most {MAX_TRACKS} tracks");
        return Err(cur.fail_at((start, 4), "count", message));
    }
    let mut tracks = Vec::new();
    cur.array("tracks", |cur| {
        for index in 0..count {
            let read = cur.element(index, "Track", |cur| in_numbers(cur, index, own))?;
            tracks.extend(read);
        }
        Ok(())
    })?;
    // The table has entries for the maximum number of tracks.
    match cur.remaining() {
        0 => {}
        left => cur.skip("unused", left)?,
    }
    Ok(tracks)
}

/// Reads a track in binary form; `None` if its type is unknown.
fn in_numbers<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    own: impl Fn(u32) -> u32,
) -> Result<Option<ChdTrack>> {
    let start = cur.pos();
    let kind = own(cur.get("kind")?);
    for name in ["subchannel", "sector_size", "subchannel_size"] {
        cur.get::<u32>(name)?;
    }
    let frames = own(cur.get("frames")?);
    cur.get::<u32>("extra_frames")?;
    let known = usize::try_from(kind).ok().and_then(|kind| KINDS.get(kind));
    let Some(name) = known else {
        let message = format_args!("unknown track type {kind}");
        cur.problem(Severity::Error, (start, 4), "kind", message);
        return Ok(None);
    };
    Ok(Some(ChdTrack {
        number: u8::try_from(index + 1).unwrap_or(u8::MAX),
        kind: (*name).to_owned(),
        frames: u64::from(frames).min(MAX_FRAMES),
        pregap: 0,
        is_gap_stored: false,
        pad: 0,
    }))
}

/// `TRACK:1 TYPE:MODE2_RAW SUBTYPE:NONE FRAMES:41 PREGAP:0 PGTYPE:MODE1 …`
pub fn track(text: &str) -> Option<ChdTrack> {
    let words = text.trim_end_matches('\0').split_whitespace();
    let pairs: Vec<(&str, &str)> = words.filter_map(|word| word.split_once(':')).collect();
    let value = |key: &str| pairs.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
    let number = |key: &str| value(key)?.parse::<u64>().ok();
    Some(ChdTrack {
        number: value("TRACK")?.parse().ok()?,
        kind: value("TYPE")?.to_owned(),
        frames: number("FRAMES")?.min(MAX_FRAMES),
        pregap: number("PREGAP").unwrap_or(0).min(MAX_FRAMES),
        // Marked by a V before the mode.
        is_gap_stored: value("PGTYPE").is_some_and(|kind| kind.starts_with('V')),
        // Only on Dreamcast discs.
        pad: number("PAD").unwrap_or(0).min(MAX_FRAMES),
    })
}
