//! Player interface for the window and the command line.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::link::{self, Commands, Event, Link};
use super::mixer::{Command, Shared, Start, VOICES};
use super::{Clip, Output, SilentClock, gain_of_db};
use crate::scene::{Envelope, attenuated_db};

/// Plays through an output, and continues silently if the output is lost.
pub struct Player {
    shared: Arc<Shared>,
    commands: Commands,
    link: Link,
    /// Keeps time while the output does not work.
    fallback: SilentClock,
    /// Reason why the output does not work.
    failed: Option<String>,
    /// Name of the last output.
    name: String,
    /// When playback last stopped.
    quiet: Option<Instant>,
    playing: Option<Playing>,
    /// Clips that the mixer may still use. Keeping them here ensures that the mixer never frees
    /// one.
    lent: Vec<Arc<Clip>>,
    generation: u16,
    speed: f32,
    volume: f32,
    muted: bool,
    uses_bank_volume: bool,
    normalises: bool,
    /// Metres.
    distance: f32,
}

/// One of several clips that are played together.
#[derive(Clone)]
pub struct PlayedClip {
    /// Clip to play.
    pub clip: Arc<Clip>,
    /// Volume according to the file, in dB.
    pub volume_db: f32,
    /// Loss of volume with the [distance](Player::set_distance), in dB per metre.
    pub attenuation: f32,
    /// 1 is the original speed.
    pub speed: f32,
    /// Envelope of a note: its clip's loop is repeated until it is [released](Player::release).
    pub envelope: Option<Envelope>,
}

impl PlayedClip {
    /// A clip without an envelope.
    pub fn new(clip: Arc<Clip>, volume_db: f32, speed: f32) -> Self {
        Self { clip, volume_db, attenuation: 0.0, speed, envelope: None }
    }
}

struct Playing {
    /// Clips that are played together: at least one, at most [`VOICES`].
    parts: Vec<PlayedClip>,
    /// Volumes and speeds of the parts are used unchanged, regardless of the player's settings.
    exact: bool,
    /// Start position of the first clip, in frames.
    from: f64,
}

/// State of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not playing, or at the end.
    Stopped,
    /// Time advances.
    Playing,
    /// Time does not advance.
    Paused,
}

/// Time after which an unused output is closed.
const REST: Duration = Duration::from_secs(4);
/// Range of playback speeds.
const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=4.0;

impl Player {
    /// Creates a player that uses `output`, or keeps time silently while it does not work. Waits until
    /// the output is opened.
    pub fn new(output: Box<dyn Output>) -> Self {
        let shared = Arc::new(Shared::new());
        let (link, event) = Link::connect(output, &shared);
        let mut player = Self::linked(link, shared);
        player.learn(event);
        player
    }

    /// Creates a player that opens `output` when something is played.
    pub fn resting(output: Box<dyn Output>) -> Self {
        Self::linked(Link::Resting(output), Arc::new(Shared::new()))
    }

    fn linked(link: Link, shared: Arc<Shared>) -> Self {
        Self {
            // Not connected: an output that starts replaces these commands.
            commands: link::mixer(&shared).1,
            shared,
            link,
            fallback: SilentClock::default(),
            failed: None,
            name: String::new(),
            quiet: None,
            playing: None,
            lent: Vec::new(),
            generation: 0,
            speed: 1.0,
            volume: 1.0,
            muted: false,
            uses_bank_volume: true,
            normalises: false,
            distance: 0.0,
        }
    }

    /// Switches to another output at the current position as soon as it is opened; until then playback is
    /// silent.
    pub fn set_output(&mut self, output: Box<dyn Output>) {
        let before = std::mem::replace(&mut self.link, Link::Gone);
        self.link = Link::start(output, Some(before), &self.shared);
        self.quiet = None;
        self.go_silent("opening the audio device".to_owned());
    }

    /// `true` while an output is being opened.
    pub fn is_connecting(&self) -> bool {
        self.link.is_starting()
    }

    /// Must be called regularly: continues silently when the output is lost, and with the output once it
    /// is back; opens it when something plays, and closes it after a while of silence. Never waits.
    pub fn tick(&mut self) {
        self.lent.retain(|clip| Arc::strong_count(clip) > 1);
        if let Some(event) = self.link.poll(&self.shared) {
            self.learn(event);
        }
        if self.normalises {
            // Loudness of newly decoded samples.
            self.update_levels();
        }
        self.attend();
    }

    /// Time until the output is closed, if nothing uses it.
    pub fn rests_in(&self) -> Option<Duration> {
        let quiet = self.quiet.filter(|_| self.link.can_rest())?;
        Some(REST.saturating_sub(quiet.elapsed()))
    }

