//! Fields of a sound chunk, down to single differences.

use std::sync::Arc;

use super::super::records::Track;
use super::super::sound::frames_of;
use super::pen::{FieldReader, Stream};
use super::trees::small;
use crate::bytes::{Cursor, Element, Hint, Result, TreeRecorder};
use crate::codec::smacker::{Layout, SmallTree};

/// Creates the fields of a track's sound chunk, which ends before `end`.
pub(super) fn fields(cur: &mut Cursor<'_, TreeRecorder>, track: Track, end: u64) -> Result<()> {
    cur.get_as::<u32>("length", Hint::Unit("bytes"))?;
    let left = usize::try_from(end.saturating_sub(cur.pos())).unwrap_or(0);
    match (track.is_packed() && !track.is_bink(), track.layout().wide) {
        (true, _) if left >= 4 => packed(cur, track, end)?,
        (false, true) if !track.is_bink() => {
            cur.name_values::<i16>("samples", left / 2, Hint::Dec)?;
        }
        (false, false) if !track.is_bink() => cur.name_values::<u8>("samples", left, Hint::Dec)?,
        _ => {}
    }
    cur.bytes_or_padding(end).map(drop)
}

fn packed(cur: &mut Cursor<'_, TreeRecorder>, track: Track, end: u64) -> Result<()> {
    let sound = cur.slice(cur.pos(), end);
    let frames = frames_of(sound, track);
    cur.get_as::<u32>("unpacked_size", Hint::Unit("bytes"))?;
    let start = cur.pos();
    let bytes = cur.slice(start, end);
    FieldReader::over(cur, Stream::new(start, bytes, 0), |pen| {
        if !pen.flag("has_sound") {
            return;
        }
        let layout = Layout { stereo: pen.flag("stereo"), wide: pen.flag("wide") };
        let mut trees = Vec::new();
        pen.list("trees", "SmallTree", layout.frame(), |pen, index| {
            let name = names(layout).get(index).copied().unwrap_or_default();
            pen.cur.describe(|| name.replace('_', " "));
            trees.push(small(pen, false));
        });
        pen.group("start", "Sample", |pen| start_values(pen, layout));
        differences(pen, layout, frames, &trees);
    })
}

/// Creates the fields of the start values: right before left, with the high byte of 16 bits before the
/// low one.
fn start_values(pen: &mut FieldReader<'_, '_, '_>, layout: Layout) {
    let channels: &[_] = if layout.stereo { &["right", "left"] } else { &["value"] };
    for channel in channels {
        match layout.wide {
            true => {
                let swapped = |bits: &mut crate::codec::smacker::LowBits<'_>| {
                    i16::from_be_bytes([bits.take(8) as u8, bits.take(8) as u8])
                };
                pen.code(channel, swapped, |_| String::new());
            }
            false => drop(pen.take(channel, 8)),
        }
    }
}

/// Name of each tree of a sound chunk.
fn names(layout: Layout) -> &'static [&'static str] {
    match (layout.stereo, layout.wide) {
        (false, false) => &["difference"],
        (true, false) => &["left", "right"],
        (false, true) => &["low", "high"],
        (true, true) => &["left_low", "left_high", "right_low", "right_high"],
    }
}

/// Creates the fields of all sample frames but the first, if they have any bits.
fn differences(
    pen: &mut FieldReader<'_, '_, '_>,
    layout: Layout,
    frames: u64,
    trees: &[SmallTree],
) {
    pen.apart(|cur, stream| {
        let (first, start, bytes) = (stream.byte(), stream.start(), stream.part());
        let mut bits = Vec::new();
        for _ in 1..frames.min(8 * bytes.len() as u64) {
            let at = stream.at();
            for tree in trees {
                tree.next(&mut stream.bits);
            }
            if stream.bits.is_spent() || stream.at() == at {
                break;
            }
            bits.push(at);
        }
        let end = stream.end().min(start + bytes.len() as u64);
        let place = |bit: &u64| u32::try_from(start + bit / 8 - first).unwrap_or(u32::MAX);
        let starts: Arc<[u32]> = bits.iter().map(place).collect();
        let len = usize::try_from(end.saturating_sub(first)).unwrap_or(usize::MAX);
        let fields = Differences { start, len: bytes.len() as u64, bits, layout };
        // Cannot fail: it has just been read.
        let _ = cur.at(first, |cur| cur.run_of("differences", len, starts, fields));
    });
}

struct Differences {
    start: u64,
    len: u64,
    /// First bit of each sample frame.
    bits: Vec<u64>,
    layout: Layout,
}

impl Element for Differences {
    fn type_name(&self) -> &'static str {
        "Difference"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let bytes = cur.slice(self.start, self.start + self.len);
        // The trees follow after three bits.
        let mut front = Stream::new(self.start, bytes, 3);
        let bit = self.bits.get(index).copied().unwrap_or(0);
        FieldReader::element(
            cur,
            (index, "Difference"),
            Stream::new(self.start, bytes, bit),
            |pen| {
                for name in names(self.layout) {
                    let tree = SmallTree::read(&mut front.bits).ok().flatten();
                    let tree = tree.unwrap_or_else(SmallTree::zero);
                    pen.code(name, |bits| tree.next(bits), |_| String::new());
                }
            },
        )
    }
}
