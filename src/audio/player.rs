//! The half of the player that the window and the command line hold.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::link::{self, Commands, Event, Link};
use super::mixer::{Command, Shared, Start, VOICES};
use super::{Clip, Output, SilentClock, gain_of_db};
use crate::scene::Envelope;

/// Plays through an output, and goes on without it when the output is lost.
pub struct Player {
    shared: Arc<Shared>,
    commands: Commands,
    link: Link,
    /// Keeps time while the output does not.
    fallback: SilentClock,
    /// Why the output does not play.
    failed: Option<String>,
    /// Name of the output that played last.
    name: String,
    /// Since when nothing plays.
    quiet: Option<Instant>,
    playing: Option<Playing>,
    /// Clips the mixer may still hold: it must not be the one to free them.
    lent: Vec<Arc<Clip>>,
    generation: u16,
    speed: f32,
    volume: f32,
    muted: bool,
    uses_bank_volume: bool,
    normalises: bool,
}

/// One of the clips that are played together.
#[derive(Clone)]
pub struct Part {
    /// Clip that is played.
    pub clip: Arc<Clip>,
    /// Volume that the file gives it, in dB.
    pub volume_db: f32,
    /// 1 is as recorded.
    pub speed: f32,
    /// Loudness of a note: it goes on with what its clip repeats until it is
    /// [released](Player::release).
    pub envelope: Option<Envelope>,
}

impl Part {
    /// A clip as it was recorded.
    pub fn new(clip: Arc<Clip>, volume_db: f32, speed: f32) -> Self {
        Self { clip, volume_db, speed, envelope: None }
    }
}

struct Playing {
    /// Clips that are played together: at least one, at most [`VOICES`].
    parts: Vec<Part>,
    /// Volumes and speeds of the parts are heard as they are, whatever is set here.
    exact: bool,
    /// Position at which the first was started, in frames.
    from: f64,
}

/// State of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not playing, or at the end.
    Stopped,
    /// Time goes on.
    Playing,
    /// Time stands still.
    Paused,
}

/// How long an output is held while nothing plays.
const REST: Duration = Duration::from_secs(4);
/// Slowest and fastest playing.
const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=4.0;

impl Player {
    /// A player through `output`; in silence, but in time, while that does not work. Waits for the
    /// output to answer.
    pub fn new(output: Box<dyn Output>) -> Self {
        let shared = Arc::new(Shared::new());
        let (link, event) = Link::connect(output, &shared);
        let mut player = Self::linked(link, shared);
        player.learn(event);
        player
    }

    /// A player that opens `output` when something is to be heard.
    pub fn resting(output: Box<dyn Output>) -> Self {
        Self::linked(Link::Resting(output), Arc::new(Shared::new()))
    }

    fn linked(link: Link, shared: Arc<Shared>) -> Self {
        Self {
            // Nobody listens to these; the output brings others.
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
        }
    }

    /// Plays through another output from where it is, once that has answered; until then in
    /// silence.
    pub fn set_output(&mut self, output: Box<dyn Output>) {
        let before = std::mem::replace(&mut self.link, Link::Gone);
        self.link = Link::start(output, Some(before), &self.shared);
        self.quiet = None;
        self.go_silent("the audio device is being opened".to_owned());
    }

    /// True while an output is being opened.
    pub fn is_connecting(&self) -> bool {
        self.link.is_starting()
    }

    /// To be called now and then: goes on in silence when the output was lost, and with the output
    /// once it is back; opens it when something plays, and lets it go after a while of silence.
    /// Never waits.
    pub fn tick(&mut self) {
        self.lent.retain(|clip| Arc::strong_count(clip) > 1);
        if let Some(event) = self.link.poll(&self.shared) {
            self.learn(event);
        }
        if self.normalises {
            // The loudness of what was decoded meanwhile.
            self.update_levels();
        }
        self.attend();
    }

    /// Time until the output is closed, if nothing uses it.
    pub fn rests_in(&self) -> Option<Duration> {
        let quiet = self.quiet.filter(|_| self.link.can_rest())?;
        Some(REST.saturating_sub(quiet.elapsed()))
    }

