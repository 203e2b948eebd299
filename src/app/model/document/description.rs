//! The description of a format that is open in the Description panel.

use std::path::PathBuf;
use std::sync::Arc;

use crate::ksy::Diagnostic;

/// A description file as opened in the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptionFile {
    /// Path on disk; the file may not exist yet.
    pub path: PathBuf,
    /// Text at opening.
    pub text: String,
    /// `true` if the file exists with this text.
    pub is_stored: bool,
    /// Path of the open file that is read by it, if it was opened for one.
    pub of: Option<String>,
}

/// Mistakes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub text: String,
    pub diagnostics: Vec<Diagnostic>,
}

/// State of the Description panel that other parts change.
#[derive(Clone, Debug, Default)]
pub struct DescriptionState {
    pub file: Option<Arc<DescriptionFile>>,
    pub checked: Option<Arc<Checked>>,
}
