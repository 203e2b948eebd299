//! Who pulls sound out of the mixer.

use super::Mixer;

/// A way out for sound.
pub trait Output: Send {
    /// Starts pulling on `mixer`, instead of any earlier one. Fails with a sentence.
    fn start(&mut self, mixer: Mixer) -> Result<(), String>;

    /// What plays, in words.
    fn name(&self) -> String;

    /// True when it stopped pulling by itself.
    fn is_lost(&self) -> bool {
        false
    }
}
