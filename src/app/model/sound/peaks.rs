//! Minimum and maximum samples in blocks of a sound, for drawing any range at any zoom.

use std::borrow::Cow;
use std::ops::Range;

use crate::audio::Clip;

/// Frames per block at the finest level; below that the samples themselves are read.
const FINEST: usize = 64;
/// Blocks of a level that form one of the next.
const STEP: usize = 4;

/// Minimum and maximum sample.
type Bounds = (i16, i16);

/// The pyramid: each level has a quarter of the blocks of the one below.
pub struct Peaks {
    /// Bounds by channel, then by level.
    channels: Vec<Vec<Vec<Bounds>>>,
}

impl Peaks {
    pub fn new(clip: &Clip) -> Self {
        let channel = |channel: usize| {
            let stretch = |samples: Cow<'_, [i16]>| {
                let own = samples.iter().skip(channel).step_by(clip.channels()).copied();
                own.fold(None, |all, sample| join(all, Some((sample, sample)))).unwrap_or_default()
            };
            let finest: Vec<Bounds> = clip.passages(FINEST).map(stretch).collect();
            let mut levels = vec![finest];
            while let Some(below) = levels.last().filter(|level| level.len() > STEP) {
                let four = |four: &[Bounds]| {
                    four.iter().fold(None, |all, one| join(all, Some(*one))).unwrap_or_default()
                };
                let level = below.chunks(STEP).map(four).collect();
                levels.push(level);
            }
            levels
        };
        Self { channels: (0..clip.channels()).map(channel).collect() }
    }

    /// Minimum and maximum sample of `frames` in a channel of the same clip; `None` if the range is
    /// empty. The ends of wide ranges are accurate to a quarter of their width.
    pub fn bounds(&self, clip: &Clip, channel: usize, frames: Range<usize>) -> Option<Bounds> {
        if frames.len() < FINEST {
            let samples = clip.stretch(frames.start..frames.end.max(frames.start + 1));
            let own = samples.chunks(clip.channels()).filter_map(|frame| frame.get(channel));
            return own.fold(None, |all, sample| join(all, Some((*sample, *sample))));
        }
        let levels = self.channels.get(channel)?;
        let (mut level, mut block) = (0, FINEST);
        while level + 1 < levels.len() && block * STEP * STEP <= frames.len() {
            (level, block) = (level + 1, block * STEP);
        }
        let level = levels.get(level)?;
        let end = frames.end.div_ceil(block).min(level.len());
        let stretches = level.get((frames.start / block).min(end)..end)?;
        stretches.iter().fold(None, |all, one| join(all, Some(*one)))
    }
}

fn join(a: Option<Bounds>, b: Option<Bounds>) -> Option<Bounds> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (one, other) => one.or(other),
    }
}
