//! Decoded samples, ready to be played at any rate.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use crate::scene::{LoopPart, Samples, Sound};

/// The samples of one sound. What is played is at the sound's own rate; the mixer resamples.
pub struct Clip {
    /// Interleaved.
    samples: Vec<i16>,
    channels: usize,
    rate: u32,
    /// How long it is played: the samples, and what the captions last beyond them.
    length: usize,
    /// Frames that are repeated, where not all are.
    repeated: Option<Range<usize>>,
    normalising_gain: OnceLock<f32>,
}

/// Loudness that loud passages are brought to.
const LOUDNESS_DB: f32 = -20.0;
/// What no sample may exceed when loudness is evened out.
const CEILING_DB: f32 = -1.0;
/// Noise is not made louder than this.
const MAX_GAIN_DB: f32 = 30.0;
/// Passages below this are pauses.
const PAUSE_DB: f32 = -50.0;
/// Passages a second that are measured.
const PASSAGES: usize = 20;

impl Clip {
    /// Decodes a sound; `None` when it cannot be decoded.
    pub fn of(sound: &Sound) -> Option<Self> {
        let channels = usize::from(sound.channels);
        if !(1..=2).contains(&channels) {
            return None;
        }
        let samples = match sound.data.decode() {
            Samples::I16(samples) => samples,
            Samples::U8(samples) => {
                samples.into_iter().map(|sample| (i16::from(sample) - 128) << 8).collect()
            }
        };
        let captions = u128::from(sound.captions_ms()) * u128::from(sound.rate) / 1000;
        let captions = usize::try_from(captions).unwrap_or(usize::MAX);
        let clip = Self::new(samples, channels, sound.rate, captions);
        Some(match sound.looped {
            Some(part) => clip.repeating(part),
            None => clip,
        })
    }

    /// `channels` (1 or 2) of samples, played for at least `length` frames.
    pub fn new(samples: Vec<i16>, channels: usize, rate: u32, length: usize) -> Self {
        let channels = channels.clamp(1, 2);
        let length = length.max(samples.len() / channels);
        let (rate, repeated, normalising_gain) = (rate.max(1), None, OnceLock::new());
        Self { samples, channels, rate, length, repeated, normalising_gain }
    }

    /// The same clip, of which only these frames are repeated; all where it does not have them.
    pub fn repeating(mut self, part: LoopPart) -> Self {
        let ends = usize::try_from(part.first).ok().zip(usize::try_from(part.last).ok());
        let range = ends.map(|(first, last)| first..last.saturating_add(1));
        self.repeated = range.filter(|range| !range.is_empty() && range.end <= self.frames());
        self
    }

    /// The frames that are repeated, where it says so itself.
    pub fn repeated(&self) -> Option<Range<usize>> {
        self.repeated.clone()
    }

    /// Interleaved samples.
    pub fn samples(&self) -> &[i16] {
        &self.samples
    }

    /// Number of channels, one or two.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Number of frames: samples of each channel.
    pub fn frames(&self) -> usize {
        self.samples.len() / self.channels
    }

    /// Frames until it has ended, with the last caption.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The gain that evens out loudness without clipping. Slow the first time.
    pub fn normalising_gain(&self) -> f32 {
        *self.normalising_gain.get_or_init(|| {
            let peak = self.samples.iter().map(|s| s.unsigned_abs()).max().unwrap_or(0);
            let wanted = decibels(LOUDNESS_DB) / self.loudness();
            let most = decibels(CEILING_DB) / (f32::from(peak) / 32768.0);
            // Silence has no loudness and no peak, and stays what it is.
            let gain = wanted.min(most).min(decibels(MAX_GAIN_DB));
            if peak == 0 { 1.0 } else { gain }
        })
    }

    /// Root mean square of the passages that are no pauses; full scale is 1.
    fn loudness(&self) -> f32 {
        let passage = (self.rate as usize / PASSAGES).max(1) * self.channels;
        let (mut sum, mut count) = (0f64, 0usize);
        for samples in self.samples.chunks(passage) {
            let square = |sample: &i16| (f64::from(*sample) / 32768.0).powi(2);
            let energy: f64 = samples.iter().map(square).sum();
            if energy / samples.len() as f64 > f64::from(decibels(PAUSE_DB)).powi(2) {
                (sum, count) = (sum + energy, count + samples.len());
            }
        }
        (sum / count.max(1) as f64).sqrt() as f32
    }
}

fn decibels(db: f32) -> f32 {
    super::gain_of_db(db)
}

impl fmt::Debug for Clip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clip({} × {} at {} Hz)", self.channels, self.frames(), self.rate)
    }
}
