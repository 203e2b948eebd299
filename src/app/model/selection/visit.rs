//! History entries: the open file, its selection and camera.

use crate::app::model::Selection;
use crate::app::model::selection::history::History;
use crate::render::Camera;

/// View of a file at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewMoment {
    /// Path of the open file.
    pub file: String,
    /// Number of the opening of the file; spans and elements are valid only for this opening.
    pub generation: u64,
    pub selection: Option<Selection>,
    /// `true` if the selection is in the open file itself, not in a companion.
    pub in_own_file: bool,
    /// Absent for files without a scene.
    pub camera: Option<Camera>,
}

/// Earlier views, across files.
pub type Visits = History<ViewMoment, 200>;
