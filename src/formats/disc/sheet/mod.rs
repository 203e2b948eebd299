//! Sheets: small files that list the tracks of a disc and the files that contain them.

pub mod ccd;
pub mod companions;
pub mod cue;
pub mod mds;

use crate::bytes::{Cursor, Recorder, Result, Severity};

/// Sound encoding of a file of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredAs {
    /// Little-endian samples, or data sectors.
    Binary,
    /// Big-endian samples.
    Motorola,
    /// Samples in a WAV file.
    Wave,
    /// Compressed sound, which is not supported.
    Packed,
}

/// A parsed sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Names of the files, and their sound encodings.
    pub files: Vec<(String, StoredAs)>,
    /// Tracks in the order of the sheet.
    pub tracks: Vec<SheetTrack>,
}

/// A track of a sheet.
#[derive(Clone, Debug, Default)]
pub struct SheetTrack {
    pub number: u8,
    /// In upper case.
    pub mode: String,
    /// Bytes per sector, from the mode.
    pub stride: u64,
    /// Index of the file that contains the track.
    pub file: usize,
    pub indices: Vec<Index>,
    /// Sectors of silence before the track that are not in a file.
    pub pregap: u64,
    /// Offset of its first sector in the file, if the sheet gives bytes.
    pub offset: Option<u64>,
    /// Number of its first sector on the disc, if the sheet gives it.
    pub lba: Option<u32>,
    /// Number of sectors, if the sheet gives it.
    pub length: Option<u64>,
}

/// A point of a track, counted in sectors from the start of its file.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// 0 is the gap before the track, 1 its start.
    pub number: u8,
    pub sector: u64,
}

impl SheetTrack {
    pub fn is_audio(&self) -> bool {
        matches!(self.mode.as_str(), "AUDIO" | "CDG")
    }

    /// First sector of the track in the file.
    pub fn start(&self) -> u64 {
        let at = |number| self.indices.iter().find(|index| index.number == number);
        at(1).or(at(0)).or(self.indices.first()).map_or(0, |index| index.sector)
    }

    /// First sector of its gap in the file, or of the track without one.
    pub fn gap(&self) -> u64 {
        let gap = self.indices.iter().find(|index| index.number == 0);
        gap.map_or_else(|| self.start(), |index| index.sector)
    }
}

impl Sheet {
    /// Offset of sector `sector` in the file of track `index`: each preceding track counts with its own
    /// sector size.
    pub fn offset(&self, index: usize, sector: u64) -> Option<u64> {
        let own = self.tracks.get(index)?;
        if let Some(offset) = own.offset {
            return offset.checked_add(sector.checked_mul(own.stride)?);
        }
        let mut offset = 0u64;
        let mut at = 0u64;
        let before = self.tracks.iter().take(index).filter(|track| track.file == own.file);
        let mut stride = before.clone().next().unwrap_or(own).stride;
        for next in before.skip(1).chain([own]) {
            let start = next.gap().min(sector);
            offset = offset.checked_add(start.checked_sub(at)?.checked_mul(stride)?)?;
            (at, stride) = (start, next.stride);
        }
        offset.checked_add(sector.checked_sub(at)?.checked_mul(own.stride)?)
    }

    /// End of track `index` in the file: the start of the next track in the file.
    pub fn end(&self, index: usize) -> Option<u64> {
        let own = self.tracks.get(index)?;
        let next = self.tracks.get(index + 1).filter(|next| next.file == own.file)?;
        next.offset.or_else(|| self.offset(index, next.gap()))
    }
}

/// Names the lines of a text, and passes each to `f`, whose errors are reported.
fn lines<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    mut f: impl FnMut(&str) -> std::result::Result<(), String>,
) -> Result<()> {
    if cur.remaining() > MAX_LEN {
        let len = cur.remaining();
        return Err(cur.fail(format_args!("expected at most {MAX_LEN} bytes, found {len}")));
    }
    let coding = Coding::of(cur.peek(2));
    cur.array("lines", |cur| {
        for index in 0.. {
            if cur.remaining() == 0 {
                break;
            }
            cur.element(index, "Line", |cur| line(cur, coding, &mut f))?;
        }
        Ok(())
    })
}

