//! Decoded samples for playback at any rate.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use super::blocks::Blocks;
use crate::scene::{LoopPart, Sound, SoundData};

/// The samples of one sound, which may still be decoded during playback. They have the sound's own rate;
/// the mixer resamples.
pub struct Clip {
    blocks: Blocks,
    rate: u32,
    /// Playback length in frames: the samples, and the time that captions last beyond them.
    length: usize,
    /// Loop, if not everything is repeated.
    repeated: Option<Range<usize>>,
    normalising_gain: OnceLock<f32>,
}

/// Target loudness of normalisation.
const LOUDNESS_DB: f32 = -20.0;
/// Peak limit of normalisation.
const CEILING_DB: f32 = -1.0;
/// Maximum gain, so that noise is not amplified further.
const MAX_GAIN_DB: f32 = 30.0;
/// Passages below this level are pauses.
const PAUSE_DB: f32 = -50.0;
/// Measured passages per second.
const PASSAGES: usize = 20;

impl Clip {
    /// Decodes a sound; `None` when it cannot be decoded. Slow.
    pub fn of(sound: &Sound) -> Option<Self> {
        let clip = Self::declared(sound)?;
        clip.fill(&*sound.data);
        Some(clip)
    }

    /// Creates a clip whose samples [`fill`](Self::fill) adds later; `None` if the sound cannot be
    /// decoded. Playback waits for missing samples in silence.
    pub fn declared(sound: &Sound) -> Option<Self> {
        let channels = usize::from(sound.channels);
        if !(1..=2).contains(&channels) {
            return None;
        }
        let captions = u128::from(sound.captions_ms()) * u128::from(sound.rate) / 1000;
        let captions = usize::try_from(captions).unwrap_or(usize::MAX);
        let frames = usize::try_from(sound.frames).ok()?;
        let clip = Self::with(Blocks::new(frames, channels), sound.rate, captions);
        Some(match sound.looped {
            Some(part) => clip.repeating(part),
            None => clip,
        })
    }

    /// Creates a clip of interleaved samples with `channels` (1 or 2), played for at least `length`
    /// frames.
    pub fn new(samples: Vec<i16>, channels: usize, rate: u32, length: usize) -> Self {
        let channels = channels.clamp(1, 2);
        let blocks = Blocks::new(samples.len() / channels, channels);
        blocks.take(&samples);
        Self::with(blocks, rate, length)
    }

    fn with(blocks: Blocks, rate: u32, length: usize) -> Self {
        let length = length.max(blocks.frames());
        let (rate, repeated, normalising_gain) = (rate.max(1), None, OnceLock::new());
        Self { blocks, rate, length, repeated, normalising_gain }
    }

    /// Decodes the samples of a clip from [`Self::declared`]. Slow.
    pub fn fill(&self, data: &dyn SoundData) {
        self.blocks.fill(data);
    }

    /// Number of available frames from the first one; all once [`fill`](Self::fill) has ended.
    pub fn ready(&self) -> usize {
        self.blocks.ready()
    }

    /// `true` if all samples are available.
    pub fn is_whole(&self) -> bool {
        self.ready() >= self.frames()
    }

    /// Sets the loop; all frames if the clip does not have them.
    pub fn repeating(mut self, part: LoopPart) -> Self {
        let ends = usize::try_from(part.first).ok().zip(usize::try_from(part.last).ok());
        let range = ends.map(|(first, last)| first..last.saturating_add(1));
        self.repeated = range.filter(|range| !range.is_empty() && range.end <= self.frames());
        self
    }

    /// The loop, if it was set.
    pub fn repeated(&self) -> Option<Range<usize>> {
        self.repeated.clone()
    }

    /// Available interleaved samples of a range of frames.
    pub fn stretch(&self, frames: Range<usize>) -> Cow<'_, [i16]> {
        self.blocks.stretch(frames)
    }

    /// Same as [`Clip::stretch`], for frames that are contiguous in memory, as most are; copies nothing.
    pub(super) fn together(&self, frames: Range<usize>) -> Option<&[i16]> {
        self.blocks.together(frames)
    }

    /// Number of channels, one or two.
    pub fn channels(&self) -> usize {
        self.blocks.channels()
    }

    /// Memory size of its samples in bytes.
    pub fn size(&self) -> usize {
        self.frames() * self.channels() * size_of::<i16>()
    }

    /// Frames per second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Number of frames, i.e. samples per channel.
    pub fn frames(&self) -> usize {
        self.blocks.frames()
    }

    /// Number of frames until the end, including the last caption.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Gain that normalises loudness without clipping; 1 while samples are missing. Slow the first time.
    pub fn normalising_gain(&self) -> f32 {
        if !self.is_whole() {
            return 1.0;
        }
        *self.normalising_gain.get_or_init(|| {
            let (loudness, peak) = self.loudness();
            let wanted = decibels(LOUDNESS_DB) / loudness;
            let most = decibels(CEILING_DB) / (f32::from(peak) / 32768.0);
            // Silence has no loudness and no peak, and is not changed.
            let gain = wanted.min(most).min(decibels(MAX_GAIN_DB));
            if peak == 0 { 1.0 } else { gain }
        })
    }

    /// Consecutive passages with this number of frames.
    pub fn passages(&self, frames: usize) -> impl Iterator<Item = Cow<'_, [i16]>> {
        let starts = (0..self.frames()).step_by(frames.max(1));
        starts.map(move |at| self.stretch(at..at.saturating_add(frames).min(self.frames())))
    }

    /// Root mean square of the passages that are not pauses, as a fraction of full scale; and the largest
    /// sample.
    fn loudness(&self) -> (f32, u16) {
        let (mut sum, mut count, mut peak) = (0f64, 0usize, 0);
        for samples in self.passages(self.rate as usize / PASSAGES) {
            let square = |sample: &i16| (f64::from(*sample) / 32768.0).powi(2);
            let energy: f64 = samples.iter().map(square).sum();
            if energy / samples.len() as f64 > f64::from(decibels(PAUSE_DB)).powi(2) {
                (sum, count) = (sum + energy, count + samples.len());
            }
            peak = samples.iter().map(|sample| sample.unsigned_abs()).fold(peak, u16::max);
        }
        ((sum / count.max(1) as f64).sqrt() as f32, peak)
    }
}

fn decibels(db: f32) -> f32 {
    super::gain_of_db(db)
}

impl fmt::Debug for Clip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clip({} × {} at {} Hz)", self.channels(), self.frames(), self.rate)
    }
}
