//! Detects the storage shape of a file with sound sectors.

use super::sector::{RIFF, SUBHEADERS, Shape, SubHeader, is_picture};
use crate::codec::xa_adpcm::GROUP;
use crate::formats::{Head, Probe};

const SYNC: [u8; 12] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0];
/// Number of sectors that are searched for sound.
const LOOKED_AT: u64 = 32;
/// Sector of the volume descriptors in a disc image, and their identifier after the type byte.
const DESCRIPTORS: u64 = 16;
const STANDARD: &[u8] = b"CD001";

/// Shape that the first bytes indicate.
pub(super) fn shape_of(first: &[u8]) -> Option<Shape> {
    let is_twice = first.first_chunk::<8>().is_some_and(|both| both[..4] == both[4..]);
    if first.starts_with(&SYNC) {
        Some(Shape::Raw(0))
    } else if first.starts_with(b"RIFF") && first.get(8..12) == Some(b"CDXA") {
        Some(Shape::Raw(RIFF))
    } else {
        is_twice.then_some(Shape::FromSubHeader)
    }
}

pub(super) fn probe(head: &Head<'_>) -> Option<Probe> {
    let DetectedShape { shape, sounds, pictures, sectors } = found(head)?;
    let stride = shape.stride();
    let (score, what) = match shape {
        Shape::Cooked => (70, "sectors with user data only"),
        _ => (75, "sectors"),
    };
    let have = match sounds {
        0 => format!("pictures in {pictures} of the first {sectors}, no sound"),
        _ => format!("sound in {sounds} of the first {sectors}"),
    };
    let reason = format!("{what} of {stride} bytes, {have}");
    Some(Probe { score, reason })
}

/// Shape of a file with sound or pictures, and number of the first sectors that have some.
pub(super) struct DetectedShape {
    pub shape: Shape,
    sounds: usize,
    pictures: usize,
    sectors: usize,
}

pub(super) fn found(head: &Head<'_>) -> Option<DetectedShape> {
    // Without sync patterns the first sub-header may be the damaged one.
    let shape = shape_of(head.bytes).unwrap_or(Shape::FromSubHeader);
    with_sectors(head, shape).or_else(|| cooked(head))
}

fn with_sectors(head: &Head<'_>, shape: Shape) -> Option<DetectedShape> {
    if shape == Shape::Raw(0) {
        let sector = shape.header_at(DESCRIPTORS as usize) as u64;
        if head.at(sector + 9, STANDARD.len()).as_ref() == STANDARD {
            return None;
        }
    }
    let stride = shape.stride() as u64;
    let sectors = (head.len.saturating_sub(shape.front() as u64) / stride).clamp(1, LOOKED_AT);
    let (mut sounds, mut pictures, mut plausible, mut empty) = (0, 0, 0, 0);
    let mut files = [0usize; 256];
    for sector in 0..sectors as usize {
        let front = head.at(shape.header_at(sector) as u64, SUBHEADERS + 4);
        let (words, _) = front.as_chunks::<4>();
        let [first, copy, data @ ..] = words else { break };
        let header = SubHeader::of(*first);
        // Zeros between streams are filler and count neither for nor against.
        if shape == Shape::FromSubHeader && [first, copy].iter().all(|word| **word == [0; 4]) {
            empty += 1;
            continue;
        }
        // In sectors with sync patterns some encoders store sound in form 1.
        let can_be = shape != Shape::FromSubHeader || header.is_plausible();
        if first != copy || !can_be {
            continue;
        }
        plausible += 1;
        if let Some(file) = files.get_mut(usize::from(header.file)) {
            *file += 1;
        }
        sounds += usize::from(header.is_sound());
        pictures += usize::from(is_picture(header, data.as_flattened()));
    }
    let sectors = sectors as usize;
    // Without sync patterns only the sub-headers prove the format: all must have the same file number.
    let similar = match shape {
        Shape::FromSubHeader => files.into_iter().max().unwrap_or(0),
        _ => plausible,
    };
    // One sector may be damaged, and a single match may be accidental.
    let filled = sectors.saturating_sub(empty);
    let holds = similar * 4 >= filled * 3 && similar >= sectors.min(2);
    (sounds + pictures > 0 && holds).then_some(DetectedShape { shape, sounds, pictures, sectors })
}

/// `true` if the file begins with a sync pattern or a CDXA RIFF header.
pub(super) fn is_marked(first: &[u8]) -> bool {
    matches!(shape_of(first), Some(Shape::Raw(_)))
}

/// Detects sound sectors reduced to their user data. Zeros would match as well, so some data must be
/// non-zero.
fn cooked(head: &Head<'_>) -> Option<DetectedShape> {
    let stride = Shape::Cooked.stride();
    let whole = head.len > 0 && head.len.is_multiple_of(stride as u64);
    if !whole || !head.has_extension(&["xa", "str"]) {
        return None;
    }
    let sectors: Vec<&[u8]> = head.bytes.chunks_exact(stride).collect();
    let is_sound = |sector: &&[u8]| sector.chunks_exact(GROUP).all(is_group);
    let has_parameters =
        |sector: &&[u8]| sector.chunks(GROUP).any(|group| group.first() != Some(&0));
    let count = sectors.len();
    let all = count > 0 && sectors.iter().all(is_sound);
    let has_some = sectors.iter().any(has_parameters);
    let found = DetectedShape { shape: Shape::Cooked, sounds: count, pictures: 0, sectors: count };
    (all && has_some).then_some(found)
}

/// `true` if the parameters of a group are stored twice and are valid.
fn is_group(group: &[u8]) -> bool {
    let Some(front) = group.first_chunk::<16>() else { return false };
    let can_be = |byte: &u8| byte & 15 <= 12 && byte >> 4 <= 3;
    front[..4] == front[4..8] && front[8..12] == front[12..] && front.iter().all(can_be)
}
