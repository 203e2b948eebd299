//! An output that is pulled by hand.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Mixer, Output};

/// Hands its mixer to a [`Tap`].
pub struct Collector {
    /// Locked while the mixer renders, which waits for nobody.
    slot: Slot,
}

type Slot = Arc<Mutex<Option<Mixer>>>;

/// Pulls sound out of a [`Collector`].
pub struct Tap {
    slot: Slot,
    channels: usize,
    rate: u32,
}

impl Collector {
    /// Output of this shape, and the tap that pulls it.
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
    /// Fills `out`, interleaved, with what comes next; with silence when nothing is connected.
    pub fn fill(&self, out: &mut [f32]) {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        match slot.as_mut() {
            Some(mixer) => mixer.render(out, self.channels, self.rate),
            None => out.fill(0.0),
        }
    }

    /// The next `frames`.
    pub fn pull(&self, frames: usize) -> Vec<f32> {
        let mut out = vec![0.0; frames * self.channels];
        self.fill(&mut out);
        out
    }
}
