//! Data of commands.

use std::path::PathBuf;

use crate::scene::RecordingId;

/// A command for the sound queue. Positions are indices into its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueCommand {
    /// Adds sounds of the open file, at the end or after the current one.
    Add {
        sounds: Vec<RecordingId>,
        next: bool,
    },
    /// Adds all sounds of all opened files.
    AddBanks,
    Play(usize),
    Next,
    Previous,
    Remove(usize),
    Clear,
    /// Toggles random order.
    Shuffle,
    /// Selects the next repeat mode.
    Repeat,
}

/// Audible part of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionPart {
    /// All impact sounds together.
    Hits,
    /// The sliding sound, until it is stopped.
    Slide,
    /// One impact sound.
    Hit(usize),
}

/// Request to export, with the folder to write to.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportRequest {
    pub options: crate::export::Options,
    pub folder: PathBuf,
}
