//! An output for tests that is pulled manually.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Mixer, Output};

/// Output that gives its mixer to a [`Tap`].
pub struct Collector {
    /// Locked while the mixer renders, which never waits.
    slot: Slot,
}

type Slot = Arc<Mutex<Option<Mixer>>>;

/// Pulls samples from a [`Collector`].
pub struct Tap {
    slot: Slot,
    channels: usize,
    rate: u32,
}

impl Collector {
    /// Creates an output with these settings, and the tap that pulls from it.
    pub fn new(channels: usize, rate: u32) -> (Self, Tap) {
        let slot = Slot::default();
        (Self { slot: slot.clone() }, Tap { slot, channels, rate })
    }
}

impl Output for Collector {
    fn start(&mut self, mixer: Mixer) -> Result<(), String> {
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(mixer);
        Ok(())
    }

    fn stop(&mut self) {
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn name(&self) -> String {
        "collector".to_owned()
    }
}

impl Tap {
    /// Fills `out` with the next interleaved samples; with silence if nothing is connected.
    pub fn fill(&self, out: &mut [f32]) {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        match slot.as_mut() {
            Some(mixer) => mixer.render(out, self.channels, self.rate),
            None => out.fill(0.0),
        }
    }

    /// Returns the next `frames`.
    pub fn pull(&self, frames: usize) -> Vec<f32> {
        let mut out = vec![0.0; frames * self.channels];
        self.fill(&mut out);
        out
    }
}
