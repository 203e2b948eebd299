//! State of Find: the query, its results, and the state of the index.

pub mod duplicates;
pub mod gallery;
pub mod navigation_target;
pub mod palettes;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::model::background::spawn;
use crate::app::model::document::paths;
use crate::app::model::search::navigation_target::{IndexedElement, NavigationTarget};
use crate::index::{FaceWord, Hit, Kind, Likeness, Mistake, Predicate, Query};

/// Maximum number of hits that are listed; more are only counted.
pub const MAX_HITS: usize = 100_000;

/// A query to the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Query as typed.
    pub query: String,
    /// Search only the open roots.
    pub open_only: bool,
    /// Search for duplicates by this criterion, regardless of the query.
    pub similar: Option<Likeness>,
}

/// Result of a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Number of the query.
    pub number: u64,
    /// Number of entries in the index, if it could be read.
    pub entries: Option<u64>,
    /// Reason why the index is in memory and lost on exit, if it is.
    pub in_memory: Option<String>,
    pub outcome: Outcome,
}

/// See [`Answer`].
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The query was empty.
    Nothing,
    Found(Arc<SearchResults>),
    /// The query is invalid.
    Mistake(Mistake),
    /// The index could not be queried, with the reason.
    Failed(String),
}

/// Results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResults {
    pub query: String,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Number of hits; `None` until they are counted.
    pub total: Option<u64>,
    /// Time until the first hits, in milliseconds.
    pub ms: f64,
    pub sought: SoughtPosition,
    /// Criterion by which the hits of a group are duplicates, if requested.
    pub similar: Option<Likeness>,
    by_kind: Vec<Group>,
    by_file: Vec<Group>,
    alikes: Vec<Group>,
}

/// Conditions of a query that select a position inside a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoughtPosition {
    /// Length of the byte pattern.
    pub bytes: Option<u64>,
    /// Bits that faces have set.
    pub faces: Option<(FaceWord, u32)>,
}

/// Order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupBy {
    #[default]
    Kind,
    File,
}

/// Hits below one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name of the kind, or path of the file.
    pub name: String,
    /// Indices of the hits.
    pub hits: Vec<u32>,
}

impl SearchResults {
    pub fn new(query: &Query, text: &str, hits: Vec<Hit>, total: Option<u64>, ms: f64) -> Self {
        let by_kind = groups(&hits, |hit| hit.kind.name());
        let by_file = groups(&hits, |hit| hit.path.as_str());
        let (sought, query) = (SoughtPosition::of(query), text.to_owned());
        Self { query, hits, total, ms, sought, by_kind, by_file, ..Self::default() }
    }

    /// Groups of duplicates.
    pub fn similar(likeness: Likeness, groups: Vec<Vec<Hit>>, ms: f64) -> Self {
        let mut found = Self { ms, similar: Some(likeness), ..Self::default() };
        for group in groups {
            let Some(first) = group.first() else { continue };
            let crc = first.crc.map(|crc| format!(", {crc:08x}")).unwrap_or_default();
            let name = format!("{}, {}{crc}", first.name, first.kind.name());
            let hits = (0..).skip(found.hits.len()).take(group.len()).collect();
            found.alikes.push(Group { name, hits });
            found.hits.extend(group);
        }
        found.total = Some(found.hits.len() as u64);
        found
    }

    pub fn groups(&self, by: GroupBy) -> &[Group] {
        match by {
            _ if self.similar.is_some() => &self.alikes,
            GroupBy::Kind => &self.by_kind,
            GroupBy::File => &self.by_file,
        }
    }

    /// Navigation target of a hit.
    pub fn goal(&self, hit: &Hit) -> NavigationTarget {
        let of_bytes = self.sought.bytes.filter(|_| hit.kind == Kind::File && hit.count.is_some());
        NavigationTarget {
            path: hit.path.clone(),
            part: IndexedElement::of(hit),
            bytes: hit.offset.zip(of_bytes),
            faces: self.sought.faces.filter(|_| hit.kind == Kind::Model),
        }
    }
}

