//! The part of the player on the output's thread. It neither locks nor allocates.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::Clip;
use super::kernel::{Kernels, TAPS};
use crate::scene::{ENVELOPE_RATE, Envelope, FULL_LEVEL, Note};

/// Maximum number of simultaneous clips: a collision has two, a key of a sound bank rarely more than
/// this.
pub(super) const VOICES: usize = 8;

/// Command of the player to the mixer.
pub(super) enum Command {
    /// Replaces everything that plays. `generation` distinguishes these voices from earlier ones; the
    /// position of the first one is reported.
    Play {
        starts: [Option<Start>; VOICES],
        generation: u16,
    },
    Stop,
}

/// A clip, and the frame it starts from.
pub(super) struct Start {
    pub clip: Arc<Clip>,
    pub from: f64,
    /// Envelope of a note, which plays its clip's loop and fades out once it is released.
    pub envelope: Option<Envelope>,
}

/// State shared by player and mixer.
pub(super) struct Shared {
    /// Gain and speed of each voice.
    levels: [Level; VOICES],
    pub looped: AtomicBool,
    /// Generation of the released notes.
    released: AtomicU32,
    pub paused: AtomicBool,
    /// Generation of the first voice (16 bits), and its position in sixteenths of a frame (48 bits).
    position: AtomicU64,
    /// The last generation whose voices have all ended.
    ended: AtomicU32,
    /// Number of samples that were clipped to full scale.
    pub clipped: AtomicU32,
}

struct Level {
    /// Bits of an `f32`: factor for samples.
    gain: AtomicU32,
    /// Bits of an `f32`: 1 is the original speed.
    speed: AtomicU32,
}

impl Level {
    fn new() -> Self {
        Self { gain: AtomicU32::new(1f32.to_bits()), speed: AtomicU32::new(1f32.to_bits()) }
    }

    fn gain(&self) -> f32 {
        f32::from_bits(self.gain.load(Ordering::Relaxed))
    }

    fn speed(&self) -> f32 {
        f32::from_bits(self.speed.load(Ordering::Relaxed))
    }
}

const NO_GENERATION: u32 = u32::MAX;
const POSITION_BITS: u32 = 48;
const POSITION_UNITS: f64 = 16.0;

impl Shared {
    /// State of a player that plays nothing.
    pub fn new() -> Self {
        Self {
            levels: std::array::from_fn(|_| Level::new()),
            looped: AtomicBool::new(false),
            released: AtomicU32::new(NO_GENERATION),
            paused: AtomicBool::new(false),
            position: AtomicU64::new(0),
            ended: AtomicU32::new(NO_GENERATION),
            clipped: AtomicU32::new(0),
        }
    }

    /// Sets gain and speed of each voice, the first one first.
    pub fn set_levels(&self, levels: impl IntoIterator<Item = (f32, f32)>) {
        for (level, (gain, speed)) in self.levels.iter().zip(levels) {
            level.gain.store(gain.to_bits(), Ordering::Relaxed);
            level.speed.store(speed.to_bits(), Ordering::Relaxed);
        }
    }

    fn set_position(&self, generation: u16, position: f64) {
        let units = (position * POSITION_UNITS) as u64 & ((1 << POSITION_BITS) - 1);
        let packed = u64::from(generation) << POSITION_BITS | units;
        self.position.store(packed, Ordering::Relaxed);
    }

    /// Position of voice `generation` in frames; `None` if the mixer has not started it yet.
    pub fn position(&self, generation: u16) -> Option<f64> {
        let packed = self.position.load(Ordering::Relaxed);
        let units = packed & ((1 << POSITION_BITS) - 1);
        (packed >> POSITION_BITS == u64::from(generation)).then(|| units as f64 / POSITION_UNITS)
    }

    /// Lets the notes of this generation fade out.
    pub fn release(&self, generation: u16) {
        self.released.store(generation.into(), Ordering::Relaxed);
    }

    /// `true` if all voices of this generation have ended.
    pub fn has_ended(&self, generation: u16) -> bool {
        self.ended.load(Ordering::Acquire) == u32::from(generation)
    }
}

/// Duration in seconds of fades after a change of volume, a pause or a replaced voice, to avoid clicks.
const RAMP: f32 = 0.004;

/// Mixes the voices in the format of the output.
pub struct Mixer {
    shared: Arc<Shared>,
    commands: rtrb::Consumer<Command>,
    kernels: &'static Kernels,
    voices: [Option<Voice>; VOICES],
    generation: u16,
    /// Replaced voices, until they have faded out.
    leaving: [Option<Voice>; VOICES],
}

impl Mixer {
    pub(super) fn new(shared: Arc<Shared>, commands: rtrb::Consumer<Command>) -> Self {
        let (voices, leaving) = Default::default();
        Self { shared, commands, kernels: Kernels::all(), voices, generation: 0, leaving }
    }

