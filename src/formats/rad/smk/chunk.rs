//! Splits a frame into its chunks (section 4).

use std::ops::Range;

use super::records::TRACKS;

/// Chunk ranges of a frame, relative to its first byte.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chunk {
    pub palette: Option<Range<usize>>,
    pub sounds: [Option<Range<usize>>; TRACKS],
    /// `None` if it could not be located.
    pub video: Option<Range<usize>>,
    /// Position and reason of the first error, which ends the parsing.
    pub fault: Option<Fault>,
}

/// Error because of which the rest of a frame is lost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
}

impl Chunk {
    /// Splits a frame with these types.
    pub fn of(bytes: &[u8], types: u8) -> Self {
        let mut chunk = Self::default();
        match chunk.parts(bytes, types) {
            Ok(video) => chunk.video = Some(video..bytes.len()),
            Err(fault) => chunk.fault = Some(fault),
        }
        chunk
    }

    /// Locates all chunks before the video; returns the start of the video.
    fn parts(&mut self, bytes: &[u8], types: u8) -> Result<usize, Fault> {
        let mut at = 0;
        if types & 1 != 0 {
            let len = bytes.first().map_or(0, |fours| 4 * usize::from(*fours));
            at = part(bytes, at, len, 1, "palette")?;
            self.palette = Some(0..at);
        }
        for (track, sound) in self.sounds.iter_mut().enumerate() {
            if types >> (track + 1) & 1 != 0 {
                let len = bytes.get(at..).and_then(|rest| rest.first_chunk());
                let len = len.map_or(0, |len| u32::from_le_bytes(*len));
                let len = usize::try_from(len).unwrap_or(usize::MAX);
                let end = part(bytes, at, len, 4, "sound")?;
                *sound = Some(at..end);
                at = end;
            }
        }
        Ok(at)
    }

    /// Sound chunk of a track.
    pub fn sound<'a>(&self, bytes: &'a [u8], track: usize) -> Option<&'a [u8]> {
        bytes.get(self.sounds.get(track)?.clone()?)
    }
}

/// End of a chunk of `len` bytes including its length field, which must be at least `least`.
fn part(bytes: &[u8], at: usize, len: usize, least: usize, what: &str) -> Result<usize, Fault> {
    let left = bytes.len() - at.min(bytes.len());
    if len < least || len > left {
        let message =
            format!("{what} has {len} bytes, but {left} remain: the rest of the frame is lost");
        return Err(Fault { at, message });
    }
    Ok(at + len)
}
