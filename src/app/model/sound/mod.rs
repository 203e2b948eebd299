//! Playback: the player, its decoded sounds, and the current sound. It belongs to the window, so sound
//! continues whichever panel is visible.

pub mod other_banks;

mod peaks;
mod play_request;
mod queue;
mod track;

pub use peaks::Peaks;
pub use play_request::{CurrentSound, PlayMode, PlayRequest, SoundRequest};
pub use queue::{Entry, Queue, QueuedBank, Repeat};
pub use track::{Key, Track};

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::model::Settings;
use crate::audio::{DeviceName, Output, PlayedClip, Player, State};
use crate::scene::Caption;

/// The player with its sounds and state.
#[derive(Default)]
pub struct Playback {
    /// Absent until the first sound plays.
    player: Option<Player>,
    /// Decoded sounds, the most recently used last; `None` for those that cannot be decoded.
    tracks: VecDeque<(Key, Option<Arc<Track>>)>,
    loading: BTreeSet<Key>,
    now: Option<CurrentSound>,
    /// Sounds to play as soon as they are decoded.
    wanted: Option<PlayRequest>,
    /// Playback is limited to these seconds.
    region: Option<(f64, f64)>,
    /// Time at which samples last exceeded full scale.
    clipped: Option<Instant>,
    settings: Settings,
    /// Sounds that play one after the other.
    pub queue: Queue,
    /// The sound devices, once they were listed.
    pub devices: Option<Vec<DeviceName>>,
}

/// Speed factor of one press of a pitch key: a semitone.
const SEMITONE: f32 = 1.059_463_1;
/// Time for which the clipping indicator stays on.
const CLIPPED: Duration = Duration::from_millis(1500);
/// Divisor of the memory for decoded data that gives the share of sounds.
const SHARE: usize = 4;

impl Playback {
    /// Sets the player.
    pub fn connect(&mut self, player: Player) {
        self.player = Some(player);
        self.use_settings(&self.settings.clone());
        self.play_wanted();
    }

