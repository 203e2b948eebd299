//! One number of a bone through a packed clip: keys with straight lines between them
//! (section 16.3).
//!
//! | byte | content |
//! |---|---|
//! | 0 | high nibble: interval − 1, low nibble: mode |
//! | 1 | mode 15: nothing, all samples are 0; else the first sample, an i16 |
//! | 3 | mode 0: an i16 for each further key; modes 1–13: a signed step of mode + 1 bits for each, then fill up to a byte; mode 14: nothing, the first sample stays |
//!
//! The samples between two keys go up by the whole part of the difference over the interval; the
//! key itself is met exactly. The last key comes sooner where the interval does not divide the
//! frames.

use crate::codec::bits::{BitReader, Bits};

/// Keys are stored in full.
pub const WORDS: u8 = 0;
/// The first sample is all of them.
pub const CONSTANT: u8 = 14;
/// Nothing is stored: all samples are 0.
pub const ZERO: u8 = 15;
/// Frames between keys, at most.
pub const LONGEST: usize = 16;

/// What the header of a stream and the number of frames say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Frames from a key to the next: 1 to 16.
    pub interval: usize,
    pub mode: u8,
    /// Keys behind the first sample.
    pub keys: usize,
    frames: usize,
}

impl Layout {
    pub fn new(header: u8, frames: usize) -> Self {
        let (interval, mode) = (usize::from(header >> 4) + 1, header & 15);
        let keys = match mode {
            CONSTANT | ZERO => 0,
            _ => frames.saturating_sub(1).div_ceil(interval),
        };
        Self { interval, mode, keys, frames }
    }

    /// Bits of a key.
    pub fn bits(&self) -> u32 {
        match self.mode {
            WORDS => 16,
            mode => u32::from(mode) + 1,
        }
    }

    /// Bytes of the stream with its header.
    pub fn size(&self) -> usize {
        match self.mode {
            ZERO => 1,
            _ => 3 + (self.keys * self.bits() as usize).div_ceil(8),
        }
    }

    /// The frame that key `index` (0 is the first behind the first sample) belongs to.
    pub fn frame_of(&self, index: usize) -> usize {
        index.saturating_add(1).saturating_mul(self.interval).min(self.frames.saturating_sub(1))
    }

    /// The first sample and every key, from a stream with its header; `None` when it is cut off.
    pub fn keys(&self, stream: &[u8]) -> Option<Vec<i16>> {
        let stream = stream.get(..self.size())?;
        let word = |at: usize| Some(i16::from_le_bytes(*stream.get(at..)?.first_chunk()?));
        let mut value = if self.mode == ZERO { 0 } else { word(1)? };
        let mut keys = Vec::with_capacity(1 + self.keys);
        keys.push(value);
        let mut steps = BitReader::new(stream.get(3..).unwrap_or(&[]));
        for index in 0..self.keys {
            value = match self.mode {
                WORDS => word(3 + 2 * index)?,
                _ => value.wrapping_add(steps.signed(self.bits())?),
            };
            keys.push(value);
        }
        Some(keys)
    }

    /// The samples of the first `most` frames.
    fn samples(&self, keys: &[i16], most: usize) -> Vec<i16> {
        let count = self.frames.min(most);
        let mut samples = Vec::with_capacity(count);
        samples.extend(keys.first());
        for (index, pair) in keys.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            if samples.len() >= count {
                break;
            }
            let frames = self.frame_of(index) - index * self.interval;
            let whole = match self.mode {
                WORDS => i32::from(*to) - i32::from(*from),
                // A step may lead past the end of the numbers and begin at the other one.
                _ => i32::from(to.wrapping_sub(*from)),
            };
            // At most 16 frames; the quotient is stored in 16 bits by the game as well.
            let step = (whole / frames.max(1) as i32) as i16;
            let mut value = *from;
            for _ in 1..frames {
                value = value.wrapping_add(step);
                samples.push(value);
            }
            samples.push(*to);
        }
        samples.resize(count, keys.last().copied().unwrap_or(0));
        samples
    }
}

/// Bytes of the stream that `bytes` starts with; `None` when its header is missing.
pub fn len(bytes: &[u8], frames: usize) -> Option<usize> {
    Some(Layout::new(*bytes.first()?, frames).size())
}

/// The samples of the first `most` frames of the stream that `bytes` starts with, and its length;
/// `None` when it is cut off.
pub fn decode(bytes: &[u8], frames: usize, most: usize) -> Option<(Vec<i16>, usize)> {
    let layout = Layout::new(*bytes.first()?, frames);
    let keys = layout.keys(bytes)?;
    Some((layout.samples(&keys, most), layout.size()))
}

/// The shortest stream of exactly these samples.
pub fn encode(samples: &[i16]) -> Vec<u8> {
    let modes = |interval| (0..=ZERO).filter_map(move |mode| encode_as(samples, interval, mode));
    let streams = (1..=LONGEST).flat_map(modes);
    // Interval 1 in mode 0 holds whatever it is.
    streams.min_by_key(Vec::len).unwrap_or_default()
}

