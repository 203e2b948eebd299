//! What is heard: the player, the sounds decoded for it, and what it plays now. It belongs to the
//! window, so that sound goes on whatever panel is shown.

mod peaks;

pub use peaks::Peaks;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::settings::Settings;
use crate::audio::{Clip, Output, Player, State};
use crate::scene::Sound;

/// A sound of an opened file: the generation of its document, and its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    pub generation: u64,
    pub sound: u32,
}

/// A decoded sound with its picture.
pub struct Track {
    pub clip: Arc<Clip>,
    pub peaks: Peaks,
}

impl Track {
    /// Decodes a sound; `None` when it cannot be decoded. Slow.
    pub fn of(sound: &Sound) -> Option<Self> {
        let clip = Clip::of(sound)?;
        // Measured here rather than when it is first played.
        clip.normalising_gain();
        Some(Self { peaks: Peaks::new(&clip), clip: Arc::new(clip) })
    }

    /// Seconds until it has ended, with its last caption.
    pub fn seconds(&self) -> f64 {
        self.clip.length() as f64 / f64::from(self.clip.rate())
    }
}

/// How a sound is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    pub volume_db: f32,
    /// The speed and volume of the engine, whatever is set here.
    pub engine_speed: Option<f32>,
}

/// What plays, or played last.
pub struct Now {
    pub key: Key,
    pub name: String,
    pub track: Arc<Track>,
    manner: Manner,
}

struct Wanted {
    key: Key,
    name: String,
    manner: Manner,
}

/// The player and what belongs to it.
#[derive(Default)]
pub struct Playback {
    /// Absent until the audio device has answered.
    player: Option<Player>,
    /// Decoded sounds, the one used last at the end; `None` for those that cannot be decoded.
    tracks: VecDeque<(Key, Option<Arc<Track>>)>,
    loading: BTreeSet<Key>,
    now: Option<Now>,
    /// What is played as soon as it is decoded.
    wanted: Option<Wanted>,
    /// Seconds that are played alone.
    region: Option<(f64, f64)>,
    settings: Settings,
}

/// Speeds of one press of a pitch key: a semitone.
const SEMITONE: f32 = 1.059_463_1;
/// Memory for decoded sounds, as a part of that for decoded things.
const SHARE: usize = 4;

impl Playback {
    /// The device answered.
    pub fn connect(&mut self, player: Player) {
        self.player = Some(player);
        self.use_settings(&self.settings.clone());
        self.play_wanted();
    }

    /// Plays through another output from now on.
    pub fn set_output(&mut self, output: Box<dyn Output>) {
        match &mut self.player {
            Some(player) => player.set_output(output),
            None => self.connect(Player::new(output)),
        }
    }

    pub fn is_connected(&self) -> bool {
        self.player.is_some()
    }

    pub fn use_settings(&mut self, settings: &Settings) {
        self.settings = settings.clone();
        let engine = self.now.as_ref().and_then(|now| now.manner.engine_speed);
        let Some(player) = &mut self.player else { return };
        player.set_volume(settings.volume);
        player.set_muted(settings.muted);
        player.set_looped(settings.looped && self.region.is_none());
        player.set_uses_bank_volume(settings.bank_volume || engine.is_some());
        player.set_normalises(settings.normalise && engine.is_none());
    }

    /// Asks for a sound to be decoded; true when somebody has to do it now.
    pub fn ask(&mut self, key: Key) -> bool {
        !self.tracks.iter().any(|(known, _)| *known == key) && self.loading.insert(key)
    }

    /// A sound was decoded.
    pub fn take(&mut self, key: Key, track: Option<Arc<Track>>) {
        self.loading.remove(&key);
        self.tracks.push_back((key, track));
        let cost = |track: &Option<Arc<Track>>| {
            track.as_ref().map_or(0, |track| size_of_val(track.clip.samples()))
        };
        let budget = (self.settings.memory as usize).saturating_mul(1 << 20) / SHARE;
        let mut all: usize = self.tracks.iter().map(|(_, track)| cost(track)).sum();
        while all > budget && self.tracks.len() > 1 {
            let Some((_, oldest)) = self.tracks.pop_front() else { break };
            all -= cost(&oldest);
        }
        self.play_wanted();
    }

    /// A decoded sound; `Some(None)` when it cannot be decoded.
    pub fn track(&self, key: Key) -> Option<Option<&Arc<Track>>> {
        self.tracks.iter().find(|(known, _)| *known == key).map(|(_, track)| track.as_ref())
    }

