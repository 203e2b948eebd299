//! Tracks of a disc.

use super::sectors::{RAW, Sectors};
use crate::bytes::{Pieces, Run, Source};

/// Content of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackKind {
    /// Files.
    Data(Sectors),
    /// 16-bit stereo sound at 44 100 Hz.
    Audio {
        /// Samples are stored big-endian.
        is_big: bool,
    },
}

/// A track.
#[derive(Clone, Debug)]
pub struct Track {
    /// 1 to 99.
    pub number: u8,
    pub kind: TrackKind,
    /// Mode of the data as named in cue sheets.
    pub mode: String,
    /// The file that contains the track; `None` if it is missing.
    pub image: Option<Source>,
    /// Offset of INDEX 01 in the file.
    pub start: u64,
    /// Bytes from one sector to the next.
    pub stride: u64,
    /// Sectors from INDEX 01 to the end of the track.
    pub sectors: u64,
    /// Disc-wide number of the sector at INDEX 01, if known.
    pub lba: Option<u32>,
}

impl Track {
    /// The only track of an image without a sheet.
    pub fn alone(image: &Source, sectors: Sectors) -> Self {
        Self {
            number: 1,
            kind: TrackKind::Data(sectors),
            mode: sectors.cue_mode(),
            image: Some(image.clone()),
            start: 0,
            stride: sectors.stride,
            sectors: image.len().div_ceil(sectors.stride),
            lba: Some(0),
        }
    }

    /// Copy of the track, stored in `image` unless its image is already known.
    pub fn held_by(&self, image: &Source) -> Self {
        let mut track = self.clone();
        track.image.get_or_insert_with(|| image.clone());
        track
    }

    /// Copy of the track in `image`, with its sector layout if it has a volume.
    pub fn in_image(&self, image: &Source, layout: Option<Sectors>) -> Self {
        let mut track = self.held_by(image);
        if let (TrackKind::Data(_), Some(sectors)) = (track.kind, layout) {
            (track.kind, track.mode) = (TrackKind::Data(sectors), sectors.cue_mode());
        }
        track
    }

    /// `count` sectors of sound starting at sector `from` of the track, as stored; all remaining
    /// ones without a count.
    pub fn sound(&self, from: u64, count: Option<u64>) -> Option<Pieces> {
        let TrackKind::Audio { .. } = self.kind else { return None };
        let image = self.image.as_ref()?;
        let start = self.start.checked_add(from.checked_mul(self.stride)?)?;
        let sectors = count.unwrap_or(u64::MAX).min(self.sectors.checked_sub(from)?);
        let left = image.len().checked_sub(start)?;
        let (whole, rest) = (left / self.stride, (left % self.stride).min(RAW));
        let there = whole.saturating_mul(RAW).saturating_add(rest);
        let len = sectors.saturating_mul(RAW).min(there);
        let run = if self.stride == RAW {
            Run::one(image, start, len)
        } else {
            Run { from: image.clone(), start, piece: RAW, stride: self.stride, len }
        };
        Some(Pieces::new([run]))
    }
}

/// Swaps the bytes of every sample, for big-endian sound.
pub fn swapped(mut samples: Vec<u8>) -> Vec<u8> {
    for sample in samples.chunks_exact_mut(2) {
        sample.reverse();
    }
    samples
}
