//! Sectors of an image, and the location of their user data.
//!
//! | image | bytes per sector | user data |
//! |---|---|---|
//! | cooked | 2048 | all of it |
//! | raw (with 96 bytes of subchannel: 2448) | 2352 | 2048 after sync and header (mode 1) or sub-header (mode 2) |
//! | from the sub-header on | 2336 | 2048 after the sub-header |
//!
//! In mode 2, a bit of the sub-header gives the form of each sector: form 2 has 2324 user bytes.
//!
//! Source: format document `disc-image.md` sections 2 and 3.

use crate::bytes::{Cursor, Hint, Recorder, Result, Run, Source};
use crate::container::SectorGrid;
use crate::formats::ps1::xa::{CODINGS, SUBMODES, SubHeader};

/// User bytes per sector, as counted by file sizes.
pub const USER: u64 = 2048;
/// Size of a raw sector.
pub const RAW: u64 = 2352;
/// Size of a mode 2 sector starting at its sub-header.
pub const WITH_SUBHEADER: u64 = 2336;
/// Sectors of a session before its first volume descriptor.
const DESCRIPTORS: u32 = 16;

/// First bytes of a raw sector.
pub const SYNC: [u8; 12] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0];

/// Mode of a sector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// 2048 user bytes with error correction.
    One,
    /// With a sub-header, which gives the form of the sector.
    Two,
}

/// Layout of a data track's sectors in an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sectors {
    /// Offset of LBA 0, which may be before the start of the file.
    pub zero: i64,
    /// First LBA of the session; its volume descriptors start 16 sectors later.
    pub first: u32,
    /// Bytes from one sector to the next.
    pub stride: u64,
    /// Bytes before the user data (form 1).
    pub before: u64,
    /// Mode of the sectors.
    pub mode: Mode,
}

impl Sectors {
    /// Plain user data.
    pub const COOKED: Self = Self { zero: 0, first: 0, stride: USER, before: 0, mode: Mode::One };

    /// Mode as named in cue sheets.
    pub fn cue_mode(&self) -> String {
        let mode = if self.mode == Mode::One { 1 } else { 2 };
        // Subchannel bytes are not part of a sector.
        format!("MODE{mode}/{}", self.stride.min(RAW))
    }

    /// LBA of volume descriptor `index`.
    pub fn descriptor(&self, index: u32) -> u32 {
        self.first.saturating_add(DESCRIPTORS).saturating_add(index)
    }

    /// Offset of sector `lba` in its file.
    pub fn offset(&self, lba: u32) -> Option<u64> {
        let offset = u64::from(lba).checked_mul(self.stride)?;
        offset.checked_add_signed(self.zero)
    }

    /// Offset of the user data of sector `lba`.
    pub fn user(&self, lba: u32) -> Option<u64> {
        self.offset(lba)?.checked_add(self.before)
    }

    /// Start and end of sector `lba`.
    pub fn whole(&self, lba: u32) -> Option<(u64, u64)> {
        let start = self.offset(lba)?;
        Some((start, start.checked_add(self.stride)?))
    }

    /// Sector information for the files on the disc.
    pub fn grid(&self) -> SectorGrid {
        SectorGrid { zero: self.zero, stride: self.stride }
    }

    /// `true` if the file stores whole sectors, or all of their bytes after the header.
    pub fn has_subheaders(&self) -> bool {
        self.mode == Mode::Two && self.before >= 8
    }

    /// The sub-header of sector `lba`.
    pub fn subheader(&self, image: &Source, lba: u32) -> Option<SubHeader> {
        let at = self.user(lba)?.checked_sub(8).filter(|_| self.has_subheaders())?;
        let mut both = [0; 8];
        image.read_at(at, &mut both).ok()?;
        let [a, b, c, d, again @ ..] = both;
        Some(SubHeader::valid_copy(SubHeader::of([a, b, c, d]), SubHeader::of(again)))
    }