    /// Plays a sound as soon as it is decoded.
    pub fn play(&mut self, key: Key, name: String, manner: Manner) {
        if self.now.as_ref().is_none_or(|now| now.key != key) {
            self.region = None;
        }
        self.wanted = Some(Wanted { key, name, manner });
        self.play_wanted();
    }

    fn play_wanted(&mut self) {
        let Some(Wanted { key, .. }) = &self.wanted else { return };
        let key = *key;
        let Some(at) = self.tracks.iter().position(|(known, _)| *known == key) else { return };
        // Used last: it is the last to go.
        let Some(entry) = self.tracks.remove(at) else { return };
        let track = entry.1.clone();
        self.tracks.push_back(entry);
        if self.player.is_none() {
            return;
        }
        let Some(Wanted { name, manner, .. }) = self.wanted.take() else { return };
        let Some(track) = track else { return };
        self.now = Some(Now { key, name, track: track.clone(), manner });
        self.use_settings(&self.settings.clone());
        let start = self.region.map(|(start, _)| start);
        let speed = manner.engine_speed.unwrap_or(self.settings.speed);
        if let Some(player) = &mut self.player {
            player.set_speed(speed);
            player.play(track.clip.clone(), manner.volume_db);
            if let Some(start) = start {
                player.seek(start);
            }
        }
    }

    /// What plays or played last.
    pub fn now(&self) -> Option<&Now> {
        self.now.as_ref()
    }

    pub fn state(&self) -> State {
        self.player.as_ref().map_or(State::Stopped, Player::state)
    }

    /// Seconds from the start of what plays; `None` when nothing does.
    pub fn position(&self) -> Option<f64> {
        self.player.as_ref()?.position()
    }

    /// The position in this sound, if it is the one that plays.
    pub fn position_in(&self, key: Key) -> Option<f64> {
        self.position().filter(|_| self.now.as_ref().is_some_and(|now| now.key == key))
    }

    /// The output that plays; why nothing is heard as the error.
    pub fn output(&self) -> Option<Result<String, &str>> {
        self.player.as_ref().map(Player::output)
    }

    pub fn toggle(&mut self) {
        let start = self.region.map(|(start, _)| start);
        let Some(player) = &mut self.player else { return };
        let stopped = player.state() == State::Stopped;
        player.toggle();
        if let (true, Some(start)) = (stopped, start) {
            player.seek(start);
        }
    }

    pub fn retrigger(&mut self) {
        let start = self.region.map(|(start, _)| start);
        let Some(player) = &mut self.player else { return };
        player.retrigger();
        if let Some(start) = start {
            player.seek(start);
        }
    }

    pub fn stop(&mut self) {
        self.wanted = None;
        if let Some(player) = &mut self.player {
            player.stop();
        }
        self.now = None;
    }

    pub fn seek(&mut self, seconds: f64) {
        if let Some(player) = &mut self.player {
            player.seek(seconds);
        }
    }

    /// Moves by a part of the length.
    pub fn seek_by(&mut self, part: f64) {
        let Some(now) = &self.now else { return };
        let length = now.track.seconds();
        let at = self.position().unwrap_or(0.0) + part * length;
        self.seek(at.clamp(0.0, length));
    }

    /// Plays only these seconds from now on; `None` all again.
    pub fn set_region(&mut self, region: Option<(f64, f64)>) {
        self.region = region;
        self.use_settings(&self.settings.clone());
    }

    pub fn region(&self) -> Option<(f64, f64)> {
        self.region
    }

    /// A semitone higher or lower.
    pub fn pitched(speed: f32, up: bool) -> f32 {
        let speed = if up { speed * SEMITONE } else { speed / SEMITONE };
        // Twelve steps up and down meet again at exactly 1.
        if (speed - 1.0).abs() < 0.01 { 1.0 } else { speed.clamp(0.25, 4.0) }
    }

    pub fn set_speed(&mut self, speed: f32) {
        if let Some(player) = &mut self.player {
            player.set_speed(speed);
        }
    }

    /// Once a frame: notices a lost device, and the end of the region.
    pub fn tick(&mut self) {
        let Some(player) = &mut self.player else { return };
        player.tick();
        let over = self.region.zip(player.position());
        if let Some(((start, end), position)) = over
            && position >= end
            && player.state() == State::Playing
        {
            player.seek(start);
            if !self.settings.looped {
                player.pause();
            }
        }
    }
}
