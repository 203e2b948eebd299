//! Queries the index: sends the first page immediately, then all results.

use std::sync::Arc;
use std::time::Instant;

use super::{IndexHandle, Opened};
use crate::app::jobs::{Handle, Message};
use crate::app::model::search::{Answer, MAX_HITS, Outcome, Question, SearchResults};
use crate::index::{Hit, IndexError, Query, Root, Search, SearchError};
use crate::library::Library;

/// Number of hits in the first page.
const PAGE: usize = 300;

/// Maximum number of groups of duplicates that are listed; the largest come first.
const MAX_GROUPS: usize = 2000;

/// A query and its number.
pub struct Request {
    pub number: u64,
    pub question: Question,
    /// The open roots of Files.
    pub roots: Vec<String>,
}

/// Runs a query, unless it is superseded by another one.
pub fn search(handle: &Handle, index_handle: &IndexHandle, request: &Request) {
    let asking = SearchRun { handle, index_handle, request };
    // If the index turned out to be damaged, it has been replaced by a new file.
    let answered = match asking.answer() {
        Err(SearchError::Index(why)) if why.is_damaged() => asking.answer(),
        answered => answered,
    };
    index_handle.end(request.number);
    match answered {
        Ok((entries, outcome)) => asking.send(entries, outcome),
        // Interrupted.
        Err(_) if handle.cancelled() => {}
        Err(SearchError::Mistake(mistake)) => asking.send(None, Outcome::Mistake(mistake)),
        Err(SearchError::Index(error)) => asking.send(None, Outcome::Failed(error.to_string())),
    }
}

struct SearchRun<'a> {
    handle: &'a Handle,
    index_handle: &'a IndexHandle,
    request: &'a Request,
}

impl SearchRun<'_> {
    /// Number of entries, if they could be counted, and the result of the query.
    fn answer(&self) -> Result<(Option<u64>, Outcome), SearchError> {
        let Question { query: text, open_only, similar } = &self.request.question;
        let opened = match self.index_handle.open() {
            Ok(opened) => opened,
            Err(why) => return Ok((None, Outcome::Failed(why))),
        };
        if *open_only && self.request.roots.is_empty() {
            // An empty list of roots would mean the whole index.
            return Ok((Some(0), Outcome::Nothing));
        }
        let roots: Vec<Root> = self.request.roots.iter().map(|root| Root::new(root)).collect();
        let search = opened.index.search(if *open_only { roots.clone() } else { Vec::new() })?;
        self.index_handle.begin(self.request.number, search.interrupt());
        let entries = search.assets()?;
        if let Some(likeness) = similar {
            let start = Instant::now();
            let groups = search.similar(*likeness, MAX_GROUPS)?;
            let show = |group: Vec<Hit>| {
                group.into_iter().map(|hit| with_display_path(hit, &roots)).collect()
            };
            let groups: Vec<Vec<Hit>> = groups.into_iter().map(show).collect();
            let ms = start.elapsed().as_secs_f64() * 1e3;
            let found = SearchResults::similar(*likeness, groups, ms);
            return Ok((Some(entries), Outcome::Found(Arc::new(found))));
        }
        if text.trim().is_empty() {
            return Ok((Some(entries), Outcome::Nothing));
        }
        let found = Query::parse(text).map_err(SearchError::Mistake);
        let found = found.and_then(|query| self.find(&search, &query, &roots, entries));
        let outcome = match found {
            Err(SearchError::Mistake(mistake)) => Outcome::Mistake(mistake),
            found => found?,
        };
        Ok((Some(entries), outcome))
    }

    /// Sends the first hits, and returns all.
    fn find(
        &self,
        search: &Search,
        query: &Query,
        roots: &[Root],
        entries: u64,
    ) -> Result<Outcome, SearchError> {
        let start = Instant::now();
        // A separate library, since files are closed after they were searched.
        let prepared = search.prepare(query, &Library::new())?;
        let displayed =
            |hits: Vec<Hit>| hits.into_iter().map(|hit| with_display_path(hit, roots)).collect();
        let page: Vec<Hit> = displayed(search.page(&prepared, Some(PAGE))?);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let outcome = |hits: Vec<Hit>, total| {
            let found = SearchResults::new(query, &self.request.question.query, hits, total, ms);
            Outcome::Found(Arc::new(found))
        };
        if page.len() < PAGE {
            let total = page.len() as u64;
            return Ok(outcome(page, Some(total)));
        }
        self.send(Some(entries), outcome(page, None));
        let all: Vec<Hit> = displayed(search.page(&prepared, Some(MAX_HITS))?);
        let total = match all.len() {
            MAX_HITS => search.count(&prepared)?,
            fewer => fewer as u64,
        };
        Ok(outcome(all, Some(total)))
    }

    fn send(&self, entries: Option<u64>, outcome: Outcome) {
        let opened = self.index_handle.open().ok();
        let in_memory = opened.and_then(|Opened { in_memory, .. }| in_memory.clone());
        let answer = Answer { number: self.request.number, entries, in_memory, outcome };
        self.handle.send(Message::Answered(Box::new(answer)));
    }
}

/// A hit with the path by which Files shows it.
fn with_display_path(hit: Hit, roots: &[Root]) -> Hit {
    match roots.iter().find_map(|root| root.show(&hit.path)) {
        Some(path) => Hit { path, ..hit },
        None => hit,
    }
}

/// Clears the index.
///
/// # Errors
/// A message, if the index could not be written.
pub fn clear(index_handle: &IndexHandle) -> Result<(), String> {
    let failed = |error: IndexError| format!("The index cannot be cleared: {error}");
    index_handle.open()?.index.clear().map_err(failed)
}
