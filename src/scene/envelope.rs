//! Volume envelopes of notes.

use serde::Serialize;

/// An envelope in the format of the PlayStation's sound processor: rates of attack, decay, sustain
/// and release in two words. It is evaluated 44 100 times per second.
///
/// Source: format document `ps1-sound.md`, section 2.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Envelope {
    /// Bit 15 attack is exponential, 14–8 its rate, 7–4 rate of the decay, 3–0 level of the sustain.
    pub attack_decay: u16,
    /// Bit 15 sustain is exponential, 14 it falls, 12–6 its rate, 5 release is exponential, 4–0 its rate.
    pub sustain_release: u16,
}

/// Steps per second.
pub const ENVELOPE_RATE: u32 = 44_100;
/// Maximum level.
pub const FULL_LEVEL: u16 = 0x7FFF;

/// Phase of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// From silence to full.
    Attack,
    /// From full down to the sustain level.
    Decay,
    /// While the key is down.
    Sustain,
    /// Down to silence, after the key is up.
    Release,
}

/// Change of the level in a phase.
#[derive(Clone, Copy)]
struct Rate {
    is_exponential: bool,
    falls: bool,
    /// 0 to 31.
    shift: u32,
    /// 0 to 3.
    step: i32,
    /// All of its bits are set: the level is constant.
    rests: bool,
}

impl Rate {
    /// Change of the level, and the fraction (of 0x8000) of it that a step adds.
    fn motion(self, level: i32) -> (i32, u32) {
        let base = if self.falls { self.step - 8 } else { 7 - self.step };
        let mut change = base << 11u32.saturating_sub(self.shift);
        let mut part = 0x8000u32 >> self.shift.saturating_sub(11);
        if self.is_exponential && !self.falls && level > 0x6000 {
            match self.shift {
                0..10 => change >>= 2,
                10 => (change, part) = (change >> 1, part >> 1),
                _ => part >>= 2,
            }
        } else if self.is_exponential && self.falls {
            change = (change * level) >> 15;
        }
        (change, part.max(1))
    }
}

impl Envelope {
    fn rate(self, phase: Phase) -> Rate {
        let (first, second) = (u32::from(self.attack_decay), u32::from(self.sustain_release));
        let bit = |word: u32, bit: u32| word >> bit & 1 == 1;
        match phase {
            Phase::Attack => Rate {
                is_exponential: bit(first, 15),
                falls: false,
                shift: first >> 10 & 31,
                step: (first >> 8 & 3) as i32,
                rests: first >> 8 & 0x7F == 0x7F,
            },
            Phase::Decay => Rate {
                is_exponential: true,
                falls: true,
                shift: first >> 4 & 15,
                step: 0,
                rests: false,
            },
            Phase::Sustain => Rate {
                is_exponential: bit(second, 15),
                falls: bit(second, 14),
                shift: second >> 8 & 31,
                step: (second >> 6 & 3) as i32,
                rests: second >> 6 & 0x7F == 0x7F,
            },
            Phase::Release => Rate {
                is_exponential: bit(second, 5),
                falls: true,
                shift: second & 31,
                step: 0,
                rests: second & 31 == 31,
            },
        }
    }

    /// The level at which the decay ends, 0x800 to 0x8000.
    pub fn sustain_level(self) -> u16 {
        (self.attack_decay & 15).saturating_add(1) << 11
    }

    /// Steps of each phase: attack from silence to full, decay from there, sustain from its level to
    /// silence or full, release from full to silence. `None` if it never ends.
    pub fn steps(self) -> [Option<u64>; 4] {
        let from = |level: u16, phase: Phase| {
            let mut note = Note { envelope: self, phase, level: level.into(), counter: 0 };
            note.steps_of_phase()
        };
        let held = self.sustain_level().min(FULL_LEVEL);
        [
            from(0, Phase::Attack),
            from(FULL_LEVEL, Phase::Decay),
            from(held, Phase::Sustain),
            from(FULL_LEVEL, Phase::Release),
        ]
    }

    /// Starts a note.
    pub fn start(self) -> Note {
        Note { envelope: self, phase: Phase::Attack, level: 0, counter: 0 }
    }
}

/// Position of a note in its envelope.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    envelope: Envelope,
    phase: Phase,
    level: i32,
    /// Accumulated fraction of the next change, in 0x8000ths.
    counter: u32,
}

impl Note {
    /// Current level, 0 to [`FULL_LEVEL`].
    pub fn level(&self) -> u16 {
        // Every change keeps the level in this range.
        self.level as u16
    }

    /// Current phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Starts the release.
    pub fn release(&mut self) {
        if self.phase != Phase::Release {
            (self.phase, self.counter) = (Phase::Release, 0);
        }
    }

    /// `true` if the note has become silent for good.
    pub fn has_ended(&self) -> bool {
        self.phase == Phase::Release && self.level == 0
    }

    /// Advances by a number of steps.
    pub fn advance(&mut self, steps: u64) {
        let mut left = steps;
        while left > 0 {
            self.leave_phase();
            match self.steps_to_change() {
                Some(needed) if needed <= left => {
                    self.change();
                    left -= needed;
                }
                Some(_) => {
                    let (_, part) = self.motion();
                    // Cannot overflow: the sum is less than 0x8000, at which the level changes.
                    self.counter += part * left as u32;
                    left = 0;
                }
                None => left = 0,
            }
        }
        self.leave_phase();
    }

    fn motion(&self) -> (i32, u32) {
        self.envelope.rate(self.phase).motion(self.level)
    }

    /// Steps until the level changes; `None` if it is constant.
    fn steps_to_change(&self) -> Option<u64> {
        let rate = self.envelope.rate(self.phase);
        let rests = rate.rests || self.level == if rate.falls { 0 } else { 0x7FFF };
        let (_, part) = self.motion();
        (!rests).then(|| u64::from((0x8000 - self.counter).div_ceil(part)).max(1))
    }

    /// Changes the level, after the number of steps that this needs.
    fn change(&mut self) {
        let (change, part) = self.motion();
        let steps = (0x8000 - self.counter).div_ceil(part).max(1);
        self.counter = (self.counter + steps * part) & 0x7FFF;
        self.level = (self.level + change).clamp(0, FULL_LEVEL.into());
    }

    /// `true` if the phase has ended, which for the sustain means silence or full.
    fn is_phase_over(&self) -> bool {
        match self.phase {
            Phase::Attack => self.level == i32::from(FULL_LEVEL),
            Phase::Decay => self.level <= i32::from(self.envelope.sustain_level()),
            Phase::Sustain if !self.envelope.rate(Phase::Sustain).falls => {
                self.level == i32::from(FULL_LEVEL)
            }
            Phase::Sustain | Phase::Release => self.level == 0,
        }
    }

    /// Advances to the next phase if it follows automatically.
    fn leave_phase(&mut self) {
        while self.is_phase_over() {
            self.phase = match self.phase {
                Phase::Attack => Phase::Decay,
                Phase::Decay => Phase::Sustain,
                Phase::Sustain | Phase::Release => return,
            };
            self.counter = 0;
        }
    }

    fn steps_of_phase(&mut self) -> Option<u64> {
        let mut steps = 0u64;
        while !self.is_phase_over() {
            steps += self.steps_to_change()?;
            self.change();
        }
        Some(steps)
    }
}