    /// Fills `out` with interleaved frames of `channels` at `rate`, −1 to 1.
    pub fn render(&mut self, out: &mut [f32], channels: usize, rate: u32) {
        out.fill(0.0);
        while let Ok(command) = self.commands.pop() {
            self.run_command(command);
        }
        let target = MixTarget {
            channels: channels.max(1),
            rate: rate.max(1),
            ramp: 1.0 / (RAMP * rate.max(1) as f32),
            looped: self.shared.looped.load(Ordering::Relaxed),
            stops: false,
        };
        let paused = self.shared.paused.load(Ordering::Relaxed);
        if self.shared.released.load(Ordering::Relaxed) == u32::from(self.generation) {
            let notes = self.voices.iter_mut().flatten().filter_map(|voice| voice.note.as_mut());
            notes.for_each(|playing| playing.note.release());
        }
        let levels = self.shared.levels.iter();
        for ((level, voice), leaving) in levels.zip(&mut self.voices).zip(&mut self.leaving) {
            let speed = f64::from(level.speed());
            if let Some(old) = leaving {
                old.mix(out, &MixTarget { stops: true, ..target }, speed, 0.0, self.kernels);
                // The player still holds its clip, so nothing is freed here.
                *leaving = leaving.take().filter(Voice::is_heard);
            }
            let gain = if paused { 0.0 } else { level.gain() };
            if let Some(voice) = voice
                && (!paused || voice.is_heard())
            {
                voice.mix(out, &MixTarget { stops: paused, ..target }, speed, gain, self.kernels);
            }
        }
        self.report_position(target.looped);
        self.limit(out);
    }

    /// Reports the position of the first voice, and the end of the last one, to the player.
    fn report_position(&mut self, looped: bool) {
        if let [Some(first), ..] = &self.voices {
            self.shared.set_position(self.generation, first.position);
        }
        let played = self.voices.iter().any(Option::is_some);
        for voice in &mut self.voices {
            *voice = voice.take().filter(|voice| !voice.has_ended(looped));
        }
        if played && self.voices.iter().all(Option::is_none) {
            self.shared.ended.store(self.generation.into(), Ordering::Release);
        }
    }

    fn run_command(&mut self, command: Command) {
        for (voice, leaving) in self.voices.iter_mut().zip(&mut self.leaving) {
            let old = voice.take().filter(|voice| voice.sounded);
            if old.is_some() {
                *leaving = old;
            }
        }
        let Command::Play { starts, generation } = command else { return };
        self.generation = generation;
        let paused = self.shared.paused.load(Ordering::Relaxed);
        let levels = self.shared.levels.iter();
        for ((voice, start), level) in self.voices.iter_mut().zip(starts).zip(levels) {
            let gain = if paused { 0.0 } else { level.gain() };
            *voice = start.map(|Start { clip, from, envelope }| Voice {
                clip,
                position: from.max(0.0),
                gain,
                wrapped: false,
                sounded: false,
                note: envelope.map(|envelope| Playing { note: envelope.start(), steps: 0.0 }),
            });
        }
    }

    /// Clips samples to full scale and counts them.
    fn limit(&self, out: &mut [f32]) {
        let mut clipped = 0;
        for sample in out {
            if sample.abs() > 1.0 {
                clipped += 1;
            }
            *sample = sample.clamp(-1.0, 1.0);
        }
        if clipped > 0 {
            self.shared.clipped.fetch_add(clipped, Ordering::Relaxed);
        }
    }
}

/// Format of the output, and state of the mixer.
#[derive(Clone, Copy)]
struct MixTarget {
    channels: usize,
    rate: u32,
    /// Maximum change of the gain per frame.
    ramp: f32,
    looped: bool,
    /// The voice ends once its gain is 0.
    stops: bool,
}

struct Voice {
    clip: Arc<Clip>,
    /// Position in frames of the clip.
    position: f64,
    /// Current gain, which moves towards the target.
    gain: f32,
    /// Has looped at least once, so that frames before its start are those at its end.
    wrapped: bool,
    /// Has been audible, so that it must fade out.
    sounded: bool,
    note: Option<Playing>,
}

/// A note with its envelope.
struct Playing {
    note: Note,
    /// Elapsed fraction of a step.
    steps: f64,
}

impl Playing {
    /// Level for the next frame, 0 to 1.
    fn next(&mut self, rate: u32) -> f32 {
        self.steps += f64::from(ENVELOPE_RATE) / f64::from(rate);
        let whole = self.steps.floor();
        self.steps -= whole;
        self.note.advance(whole as u64);
        f32::from(self.note.level()) / f32::from(FULL_LEVEL)
    }
}

impl Voice {
    fn is_heard(&self) -> bool {
        self.gain > 0.0
    }

    /// Frames to repeat. A note repeats the loop of its clip; other sounds repeat their loop, or else
    /// everything, if `looped` is `true`.
    fn repeated(&self, looped: bool) -> Option<Range<usize>> {
        let all = || Some(0..self.clip.frames()).filter(|_| looped);
        let named = self.clip.repeated().filter(|_| looped || self.note.is_some());
        let found = if self.note.is_some() { named } else { named.or_else(all) };
        found.filter(|range| !range.is_empty())
    }

