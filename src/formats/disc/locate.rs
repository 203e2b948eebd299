//! Finds the volume of a data track and its sector layout.
//!
//! Source: format document `disc-image.md` sections 3 and 4.

use super::sectors::{Mode, SYNC, Sectors};
use crate::formats::Head;

/// Signature of a volume descriptor, after its type.
const STANDARD: &[u8; 5] = b"CD001";
/// Sectors that are searched for a descriptor if it is not at its usual position.
const SEARCHED: std::ops::RangeInclusive<u64> = 0..=400;
/// Number of sectors after the first descriptor that are searched for a root directory.
const SEARCHED_FOR_ROOT: u32 = 400;
/// Offset of the root directory's LBA in a descriptor.
const ROOT: u64 = 0x9C + 2;

/// The layout of a data track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackLayout {
    pub sectors: Sectors,
    /// The descriptor is not at the position given by the sector times.
    pub is_moved: bool,
}

/// Finds the volume of a file that starts with a data track; `None` if it has no ISO 9660 volume.
pub fn find(head: &Head<'_>) -> Option<TrackLayout> {
    find_track(head, 0, 0)
}

/// Finds the volume of a track that starts at `offset` in a file and at sector `lba` of its disc.
pub fn find_track(head: &Head<'_>, offset: u64, lba: u32) -> Option<TrackLayout> {
    let track = Track { head, offset };
    let found = match track.by_sync() {
        Some((layout, time)) => track.raw(layout, time, lba)?,
        None => track.without_sync(lba)?,
    };
    let zero = found.sectors.zero.checked_add(i64::try_from(offset).ok()?)?;
    Some(TrackLayout { sectors: Sectors { zero, ..found.sectors }, ..found })
}

/// A track in a file. Offsets are relative to its start.
struct Track<'a> {
    head: &'a Head<'a>,
    offset: u64,
}

