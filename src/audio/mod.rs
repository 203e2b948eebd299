//! Plays sounds: clips, the player, captions in time, and three ways out.
//!
//! * [`Clip`]: the samples of one sound, which are decoded while it is played.
//! * [`Player`]: what the window and the command line hold: play, pause, seek, loop, speed, volume.
//! * [`Mixer`]: the other half of the player, on the output's thread. It neither locks nor
//!   allocates: numbers come and go through atomics, clips through a ring buffer.
//! * [`Output`]: who pulls on the mixer: a [`Device`], a [`SilentClock`] that keeps time without
//!   one, a [`Collector`] for tests. A [`Route`] is the choice between them that is kept.
//! * [`CaptionFeed`]: which captions start as time goes by.

mod blocks;
mod captions;
mod clip;
mod collector;
mod device;
mod kernel;
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
pub use player::{Part, Player, State};
pub use route::Route;
pub use silent::SilentClock;

/// The gain of a volume in dB; nothing at −100 and below.
pub fn gain_of_db(db: f32) -> f32 {
    if db <= -100.0 { 0.0 } else { 10f32.powf(db / 20.0) }
}