    fn has_ended(&self, looped: bool) -> bool {
        let is_over = self.position >= self.clip.length() as f64;
        let has_died = self.note.as_ref().is_some_and(|playing| playing.note.has_ended());
        has_died || (is_over && self.repeated(looped).is_none())
    }

    /// Adds the next samples to `out`, and advances.
    fn mix(
        &mut self,
        out: &mut [f32],
        target: &MixTarget,
        speed: f64,
        gain: f32,
        kernels: &Kernels,
    ) {
        self.sounded = true;
        let step = f64::from(self.clip.rate()) / f64::from(target.rate) * speed;
        let kernel = kernels.for_step(step);
        let repeated = self.repeated(target.looped);
        let clip = self.clip.clone();
        // Before all samples are available, frames that depend on missing ones are not played.
        let ready = clip.ready();
        let limit =
            if ready < clip.frames() { ready.saturating_sub(TAPS) as f64 } else { f64::MAX };
        for frame in out.chunks_exact_mut(target.channels) {
            if let Some(range) = &repeated
                && self.position >= range.end as f64
            {
                let start = range.start as f64;
                self.position = start + (self.position - start) % range.len() as f64;
                self.wrapped = true;
            }
            if self.has_ended(target.looped) || self.position >= limit {
                break;
            }
            self.gain += (gain - self.gain).clamp(-target.ramp, target.ramp);
            if target.stops && !self.is_heard() {
                break;
            }
            let whole = self.position.floor();
            let fraction = self.position - whole;
            let (repeated, wrapped) = (repeated.as_ref(), self.wrapped);
            let at = Neighbours { clip: &clip, index: whole as i64, repeated, wrapped };
            // Without resampling, samples are copied unchanged.
            let [left, right] = if step == 1.0 && fraction == 0.0 {
                at.sample(0)
            } else {
                at.filtered(&kernel.at(fraction))
            };
            let level = self.note.as_mut().map_or(1.0, |playing| playing.next(target.rate));
            let gain = self.gain * level;
            spread(frame, [left * gain, right * gain], clip.channels() == 1);
            self.position += step;
        }
    }
}

/// Writes a frame: mono to all channels, stereo to the first two; a single channel gets the average.
fn spread(frame: &mut [f32], [left, right]: [f32; 2], is_mono: bool) {
    match frame {
        [one] => *one += (left + right) / 2.0,
        all if is_mono => all.iter_mut().for_each(|channel| *channel += left),
        [first, second, ..] => {
            *first += left;
            *second += right;
        }
        [] => {}
    }
}

/// The samples around a frame of a clip.
struct Neighbours<'a> {
    clip: &'a Clip,
    index: i64,
    /// Loop, whose first frame follows the last.
    repeated: Option<&'a Range<usize>>,
    /// The last frame of the loop precedes the first.
    wrapped: bool,
}

impl Neighbours<'_> {
    /// Frame `offset` from here, −1 to 1; silence outside the clip.
    fn sample(&self, offset: i64) -> [f32; 2] {
        let mut index = self.index + offset;
        if let Some(range) = self.repeated {
            let (start, len) = (range.start as i64, range.len().max(1) as i64);
            if index >= start + len || (self.wrapped && index < start) {
                index = start + (index - start).rem_euclid(len);
            }
        }
        let frame = usize::try_from(index)
            .ok()
            .and_then(|index| self.clip.together(index..index.checked_add(1)?));
        match frame {
            Some([mono]) => [f32::from(*mono) / 32768.0; 2],
            Some([left, right]) => [f32::from(*left) / 32768.0, f32::from(*right) / 32768.0],
            _ => [0.0; 2],
        }
    }

    fn filtered(&self, weights: &[f32; TAPS]) -> [f32; 2] {
        const BEFORE: i64 = TAPS as i64 / 2 - 1;
        let channels = self.clip.channels();
        let inside = usize::try_from(self.index - BEFORE).ok().and_then(|first| {
            // At the ends of a loop, the neighbouring frames are not adjacent in the clip.
            let crosses = |range: &Range<usize>| {
                first + TAPS > range.end || (self.wrapped && first < range.start)
            };
            if self.repeated.is_some_and(crosses) {
                return None;
            }
            self.clip.together(first..first.checked_add(TAPS)?)
        });
        let mut sums = [0.0; 2];
        match inside {
            Some(samples) if channels == 1 => {
                let sum: f32 = samples.iter().zip(weights).map(|(s, w)| f32::from(*s) * w).sum();
                sums = [sum / 32768.0; 2];
            }
            Some(samples) => {
                for (frame, weight) in samples.chunks_exact(2).zip(weights) {
                    if let [left, right] = frame {
                        sums[0] += f32::from(*left) * weight;
                        sums[1] += f32::from(*right) * weight;
                    }
                }
                sums = sums.map(|sum| sum / 32768.0);
            }
            None => {
                for (offset, weight) in (-BEFORE..).zip(weights) {
                    let [left, right] = self.sample(offset);
                    sums[0] += left * weight;
                    sums[1] += right * weight;
                }
            }
        }
        sums
    }
}
