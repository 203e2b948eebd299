//! Builds characters: objects that are bones, seams between their models, and clips.

use super::{Builder, encode};
use crate::build::count;
use gouraud::bytes::{Endian, Shaped, Writer};
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::psx::animation::{
    Animations, CHANNELS, ClipEntry, Coding, Matrix, matrix,
};
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, tag};
use gouraud::formats::neversoft::psx::records::{Object, Position, vertex_kind};

impl Builder {
    /// Places a model as a bone, in sixteenths and in the space of the whole character; returns the
    /// object's number. A character's object *i* uses model *i*. A bone without a parent is its own
    /// parent.
    pub fn bone(&mut self, model: u16, at: [i32; 3], parent: Option<u32>) -> u32 {
        let [x, y, z] = at.map(|unit| unit.saturating_mul(4096 / 16));
        let bone = count(self.file.objects.len());
        self.file.objects.push(Object {
            position: Position { x, y, z },
            model,
            ..Object::default()
        });
        self.parents.push(u16::try_from(parent.unwrap_or(bone)).unwrap_or(u16::MAX));
        bone
    }

    /// The number of the stitch source at this position of a model, for
    /// [`Corner::Stitched`](super::Corner::Stitched). Models of lower detail do not count.
    pub fn source(&self, model: u16, at: [i16; 3]) -> Option<u16> {
        let models = (0..).zip(&self.file.models);
        let sources = models.flat_map(|(number, model)| {
            let sources = model.vertices.iter().filter(|v| v.kind == vertex_kind::STITCH_SOURCE);
            sources.map(move |v| (number, [v.x, v.y, v.z]))
        });
        sources.zip(0..).find(|(source, _)| *source == (model, at)).map(|(_, number)| number)
    }

    fn clips(&mut self, coding: Coding) -> &mut Animations {
        let bones = self.file.objects.len();
        self.clips.get_or_insert_with(|| Animations::new(coding, bones))
    }

    /// Adds a packed clip: the values of every bone for every frame. All bones must be placed before.
    pub fn packed_clip(&mut self, frames: &[Vec<[i16; CHANNELS]>]) {
        let pushed = push_packed(self.clips(Coding::Streams), frames);
        self.keep(pushed);
    }

    /// Adds a plain clip; see [`push_matrices`].
    pub fn plain_clip(&mut self, frames: usize, tween: u16, stored: &[Vec<Matrix>]) {
        let pushed = push_matrices(self.clips(Coding::Matrices), frames, tween, stored);
        self.keep(pushed);
    }

    fn keep(&mut self, pushed: Result<(), Refusal>) {
        if let Err(Refusal(why)) = pushed {
            let number = self.clips.as_ref().map_or(0, |clips| clips.clips.len());
            self.refuse(format!("clip {number}: {why}"));
        }
    }

    /// Adds the chunks of a character.
    pub(super) fn character_chunks(&mut self) {
        let chunks = &mut self.library.chunks;
        if !self.parents.is_empty() {
            let mut parents = std::mem::take(&mut self.parents);
            // Chunks start at multiples of 4.
            parents.resize(parents.len().next_multiple_of(2), 0);
            chunks.push(Chunk::new(tag::HIER, Body::Hier(parents)));
        }
        if let Some(clips) = self.clips.take() {
            let tag = match clips.coding {
                Coding::Matrices => tag::ANIMATION,
                Coding::Streams => tag::PACKED_ANIMATION,
            };
            chunks.push(Chunk::new(tag, Body::Animation(clips)));
        }
    }
}

/// Adds a clip whose data are `bytes`, aligned to 4.
fn push(animations: &mut Animations, frames: u16, tween: u16, bytes: &[u8]) {
    let mut data = animations.data.to_vec();
    data.resize(data.len().next_multiple_of(4), 0);
    let start = data.len();
    data.extend_from_slice(bytes);
    data.resize(data.len().next_multiple_of(4), 0);
    animations.data = data.into();
    // The table grows, which moves the data.
    animations.clips.iter_mut().for_each(|clip| clip.offset += count(ClipEntry::SIZE));
    animations.clips.push(ClipEntry { offset: 0, frames, tween });
    let offset = count(animations.data_offset() + start);
    animations.clips.iter_mut().last().expect("one was added").offset = offset;
}

/// Adds a packed clip: the values of every bone for every frame.
///
/// # Errors
/// The clip does not fit the existing ones.
pub fn push_packed(
    animations: &mut Animations,
    frames: &[Vec<[i16; CHANNELS]>],
) -> Result<(), Refusal> {
    let bones = frames.iter().map(Vec::len);
    let number = check(animations, Coding::Streams, frames.len(), 0, bones)?;
    let mut bytes = Vec::new();
    for bone in 0..animations.bones {
        for channel in 0..CHANNELS {
            let samples: Vec<i16> = frames.iter().map(|frame| frame[bone][channel]).collect();
            bytes.extend(encode(&samples));
        }
    }
    push(animations, number, 0, &bytes);
    Ok(())
}

/// Adds a plain clip of `frames` frames; `stored` has one of every `tween + 1` frames.
///
/// # Errors
/// The clip does not fit the existing ones.
pub fn push_matrices(
    animations: &mut Animations,
    frames: usize,
    tween: u16,
    stored: &[Vec<Matrix>],
) -> Result<(), Refusal> {
    let bones = stored.iter().map(Vec::len);
    let number = check(animations, Coding::Matrices, frames, tween, bones)?;
    if matrix::stored(number, tween) != stored.len() {
        return Err(Refusal(format!("{} stored frames do not make {frames}", stored.len())));
    }
    let mut out = Writer::new(Endian::Little);
    stored.iter().for_each(|bones| out.all(bones));
    push(animations, number, tween, &out.finish());
    Ok(())
}

fn check(
    animations: &Animations,
    coding: Coding,
    frames: usize,
    tween: u16,
    mut bones: impl Iterator<Item = usize>,
) -> Result<u16, Refusal> {
    let refuse = |why: String| Err(Refusal(why));
    if animations.coding != coding {
        return refuse("plain and packed clips cannot be mixed".to_owned());
    }
    if bones.any(|bones| bones != animations.bones) {
        return refuse(format!("a frame does not have {} bones", animations.bones));
    }
    match u16::try_from(frames) {
        Ok(number) if number > tween => Ok(number),
        _ => refuse(format!("a clip cannot have {frames} frames with a tween of {tween}")),
    }
}
