//! What an export dialog begins with.

use crate::export::{Kind, Part, Subject};

/// Pictures that are drawn for an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    Animation,
    Turntable,
}

/// What an export dialog begins with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportAs {
    pub subjects: Vec<Subject>,
    /// Those that are usually chosen where there are none.
    pub kinds: Vec<Kind>,
    /// Seconds of sounds.
    pub part: Option<Part>,
    /// Settings that the dialog asks for.
    pub recorded: Option<Recorded>,
}
