//! The half of the player that the window and the command line hold.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::mixer::{Command, Shared};
use super::{Clip, Mixer, Output, SilentClock, gain_of_db};

/// Plays one clip at a time through an output, and goes on without it when the output is lost.
pub struct Player {
    shared: Arc<Shared>,
    commands: rtrb::Producer<Command>,
    output: Box<dyn Output>,
    /// Keeps time while the output does not.
    fallback: SilentClock,
    /// Why the output does not play, and when it is tried again.
    failed: Option<(String, Instant)>,
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

struct Playing {
    clip: Arc<Clip>,
    /// As the file has it.
    volume_db: f32,
    /// Where it was started from, in frames.
    from: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Stopped,
    Playing,
    Paused,
}

/// Commands that may wait for the mixer. It takes all of them each time it is asked for sound.
const COMMANDS: usize = 64;
/// How often a lost output is tried again.
const RETRY: Duration = Duration::from_secs(2);
/// Slowest and fastest playing.
const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=4.0;

impl Player {
    /// A player through `output`; in silence, but in time, while that does not work.
    pub fn new(output: Box<dyn Output>) -> Self {
        let shared = Arc::new(Shared::new());
        let (commands, _) = rtrb::RingBuffer::new(1);
        let mut player = Self {
            shared,
            commands,
            output,
            fallback: SilentClock::default(),
            failed: None,
            playing: None,
            lent: Vec::new(),
            generation: 0,
            speed: 1.0,
            volume: 1.0,
            muted: false,
            uses_bank_volume: true,
            normalises: false,
        };
        player.connect();
        player
    }

    /// Plays through another output from now on, from where it is.
    pub fn set_output(&mut self, output: Box<dyn Output>) {
        let position = self.position_frames();
        self.output = output;
        self.connect();
        self.resume_at(position);
    }

    /// Starts the output, or the silent clock when it fails.
    fn connect(&mut self) {
        let mixer = self.new_mixer();
        self.failed = self.output.start(mixer).err().map(|why| (why, Instant::now() + RETRY));
        if self.failed.is_some() {
            self.keep_time();
        } else {
            self.fallback = SilentClock::default();
        }
    }

    fn keep_time(&mut self) {
        let mixer = self.new_mixer();
        if let Err(error) = self.fallback.start(mixer) {
            log::error!("no clock for captions: {error}");
        }
    }

    fn new_mixer(&mut self) -> Mixer {
        let (producer, consumer) = rtrb::RingBuffer::new(COMMANDS);
        self.commands = producer;
        Mixer::new(self.shared.clone(), consumer)
    }

    /// To be called now and then: goes on in silence when the output was lost, and with the output
    /// once it is back.
    pub fn tick(&mut self) {
        self.lent.retain(|clip| Arc::strong_count(clip) > 1);
        let lost = self.failed.is_none() && self.output.is_lost();
        let due = self.failed.as_ref().is_some_and(|(_, at)| Instant::now() >= *at);
        if !lost && !due {
            return;
        }
        let position = self.position_frames();
        let mixer = self.new_mixer();
        match self.output.start(mixer) {
            Ok(()) => {
                (self.failed, self.fallback) = (None, SilentClock::default());
                self.resume_at(position);
            }
            Err(why) => {
                let first = self.failed.is_none();
                self.failed = Some((why, Instant::now() + RETRY));
                self.keep_time();
                self.resume_at(position);
                if first {
                    log::warn!("the audio device is gone; captions go on without it");
                }
            }
        }
    }

    /// Plays what played before, from there.
    fn resume_at(&mut self, position: Option<f64>) {
        if let (Some(position), Some(playing)) = (position, &self.playing) {
            let clip = playing.clip.clone();
            self.send(clip, position);
        }
    }

    /// The output that plays; why none does as the error.
    pub fn output(&self) -> Result<String, &str> {
        match &self.failed {
            None => Ok(self.output.name()),
            Some((why, _)) => Err(why),
        }
    }

