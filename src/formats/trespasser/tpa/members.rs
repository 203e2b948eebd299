//! The sounds of a bank as files.

use super::read::Places;
use super::records::Bank;
use crate::bytes::{Problem, ReadError, Severity, Source, Span};
use crate::container::{Member, Members, join};

/// One `.cau` for each sound, named by its index and its first ID.
pub(super) struct Sounds {
    source: Source,
    list: Vec<Member>,
}

impl Sounds {
    pub fn new(bank: &Bank, places: &Places, source: &Source) -> Self {
        let named = bank.ids_of().into_iter().zip(&places.sounds).enumerate();
        let member = |(index, (entries, place)): (usize, (Vec<usize>, &super::Place))| {
            let id = entries.first().and_then(|entry| bank.ids.get(*entry)).map_or(0, |id| id.id);
            let size = place.end.saturating_sub(place.start);
            let span = Some(Span::new(source.id(), place.start, size));
            Member { path: format!("{index:03}_{id:08X}.cau"), size, span }
        };
        Self { source: source.clone(), list: named.map(member).collect() }
    }
}

impl Members for Sounds {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let member = self.list.get(index);
        let opened = member.and_then(|member| {
            let span = member.span?;
            self.source.member(join(self.source.name(), &member.path), span.start, span.len)
        });
        opened.ok_or_else(|| {
            ReadError::from(Problem {
                severity: Severity::Error,
                span: self.source.span(),
                available: None,
                field: String::new(),
                message: format!("the bank has no sound {index}"),
            })
        })
    }
}
