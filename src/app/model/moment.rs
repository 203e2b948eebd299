//! Moments to go back to: the open file, what was selected in it, and the camera.

use super::Selection;
use super::trail::Trail;
use crate::render::Camera;

/// State of looking at a file at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// Path of the open file.
    pub file: String,
    /// Number of its opening: spans and elements are only valid within it.
    pub generation: u64,
    pub selection: Option<Selection>,
    /// Whether the selection lies in the open file itself, not in a companion.
    pub in_own_file: bool,
    /// Absent for files without a scene.
    pub camera: Option<Camera>,
}

/// Moments that were left, across files.
pub type History = Trail<Moment, 200>;