    /// Opens the output when something plays; otherwise closes it after a while.
    fn attend(&mut self) {
        if self.state() == State::Playing {
            self.quiet = None;
            if self.link.is_resting() {
                // Time does not advance until the output is opened, so that the first sample is
                // audible.
                self.failed = None;
                self.link.resume(&self.shared);
            }
            return;
        }
        self.quiet.get_or_insert_with(Instant::now);
        if self.rests_in() == Some(Duration::ZERO) {
            self.link.rest();
            // Disconnected until the output is opened again.
            self.commands = link::mixer(&self.shared).1;
            self.fallback = SilentClock::default();
        }
    }

    fn learn(&mut self, event: Event) {
        match event {
            Event::Connected(commands) => {
                let position = self.position_frames();
                (self.commands, self.failed) = (commands, None);
                self.name = self.link.playing().map_or_else(String::new, Output::name);
                self.fallback = SilentClock::default();
                self.resume_at(position);
            }
            Event::Lost => {
                log::warn!("audio device disconnected; captions continue without it");
                self.go_silent("audio device disconnected".to_owned());
            }
            Event::Failed(why) if self.failed.is_none() => self.go_silent(why),
            Event::Failed(why) => self.failed = Some(why),
        }
    }

    /// Keeps time silently from the current position.
    fn go_silent(&mut self, why: String) {
        let position = self.position_frames();
        let (mixer, commands) = link::mixer(&self.shared);
        if let Err(error) = self.fallback.start(mixer) {
            log::error!("cannot start a clock for captions: {error}");
        }
        (self.commands, self.failed) = (commands, Some(why));
        self.resume_at(position);
    }

    /// Restarts the current clips at a position.
    fn resume_at(&mut self, position: Option<f64>) {
        if let Some(position) = position {
            self.send(position);
        }
    }

    /// Name of the current or last output; empty before the first.
    ///
    /// # Errors
    /// The reason why no output works.
    pub fn output(&self) -> Result<String, &str> {
        match &self.failed {
            None => Ok(self.name.clone()),
            Some(why) => Err(why),
        }
    }

    /// A message if a device other than the requested one plays.
    pub fn note(&self) -> Option<String> {
        self.link.playing()?.note()
    }

    /// Stops all other sounds and plays `clip` from its start. `volume_db` is the volume according
    /// to the file.
    pub fn play(&mut self, clip: Arc<Clip>, volume_db: f32) {
        self.play_alone(PlayedClip::new(clip, volume_db, 1.0));
    }

    /// Like [`Player::play`], for a clip with other parameters.
    pub fn play_alone(&mut self, part: PlayedClip) {
        self.start(vec![part], false);
    }

    /// Plays up to eight clips together, each at its own volume and speed: the master volume applies, but
    /// none of the other settings. The position is that of the first clip.
    pub fn play_together(&mut self, mut parts: Vec<PlayedClip>) {
        parts.truncate(VOICES);
        if !parts.is_empty() {
            self.start(parts, true);
        }
    }

    /// Changes volumes (dB) and speeds of the clips of [`Player::play_together`] during playback.
    pub fn adjust(&mut self, levels: &[(f32, f32)]) {
        let Some(playing) = self.playing.as_mut().filter(|playing| playing.exact) else { return };
        for (part, (volume_db, speed)) in playing.parts.iter_mut().zip(levels) {
            (part.volume_db, part.speed) = (*volume_db, *speed);
        }
        self.update_levels();
    }

    fn start(&mut self, parts: Vec<PlayedClip>, exact: bool) {
        self.playing = Some(Playing { parts, exact, from: 0.0 });
        self.update_levels();
        self.shared.paused.store(false, Ordering::Relaxed);
        self.send(0.0);
        self.attend();
    }

    /// Releases the notes that play: they fade out according to their envelopes.
    pub fn release(&mut self) {
        self.shared.release(self.generation);
    }

    /// Restarts the current clips.
    pub fn retrigger(&mut self) {
        if let Some(Playing { parts, exact, .. }) = self.playing.take() {
            self.start(parts, exact);
        }
    }

    /// Plays from this frame of the first clip, the others from the same time.
    fn send(&mut self, from: f64) {
        let Some(playing) = &mut self.playing else { return };
        self.generation = self.generation.wrapping_add(1);
        playing.from = from;
        let pace = |part: &PlayedClip| f64::from(part.clip.rate()) * f64::from(part.speed);
        let first = playing.parts.first().map_or(1.0, pace);
        let start = |part: &PlayedClip| Start {
            clip: part.clip.clone(),
            from: from * pace(part) / first,
            envelope: part.envelope,
        };
        let starts = std::array::from_fn(|slot| playing.parts.get(slot).map(start));
        self.lent.retain(|lent| Arc::strong_count(lent) > 1);
        for PlayedClip { clip, .. } in &playing.parts {
            // Two references to a clip would keep each other.
            if !self.lent.iter().any(|lent| Arc::ptr_eq(lent, clip)) {
                self.lent.push(clip.clone());
            }
        }
        let command = Command::Play { starts, generation: self.generation };
        if self.commands.push(command).is_err() {
            log::warn!("audio device does not accept commands");
        }
    }

