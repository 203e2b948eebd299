//! Characters: objects that are bones, seams between their models, and clips.

use super::Builder;
use crate::build::count;
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::psx::animation::{Animations, CHANNELS, Coding, Matrix};
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk, tag};
use gouraud::formats::neversoft::psx::records::{Object, Position, vertex_kind};

impl Builder {
    /// Places a model as a bone, in sixteenths and in the space of the whole character; gives the
    /// object's number. A character's object *i* shows model *i*. A bone is its own parent where
    /// it has none.
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

    /// The number of the stitch source at this place of a model, for
    /// [`Corner::Stitched`](super::Corner::Stitched). Only models that are no lower detail count.
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

    /// Adds a packed clip: for every frame the numbers of every bone, when all bones are placed.
    pub fn packed_clip(&mut self, frames: &[Vec<[i16; CHANNELS]>]) {
        let pushed = self.clips(Coding::Streams).push_packed(frames);
        self.keep(pushed);
    }

    /// Adds a plain clip; see [`Animations::push_matrices`].
    pub fn plain_clip(&mut self, frames: usize, tween: u16, stored: &[Vec<Matrix>]) {
        let pushed = self.clips(Coding::Matrices).push_matrices(frames, tween, stored);
        self.keep(pushed);
    }

    fn keep(&mut self, pushed: Result<(), Refusal>) {
        if let Err(Refusal(why)) = pushed {
            let number = self.clips.as_ref().map_or(0, |clips| clips.clips.len());
            self.refuse(format!("clip {number}: {why}"));
        }
    }

    /// The chunks of a character.
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