/// Larger texts are not sheets.
const MAX_LEN: u64 = 256 * 1024;

fn line<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    coding: Coding,
    f: &mut impl FnMut(&str) -> std::result::Result<(), String>,
) -> Result<()> {
    let rest = cur.peek(usize::MAX);
    let (len, ends) = coding.line(rest);
    let start = cur.pos();
    let text = coding.decode(rest.get(..len).unwrap_or(rest));
    if coding == Coding::Bytes {
        cur.text("text", len)?;
    } else {
        cur.bytes("text", len)?;
        cur.explain(|| text.clone());
    }
    cur.padding(ends)?;
    if let Err(why) = f(&text) {
        cur.problem(Severity::Error, (start, len as u64), "text", format_args!("{why}"));
    }
    Ok(())
}

/// Character encoding of a sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coding {
    /// UTF-8, or else Windows-1252.
    Bytes,
    Utf16Le,
    Utf16Be,
}

impl Coding {
    /// The encoding of a text, by its byte order mark.
    fn of(start: &[u8]) -> Self {
        match start {
            [0xFF, 0xFE, ..] => Self::Utf16Le,
            [0xFE, 0xFF, ..] => Self::Utf16Be,
            _ => Self::Bytes,
        }
    }

    fn unit(self) -> usize {
        if self == Self::Bytes { 1 } else { 2 }
    }

    fn units(self, bytes: &[u8]) -> impl Iterator<Item = u16> {
        bytes.chunks(self.unit()).map(move |unit| match (self, unit) {
            (Self::Utf16Le, [low, high]) => u16::from_le_bytes([*low, *high]),
            (Self::Utf16Be, [high, low]) => u16::from_be_bytes([*high, *low]),
            (_, unit) => unit.first().copied().map_or(0, u16::from),
        })
    }

    /// Length of the first line, and of its line break.
    fn line(self, text: &[u8]) -> (usize, usize) {
        let is_break = |unit: &u16| matches!(char::from_u32(u32::from(*unit)), Some('\n' | '\r'));
        let at = self.units(text).position(|unit| is_break(&unit));
        let len = at.map_or(text.len(), |at| at * self.unit());
        let behind: Vec<u16> = self.units(text.get(len..).unwrap_or(&[])).take(2).collect();
        let units = match behind.as_slice() {
            [13, 10] => 2,
            [] => 0,
            _ => 1,
        };
        (len, (units * self.unit()).min(text.len() - len))
    }

    /// The characters of a line, without a byte order mark.
    fn decode(self, line: &[u8]) -> String {
        let text = match self {
            Self::Bytes => crate::bytes::cp1252::text(line),
            _ => char::decode_utf16(self.units(line))
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
        };
        text.trim_start_matches('\u{feff}').to_owned()
    }
}

/// Start of a file as text, for recognising keywords.
fn first_words(head: &[u8]) -> String {
    let coding = Coding::of(head);
    coding.decode(head.get(..64 * coding.unit()).unwrap_or(head))
}

/// Converts minutes, seconds and frames to a number of sectors: `02:59:74`.
fn sectors(time: &str) -> std::result::Result<u64, String> {
    let wrong = || {
        format!("expected a time of minutes, seconds below 60 and frames below 75, found {time:?}")
    };
    let parts: Option<Vec<u64>> = time.split(':').map(|part| part.parse().ok()).collect();
    let Some(&[minutes, seconds @ 0..60, frames @ 0..75]) = parts.as_deref() else {
        return Err(wrong());
    };
    let seconds = minutes.checked_mul(60).and_then(|whole| whole.checked_add(seconds));
    let sectors = seconds.and_then(|seconds| seconds.checked_mul(75)?.checked_add(frames));
    sectors.ok_or_else(wrong)
}
