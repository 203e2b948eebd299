//! Direction in which animations play.

use serde::{Deserialize, Serialize};

/// See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum PlayDirection {
    #[default]
    Forwards,
    Backwards,
    /// To the end and back.
    BackAndForth,
}

/// Position in a playing animation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PlayPosition {
    /// Seconds from the start.
    pub seconds: f64,
    /// `true` on the way back of [`PlayDirection::BackAndForth`].
    pub returns: bool,
    /// `true` if the end was reached.
    pub has_ended: bool,
}

/// Length of an animation in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayLength {
    /// Start of the last frame.
    pub last: f64,
    /// End of the last frame.
    pub whole: f64,
    pub looped: bool,
}

impl PlayDirection {
    pub const ALL: [(Self, &str); 3] = [
        (Self::Forwards, "Forwards"),
        (Self::Backwards, "Backwards"),
        (Self::BackAndForth, "Back and forth"),
    ];

    /// `true` if time runs backwards.
    pub fn goes_back(self, returns: bool) -> bool {
        self == Self::Backwards || self == Self::BackAndForth && returns
    }

    /// The position after some seconds.
    pub fn advance(self, from: PlayPosition, step: f64, length: PlayLength) -> PlayPosition {
        let PlayLength { last, whole, looped } = length;
        let at = |seconds: f64| PlayPosition { seconds, ..PlayPosition::default() };
        let end = |seconds: f64| PlayPosition { has_ended: true, ..at(seconds) };
        match self {
            Self::Forwards => match from.seconds + step {
                next if next < whole => at(next),
                next if looped && whole > 0.0 => at(next.rem_euclid(whole)),
                _ => end(last),
            },
            Self::Backwards => match from.seconds - step {
                next if next >= 0.0 => at(next),
                next if looped && whole > 0.0 => at(next.rem_euclid(whole)),
                _ => end(0.0),
            },
            Self::BackAndForth if last <= 0.0 => end(0.0),
            Self::BackAndForth => {
                // Wraps within one cycle: to the last frame and back.
                let from_end = 2.0 * last - from.seconds;
                let next = step + if from.returns { from_end } else { from.seconds };
                if next >= 2.0 * last && !looped {
                    return end(0.0);
                }
                let next = next.rem_euclid(2.0 * last);
                let returns = next > last;
                let seconds = if returns { 2.0 * last - next } else { next };
                PlayPosition { returns, ..at(seconds) }
            }
        }
    }
}
