//! Encodes poses with the shortest code for each number.

use gouraud::codec::bits::Bits;
use gouraud::formats::Refusal;
use gouraud::formats::ff7::animation::{Animation, Code, Header, MAX_KEY};

/// A frame, before encoding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// Position of the root: X right, Y down, Z away.
    pub translation: [i16; 3],
    /// About x, y and z, for the root and every bone; 4096 is a full turn.
    pub angles: Vec<[i16; 3]>,
}

/// Encodes `frames`, which all have the same number of bones. Angles are multiples of 2^`key`; they
/// decode to the same values modulo a full turn.
pub fn encode(frames: &[Pose], key: u8) -> Result<Animation, Refusal> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let bones = frames.first().map_or(0, |frame| frame.angles.len());
    if key > MAX_KEY {
        return refuse("the precision leaves no bit of an angle");
    }
    if frames.is_empty() || frames.iter().any(|frame| frame.angles.len() != bones) {
        return refuse("there are no frames, or their numbers of bones differ");
    }
    let loses = |angle: &i16| angle & ((1 << key) - 1) != 0;
    if frames.iter().flat_map(|f| f.angles.as_flattened()).any(loses) {
        return refuse("an angle is finer than the precision");
    }
    let Ok(count) = u16::try_from(frames.len()) else { return refuse("too many frames") };
    let mut codes = Vec::with_capacity(frames.len() * (3 + 3 * bones));
    let mut before: Option<&Pose> = None;
    for frame in frames {
        match before {
            None => {
                codes.extend(frame.translation.map(Code::Translation));
                let angles = frame.angles.as_flattened().iter();
                codes.extend(angles.map(|angle| Code::Angle(wrapped(*angle) >> key)));
            }
            Some(before) => {
                let places = frame.translation.iter().zip(before.translation);
                codes.extend(places.map(|(now, was)| step(now.wrapping_sub(was))));
                let angles = frame.angles.as_flattened().iter();
                codes.extend(
                    angles
                        .zip(before.angles.as_flattened())
                        .map(|(now, was)| turn(wrapped(now.wrapping_sub(*was)) >> key, key)),
                );
            }
        }
        before = Some(frame);
    }
    let header = Header::Usual { frames: count, size: None, key };
    let mut animation =
        Animation { header, bones, codes: codes.into(), spare: Bits::default(), fill: Vec::new() };
    let bits = animation.bits();
    if bits.div_ceil(8) > usize::from(u16::MAX) {
        return refuse("the stream is longer than 65535 bytes");
    }
    animation.spare.push(0, (bits.next_multiple_of(8) - bits) as u32);
    let len = 5 + bits.div_ceil(8);
    animation.fill = vec![0; len.next_multiple_of(4) - len];
    Ok(animation)
}

/// The same direction, within ±half a turn.
fn wrapped(angle: i16) -> i16 {
    (angle << 4) >> 4
}

/// The shortest code for a step of a translation.
pub fn step(by: i16) -> Code {
    match i8::try_from(by) {
        Ok(near @ -64..=63) => Code::Near(near),
        _ => Code::Far(by),
    }
}

/// The shortest code for a turn by `by` units. A full turn is 2 to the power of 12 − `key` units.
pub fn turn(by: i16, key: u8) -> Code {
    let short = match by {
        0 => return Code::Same,
        -1 => Code::Back,
        _ => {
            // -2 and 1 take one bit, -4, -3, 2 and 3 two …
            let size = if by > 0 { by } else { -1 - by };
            let bits = 16 - size.leading_zeros().min(15);
            let skipped = 1i16 << (bits - 1);
            let stored = if by > 0 { by - skipped } else { by + skipped };
            match (u8::try_from(bits), i8::try_from(stored)) {
                (Ok(bits @ 1..=6), Ok(stored)) => Code::Few { bits, stored },
                _ => Code::Full(by),
            }
        }
    };
    let full = Code::Full(by);
    if full.len(key) < short.len(key) { full } else { short }
}