    /// Number of sectors starting at `lba` whose user data is at least partly in the file.
    pub fn stored_sectors(&self, image: &Source, lba: u32) -> u64 {
        let Some(start) = self.user(lba) else { return 0 };
        image.len().saturating_sub(start).div_ceil(self.stride.max(1))
    }

    /// `len` user bytes starting at sector `lba`, without those after the end of the file.
    pub fn cooked(&self, image: &Source, lba: u32, len: u64) -> Option<Run> {
        self.run(image, self.user(lba)?, USER, len)
    }

    /// `sectors` sectors starting at `lba`, each without the bytes before its sub-header.
    pub fn with_subheaders(&self, image: &Source, lba: u32, sectors: u64) -> Option<Run> {
        let start = self.user(lba)?.checked_sub(8)?;
        self.run(image, start, WITH_SUBHEADER, sectors.checked_mul(WITH_SUBHEADER)?)
    }

    fn run(&self, image: &Source, start: u64, piece: u64, len: u64) -> Option<Run> {
        let left = image.len().checked_sub(start)?;
        // Whole sectors, and the available bytes of the last one.
        let whole = (left / self.stride).checked_mul(piece)?;
        let there = whole.checked_add((left % self.stride).min(piece))?;
        let (len, stride) = (len.min(there), self.stride);
        // Contiguous sectors are one run.
        let piece = if piece == stride { len.max(1) } else { piece };
        let stride = if piece == len.max(1) { piece } else { stride };
        Some(Run { from: image.clone(), start, piece, stride, len })
    }
}

/// Reads the user data of sector `lba` with `f`, as an element of the innermost array, and names the
/// bytes around it.
///
/// # Errors
/// Those of `f`, and if the sector is truncated.
pub fn sector<R: Recorder, T>(
    cur: &mut Cursor<'_, R>,
    sectors: Sectors,
    lba: u32,
    (index, type_name): (usize, &'static str),
    f: impl FnOnce(&mut Cursor<'_, R>) -> Result<T>,
) -> Result<T> {
    let (Some((start, end)), Some(user)) = (sectors.whole(lba), sectors.user(lba)) else {
        return Err(cur.fail(format_args!("sector {lba} is outside every image")));
    };
    cur.within(start, end, |cur| {
        cur.element(index, type_name, |cur| {
            if sectors.before >= 16 {
                header(cur)?;
            }
            if sectors.has_subheaders() {
                cur.group("subheader", "SubHeader", subheader)?;
            }
            let out = cur.within(user, user.saturating_add(USER), f)?;
            cur.seek(user.saturating_add(USER))?;
            tail(cur, sectors)?;
            Ok(out)
        })
    })
}

/// Sync pattern, time and mode.
fn header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<()> {
    cur.bytes("sync", SYNC.len())?;
    for part in ["minute", "second", "frame"] {
        cur.get_as::<u8>(part, Hint::Hex)?;
    }
    cur.get::<u8>("mode")?;
    Ok(())
}

/// Sub-header and its copy.
fn subheader<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<()> {
    cur.get::<u8>("file")?;
    cur.get::<u8>("channel")?;
    cur.get_as::<u8>("submode", Hint::Flags(SUBMODES))?;
    cur.get_as::<u8>("coding", Hint::Flags(CODINGS))?;
    cur.bytes("copy", 4)?;
    Ok(())
}

/// Error detection and correction, and subchannel bytes.
fn tail<R: Recorder>(cur: &mut Cursor<'_, R>, sectors: Sectors) -> Result<()> {
    if cur.remaining() == 0 {
        return Ok(());
    }
    cur.get_as::<u32>("edc", Hint::Hex)?;
    if sectors.mode == Mode::One {
        cur.padding(8)?;
    }
    cur.bytes("ecc", 276)?;
    let end = cur.limit();
    cur.bytes_if_any("subchannel", end)?;
    Ok(())
}