    /// Plays `clip` from its start, instead of whatever plays. `volume_db` is what the file says.
    pub fn play(&mut self, clip: Arc<Clip>, volume_db: f32) {
        self.playing = Some(Playing { clip: clip.clone(), volume_db, from: 0.0 });
        self.update_gain();
        self.shared.paused.store(false, Ordering::Relaxed);
        self.send(clip, 0.0);
    }

    /// Plays the same clip again from its start.
    pub fn retrigger(&mut self) {
        if let Some(playing) = &self.playing {
            let (clip, volume_db) = (playing.clip.clone(), playing.volume_db);
            self.play(clip, volume_db);
        }
    }

    fn send(&mut self, clip: Arc<Clip>, from: f64) {
        self.generation = self.generation.wrapping_add(1);
        if let Some(playing) = &mut self.playing {
            playing.from = from;
        }
        self.lent.retain(|lent| Arc::strong_count(lent) > 1);
        self.lent.push(clip.clone());
        let command = Command::Play { clip, from, generation: self.generation };
        if self.commands.push(command).is_err() {
            log::warn!("the audio device takes no commands");
        }
    }

    pub fn stop(&mut self) {
        self.playing = None;
        // When the ring is full nobody takes from it, and nothing is heard anyway.
        let _ = self.commands.push(Command::Stop);
    }

    pub fn pause(&mut self) {
        self.shared.paused.store(true, Ordering::Relaxed);
    }

    pub fn resume(&mut self) {
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
        let Some(playing) = &self.playing else { return };
        let clip = playing.clip.clone();
        let frame = seconds.max(0.0) * f64::from(clip.rate());
        let frame = frame.min(clip.frames().saturating_sub(1) as f64);
        self.send(clip, frame);
    }

    pub fn state(&self) -> State {
        if self.playing.is_none() || self.shared.has_ended(self.generation) {
            State::Stopped
        } else if self.shared.paused.load(Ordering::Relaxed) {
            State::Paused
        } else {
            State::Playing
        }
    }

    /// The clip that plays, or played last.
    pub fn clip(&self) -> Option<&Arc<Clip>> {
        self.playing.as_ref().map(|playing| &playing.clip)
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

    pub fn set_looped(&mut self, looped: bool) {
        self.shared.looped.store(looped, Ordering::Relaxed);
    }

    /// 1 is as recorded; faster is higher.
    pub fn set_speed(&mut self, speed: f32) {
        let speed = if speed.is_nan() { 1.0 } else { speed };
        self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        self.shared.set_speed(self.speed);
    }

    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Master volume, 0 to 1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = volume.clamp(0.0, 1.0);
        self.update_gain();
    }

    pub fn volume(&self) -> f32 {
        self.volume
    }

    pub fn set_muted(&mut self, muted: bool) {
        self.muted = muted;
        self.update_gain();
    }

    /// Whether the volume that the file gives a sound is heard.
    pub fn set_uses_bank_volume(&mut self, uses: bool) {
        self.uses_bank_volume = uses;
        self.update_gain();
    }

    pub fn uses_bank_volume(&self) -> bool {
        self.uses_bank_volume
    }

    /// Whether all sounds are made about as loud; then the file's volume does not count.
    pub fn set_normalises(&mut self, normalises: bool) {
        self.normalises = normalises;
        self.update_gain();
    }

    pub fn normalises(&self) -> bool {
        self.normalises
    }

    /// Samples that did not fit into full scale since this was asked last.
    pub fn take_clipped(&self) -> u32 {
        self.shared.clipped.swap(0, Ordering::Relaxed)
    }

    fn update_gain(&mut self) {
        let of_sound = match &self.playing {
            Some(playing) if self.normalises => playing.clip.normalising_gain(),
            Some(playing) if self.uses_bank_volume => gain_of_db(playing.volume_db),
            _ => 1.0,
        };
        self.shared.set_gain(if self.muted { 0.0 } else { self.volume * of_sound });
    }
}
