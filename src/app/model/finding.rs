//! What is looked for on the shelf, what was found there, and what is known of the index.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::background::spawn;
use super::goal::{Goal, Part};
use super::paths;
use crate::index::{FaceWord, Hit, Kind, Likeness, Mistake, Query, What};

/// Hits that are listed at most; more are only counted.
pub const MAX_HITS: usize = 100_000;

/// What is asked of the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// As it was typed.
    pub query: String,
    /// Asks only for what lies in the roots that are open.
    pub open_only: bool,
    /// Asks for what is alike, whatever the query.
    pub alike: Option<Likeness>,
}

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Number of the question.
    pub number: u64,
    /// Entries of the index in which was looked, where it could be.
    pub entries: Option<u64>,
    /// Why the index ends with the program, where it does.
    pub in_memory: Option<String>,
    pub outcome: Outcome,
}

/// See [`Answer`].
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Nothing was asked for.
    Nothing,
    Found(Arc<Found>),
    /// The query makes no sense.
    Mistake(Mistake),
    /// The index cannot be asked, in a sentence.
    Failed(String),
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    pub query: String,
    /// The best first.
    pub hits: Vec<Hit>,
    /// How many there are; `None` until they are counted.
    pub total: Option<u64>,
    /// Until the first hits were there.
    pub ms: f64,
    pub sought: Sought,
    /// How the hits of a group are alike, where that was asked for.
    pub alike: Option<Likeness>,
    by_kind: Vec<Group>,
    by_file: Vec<Group>,
    alikes: Vec<Group>,
}

/// Parts of a query that say where in a hit to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// Length of the bytes that were looked for.
    pub bytes: Option<u64>,
    /// Bits that faces have.
    pub faces: Option<(FaceWord, u32)>,
}

/// Order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupBy {
    #[default]
    Kind,
    File,
}

/// Hits that stand below one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name of the kind, or path of the file.
    pub name: String,
    /// Indices of the hits.
    pub hits: Vec<u32>,
}

impl Found {
    pub fn new(query: &Query, text: &str, hits: Vec<Hit>, total: Option<u64>, ms: f64) -> Self {
        let by_kind = groups(&hits, |hit| hit.kind.name());
        let by_file = groups(&hits, |hit| hit.path.as_str());
        let (sought, query) = (Sought::of(query), text.to_owned());
        Self { query, hits, total, ms, sought, by_kind, by_file, ..Self::default() }
    }

    /// Hits in groups that are alike.
    pub fn alike(likeness: Likeness, groups: Vec<Vec<Hit>>, ms: f64) -> Self {
        let mut found = Self { ms, alike: Some(likeness), ..Self::default() };
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
            _ if self.alike.is_some() => &self.alikes,
            GroupBy::Kind => &self.by_kind,
            GroupBy::File => &self.by_file,
        }
    }

    /// What opens a hit.
    pub fn goal(&self, hit: &Hit) -> Goal {
        let of_bytes = self.sought.bytes.filter(|_| hit.kind == Kind::File && hit.count.is_some());
        Goal {
            path: hit.path.clone(),
            part: Part::of(hit),
            bytes: hit.offset.zip(of_bytes),
            faces: self.sought.faces.filter(|_| hit.kind == Kind::Model),
        }
    }
}

/// Groups in the order in which their first hit comes; the hits of each keep theirs.
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

impl Sought {
    fn of(query: &Query) -> Self {
        let mut sought = Self::default();
        for term in query.all.iter().flatten().filter(|term| !term.negated) {
            match &term.what {
                What::Bytes(bytes) => sought.bytes = Some(bytes.len() as u64),
                What::Faced(word, mask) => sought.faces = sought.faces.or(Some((*word, *mask))),
                _ => {}
            }
        }
        sought
    }
}

/// What the window knows of finding.
#[derive(Debug, Default)]
pub struct Finding {
    /// What was asked last, and its number.
    pub asked: Question,
    pub number: u64,
    /// Whether its answer is still to come.
    pub is_looking: bool,
    /// The hits of the last question that had any sense.
    pub found: Option<Arc<Found>>,
    /// What is wrong with the last question.
    pub mistake: Option<Mistake>,
    /// Why the index cannot be asked.
    pub failure: Option<String>,
    /// Everything that can be found; `None` until the index was looked at.
    pub entries: Option<u64>,
    /// Why the index ends with the program, where it does.
    pub in_memory: Option<String>,
    /// The root that is being read, and the job that does it.
    pub reading: Option<(String, u64)>,
    /// Roots that were brought up to date since the window was opened.
    pub indexed: BTreeSet<String>,
}

impl Finding {
    /// Takes the answer to the last question; those to others come too late.
    pub fn take(&mut self, answer: Answer) {
        if answer.number != self.number {
            return;
        }
        self.entries = answer.entries.or(self.entries);
        self.in_memory = answer.in_memory;
        (self.mistake, self.failure) = (None, None);
        match answer.outcome {
            Outcome::Nothing => forget(self.found.take()),
            // The hits of before are all there still: the first of the new ones would be fewer.
            Outcome::Found(found) if found.total.is_none() && self.lists(&found.query) => {}
            Outcome::Found(found) => forget(self.found.replace(found)),
            Outcome::Mistake(mistake) => self.mistake = Some(mistake),
            Outcome::Failed(why) => self.failure = Some(why),
        }
    }

    /// Whether hits of this query are listed.
    fn lists(&self, query: &str) -> bool {
        self.found.as_ref().is_some_and(|found| found.query == query)
    }

    /// Why nothing can be asked about a file, in a sentence; `None` when it is in the index.
    pub fn not_indexed(&self, path: &str) -> Option<&'static str> {
        let is_in = |root: &String| paths::is_below(path, root);
        match () {
            () if path.contains('"') => Some("A path with a quotation mark cannot be asked for"),
            () if self.indexed.iter().any(is_in) => None,
            () if self.reading.as_ref().is_some_and(|(root, _)| is_in(root)) => {
                Some("Its folder is still being read for Find")
            }
            () => Some("It is not indexed: the menu of Find has “Index now”"),
        }
    }
}

/// Lets hits go on a worker: to give back a hundred thousand takes longer than a frame.
pub fn forget(found: Option<Arc<Found>>) {
    if let Some(found) = found {
        spawn("Forgetting hits", move || drop(found), |_| ());
    }
}

/// The query for what there is to see and to hear.
pub const TO_SEE: &str = "kind:texture|kind:model|kind:sound";

/// The query for what there is to see and to hear below a folder, in a disc, an archive or a file.
pub fn to_see_in(path: &str) -> String {
    format!("path:\"{path}\" {TO_SEE}")
}

/// The query that asks where content equal to that of a file, or of what stands in a field of it,
/// is.
pub fn same_as(path: &str, field: Option<&str>) -> String {
    let field = field.map_or(String::new(), |field| format!("//{field}"));
    format!("same-as:\"{path}{field}\"")
}
