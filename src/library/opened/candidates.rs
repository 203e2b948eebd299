//! All formats that may read a file, with their reasons.

use super::Opened;
use crate::bytes::Source;
use crate::formats::{self, Format, FormatInfo, Head, Probe};
use crate::library::Library;

/// A format that may read a file.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The format.
    pub format: &'static FormatInfo,
    /// Reason and score of the claim.
    pub probe: Probe,
}

impl Library {
    /// The formats that claim a file, the most certain first.
    pub fn candidates(&self, source: &Source) -> Vec<Candidate> {
        let head = Head::of(source);
        let described = self.descriptions.all();
        let described = described.iter().filter_map(|found| found.format.as_ref().ok());
        let compiled = formats::all().iter().copied();
        let all = compiled.chain(described.map(|format| -> &dyn Format { &**format }));
        let claims = all.filter_map(|format| {
            Some(Candidate { format: format.info(), probe: format.probe(&head)? })
        });
        let mut found: Vec<Candidate> = claims.collect();
        found.sort_by_key(|found| std::cmp::Reverse(found.probe.score));
        found
    }
}

impl Opened {
    /// The claim of the format that read the file.
    pub fn claim(&self) -> Option<&Candidate> {
        let own = self.stored_format().id;
        self.candidates.get()?.iter().find(|found| found.format.id == own)
    }

    /// The other formats that may read the file; empty until they were [looked
    /// for](Self::look_for_candidates).
    pub fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        let own = self.stored_format().id;
        let all = self.candidates.get().map_or(&[][..], Vec::as_slice);
        all.iter().filter(move |found| found.format.id != own)
    }

    /// Looks for the formats that may read the file.
    pub fn look_for_candidates(&self, library: &Library) {
        self.candidates.get_or_init(|| library.candidates(&self.stored));
    }
}
