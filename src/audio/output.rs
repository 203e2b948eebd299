//! Outputs, which pull samples from the mixer.

use serde::{Deserialize, Serialize};

use super::Mixer;

/// An audio output.
pub trait Output: Send {
    /// Starts pulling from `mixer`, instead of an earlier one. May be slow. The error is a message.
    fn start(&mut self, mixer: Mixer) -> Result<(), String>;

    /// Stops pulling and releases the device, until it is started again. Does not wait for it.
    fn stop(&mut self);

    /// Name of the device.
    fn name(&self) -> String;

    /// A message if a device other than the requested one plays.
    fn note(&self) -> Option<String> {
        None
    }

    /// `true` if it stopped unexpectedly.
    fn is_lost(&self) -> bool {
        false
    }
}

/// Id and name of an audio device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceName {
    /// Identifier that is stable across restarts.
    pub id: String,
    /// Displayed name.
    pub name: String,
}
