//! Animations of characters (section 16).
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `count` |
//! | 4 | 8 bytes each | `clips`: offset of the data from the payload's start, frames, tween |
//! | … | | `data` of the clips, reached by offset and in any order |
//!
//! A clip has as many bones as the file has objects. A plain one (chunk 0x2A) holds a
//! [`Matrix`] for each bone of each stored frame, a packed one (0x2C) six [`stream`]s for each
//! bone: angles about x, y and z, then the place.
//!
//! Rotations are absolute, in the space of the model; places are from the parent, in the parent's
//! space and in sixteenths of a unit. Clips have no names.
//!
//! Known unknowns: the frames a second, and whether a clip goes round, both of which the game's
//! code decides.

mod fields;
pub mod matrix;
mod read;
pub mod stream;

use std::sync::Arc;

pub use matrix::Matrix;
pub(super) use read::read;

use crate::bytes::{Writer, count32};
use crate::formats::Refusal;

/// Numbers of a packed bone: angles about x, y and z, place in x, y and z.
pub const CHANNELS: usize = 6;
/// Names of their streams, in this order.
pub const STREAMS: [&str; CHANNELS] =
    ["rotation_x", "rotation_y", "rotation_z", "translation_x", "translation_y", "translation_z"];
/// Bytes of a bone in a stored frame of a plain clip.
const MATRIX: usize = 24;

/// The payload of an animation chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Animations {
    pub coding: Coding,
    /// Bones of each clip.
    pub bones: usize,
    pub clips: Vec<Clip>,
    /// Everything behind the table.
    pub data: Arc<[u8]>,
}

/// How the data of clips are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Chunk 0x2A.
    Matrices,
    /// Chunk 0x2C.
    Streams,
}

/// A clip of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clip {
    pub start: Start,
    pub frames: u16,
    /// Frames that are left out between two stored ones; 0 in packed clips.
    pub tween: u16,
}

/// Where the data of a clip are; the stored offset is computed when writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In [`Animations::data`].
    At(u32),
    /// An offset that leads elsewhere.
    Stale(u32),
}

/// A bone in a frame, as stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    pub turn: Turn,
    pub place: [i16; 3],
}

/// A rotation in the space of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// About x, y and z, of which the low 12 bits are a full turn; applied z first, then x, then y.
    Angles([i16; 3]),
    /// Row by row, 4096 = 1.
    Matrix([i16; 9]),
}

/// What there is of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extent {
    /// Start of each whole bone (packed) or stored frame (plain), from the clip's start.
    pub starts: Vec<u32>,
    /// Bytes of the whole ones.
    pub len: usize,
    /// How many there should be.
    pub wanted: usize,
}

/// Bytes of the table.
fn head(clips: usize) -> usize {
    4 + 8 * clips
}

impl Animations {
    pub fn new(coding: Coding, bones: usize) -> Self {
        Self { coding, bones, clips: Vec::new(), data: Arc::new([]) }
    }

    /// Bytes from the payload's start to [`Animations::data`].
    pub fn data_offset(&self) -> usize {
        head(self.clips.len())
    }

    /// The bytes of a clip, and all behind it.
    fn bytes(&self, clip: &Clip) -> &[u8] {
        match clip.start {
            Start::At(at) => self.data.get(at as usize..).unwrap_or(&[]),
            Start::Stale(_) => &[],
        }
    }

    /// How far the data of a clip reach.
    pub fn extent(&self, clip: &Clip) -> Extent {
        let bytes = self.bytes(clip);
        let mut extent = Extent::default();
        match self.coding {
            Coding::Matrices => {
                extent.wanted = matrix::stored(clip.frames, clip.tween);
                let frame = MATRIX * self.bones;
                let there = bytes.len().checked_div(frame).unwrap_or(0).min(extent.wanted);
                extent.starts = (0..there).map(|index| count32(index * frame)).collect();
                extent.len = there * frame;
            }
            Coding::Streams => {
                extent.wanted = if clip.frames == 0 { 0 } else { self.bones };
                for _ in 0..extent.wanted {
                    let Some(end) = bone_end(bytes, extent.len, clip.frames.into()) else { break };
                    extent.starts.push(count32(extent.len));
                    extent.len = end;
                }
            }
        }
        extent
    }

    /// The keys of each bone for the first `most` frames. Of a packed clip that is cut off the
    /// first bones are whole, of a plain one all bones have fewer frames.
    pub fn decode(&self, clip: &Clip, most: usize) -> Vec<Vec<Key>> {
        let bytes = self.bytes(clip);
        match self.coding {
            Coding::Streams if clip.frames == 0 => Vec::new(),
            Coding::Streams => {
                let mut at = 0;
                let bone = |_| {
                    let (keys, len) = decode_bone(bytes.get(at..)?, clip.frames.into(), most)?;
                    at += len;
                    Some(keys)
                };
                (0..self.bones).map_while(bone).collect()
            }
            Coding::Matrices => self.decode_matrices(clip, bytes, most),
        }
    }

