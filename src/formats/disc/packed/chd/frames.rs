//! Converts the frames of a CD to the consecutive sectors of all tracks.

use super::tracks::ChdTrack;
use crate::bytes::ReadAt;

/// Size of a frame: a sector of at most 2352 bytes, and 96 of subchannel.
pub const FRAME: u64 = 2448;

/// Location of a track in the frames and in the unpacked data.
struct TrackSpan {
    /// Offset of the track's first frame.
    from: u64,
    /// Unpacked offset of the track's first sector, and size of all its sectors.
    start: u64,
    len: u64,
    sector: u64,
    is_audio: bool,
}

/// The sectors of a CD.
pub struct Cd<F> {
    frames: F,
    parts: Vec<TrackSpan>,
    len: u64,
}

impl<F: ReadAt> Cd<F> {
    pub fn new(frames: F, tracks: &[ChdTrack]) -> Self {
        let (mut from, mut start) = (0, 0);
        let mut parts = Vec::new();
        for track in tracks {
            let sector = track.sector();
            let len = track.frames * sector;
            parts.push(TrackSpan { from, start, len, sector, is_audio: track.is_audio() });
            from += track.padded() * FRAME;
            start += len;
        }
        Self { frames, parts, len: start }
    }
}

impl TrackSpan {
    /// Fills `out` with bytes of one sector, starting at offset `within` in the part.
    fn sector(&self, frames: &impl ReadAt, within: u64, out: &mut [u8]) -> Result<(), String> {
        let (index, skip) = (within / self.sector, within % self.sector);
        let at = self.from + index * FRAME + skip;
        if !self.is_audio {
            return frames.read_at(at, out);
        }
        // Sound is stored big-endian, so byte pairs are swapped. The request may begin or end within a pair.
        let even = at - skip % 2;
        let len = out.len() + usize::from(skip % 2 == 1);
        let mut pairs = vec![0; len.next_multiple_of(2)];
        frames.read_at(even, &mut pairs)?;
        pairs.chunks_exact_mut(2).for_each(<[u8]>::reverse);
        let wanted = pairs.get(usize::from(skip % 2 == 1)..).unwrap_or(&[]);
        out.iter_mut().zip(wanted).for_each(|(out, byte)| *out = *byte);
        Ok(())
    }
}

impl<F: ReadAt> ReadAt for Cd<F> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let index = self.parts.partition_point(|part| part.start + part.len <= at);
            let part = self.parts.get(index).ok_or("the data ends here")?;
            let within = at - part.start;
            let left = usize::try_from(part.sector - within % part.sector).unwrap_or(0);
            let (piece, rest) = out.split_at_mut(left.min(out.len()));
            part.sector(&self.frames, within, piece)?;
            (at, out) = (at + piece.len() as u64, rest);
        }
        Ok(())
    }
}
