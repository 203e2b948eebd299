//! Animations of characters (section 16).
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `count` |
//! | 4 | 8 bytes each | `clips`: offset of the data from the payload's start, frames, tween |
//! | … | | `data` of the clips, reached by offset and in any order |
//!
//! A clip has as many bones as the file has objects. A plain one (chunk 0x2A) holds a [`Matrix`] for each
//! bone of each stored frame, a packed one (0x2C) six [`stream`]s for each bone: angles about x, y and z,
//! then the translation.
//!
//! Rotations are absolute, in model space. Translations are in sixteenths of a unit: of packed clips
//! relative to the parent, in the parent's space; of plain clips positions in model space. Clips have no
//! names.
//!
//! Known unknowns: the frame rate, and whether a clip loops; the game's code decides both.

mod check;
mod fields;
pub mod matrix;
mod plan;
pub mod stream;

use std::sync::Arc;

pub(super) use check::check;
pub use matrix::Matrix;
use plan::plan;

use crate::bytes::layout::{Layout, ManualLayout, Pass};
use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Shaped, Writer, count32};
use fields::{BoneFields, FrameReader};

/// Numbers per packed bone: angles about x, y and z, translation in x, y and z.
pub const CHANNELS: usize = 6;
/// Names of the streams, in this order.
pub const STREAMS: [&str; CHANNELS] =
    ["rotation_x", "rotation_y", "rotation_z", "translation_x", "translation_y", "translation_z"];

/// The payload of an animation chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Animations {
    pub coding: Coding,
    /// Number of bones in each clip.
    pub bones: usize,
    pub clips: Vec<ClipEntry>,
    /// Bytes after the table.
    pub data: Arc<[u8]>,
}

/// Coding of clip data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// Chunk 0x2A.
    #[default]
    Matrices,
    /// Chunk 0x2C.
    Streams,
}

crate::record! {
    /// Table entry of a clip (section 16.1).
    pub struct ClipEntry {
        /// Offset of the clip's data from the start of the payload.
        pub offset: u32 => Hint::Hex,
        pub frames: u16,
        /// Number of frames omitted between two stored ones; 0 in packed clips.
        pub tween: u16,
    }
}

/// Stored values of a bone in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    pub rotation: Rotation,
    pub translation: [i16; 3],
}

/// Rotation in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// Angles about x, y and z in 4096ths of a turn; only the low 12 bits count. Applied z first,
    /// then x, then y.
    Angles([i16; 3]),
    /// Row-major, 4096 = 1.
    Matrix([i16; 9]),
}

/// Available data of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extent {
    /// Start of each whole bone (packed) or stored frame (plain), from the clip's start.
    pub starts: Vec<u32>,
    /// Total size of these bones or frames in bytes.
    pub len: usize,
    /// Expected number of bones or frames.
    pub wanted: usize,
}

impl Animations {
    pub fn new(coding: Coding, bones: usize) -> Self {
        Self { coding, bones, clips: Vec::new(), data: Arc::new([]) }
    }

    /// Offset of [`Animations::data`] in the payload.
    pub fn data_offset(&self) -> usize {
        4 + ClipEntry::SIZE * self.clips.len()
    }

    /// Start of a clip in [`Animations::data`]; `None` if its offset is outside.
    pub fn start(&self, clip: &ClipEntry) -> Option<usize> {
        let start = (clip.offset as usize).checked_sub(self.data_offset())?;
        (start <= self.data.len()).then_some(start)
    }

    /// Bytes from the start of a clip to the end of the data.
    fn bytes(&self, clip: &ClipEntry) -> &[u8] {
        self.start(clip).and_then(|start| self.data.get(start..)).unwrap_or(&[])
    }