    fn decode_matrices(&self, clip: &Clip, bytes: &[u8], most: usize) -> Vec<Vec<Key>> {
        let there = bytes.len().checked_div(MATRIX * self.bones).unwrap_or(0);
        let stored = matrix::stored(clip.frames, clip.tween);
        let interval = usize::from(clip.tween) + 1;
        let mut frames = usize::from(clip.frames);
        if there < stored {
            // Behind the last frame that is there nothing is known.
            frames = (there * interval).saturating_sub(clip.tween.into());
        }
        let at = |frame: usize, bone: usize| {
            let start = MATRIX * (frame * self.bones + bone);
            let mut bytes = bytes.get(start..)?;
            <Matrix as crate::bytes::Shaped>::take(&mut bytes, crate::bytes::Endian::Little)
        };
        let key = |frame: usize, bone: usize| {
            let (now, next, amount) = matrix::between(frame, clip.frames, clip.tween);
            let now = at(now, bone)?;
            let mixed = if amount == 0 { now } else { now.towards(&at(next, bone)?, amount) };
            Some(Key { turn: Turn::Matrix(mixed.rotation), place: mixed.translation })
        };
        let bone = |bone| (0..frames.min(most)).map_while(|frame| key(frame, bone)).collect();
        (0..self.bones).map(bone).collect()
    }

    /// Adds a clip whose data are `bytes`, which start at a multiple of 4.
    fn push(&mut self, frames: u16, tween: u16, bytes: &[u8]) {
        let mut data = self.data.to_vec();
        data.resize(data.len().next_multiple_of(4), 0);
        let start = Start::At(count32(data.len()));
        data.extend_from_slice(bytes);
        data.resize(data.len().next_multiple_of(4), 0);
        self.data = data.into();
        self.clips.push(Clip { start, frames, tween });
    }

    /// Adds a packed clip: for every frame the numbers of every bone.
    pub fn push_packed(&mut self, frames: &[Vec<[i16; CHANNELS]>]) -> Result<(), Refusal> {
        let number = self.check(Coding::Streams, frames.len(), 0, frames.iter().map(Vec::len))?;
        let mut bytes = Vec::new();
        for bone in 0..self.bones {
            for channel in 0..CHANNELS {
                let sample = |frame: &Vec<[i16; CHANNELS]>| Some(*frame.get(bone)?.get(channel)?);
                let samples: Vec<i16> = frames.iter().filter_map(sample).collect();
                bytes.extend(stream::encode(&samples));
            }
        }
        self.push(number, 0, &bytes);
        Ok(())
    }

    /// Adds a plain clip of `frames` frames, of which every one of `tween + 1` is in `stored`.
    pub fn push_matrices(
        &mut self,
        frames: usize,
        tween: u16,
        stored: &[Vec<Matrix>],
    ) -> Result<(), Refusal> {
        let bones = stored.iter().map(Vec::len);
        let number = self.check(Coding::Matrices, frames, tween, bones)?;
        if matrix::stored(number, tween) != stored.len() {
            return Err(Refusal(format!("{} stored frames do not make {frames}", stored.len())));
        }
        let mut out = Writer::new(crate::bytes::Endian::Little);
        stored.iter().for_each(|bones| out.all(bones));
        self.push(number, tween, &out.finish());
        Ok(())
    }

    fn check(
        &self,
        coding: Coding,
        frames: usize,
        tween: u16,
        mut bones: impl Iterator<Item = usize>,
    ) -> Result<u16, Refusal> {
        let refuse = |why: String| Err(Refusal(why));
        if self.coding != coding {
            return refuse("plain and packed clips do not mix".to_owned());
        }
        if bones.any(|bones| bones != self.bones) {
            return refuse(format!("a frame has not {} bones", self.bones));
        }
        match u16::try_from(frames) {
            Ok(number) if number > tween => Ok(number),
            _ => refuse(format!("a clip cannot have {frames} frames with a tween of {tween}")),
        }
    }

    /// Writes the payload.
    pub fn write(&self, out: &mut Writer) {
        out.put(count32(self.clips.len()));
        for clip in &self.clips {
            out.put(match clip.start {
                Start::At(at) => at.saturating_add(count32(self.data_offset())),
                Start::Stale(offset) => offset,
            });
            out.put(clip.frames);
            out.put(clip.tween);
        }
        out.bytes(&self.data);
    }
}

/// Where the bone that starts at `at` ends; `None` when it is cut off.
fn bone_end(bytes: &[u8], mut at: usize, frames: usize) -> Option<usize> {
    for _ in 0..CHANNELS {
        at += stream::len(bytes.get(at..)?, frames)?;
    }
    (at <= bytes.len()).then_some(at)
}

/// The keys of a packed bone, and its bytes.
fn decode_bone(bytes: &[u8], frames: usize, most: usize) -> Option<(Vec<Key>, usize)> {
    let mut at = 0;
    let mut channels: [Vec<i16>; CHANNELS] = Default::default();
    for channel in &mut channels {
        let (samples, len) = stream::decode(bytes.get(at..)?, frames, most)?;
        *channel = samples;
        at += len;
    }
    let [rx, ry, rz, x, y, z] = &channels;
    let turns = rx.iter().zip(ry).zip(rz).map(|((x, y), z)| Turn::Angles([*x, *y, *z]));
    let places = x.iter().zip(y).zip(z).map(|((x, y), z)| [*x, *y, *z]);
    Some((turns.zip(places).map(|(turn, place)| Key { turn, place }).collect(), at))
}
