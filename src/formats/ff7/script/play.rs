//! Simulates the animations of a script tick by tick.
//!
//! Movements and effects are ignored. Waits repeat the last frame, as in the game. Conditions are
//! evaluated as if nothing were being loaded and no unit were small.

use super::opcodes::{
    AGAIN, END, ENEMY_LABEL, FINISH, FINISH_AFTER_EFFECTS, IF_ENEMY, LOOP, NEW_MODEL, SET_FADE,
    SET_WAIT, TO_IDLE, WAIT, WAIT_FOR_FADE,
};
use super::{Operand, Script};

/// Maximum number of frames: four minutes, longer than any script waits.
const MAX_FRAMES: usize = 3600;
/// Ticks of a fade unless a script sets them.
const FADE: u8 = 14;

/// A frame that is displayed for a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Number of the body's animation.
    pub animation: u8,
    pub frame: u32,
    /// Index of the step that displays the frame.
    pub step: usize,
}

/// Reason why a script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ending {
    /// The unit goes back to idling.
    #[default]
    Idle,
    /// The script jumps back to a label and starts again there.
    Loop,
    /// The unit keeps its last pose.
    Stands,
    /// Continues with another model.
    NewModel,
    /// The steps end without an end step.
    None,
    /// Too long to be simulated.
    TooLong,
}

/// Result of a simulated run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimulatedRun {
    pub shots: Vec<Shot>,
    pub ending: Ending,
    /// Steps that start a missing animation, with its number.
    pub missing: Vec<(usize, u8)>,
}

/// Simulates a script of an enemy or a player. `frames` returns the length of an animation, 0 if it is
/// missing.
pub fn play(script: &Script, is_enemy: bool, frames: impl Fn(u8) -> u32) -> SimulatedRun {
    let mut played = SimulatedRun { ending: Ending::None, ..SimulatedRun::default() };
    let (mut wait, mut fade) = (0u8, FADE);
    let mut at = 0;
    while let Some(step) = script.steps.get(at) {
        let index = at;
        at += 1;
        if let Some(animation) = step.animation() {
            let count = frames(animation);
            if count == 0 {
                played.missing.push((index, animation));
            }
            let shots = (0..count).map(|frame| Shot { animation, frame, step: index });
            if !played.extend(shots) {
                return played;
            }
            continue;
        }
        let first = match step.operands.first() {
            Some(Operand::Byte(first)) => *first,
            _ => 0,
        };
        let ending = match step.code {
            SET_WAIT => {
                wait = first;
                None
            }
            SET_FADE => {
                fade = first;
                None
            }
            WAIT_FOR_FADE => {
                wait = fade;
                None
            }
            WAIT => {
                // Before the first animation the script has no frame to repeat.
                let held = played.shots.last().copied();
                let held = held.map(|shot| Shot { step: index, ..shot });
                if !played.extend(held.into_iter().cycle().take(wait.into())) {
                    return played;
                }
                wait = 0;
                None
            }
            IF_ENEMY if is_enemy => {
                let label = script.steps.iter().skip(at).position(|s| s.code == ENEMY_LABEL);
                at = label.map_or(script.steps.len(), |label| at + label + 1);
                None
            }
            TO_IDLE | END => Some(Ending::Idle),
            AGAIN if !step.operands.is_empty() => Some(Ending::Loop),
            LOOP => Some(Ending::Loop),
            FINISH | FINISH_AFTER_EFFECTS => Some(Ending::Stands),
            NEW_MODEL => Some(Ending::NewModel),
            _ => None,
        };
        if let Some(ending) = ending {
            played.ending = ending;
            break;
        }
    }
    played
}

impl SimulatedRun {
    /// Adds frames. Returns `false` if there are too many.
    fn extend(&mut self, shots: impl Iterator<Item = Shot>) -> bool {
        let room = MAX_FRAMES - self.shots.len().min(MAX_FRAMES);
        let mut shots = shots;
        self.shots.extend(shots.by_ref().take(room));
        let fits = shots.next().is_none();
        if !fits {
            self.ending = Ending::TooLong;
        }
        fits
    }
}