/// Groups in the order of their first hit; the hits of each group keep their order.
fn groups(hits: &[Hit], key: impl Fn(&Hit) -> &str) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (hit, number) in hits.iter().zip(0..) {
        let name = key(hit);
        let at = *known.entry(name).or_insert_with(|| {
            all.push(Group { name: name.to_owned(), hits: Vec::new() });
            all.len() - 1
        });
        if let Some(group) = all.get_mut(at) {
            group.hits.push(number);
        }
    }
    all
}

impl SoughtPosition {
    fn of(query: &Query) -> Self {
        let mut sought = Self::default();
        for term in query.all.iter().flatten().filter(|term| !term.negated) {
            match &term.what {
                Predicate::Bytes(bytes) => sought.bytes = Some(bytes.len() as u64),
                Predicate::Faced(word, mask) => {
                    sought.faces = sought.faces.or(Some((*word, *mask)));
                }
                _ => {}
            }
        }
        sought
    }
}

/// State of Find.
#[derive(Debug, Default)]
pub struct SearchState {
    /// The last query and its number.
    pub asked: Question,
    pub number: u64,
    /// `true` until its answer arrives.
    pub is_looking: bool,
    /// Results of the last valid query.
    pub found: Option<Arc<SearchResults>>,
    /// Mistake in the last query.
    pub mistake: Option<Mistake>,
    /// Reason why the index cannot be queried.
    pub failure: Option<String>,
    /// Number of entries; `None` until the index was opened.
    pub entries: Option<u64>,
    /// Reason why the index is in memory and lost on exit, if it is.
    pub in_memory: Option<String>,
    /// The root that is being read, and its job.
    pub reading: Option<(String, u64)>,
    /// Roots that were indexed since the window was opened.
    pub indexed: BTreeSet<String>,
}

impl SearchState {
    /// Takes the answer to the last query; answers to earlier ones are ignored.
    pub fn take(&mut self, answer: Answer) {
        if answer.number != self.number {
            return;
        }
        self.entries = answer.entries.or(self.entries);
        self.in_memory = answer.in_memory;
        (self.mistake, self.failure) = (None, None);
        match answer.outcome {
            Outcome::Nothing => forget(self.found.take()),
            // The previous hits are still valid, and there are more of them than in the first new page.
            Outcome::Found(found) if found.total.is_none() && self.lists(&found.query) => {}
            Outcome::Found(found) => forget(self.found.replace(found)),
            Outcome::Mistake(mistake) => self.mistake = Some(mistake),
            Outcome::Failed(why) => self.failure = Some(why),
        }
    }

    /// `true` if the hits of this query are listed.
    fn lists(&self, query: &str) -> bool {
        self.found.as_ref().is_some_and(|found| found.query == query)
    }

    /// Reason why a file cannot be searched for; `None` if it is indexed.
    pub fn not_indexed(&self, path: &str) -> Option<&'static str> {
        let is_in = |root: &String| paths::is_below(path, root);
        match () {
            () if path.contains('"') => Some("Paths with a quotation mark cannot be searched for"),
            () if self.indexed.iter().any(is_in) => None,
            () if self.reading.as_ref().is_some_and(|(root, _)| is_in(root)) => {
                Some("Its folder is still being indexed")
            }
            () => Some("Not indexed; choose “Index now” in the menu of Find"),
        }
    }
}

/// Drops hits on a worker: freeing a hundred thousand takes longer than a frame.
pub fn forget(found: Option<Arc<SearchResults>>) {
    if let Some(found) = found {
        spawn("Freeing results", move || drop(found), |_| ());
    }
}

/// Query for all textures, models and sounds.
pub const TO_SEE: &str = "kind:texture|kind:model|kind:sound";

/// Query for all textures, models and sounds in a folder, disc, archive or file.
pub fn to_see_in(path: &str) -> String {
    format!("path:\"{path}\" {TO_SEE}")
}

/// Query for content equal to that of a file, or of a field of it.
pub fn same_as(path: &str, field: Option<&str>) -> String {
    let field = field.map_or(String::new(), |field| format!("//{field}"));
    format!("same-as:\"{path}{field}\"")
}
