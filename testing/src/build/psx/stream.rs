//! Encodes samples as streams of packed animations.

use gouraud::codec::bits::Bits;
use gouraud::formats::neversoft::psx::animation::stream::{Layout, WORDS, ZERO, decode};

/// The longest interval, in frames.
pub const MAX_INTERVAL: usize = 16;

/// The shortest stream that decodes to exactly these samples.
pub fn encode(samples: &[i16]) -> Vec<u8> {
    let modes = |interval| (0..=ZERO).filter_map(move |mode| encode_as(samples, interval, mode));
    let streams = (1..=MAX_INTERVAL).flat_map(modes);
    // Interval 1 in mode 0 can store any samples.
    streams.min_by_key(Vec::len).unwrap_or_default()
}

/// The stream that decodes to exactly these samples with this interval (1 to 16) and mode; `None` if they
/// cannot be stored that way.
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
            // Steps that do not fit are detected below.
            steps.push(key.wrapping_sub(before) as u16, layout.bits());
        }
        before = key;
    }
    stream.extend(steps.into_bytes());
    let (again, _) = decode(&stream, samples.len(), samples.len())?;
    (again == samples).then_some(stream)
}
