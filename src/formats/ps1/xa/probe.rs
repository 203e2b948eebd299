//! Which of the ways a file with sound sectors lies on a disk.

use super::sector::{RIFF, SUBHEADERS, Shape, SubHeader, is_picture};
use crate::codec::xa_adpcm::GROUP;
use crate::formats::{Head, Probe};

const SYNC: [u8; 12] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0];
/// Sectors among which one has to have sound.
const LOOKED_AT: u64 = 32;
/// Where an image of a disc has its volume descriptors, and what they begin with behind their type.
const DESCRIPTORS: u64 = 16;
const STANDARD: &[u8] = b"CD001";

/// The shape that the first bytes tell.
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
    let Found { shape, sounds, pictures, sectors } = found(head)?;
    let stride = shape.stride();
    let (score, what) = match shape {
        Shape::Cooked => (70, "sectors of user data alone"),
        _ => (75, "sectors"),
    };
    let have = match sounds {
        0 => format!("{pictures} of the first {sectors} have pictures, none has sound"),
        _ => format!("{sounds} of the first {sectors} have sound"),
    };
    let reason = format!("{what} of {stride} bytes, {have}");
    Some(Probe { score, reason })
}

/// How sectors lie in a file with sound or with pictures, and how many of its first have some.
pub(super) struct Found {
    pub shape: Shape,
    sounds: usize,
    pictures: usize,
    sectors: usize,
}

pub(super) fn found(head: &Head<'_>) -> Option<Found> {
    // Of the sub-headers alone the first may be the damaged one.
    let shape = shape_of(head.bytes).unwrap_or(Shape::FromSubHeader);
    with_sectors(head, shape).or_else(|| cooked(head))
}

fn with_sectors(head: &Head<'_>, shape: Shape) -> Option<Found> {
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
        // Zeros between streams are filler, and neither speak for sectors nor against them.
        if shape == Shape::FromSubHeader && [first, copy].iter().all(|word| **word == [0; 4]) {
            empty += 1;
            continue;
        }
        // Behind sync patterns some encoders store sound in form 1.
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
    // Without sync patterns only the sub-headers can prove the format: all are of one file.
    let alike = match shape {
        Shape::FromSubHeader => files.into_iter().max().unwrap_or(0),
        _ => plausible,
    };
    // One may be damaged, and one alone is an accident.
    let filled = sectors.saturating_sub(empty);
    let holds = alike * 4 >= filled * 3 && alike >= sectors.min(2);
    (sounds + pictures > 0 && holds).then_some(Found { shape, sounds, pictures, sectors })
}

/// Whether the sectors begin with a sync pattern, or are in a RIFF file of their own kind.
pub(super) fn is_marked(first: &[u8]) -> bool {
    matches!(shape_of(first), Some(Shape::Raw(_)))
}

/// Sound sectors that lost all but their user data; zeros alone would do, so something must be in them.
fn cooked(head: &Head<'_>) -> Option<Found> {
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
    let found = Found { shape: Shape::Cooked, sounds: count, pictures: 0, sectors: count };
    (all && has_some).then_some(found)
}

/// Whether the parameters of a group stand twice and can be ones.
fn is_group(group: &[u8]) -> bool {
    let Some(front) = group.first_chunk::<16>() else { return false };
    let can_be = |byte: &u8| byte & 15 <= 12 && byte >> 4 <= 3;
    front[..4] == front[4..8] && front[8..12] == front[12..] && front.iter().all(can_be)
}