/// The stream of exactly these samples with this interval (1 to 16) and mode; `None` where they
/// cannot be said so.
pub fn encode_as(samples: &[i16], interval: usize, mode: u8) -> Option<Vec<u8>> {
    let header = u8::try_from(interval.checked_sub(1)?).ok().filter(|high| *high < 16)? << 4;
    let layout = Layout::new(header | mode.min(ZERO), samples.len());
    let first = *samples.first()?;
    let mut stream = vec![header | layout.mode];
    if layout.mode != ZERO {
        stream.extend(first.to_le_bytes());
    }
    let mut steps = Bits::default();
    let mut before = first;
    for index in 0..layout.keys {
        let key = *samples.get(layout.frame_of(index))?;
        if layout.mode == WORDS {
            stream.extend(key.to_le_bytes());
        } else {
            // What does not fit is found out below.
            steps.push(key.wrapping_sub(before) as u16, layout.bits());
        }
        before = key;
    }
    stream.extend(steps.into_bytes());
    let (again, _) = decode(&stream, samples.len(), samples.len())?;
    (again == samples).then_some(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn holds(bytes: &[u8], samples: &[i16]) {
        // What follows the stream is none of its business.
        let longer = [bytes, &[0xAA; 4]].concat();
        let found = decode(&longer, samples.len(), usize::MAX);
        assert_eq!(found, Some((samples.to_vec(), bytes.len())));
        let (interval, mode) = (usize::from(bytes[0] >> 4) + 1, bytes[0] & 15);
        assert_eq!(encode_as(samples, interval, mode).as_deref(), Some(bytes));
        for cut in 0..bytes.len() {
            assert_eq!(decode(&bytes[..cut], samples.len(), usize::MAX), None, "{cut} bytes");
        }
    }

    /// Section 24.5.
    #[test]
    fn the_streams_of_the_format_document() {
        holds(&[0x0F], &[0, 0, 0]);
        holds(&[0x0E, 0x34, 0x12], &[4660, 4660]);
        holds(&[0x00, 0x0A, 0x00, 0x14, 0x00, 0xFB, 0xFF], &[10, 20, -5]);
        holds(&[0x10, 0x00, 0x00, 0x0A, 0x00, 0x0D, 0x00], &[0, 5, 10, 11, 13]);
        holds(&[0x03, 0x64, 0x00, 0x3E, 0x70], &[100, 103, 101, 108]);
        holds(&[0x13, 0x64, 0x00, 0x7E], &[100, 103, 107, 105]);
    }

    /// A line through keys `interval` frames apart, with steps that take all bits of the mode.
    fn zigzag(interval: usize, mode: u8, frames: usize) -> Vec<i16> {
        let far = if mode == WORDS { i16::MAX } else { (1 << mode) - 1 };
        let layout = Layout::new(((interval - 1) as u8) << 4 | mode, frames);
        let key = |index: usize| match index % 3 {
            0 => 0,
            1 => far,
            _ => -1,
        };
        let keys: Vec<i16> = (0..=layout.keys).map(key).collect();
        layout.samples(&keys, frames)
    }

    #[test]
    fn every_mode_with_every_interval_comes_back() {
        for interval in 1..=LONGEST {
            for mode in WORDS..CONSTANT {
                // The interval divides the frames, and does not.
                for frames in [1, 2, interval + 1, 3 * interval + 1, 5 * interval] {
                    let samples = zigzag(interval, mode, frames);
                    assert_eq!(samples.len(), frames);
                    let stream = encode_as(&samples, interval, mode)
                        .unwrap_or_else(|| panic!("mode {mode}, {interval}: {samples:?}"));
                    let found = decode(&stream, frames, usize::MAX);
                    assert_eq!(found, Some((samples.clone(), stream.len())));
                    let shortest = encode(&samples);
                    assert!(shortest.len() <= stream.len());
                    assert_eq!(decode(&shortest, frames, usize::MAX).unwrap().0, samples);
                }
            }
        }
    }

    #[test]
    fn samples_that_do_not_fit_a_mode_are_refused() {
        assert_eq!(encode_as(&[0, 8], 1, 3), None);
        assert!(encode_as(&[0, 8], 1, 4).is_some());
        assert_eq!(encode_as(&[5, 6], 1, CONSTANT), None);
        assert_eq!(encode_as(&[5, 5], 1, ZERO), None);
        assert_eq!((encode_as(&[0, 1], 17, 0), encode_as(&[0, 1], 0, 0)), (None, None));
        assert_eq!((encode(&[0; 9]), encode(&[7; 9]), encode(&[])), {
            (vec![0x0F], vec![0x0E, 7, 0], Vec::new())
        });
    }

    #[test]
    fn steps_wrap_as_the_numbers_do() {
        let stream = [0x13, 0xFF, 0x7F, 0x70];
        assert_eq!(decode(&stream, 3, 9).unwrap().0, [i16::MAX, i16::MIN + 2, i16::MIN + 6]);
    }

    #[test]
    fn long_clips_are_decoded_as_far_as_wanted() {
        assert_eq!(decode(&[0x0E, 1, 0], 60_000, 3), Some((vec![1; 3], 3)));
        assert_eq!(decode(&[0x00, 1, 0, 2, 0], 60_000, 3), None);
        let long: Vec<i16> = (0..600).collect();
        let stream = encode_as(&long, 16, 5).unwrap();
        assert_eq!(decode(&stream, 600, 20).unwrap().0, long[..20]);
    }
}