    /// Opens the output for what plays, or lets it go.
    fn attend(&mut self) {
        if self.state() == State::Playing {
            self.quiet = None;
            if self.link.is_resting() {
                // Time stands still until it has answered: the first sample is heard.
                self.failed = None;
                self.link.wake(&self.shared);
            }
            return;
        }
        self.quiet.get_or_insert_with(Instant::now);
        if self.rests_in() == Some(Duration::ZERO) {
            self.link.rest();
            // Nobody listens until the output is opened again.
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
                log::warn!("the audio device is gone; captions go on without it");
                self.go_silent("the audio device is gone".to_owned());
            }
            Event::Failed(why) if self.failed.is_none() => self.go_silent(why),
            Event::Failed(why) => self.failed = Some(why),
        }
    }

    /// Keeps time from where it is.
    fn go_silent(&mut self, why: String) {
        let position = self.position_frames();
        let (mixer, commands) = link::mixer(&self.shared);
        if let Err(error) = self.fallback.start(mixer) {
            log::error!("no clock for captions: {error}");
        }
        (self.commands, self.failed) = (commands, Some(why));
        self.resume_at(position);
    }

    /// Plays what played before, from there.
    fn resume_at(&mut self, position: Option<f64>) {
        if let Some(position) = position {
            self.send(position);
        }
    }

    /// The output that plays, or played last; empty before the first. Why none does as the error.
    pub fn output(&self) -> Result<String, &str> {
        match &self.failed {
            None => Ok(self.name.clone()),
            Some(why) => Err(why),
        }
    }

    /// A sentence about what plays instead of what was asked for.
    pub fn note(&self) -> Option<String> {
        self.link.playing()?.note()
    }

    /// Plays `clip` from its start, instead of whatever plays. `volume_db` is what the file says.
    pub fn play(&mut self, clip: Arc<Clip>, volume_db: f32) {
        self.start(vec![Part::new(clip, volume_db, 1.0)], false);
    }

    /// Plays up to eight clips together, each at its own volume and speed: the master volume counts,
    /// and nothing else that is set here. The position is that of the first.
    pub fn play_together(&mut self, mut parts: Vec<Part>) {
        parts.truncate(VOICES);
        if !parts.is_empty() {
            self.start(parts, true);
        }
    }

    /// Gives what [`Player::play_together`] plays other volumes (dB) and speeds while it plays.
    pub fn adjust(&mut self, levels: &[(f32, f32)]) {
        let Some(playing) = self.playing.as_mut().filter(|playing| playing.exact) else { return };
        for (part, (volume_db, speed)) in playing.parts.iter_mut().zip(levels) {
            (part.volume_db, part.speed) = (*volume_db, *speed);
        }
        self.update_levels();
    }

    fn start(&mut self, parts: Vec<Part>, exact: bool) {
        self.playing = Some(Playing { parts, exact, from: 0.0 });
        self.update_levels();
        self.shared.paused.store(false, Ordering::Relaxed);
        self.send(0.0);
        self.attend();
    }

    /// Lets go the notes that play: they die away as their envelopes say.
    pub fn release(&mut self) {
        self.shared.release(self.generation);
    }

    /// Plays the same again from its start.
    pub fn retrigger(&mut self) {
        if let Some(Playing { parts, exact, .. }) = self.playing.take() {
            self.start(parts, exact);
        }
    }

    /// Plays from this frame of the first part, the others from the same moment.
    fn send(&mut self, from: f64) {
        let Some(playing) = &mut self.playing else { return };
        self.generation = self.generation.wrapping_add(1);
        playing.from = from;
        let pace = |part: &Part| f64::from(part.clip.rate()) * f64::from(part.speed);
        let first = playing.parts.first().map_or(1.0, pace);
        let start = |part: &Part| Start {
            clip: part.clip.clone(),
            from: from * pace(part) / first,
            envelope: part.envelope,
        };
        let starts = std::array::from_fn(|slot| playing.parts.get(slot).map(start));
        self.lent.retain(|lent| Arc::strong_count(lent) > 1);
        self.lent.extend(playing.parts.iter().map(|part| part.clip.clone()));
        let command = Command::Play { starts, generation: self.generation };
        if self.commands.push(command).is_err() {
            log::warn!("the audio device takes no commands");
        }
    }

    /// Ends what plays.
    pub fn stop(&mut self) {
        self.playing = None;
        // When the ring is full nobody takes from it, and nothing is heard anyway.
        let _ = self.commands.push(Command::Stop);
    }

    /// Keeps what plays where it is.
    pub fn pause(&mut self) {
        self.shared.paused.store(true, Ordering::Relaxed);
    }

    fn resume(&mut self) {
        self.shared.paused.store(false, Ordering::Relaxed);
    }

    /// Pauses, goes on, or starts again what has ended.
    pub fn toggle(&mut self) {
        match self.state() {
            State::Playing => self.pause(),
            State::Paused => self.resume(),
            State::Stopped => self.retrigger(),
        }
    }

    /// Goes to `seconds` from the start; starts again what has ended.
    pub fn seek(&mut self, seconds: f64) {
        let Some(clip) = self.clip() else { return };
        let frame = seconds.max(0.0) * f64::from(clip.rate());
        let frame = frame.min(clip.frames().saturating_sub(1) as f64);
        self.send(frame);
    }

    /// Present state.
    pub fn state(&self) -> State {
        if self.playing.is_none() || self.shared.has_ended(self.generation) {
            State::Stopped
        } else if self.shared.paused.load(Ordering::Relaxed) {
            State::Paused
        } else {
            State::Playing
        }
    }

    /// The first clip that plays, or played last.
    pub fn clip(&self) -> Option<&Arc<Clip>> {
        self.playing.as_ref()?.parts.first().map(|part| &part.clip)
    }

    /// Where it is, in frames of the clip; `None` when it is stopped.
    fn position_frames(&self) -> Option<f64> {
        let playing = self.playing.as_ref().filter(|_| self.state() != State::Stopped)?;
        Some(self.shared.position(self.generation).unwrap_or(playing.from))
    }

    /// Seconds from the start of the clip; `None` when it is stopped. May be behind the end of the
    /// samples, while the last caption is shown.
    pub fn position(&self) -> Option<f64> {
        let rate = f64::from(self.clip()?.rate());
        Some(self.position_frames()? / rate)
    }

    /// Whether a clip starts again when it has ended.
    pub fn set_looped(&mut self, looped: bool) {
        self.shared.looped.store(looped, Ordering::Relaxed);
    }

    /// 1 is as recorded; faster is higher.
    pub fn set_speed(&mut self, speed: f32) {
        let speed = if speed.is_nan() { 1.0 } else { speed };
        self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        self.update_levels();
    }

    /// Speed of playing; 1 is as recorded.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Master volume, 0 to 1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = volume.clamp(0.0, 1.0);
        self.update_levels();
    }

    /// Whether nothing is heard, whatever the volume.
    pub fn set_muted(&mut self, muted: bool) {
        self.muted = muted;
        self.update_levels();
    }

    /// Whether the volume that the file gives a sound is heard.
    pub fn set_uses_bank_volume(&mut self, uses: bool) {
        self.uses_bank_volume = uses;
        self.update_levels();
    }

    /// Whether all sounds are made about as loud; then the file's volume does not count.
    pub fn set_normalises(&mut self, normalises: bool) {
        self.normalises = normalises;
        self.update_levels();
    }

    /// Samples that did not fit into full scale since this was asked last.
    pub fn take_clipped(&self) -> u32 {
        self.shared.clipped.swap(0, Ordering::Relaxed)
    }

    fn update_levels(&mut self) {
        let Some(playing) = &self.playing else { return };
        let volume = if self.muted { 0.0 } else { self.volume };
        let level = |part: &Part| match playing.exact {
            true => (volume * gain_of_db(part.volume_db), part.speed),
            false => (volume * self.gain_of(part), self.speed),
        };
        self.shared.set_levels(playing.parts.iter().map(level));
    }

    fn gain_of(&self, part: &Part) -> f32 {
        match (self.normalises, self.uses_bank_volume) {
            (true, _) => part.clip.normalising_gain(),
            (false, true) => gain_of_db(part.volume_db),
            (false, false) => 1.0,
        }
    }
}
