//! Sounds to play, and the manner of playing.

use std::sync::Arc;

use super::{Key, Track};
use crate::scene::{CollisionId, Envelope, ProgramId, VideoId};

/// Settings with which a sound is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayMode {
    /// As in the settings; `looped` is the setting in the file.
    AsSet { looped: bool },
    /// The sounds of a collision with the volumes and speeds that the engine computes. A sliding sound
    /// is repeated.
    AsEngine { collision: CollisionId, looped: bool },
    /// All tracks of a video in the document of a generation, at the speed of its pictures.
    AsFilm { film: VideoId, generation: u64 },
    /// The sounds of the queue, one after the other.
    AsQueued,
    /// As a key of an instrument, until it is released.
    AsNote { program: ProgramId, note: u8 },
}

/// A sound to play, with its stored volume or the engine's parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoundRequest {
    pub key: Key,
    pub volume_db: f32,
    /// Loss with the distance, in dB per metre.
    pub attenuation: f32,
    /// 1 is as recorded; used only for collisions and notes.
    pub speed: f32,
    /// Envelope of a note.
    pub envelope: Option<Envelope>,
}

/// Sounds to be played together.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayRequest {
    /// The first one determines the position.
    pub sounds: Vec<SoundRequest>,
    pub name: String,
    pub manner: PlayMode,
    /// Seconds from the start.
    pub from: f64,
}

/// The sound that is playing or played last.
pub struct CurrentSound {
    /// The sound that determines the position.
    pub key: Key,
    /// Sounds that play together with this one.
    pub(super) others: Vec<Key>,
    pub name: String,
    pub track: Arc<Track>,
    pub manner: PlayMode,
}

impl CurrentSound {
    /// `true` if this sound is the one that determines the position, or plays together with it.
    pub fn plays(&self, key: Key) -> bool {
        self.key == key || self.others.contains(&key)
    }
}
