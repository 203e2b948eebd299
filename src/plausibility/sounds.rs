//! Sounds are neither silent nor noise: samples of the wrong coding or from the wrong offset are one of
//! the two.

use std::ops::ControlFlow;

use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Element, RecordingId, Samples, Scene, Sound, name_of};

pub(super) static SILENCE: Rule = Rule {
    key: "silent_sounds",
    title: "silent sounds",
    meaning: "Sounds are not silent unless the stored bytes are",
    things: ["sound", "sounds"],
    unit: Unit::Seconds,
    tolerance: 0.1,
    check: Check::Scene(silence),
};

pub(super) static NOISE: Rule = Rule {
    key: "noise",
    title: "noise",
    meaning: "Sounds are not noise at full scale",
    things: ["sound", "sounds"],
    unit: Unit::Percent,
    tolerance: 0.1,
    check: Check::Scene(noise),
};

/// Maximum number of sounds that are decoded per scene, and of samples of each.
const MAX_SOUNDS: usize = 64;
const MAX_SAMPLES: usize = 1 << 17;
/// Samples below which a sound is too short to judge.
const FEWEST_SAMPLES: usize = 256;
/// Fraction of equal bytes from which a sound counts as stored silence.
const UNIFORM: f64 = 0.8;
/// Minimum loudness of full-scale noise, relative to full scale: that of uniformly distributed numbers is
/// 0.58.
const LOUD: f64 = 0.35;
/// Minimum change from sample to sample, relative to the loudness: 1.4 for uniformly distributed numbers,
/// far less for music and voices.
const ROUGH: f64 = 0.8;

/// Levels of the decoded part of a sound.
pub(super) struct Level {
    sound: RecordingId,
    /// The whole sound was decoded.
    is_whole: bool,
    /// Loudest sample, of 32 768.
    peak: u16,
    /// Root mean square, as a fraction of full scale.
    loudness: f64,
    /// Root mean square of the change from sample to sample, as a fraction of full scale.
    roughness: f64,
}

fn silence(scene: &Scene, subject: &Subject<'_>, tally: &mut Tally) {
    count(scene, subject.levels(), tally, |sound, level| {
        // In recorded silence the last bit still changes here and there.
        let is_silent =
            level.is_whole && level.peak == 0 && !is_uniform(subject.stored(&sound.origin));
        is_silent.then(|| sound.duration_ms() as f64 / 1000.0)
    });
}

/// `true` if nearly all bytes are the same: intentional silence.
fn is_uniform(bytes: &[u8]) -> bool {
    let mut counts = [0usize; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let most = counts.into_iter().max().unwrap_or(0);
    most as f64 > bytes.len() as f64 * UNIFORM
}

fn noise(scene: &Scene, subject: &Subject<'_>, tally: &mut Tally) {
    count(scene, subject.levels(), tally, |_, level| {
        let is_noise = level.loudness > LOUD && level.roughness > ROUGH * level.loudness;
        is_noise.then_some(level.loudness * 100.0)
    });
}

fn count(
    scene: &Scene,
    levels: &[Level],
    tally: &mut Tally,
    excess: impl Fn(&Sound, &Level) -> Option<f64>,
) {
    for level in levels {
        let Some(sound) = scene.sounds.get(level.sound) else { continue };
        tally.count(excess(sound, level), || {
            (name_of(scene, Element::Sound(level.sound)), sound.origin.clone())
        });
    }
}

/// Measures the sounds of a scene that can be decoded: all, or some at even distances in their list.
pub(super) fn measure(scene: &Scene) -> Vec<Level> {
    let step = scene.sounds.len().div_ceil(MAX_SOUNDS).max(1);
    let sounds = scene.sounds.pairs().step_by(step).filter(|(_, sound)| sound.channels > 0);
    sounds.filter_map(|(id, sound)| level(id, sound)).collect()
}

/// `None` for a sound that is too short to judge.
fn level(id: RecordingId, sound: &Sound) -> Option<Level> {
    let channels = usize::from(sound.channels.max(1));
    let (mut samples, mut is_whole) = (Vec::new(), true);
    sound.data.parts(&mut |part: Samples| {
        samples.extend(part.to_i16());
        is_whole = samples.len() <= MAX_SAMPLES;
        if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    samples.truncate(MAX_SAMPLES);
    if samples.len() < FEWEST_SAMPLES {
        return None;
    }
    let mean = |squares: f64, count: usize| (squares / count.max(1) as f64).sqrt() / 32768.0;
    let square = |value: f64| value * value;
    let loud: f64 = samples.iter().map(|sample| square(f64::from(*sample))).sum();
    // Samples of the channels are interleaved.
    let pairs = samples.iter().zip(samples.iter().skip(channels));
    let rough: f64 = pairs.map(|(a, b)| square(f64::from(*a) - f64::from(*b))).sum();
    Some(Level {
        sound: id,
        is_whole,
        peak: samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0),
        loudness: mean(loud, samples.len()),
        roughness: mean(rough, samples.len().saturating_sub(channels)),
    })
}