    /// Stops playback.
    pub fn stop(&mut self) {
        self.playing = None;
        // If the ring buffer is full, nothing reads from it, and nothing is audible anyway.
        let _ = self.commands.push(Command::Stop);
    }

    /// Pauses playback.
    pub fn pause(&mut self) {
        self.shared.paused.store(true, Ordering::Relaxed);
    }

    fn resume(&mut self) {
        self.shared.paused.store(false, Ordering::Relaxed);
    }

    /// Pauses, continues, or restarts after the end.
    pub fn toggle(&mut self) {
        match self.state() {
            State::Playing => self.pause(),
            State::Paused => self.resume(),
            State::Stopped => self.retrigger(),
        }
    }

    /// Seeks to `seconds` from the start; restarts after the end.
    pub fn seek(&mut self, seconds: f64) {
        let Some(clip) = self.clip() else { return };
        let frame = seconds.max(0.0) * f64::from(clip.rate());
        let frame = frame.min(clip.frames().saturating_sub(1) as f64);
        self.send(frame);
    }

    /// Current state.
    pub fn state(&self) -> State {
        if self.playing.is_none() || self.shared.has_ended(self.generation) {
            State::Stopped
        } else if self.shared.paused.load(Ordering::Relaxed) {
            State::Paused
        } else {
            State::Playing
        }
    }

    /// First clip of the current or last playback.
    pub fn clip(&self) -> Option<&Arc<Clip>> {
        self.playing.as_ref()?.parts.first().map(|part| &part.clip)
    }

    /// Position in frames of the clip; `None` if stopped.
    fn position_frames(&self) -> Option<f64> {
        let playing = self.playing.as_ref().filter(|_| self.state() != State::Stopped)?;
        Some(self.shared.position(self.generation).unwrap_or(playing.from))
    }

    /// Seconds from the start of the clip; `None` if stopped. May be after the last sample while the
    /// last caption is displayed.
    pub fn position(&self) -> Option<f64> {
        let rate = f64::from(self.clip()?.rate());
        Some(self.position_frames()? / rate)
    }

    /// Sets whether a clip restarts at its end.
    pub fn set_looped(&mut self, looped: bool) {
        self.shared.looped.store(looped, Ordering::Relaxed);
    }

    /// Sets the speed; 1 is the original. Faster playback has a higher pitch.
    pub fn set_speed(&mut self, speed: f32) {
        let speed = if speed.is_nan() { 1.0 } else { speed };
        self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        self.update_levels();
    }

    /// Playback speed; 1 is the original.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Master volume, 0 to 1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = volume.clamp(0.0, 1.0);
        self.update_levels();
    }

    /// Mutes playback, independently of the volume.
    pub fn set_muted(&mut self, muted: bool) {
        self.muted = muted;
        self.update_levels();
    }

    /// Sets whether the volume that the file stores is applied.
    pub fn set_uses_bank_volume(&mut self, uses: bool) {
        self.uses_bank_volume = uses;
        self.update_levels();
    }

    /// Sets whether all sounds are normalised to about the same loudness, instead of the file's volume.
    pub fn set_normalises(&mut self, normalises: bool) {
        self.normalises = normalises;
        self.update_levels();
    }

    /// Sets the distance of the listener, in metres: the volume of a clip decreases by its attenuation
    /// per metre.
    pub fn set_distance(&mut self, distance: f32) {
        self.distance = if distance.is_finite() { distance.max(0.0) } else { 0.0 };
        self.update_levels();
    }

    /// Number of samples that were clipped since the last call.
    pub fn take_clipped(&self) -> u32 {
        self.shared.clipped.swap(0, Ordering::Relaxed)
    }

    fn update_levels(&mut self) {
        let Some(playing) = &self.playing else { return };
        let volume = if self.muted { 0.0 } else { self.volume };
        let level = |part: &PlayedClip| {
            let volume = volume * gain_of_db(-attenuated_db(part.attenuation, self.distance));
            match playing.exact {
                true => (volume * gain_of_db(part.volume_db), part.speed),
                false => (volume * self.gain_of(part), self.speed),
            }
        };
        self.shared.set_levels(playing.parts.iter().map(level));
    }

    fn gain_of(&self, part: &PlayedClip) -> f32 {
        match (self.normalises, self.uses_bank_volume) {
            (true, _) => part.clip.normalising_gain(),
            (false, true) => gain_of_db(part.volume_db),
            (false, false) => 1.0,
        }
    }
}
