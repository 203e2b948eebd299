//! Exporting a part of a sound.

use std::io;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::scene::{Caption, LoopPart, Samples, Sound};

/// A time range of a sound, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeRange {
    /// Seconds from the start of the sound.
    pub from: f64,
    /// Seconds from the start of the sound, greater than `from`.
    pub to: f64,
}

impl FromStr for TimeRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = |text: &str| text.trim().parse().ok().filter(|s: &f64| s.is_finite());
        let part = text.split_once("..").and_then(|(from, to)| {
            let from = if from.trim().is_empty() { Some(0.0) } else { seconds(from) };
            let to = if to.trim().is_empty() { Some(f64::MAX) } else { seconds(to) };
            Some(Self { from: from?, to: to? })
        });
        let part = part.filter(|part| part.from >= 0.0 && part.to > part.from);
        part.ok_or_else(|| "expected start and end in seconds, such as 0.5..1.25".to_owned())
    }
}

impl TimeRange {
    /// First frame and end frame (exclusive) at this sample rate.
    pub fn frames(self, rate: u32, of: u64) -> (u64, u64) {
        // Casts saturate.
        let frame = |seconds: f64| ((seconds * f64::from(rate)).round() as u64).min(of);
        (frame(self.from), frame(self.to))
    }

    /// Captions within the range, with times relative to its start.
    pub fn captions(self, all: &[Caption]) -> Vec<Caption> {
        let ms = |seconds: f64| (seconds * 1000.0).round() as u64;
        let (from, to) = (ms(self.from), ms(self.to));
        let heard = all.iter().filter(|caption| caption.start_ms < to && caption.end_ms > from);
        let moved = |caption: &Caption| {
            let at = |ms: u64| ms.clamp(from, to) - from;
            let (start_ms, end_ms) = (at(caption.start_ms), at(caption.end_ms));
            Caption { start_ms, end_ms, ..caption.clone() }
        };
        heard.map(moved).collect()
    }
}

/// The samples of a sound that are exported.
pub(super) struct Cut<'a> {
    sound: &'a Sound,
    first: u64,
    end: u64,
    /// Loop, if all of it is in the range.
    pub looped: Option<LoopPart>,
}

impl<'a> Cut<'a> {
    /// All samples of a sound, or those of a part.
    pub fn of(sound: &'a Sound, part: Option<TimeRange>) -> Self {
        let (first, end) = part.map_or((0, sound.frames), |p| p.frames(sound.rate, sound.frames));
        let looped = sound.looped.filter(|part| part.first >= first && part.last < end);
        let looped =
            looped.map(|part| LoopPart { first: part.first - first, last: part.last - first });
        Self { sound, first, end, looped }
    }

    /// Tags for the loop, in frames, as game engines and players read them.
    pub fn loop_tags(&self) -> Vec<(&'static str, String)> {
        let tags = |part: LoopPart| {
            let length = (part.last + 1).saturating_sub(part.first);
            [("LOOPSTART", part.first.to_string()), ("LOOPLENGTH", length.to_string())]
        };
        self.looped.map(tags).into_iter().flatten().collect()
    }

    /// Number of frames.
    pub fn frames(&self) -> u64 {
        self.end - self.first
    }

    /// Passes the samples in blocks; stops when `each` fails.
    pub fn each(&self, mut each: impl FnMut(Samples) -> io::Result<()>) -> io::Result<()> {
        let channels = u64::from(self.sound.channels.max(1));
        let (first, end) = (self.first * channels, self.end * channels);
        let (mut at, mut result) = (0, Ok(()));
        self.sound.data.parts(&mut |samples| {
            let behind = at + samples.len() as u64;
            let wanted = first.clamp(at, behind) - at..end.clamp(at, behind) - at;
            at = behind;
            if !wanted.is_empty() {
                result = each(samples.within(wanted.start as usize..wanted.end as usize));
            }
            if result.is_err() || at >= end {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        result
    }

    /// All samples at once.
    pub fn samples(&self) -> Samples {
        let mut all = Samples::none(self.sound.bits);
        // Collecting cannot fail.
        let _ = self.each(|samples| {
            all.append(samples);
            Ok(())
        });
        all
    }
}