impl Track<'_> {
    fn at(&self, offset: u64, count: usize) -> Option<std::borrow::Cow<'_, [u8]>> {
        let bytes = self.head.at(self.offset.checked_add(offset)?, count);
        (bytes.len() == count).then_some(bytes)
    }

    fn is_sync(&self, offset: u64) -> bool {
        self.at(offset, SYNC.len()).is_some_and(|bytes| bytes[..] == SYNC)
    }

    /// `true` if there is a volume descriptor at its position in this layout.
    fn fits(&self, sectors: &Sectors) -> bool {
        let at = sectors.user(sectors.descriptor(0));
        let bytes = at.and_then(|at| self.at(at, 6));
        bytes.is_some_and(|bytes| bytes.get(1..) == Some(STANDARD))
    }

    /// `true` if the root directory contains its own LBA as given by the descriptor.
    fn has_root(&self, sectors: &Sectors) -> bool {
        let word = |at: u64| {
            let bytes = self.at(at, 4)?;
            Some(u32::from_le_bytes(bytes.as_ref().try_into().ok()?))
        };
        let found = || {
            let lba = word(sectors.user(sectors.descriptor(0))?.checked_add(ROOT)?)?;
            let root = sectors.user(lba)?;
            Some(lba > 0 && word(root.checked_add(2)?)? == lba)
        };
        found().unwrap_or(false)
    }

    /// The layout with sectors counted from the start of the track, or from the start of the disc
    /// if the directories count from there, as in a later session.
    fn based(&self, layout: Sectors, starts: [Option<u32>; 2]) -> Option<Sectors> {
        if !self.fits(&layout) {
            return None;
        }
        let from_disc = |first: u32| {
            let before = i64::from(first).checked_mul(i64::try_from(layout.stride).ok()?)?;
            let zero = layout.zero.checked_sub(before)?;
            Some(Sectors { zero, first, ..layout })
        };
        let starts = starts.into_iter().flatten().filter(|first| *first > 0);
        let mut others = starts.filter_map(from_disc);
        if self.has_root(&layout) {
            return Some(layout);
        }
        let known = others.find(|other| self.has_root(other));
        let known = known.or_else(|| from_disc(self.distance(&layout)?));
        Some(known.unwrap_or(layout))
    }

    /// Number of sectors between the LBA of the root directory and its position in this layout: the
    /// volume of a track that was extracted alone counts from the start of its disc.
    fn distance(&self, layout: &Sectors) -> Option<u32> {
        let root = self.at(layout.user(layout.descriptor(0))?.checked_add(ROOT)?, 8)?;
        let lba = u32::from_le_bytes(*root.first_chunk()?);
        let is_root = |sector: &u32| {
            let own = layout.user(*sector).and_then(|start| self.at(start, 34));
            // The directory's record of itself has the name NUL.
            own.is_some_and(|own| own.get(2..10) == Some(&*root) && own.ends_with(&[1, 0]))
        };
        let first = layout.descriptor(1);
        let found = (first..first.saturating_add(SEARCHED_FOR_ROOT)).find(is_root)?;
        lba.checked_sub(found).filter(|distance| *distance > 0)
    }

    /// Layout of raw sectors whose first header gives the sector number `time`.
    fn raw(&self, layout: Sectors, time: i64, lba: u32) -> Option<TrackLayout> {
        let stride = i64::try_from(layout.stride).ok()?;
        let by_time = Sectors { zero: time.checked_mul(stride)?.checked_neg()?, ..layout };
        if let Some(sectors) = self.based(by_time, [None; 2]) {
            return Some(TrackLayout { sectors, is_moved: false });
        }
        if let Some(sectors) = self.based(layout, [u32::try_from(time).ok(), Some(lba)]) {
            // Homebrew images have wrong times.
            return Some(TrackLayout { sectors, is_moved: i64::from(sectors.first) != time });
        }
        let moved = SEARCHED.map(|sector| {
            let sector = i64::try_from(sector).unwrap_or(0) - i64::from(layout.descriptor(0));
            Sectors { zero: sector.saturating_mul(stride), ..layout }
        });
        let sectors = { moved }.find(|sectors| self.fits(sectors))?;
        Some(TrackLayout { sectors, is_moved: true })
    }

    fn without_sync(&self, lba: u32) -> Option<TrackLayout> {
        let layouts = [
            (0, 2048, 0, Mode::One),
            (0, 2336, 8, Mode::Two),
            (0, 2352, 24, Mode::Two),
            (0, 2352, 16, Mode::One),
            (0, 2448, 24, Mode::Two),
            (0, 2448, 16, Mode::One),
            (150 * 2048, 2048, 0, Mode::One),
        ];
        let layouts = layouts.map(|(zero, stride, before, mode)| {
            let first = 0;
            Sectors { zero, first, stride, before, mode }
        });
        let sectors = layouts.into_iter().find_map(|one| self.based(one, [Some(lba), None]))?;
        Some(TrackLayout { sectors, is_moved: false })
    }

    /// Layout of raw sectors by their sync patterns, and the LBA in the first header.
    fn by_sync(&self) -> Option<(Sectors, i64)> {
        if !self.is_sync(0) {
            return None;
        }
        let left = self.head.len.checked_sub(self.offset)?;
        let known = [2352, 2448].into_iter().find(|stride| self.is_sync(*stride));
        let stride = known.or_else(|| [2352, 2448].into_iter().find(|stride| *stride == left))?;
        // Sectors of mode 0 are empty; the first one of another mode is used.
        let mode = |sector: u64| match self.at(sector * stride + 15, 1)?.first() {
            Some(1) => Some((Mode::One, 16)),
            Some(2) => Some((Mode::Two, 24)),
            _ => None,
        };
        let mut synced = SEARCHED.take_while(|sector| self.is_sync(sector * stride));
        let (mode, before) = synced.find_map(mode)?;
        let time = self.at(12, 3).and_then(|time| lba_of(&time)).unwrap_or(0);
        Some((Sectors { zero: 0, first: 0, stride, before, mode }, time))
    }
}

/// LBA of the time in a sector header: three BCD numbers; LBA 0 is at two seconds.
fn lba_of(time: &[u8]) -> Option<i64> {
    let digits = |byte: u8| {
        let (tens, ones) = (byte >> 4, byte & 15);
        (tens < 10 && ones < 10).then(|| i64::from(tens * 10 + ones))
    };
    let [minute, second, frame] = *time else { return None };
    Some((digits(minute)? * 60 + digits(second)?) * 75 + digits(frame)? - 150)
}
