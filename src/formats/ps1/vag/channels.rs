//! Channels of "VAGi": alternating chunks.

use super::records::Vag;
use crate::codec::spu_adpcm::{self, BLOCK, FRAMES};
use crate::formats::Report;
use crate::scene::LoopPart;

/// Number and layout of channels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Channels {
    pub count: usize,
    /// Size of a chunk in bytes.
    chunk: usize,
    /// Size of each channel in bytes.
    size: usize,
    /// Bytes of each channel before the loop.
    loop_start: usize,
}

impl Channels {
    /// Layout from the header.
    ///
    /// # Errors
    /// Returns the invalid field and the reason.
    pub fn of(vag: &Vag) -> Result<Self, (&'static str, String)> {
        let chunk = vag.header.interleave();
        if chunk == 0 || !chunk.is_multiple_of(BLOCK) {
            let why = format!("chunks of {chunk} bytes are not a multiple of the block size");
            return Err(("header.interleave", why));
        }
        // 0 means two channels.
        let count = if vag.header.channels == 0 { 2 } else { usize::from(vag.header.channels) };
        if count > 2 {
            return Err(("header.channels", format!("expected 1 or 2 channels, found {count}")));
        }
        let size = usize::try_from(vag.header.size).unwrap_or(usize::MAX);
        let loop_start = usize::try_from(vag.header.loop_start).unwrap_or(usize::MAX);
        Ok(Self { count, chunk, size, loop_start })
    }

    /// Looped frames, if the header has a loop.
    pub fn loop_part(self, frames: u64) -> Option<LoopPart> {
        let first = (self.loop_start / BLOCK * FRAMES) as u64;
        (first > 0 && first < frames).then(|| LoopPart { first, last: frames - 1 })
    }

    /// Blocks of a channel, without missing ones.
    fn blocks(self, data: &[u8], channel: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.size.min(data.len()));
        let round = self.chunk.saturating_mul(self.count);
        let mut at = self.chunk.saturating_mul(channel);
        while out.len() < self.size {
            let wanted = self.chunk.min(self.size - out.len());
            let there = data.get(at..).unwrap_or(&[]);
            let part = there.get(..wanted).unwrap_or(there);
            out.extend(part);
            if part.len() < wanted {
                break;
            }
            at = at.saturating_add(round);
        }
        out
    }

    /// Number of frames that are present in all channels.
    pub fn frames(self, data: &[u8]) -> usize {
        let blocks = (0..self.count).map(|channel| self.blocks(data, channel).len() / BLOCK);
        blocks.min().unwrap_or(0) * FRAMES
    }

    /// All frames, interleaved.
    pub fn decode(self, data: &[u8]) -> Vec<i16> {
        let frames = self.frames(data);
        let mut out = vec![0; frames * self.count];
        for channel in 0..self.count {
            let samples = spu_adpcm::decode(&self.blocks(data, channel));
            let places = out.iter_mut().skip(channel).step_by(self.count);
            places.zip(samples).for_each(|(place, sample)| *place = sample);
        }
        out
    }

    pub fn check(self, vag: &Vag, report: &mut Report<'_>) {
        let frames = self.frames(vag.data.bytes());
        let declared = self.size / BLOCK * FRAMES;
        if frames < declared {
            let message = format!("expected {declared} frames, found {frames}");
            report.warning("header.size", message);
        }
        let start = self.loop_start;
        if start > 0 && (start >= self.size || !start.is_multiple_of(BLOCK)) {
            let size = self.size;
            let message =
                format!("expected the loop start at a block within {size} bytes, found {start}");
            report.warning("header.loop_start", message);
        }
    }
}