    /// Extent of a clip's data.
    pub fn extent(&self, clip: &ClipEntry) -> Extent {
        let bytes = self.bytes(clip);
        let mut extent = Extent::default();
        match self.coding {
            Coding::Matrices => {
                extent.wanted = matrix::stored(clip.frames, clip.tween);
                let frame = Matrix::SIZE * self.bones;
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

    /// Keys of each bone for the first `most` frames. A truncated packed clip has its first bones
    /// complete; a truncated plain clip has fewer frames for all bones.
    pub fn decode(&self, clip: &ClipEntry, most: usize) -> Vec<Vec<Key>> {
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

    fn decode_matrices(&self, clip: &ClipEntry, bytes: &[u8], most: usize) -> Vec<Vec<Key>> {
        let there = bytes.len().checked_div(Matrix::SIZE * self.bones).unwrap_or(0);
        let stored = matrix::stored(clip.frames, clip.tween);
        let interval = usize::from(clip.tween) + 1;
        let mut frames = usize::from(clip.frames);
        if there < stored {
            // Frames after the last stored one are unknown.
            frames = (there * interval).saturating_sub(clip.tween.into());
        }
        let at = |frame: usize, bone: usize| {
            let start = Matrix::SIZE * (frame * self.bones + bone);
            Matrix::take(&mut bytes.get(start..)?, Endian::Little)
        };
        let key = |frame: usize, bone: usize| {
            let (now, next, amount) = matrix::between(frame, clip.frames, clip.tween);
            let now = at(now, bone)?;
            let mixed = if amount == 0 { now } else { now.towards(&at(next, bone)?, amount) };
            let Matrix { rotation, translation } = mixed;
            Some(Key { rotation: Rotation::Matrix(rotation), translation })
        };
        let bone = |bone| (0..frames.min(most)).map_while(|frame| key(frame, bone)).collect();
        (0..self.bones).map(bone).collect()
    }
}

impl Default for Animations {
    fn default() -> Self {
        Self::new(Coding::default(), 0)
    }
}

impl Layout for Animations {
    const TYPE: &'static str = "Animations";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let count = pass.count::<u32>("count", self.clips.len())?;
        pass.counted_list("count", "clips", &mut self.clips, count, ())?;
        pass.manual(self)
    }
}

/// Fields of the clips' data: an element, or a link if the bytes are shared.
impl ManualLayout for Animations {
    fn read<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()> {
        self.data = cur.peek(usize::MAX).into();
        let (start, end) = (cur.pos(), cur.limit());
        if !R::ON || self.data.is_empty() {
            return cur.seek(end);
        }
        cur.array("data", |cur| {
            for found in plan(self).found {
                let at = start + found.start as u64;
                if found.is_shared {
                    cur.link_element(found.clip, at);
                    continue;
                }
                cur.bytes_or_padding(at)?;
                cur.element(found.clip, "Clip", |cur| {
                    let Extent { starts, len, .. } = found.extent;
                    let (bones, frames) = (self.bones, found.frames);
                    cur.describe(|| format!("{frames} frames"));
                    match self.coding {
                        Coding::Matrices => {
                            cur.run_of("frames", len, starts.into(), FrameReader { bones })
                        }
                        Coding::Streams => {
                            cur.run_of("bones", len, starts.into(), BoneFields { frames })
                        }
                    }
                })?;
            }
            cur.bytes_or_padding(end).map(drop)
        })
    }

    fn write(&self, out: &mut Writer) {
        out.bytes(&self.data);
    }
}

/// End of the bone that starts at `at`; `None` if it is truncated.
fn bone_end(bytes: &[u8], mut at: usize, frames: usize) -> Option<usize> {
    for _ in 0..CHANNELS {
        at += stream::len(bytes.get(at..)?, frames)?;
    }
    (at <= bytes.len()).then_some(at)
}

/// Keys and size of a packed bone.
fn decode_bone(bytes: &[u8], frames: usize, most: usize) -> Option<(Vec<Key>, usize)> {
    let mut at = 0;
    let mut channels: [Vec<i16>; CHANNELS] = Default::default();
    for channel in &mut channels {
        let (samples, len) = stream::decode(bytes.get(at..)?, frames, most)?;
        *channel = samples;
        at += len;
    }
    let [rx, ry, rz, x, y, z] = &channels;
    let rotations = rx.iter().zip(ry).zip(rz).map(|((x, y), z)| Rotation::Angles([*x, *y, *z]));
    let translations = x.iter().zip(y).zip(z).map(|((x, y), z)| [*x, *y, *z]);
    let key = |(rotation, translation)| Key { rotation, translation };
    Some((rotations.zip(translations).map(key).collect(), at))
}