    /// Sets the output.
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
        let rerouted = settings.route != self.settings.route;
        self.settings = settings.clone();
        let looped = self.is_looped() && self.region.is_none();
        let Some(player) = &mut self.player else { return };
        if rerouted {
            player.set_output(settings.route.output());
        }
        player.set_volume(settings.volume);
        player.set_muted(settings.muted);
        player.set_looped(looped);
        player.set_speed(settings.speed);
        player.set_distance(settings.distance);
        player.set_uses_bank_volume(settings.bank_volume);
        player.set_normalises(settings.normalise);
    }

    /// `true` if the current sound restarts at its end.
    pub fn is_looped(&self) -> bool {
        match self.now.as_ref().map(|now| now.manner) {
            Some(PlayMode::AsSet { looped }) => self.settings.looping.of(looped),
            Some(PlayMode::AsEngine { looped, .. }) => looped,
            Some(PlayMode::AsNote { .. } | PlayMode::AsFilm { .. } | PlayMode::AsQueued) | None => {
                false
            }
        }
    }

    /// Requests the decoding of a sound; `true` if the caller has to decode it now.
    pub fn request(&mut self, key: Key) -> bool {
        !self.tracks.iter().any(|(known, _)| *known == key) && self.loading.insert(key)
    }

    /// Stores a decoded sound, unless its document was closed.
    pub fn take(&mut self, key: Key, track: Option<Arc<Track>>) {
        if self.loading.remove(&key) {
            self.put(key, track);
        }
    }

    /// Stores a decoded sound.
    pub fn put(&mut self, key: Key, track: Option<Arc<Track>>) {
        self.tracks.push_back((key, track));
        let cost = |track: &Option<Arc<Track>>| track.as_ref().map_or(0, |track| track.clip.size());
        let budget = (self.settings.memory as usize).saturating_mul(1 << 20) / SHARE;
        let mut all: usize = self.tracks.iter().map(|(_, track)| cost(track)).sum();
        let wanted = self.wanted.iter().flat_map(|wanted| &wanted.sounds);
        let kept: Vec<Key> = wanted.map(|wish| wish.key).chain([key]).collect();
        self.tracks.retain(|(known, track)| {
            let goes = all > budget && !kept.contains(known);
            all -= if goes { cost(track) } else { 0 };
            !goes
        });
        self.play_wanted();
    }

    /// Drops the sounds of a document or comparison that is closed, except those to play: it is opened again with
    /// another generation.
    pub fn forget(&mut self, generation: u64) {
        let wanted = self.wanted.iter().flat_map(|wanted| &wanted.sounds);
        let wanted: Vec<Key> = wanted.map(|wish| wish.key).collect();
        let is_kept = |key: &Key| key.generation != generation || wanted.contains(key);
        self.tracks.retain(|(key, _)| is_kept(key));
        self.loading.retain(is_kept);
    }

    /// Memory of all decoded sounds, in bytes.
    pub fn memory(&self) -> u64 {
        let tracks = self.tracks.iter().filter_map(|(_, track)| track.as_ref());
        tracks.map(|track| track.clip.size() as u64).sum()
    }

    /// A decoded sound; `Some(None)` if it cannot be decoded.
    pub fn track(&self, key: Key) -> Option<Option<&Arc<Track>>> {
        self.tracks.iter().find(|(known, _)| *known == key).map(|(_, track)| track.as_ref())
    }

    /// Plays sounds as soon as they are decoded.
    pub fn play(&mut self, wanted: PlayRequest) {
        let key = wanted.sounds.first().map(|wish| wish.key);
        if self.now.as_ref().map(|now| now.key) != key {
            self.region = None;
        }
        self.wanted = Some(wanted);
        self.play_wanted();
    }

    fn play_wanted(&mut self) {
        let Some(wanted) = &self.wanted else { return };
        let keys: Vec<Key> = wanted.sounds.iter().map(|wish| wish.key).collect();
        if !keys.iter().all(|key| self.track(*key).is_some()) {
            return;
        }
        for key in &keys {
            // Most recently used: it is dropped last.
            let at = self.tracks.iter().position(|(known, _)| known == key);
            let entry = at.and_then(|at| self.tracks.remove(at));
            self.tracks.extend(entry);
        }
        if self.player.is_none() {
            return;
        }
        let Some(PlayRequest { sounds, name, manner, from }) = self.wanted.take() else { return };
        let found = |wish: &SoundRequest| Some((*wish, self.track(wish.key)??.clone()));
        let tracks: Vec<(SoundRequest, Arc<Track>)> = sounds.iter().filter_map(found).collect();
        let Some((first, track)) = tracks.first().cloned() else { return };
        let others = keys.into_iter().skip(1).collect();
        self.now =
            Some(CurrentSound { key: first.key, others, name, track: track.clone(), manner });
        self.use_settings(&self.settings.clone());
        let Some(player) = &mut self.player else { return };
        match manner {
            PlayMode::AsSet { .. } | PlayMode::AsQueued => {
                let SoundRequest { volume_db, attenuation, .. } = first;
                let part = PlayedClip::new(track.clip.clone(), volume_db, 1.0);
                player.play_alone(PlayedClip { attenuation, ..part });
            }
            PlayMode::AsEngine { .. } | PlayMode::AsNote { .. } | PlayMode::AsFilm { .. } => {
                let part = |(wish, track): (SoundRequest, Arc<Track>)| {
                    let SoundRequest { volume_db, attenuation, speed, envelope, .. } = wish;
                    PlayedClip { clip: track.clip.clone(), volume_db, attenuation, speed, envelope }
                };
                player.play_together(tracks.into_iter().map(part).collect());
            }
        }
        let start = self.region.map_or(from, |(start, _)| start);
        if start > 0.0 {
            player.seek(start);
        }
    }

    /// `true` if sounds will be played in this manner as soon as they are decoded.
    pub fn awaits(&self, manner: PlayMode) -> bool {
        let wanted = self.wanted.as_ref().filter(|_| self.is_connected());
        wanted.is_some_and(|wanted| wanted.manner == manner)
    }

    /// Changes volume and speed of a playing collision slide or of video tracks. `false` if they are not
    /// playing.
    pub fn adjust(&mut self, wanted: &PlayRequest) -> bool {
        let Some(player) = &mut self.player else { return false };
        let same = self.now.as_ref().is_some_and(|now| now.manner == wanted.manner);
        if !same || player.state() != State::Playing {
            return false;
        }
        let levels: Vec<_> = wanted.sounds.iter().map(|w| (w.volume_db, w.speed)).collect();
        player.adjust(&levels);
        true
    }

    /// Releases the key that plays or is about to play.
    pub fn release(&mut self) {
        let is_note = |manner: PlayMode| matches!(manner, PlayMode::AsNote { .. });
        if self.wanted.as_ref().is_some_and(|wanted| is_note(wanted.manner)) {
            self.wanted = None;
        }
        let plays = self.now.as_ref().is_some_and(|now| is_note(now.manner));
        if let Some(player) = self.player.as_mut().filter(|_| plays) {
            player.release();
        }
    }

    /// The sound that is playing or played last.
    pub fn now(&self) -> Option<&CurrentSound> {
        self.now.as_ref()
    }

    pub fn state(&self) -> State {
        self.player.as_ref().map_or(State::Stopped, Player::state)
    }

    pub fn is_playing(&self) -> bool {
        self.state() == State::Playing
    }

    /// Position of the playing sound in seconds; `None` if nothing plays.
    pub fn position(&self) -> Option<f64> {
        self.player.as_ref()?.position()
    }

    /// The position in this sound, if it is playing.
    pub fn position_in(&self, key: Key) -> Option<f64> {
        self.position().filter(|_| self.now.as_ref().is_some_and(|now| now.key == key))
    }

    /// Time until the current sound or its region ends, or one of its `captions` starts or ends; `None` if
    /// nothing changes.
    pub fn next_change(&self, captions: &[Caption]) -> Option<Duration> {
        let at = self.position().filter(|_| self.is_playing())?;
        let end = match self.region {
            Some((_, end)) => Some(end),
            None => self.now.as_ref().map(|now| now.track.seconds()),
        };
        let end = end.filter(|_| self.region.is_some() || !self.is_looped());
        let bounds = captions.iter().flat_map(|caption| [caption.start_ms, caption.end_ms]);
        let bounds = bounds.map(|ms| ms as f64 / 1000.0).chain(end);
        let next = bounds.filter(|bound| *bound > at).min_by(f64::total_cmp)?;
        Duration::try_from_secs_f64((next - at) / f64::from(self.settings.speed)).ok()
    }

    /// The output in use; the error if there is no output.
    pub fn output(&self) -> Option<Result<String, &str>> {
        self.player.as_ref().map(Player::output)
    }

    /// A message if a device other than the chosen one is in use.
    pub fn output_note(&self) -> Option<String> {
        self.player.as_ref()?.note()
    }

    /// `true` while an output is being opened.
    pub fn is_connecting(&self) -> bool {
        self.player.as_ref().is_some_and(Player::is_connecting)
    }

    /// Time until the unused output is closed.
    pub fn rests_in(&self) -> Option<Duration> {
        self.player.as_ref()?.rests_in()
    }

    /// Samples exceeded full scale recently.
    pub fn is_clipping(&self) -> bool {
        self.clipped.is_some_and(|at| at.elapsed() < CLIPPED)
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

    /// Moves the position by a fraction of the length.
    pub fn seek_by(&mut self, part: f64) {
        let Some(now) = &self.now else { return };
        let length = now.track.seconds();
        let at = self.position().unwrap_or(0.0) + part * length;
        self.seek(at.clamp(0.0, length));
    }

    /// Limits playback to these seconds; `None` removes the limit.
    pub fn set_region(&mut self, region: Option<(f64, f64)>) {
        self.region = region;
        self.use_settings(&self.settings.clone());
    }

    pub fn region(&self) -> Option<(f64, f64)> {
        self.region
    }

    /// The speed a semitone higher or lower.
    pub fn pitched(speed: f32, up: bool) -> f32 {
        let speed = if up { speed * SEMITONE } else { speed / SEMITONE };
        // Twelve steps up and down return to exactly 1.
        if (speed - 1.0).abs() < 0.01 { 1.0 } else { speed.clamp(0.25, 4.0) }
    }

    /// Called once per frame: detects a lost device, clipping, and the end of the region.
    pub fn tick(&mut self) {
        let looped = self.is_looped();
        let Some(player) = &mut self.player else { return };
        player.tick();
        if player.take_clipped() > 0 {
            self.clipped = Some(Instant::now());
        }
        let over = self.region.zip(player.position());
        if let Some(((start, end), position)) = over
            && position >= end
            && player.state() == State::Playing
        {
            player.seek(start);
            if !looped {
                player.pause();
            }
        }
    }
}
