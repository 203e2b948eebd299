//! Outputs, which pull sound out of the mixer.

use serde::{Deserialize, Serialize};

use super::Mixer;

/// A way out for sound.
pub trait Output: Send {
    /// Starts pulling on `mixer`, instead of any earlier one. Fails with a sentence. May be slow.
    fn start(&mut self, mixer: Mixer) -> Result<(), String>;

    /// Stops pulling and lets go of the device, until it is started again. Does not wait for it.
    fn stop(&mut self);

    /// Name of the device, in words.
    fn name(&self) -> String;

    /// A sentence about what plays instead of what was asked for.
    fn note(&self) -> Option<String> {
        None
    }

    /// True when it stopped pulling by itself.
    fn is_lost(&self) -> bool {
        false
    }
}

/// A sound device: what it is known by to the system, and to people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceName {
    /// Identifier that the system keeps from start to start.
    pub id: String,
    /// Name that people see.
    pub name: String,
}
