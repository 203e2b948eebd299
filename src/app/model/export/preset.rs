//! Initial choices of an export dialog.

use crate::export::{Kind, Part, Subject};

/// Kind of pictures that an export draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    Animation,
    Turntable,
}

/// Initial choices of an export dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportAs {
    pub subjects: Vec<Subject>,
    /// Export formats; if empty, the usual ones.
    pub kinds: Vec<Kind>,
    /// Range of seconds for sounds.
    pub part: Option<Part>,
    /// Kind of pictures for which the dialog asks settings.
    pub recorded: Option<Recorded>,
}
