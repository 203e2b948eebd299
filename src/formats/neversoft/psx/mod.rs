//! Neversoft `*.psx` levels.

use crate::bytes::{Result, Source};
use crate::formats::{Ability, Document, Format, FormatInfo, Head, Probe};

/// The format.
pub struct Psx;

static INFO: FormatInfo = FormatInfo {
    id: "neversoft.psx",
    name: "Neversoft level or model",
    family: "neversoft",
    extensions: &["psx"],
    versions: &["3", "4", "6"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for Psx {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }
    fn probe(&self, _head: &Head<'_>) -> Option<Probe> {
        None
    }
    fn open(&self, source: &Source) -> Result<Document> {
        Err(crate::bytes::Cursor::new(source, Default::default(), crate::bytes::NoRecorder)
            .fail(format_args!("not yet")))
    }
}
