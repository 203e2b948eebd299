//! Playback of sounds: clips, the player, captions, and outputs.
//!
//! * [`Clip`]: the samples of one sound, which are decoded during playback.
//! * [`Player`]: interface for the window and the command line: play, pause, seek, loop, speed, volume.
//! * [`Mixer`]: the player's counterpart on the output's thread. It neither locks nor
//!   allocates: numbers are exchanged through atomics, clips through a ring buffer.
//! * [`Output`]: pulls samples from the mixer: a [`Device`], a [`SilentClock`] that keeps time without
//!   one, a [`Collector`] for tests. A [`Route`] is the stored choice between them.
//! * [`CaptionFeed`]: the captions that start as time advances.

mod blocks;
mod captions;
mod clip;
mod collector;
mod device;
pub mod kernel;
mod link;
mod mixer;
mod output;
mod player;
mod route;
mod silent;

pub use captions::CaptionFeed;
pub use clip::Clip;
pub use collector::{Collector, Tap};
pub use device::Device;
pub use mixer::Mixer;
pub use output::{DeviceName, Output};
pub use player::{PlayedClip, Player, State};
pub use route::Route;
pub use silent::SilentClock;

/// Converts a volume in dB to a gain; 0 at −100 and below.
pub fn gain_of_db(db: f32) -> f32 {
    if db <= -100.0 { 0.0 } else { 10f32.powf(db / 20.0) }
}
