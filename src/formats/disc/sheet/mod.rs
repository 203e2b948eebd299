//! Sheets: small files that say which tracks a disc has, and which files hold them.

pub mod beside;
pub mod ccd;
pub mod cue;
pub mod mds;

use crate::bytes::{Cursor, Recorder, Result, Severity};

/// How a file of a sheet stores sound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredAs {
    /// Little-endian samples, or sectors of data.
    Binary,
    /// Big-endian samples.
    Motorola,
    /// Samples in a WAV file.
    Wave,
    /// Packed sound, which is not read.
    Packed,
}

/// What a sheet says.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Names of the files, and how they store sound.
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
    /// Bytes of a sector, by the mode.
    pub stride: u64,
    /// Index of the file that holds it.
    pub file: usize,
    pub indices: Vec<Index>,
    /// Sectors of silence before it that no file holds.
    pub pregap: u64,
    /// Offset of its first sector in the file, where the sheet counts in bytes.
    pub offset: Option<u64>,
    /// Number of its first sector on the disc, where the sheet says it.
    pub lba: Option<u32>,
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

    /// Sector of the file where it starts.
    pub fn start(&self) -> u64 {
        let at = |number| self.indices.iter().find(|index| index.number == number);
        at(1).or(at(0)).or(self.indices.first()).map_or(0, |index| index.sector)
    }

    /// Sector of the file where its gap starts, or it.
    pub fn gap(&self) -> u64 {
        let gap = self.indices.iter().find(|index| index.number == 0);
        gap.map_or_else(|| self.start(), |index| index.sector)
    }
}

impl Sheet {
    /// Offset of sector `sector` in the file of track `index`: each track before it counts with
    /// the bytes of its own sectors.
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

    /// Offset in the file where track `index` ends: where the next one of the file begins.
    pub fn end(&self, index: usize) -> Option<u64> {
        let own = self.tracks.get(index)?;
        let next = self.tracks.get(index + 1).filter(|next| next.file == own.file)?;
        next.offset.or_else(|| self.offset(index, next.gap()))
    }
}

/// Names the lines of a text, and gives each to `f`; what it objects to is a warning.
fn lines<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    mut f: impl FnMut(&str) -> std::result::Result<(), String>,
) -> Result<()> {
    if cur.remaining() > MAX_LEN {
        return Err(cur.fail(format_args!("a sheet of {} bytes is none", cur.remaining())));
    }
    cur.array("lines", |cur| {
        for index in 0.. {
            if cur.remaining() == 0 {
                break;
            }
            cur.element(index, "Line", |cur| line(cur, &mut f))?;
        }
        Ok(())
    })
}

/// Larger texts are no sheets.
const MAX_LEN: u64 = 256 * 1024;

fn line<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    f: &mut impl FnMut(&str) -> std::result::Result<(), String>,
) -> Result<()> {
    let rest = cur.peek(usize::MAX);
    let len = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
    let start = cur.pos();
    let text = cur.text("text", len)?;
    let ends = match rest.get(len..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([]) | None => 0,
        Some(_) => 1,
    };
    cur.padding(ends)?;
    if let Err(why) = f(String::from_utf8_lossy(text).trim_start_matches('\u{feff}')) {
        cur.problem(Severity::Warning, (start, len as u64), "text", format_args!("{why}"));
    }
    Ok(())
}
