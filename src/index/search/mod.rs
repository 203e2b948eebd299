//! Searches the index.
//!
//! A page of hits is found in one of two ways. If a term has few candidates, these are checked and
//! sorted. If every term has many, files are traversed in the order of their paths until the page is
//! full. Either way, each hit is checked against all terms: tables only provide candidates.

mod condition;
mod duplicates;
mod error;
mod evaluate;
mod hit;
mod prepare;
mod scan;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use self::condition::{Builder, Sql, Table, lettered};
pub use self::duplicates::Likeness;
pub use self::error::SearchError;
pub use self::hit::Hit;
use super::error::IndexError;
use super::location::IndexLocation;
use super::query::Term;
use super::root::{Root, below};
use super::writer::{ASSET_BITS, assets_of};
use super::{Index, Predicate, Query};

/// Up to this many candidates are checked and sorted; otherwise files are traversed.
const FEW: usize = 20_000;

/// A search in the index; each thread has its own.
pub struct Search {
    connection: Connection,
    /// Location of the index, and the number of its file.
    home: IndexLocation,
    number: u32,
    roots: Vec<Root>,
    /// Up to this many candidates are checked and sorted.
    few: usize,
    /// Set when the search is interrupted.
    stopped: Arc<AtomicBool>,
}

/// Interrupts a search from another thread; the search then fails.
pub struct Interrupt {
    handle: rusqlite::InterruptHandle,
    stopped: Arc<AtomicBool>,
}

impl Interrupt {
    /// Interrupts the current and all later searches.
    pub fn interrupt(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.handle.interrupt();
    }
}

impl Index {
    /// A search in these roots, or in everything if there are none.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn search(&self, roots: Vec<Root>) -> Result<Search, IndexError> {
        let (home, number) = (self.home.clone(), self.home.number());
        let connection = home.connect().map_err(|error| home.recover(number, error))?;
        connection.set_prepared_statement_cache_capacity(0);
        scan::prepare(&connection)?;
        Ok(Search { connection, home, number, roots, few: FEW, stopped: Arc::default() })
    }
}

impl Search {
    /// Sets the number of candidates from which files are traversed; the result is the same.
    pub fn with_few(self, few: usize) -> Self {
        Self { few, ..self }
    }

    /// Handle that interrupts this search from another thread.
    pub fn interrupt(&self) -> Interrupt {
        let handle = self.connection.get_interrupt_handle();
        Interrupt { handle, stopped: self.stopped.clone() }
    }

    /// Number of entries that are searched.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn assets(&self) -> Result<u64, IndexError> {
        self.sum_assets().map_err(|error| self.home.recover(self.number, error.into()))
    }

    fn sum_assets(&self) -> rusqlite::Result<u64> {
        let mut builder = Builder::new(&self.roots);
        let within = builder.within();
        let query = format!("SELECT coalesce(sum(f.assets), 0) FROM file f WHERE {within}");
        let values = params_from_iter(builder.values);
        let count: i64 = self.connection.query_row(&query, values, |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// The best hits, at most `limit`; all hits without a limit.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn page(&self, query: &Prepared, limit: Option<usize>) -> Result<Vec<Hit>, SearchError> {
        self.best(query, limit).map_err(|error| self.recovered(error))
    }

    fn best(&self, query: &Prepared, limit: Option<usize>) -> Result<Vec<Hit>, SearchError> {
        let limit = limit.unwrap_or(usize::MAX >> 1);
        let is_ranked = query.query.words().next().is_some();
        if let Some(few) = self.fewest(query, &[])? {
            return self.gather(query, &few, None, limit);
        }
        // If these are all hits, they only have to be sorted.
        let mut hits = self.walk(query, None, limit)?;
        if hits.len() < limit || !is_ranked {
            hits.sort_by_key(|hit| hit.rank);
            return Ok(hits);
        }
        hits.clear();
        for tier in [0, 1, 2, 3].map(Some) {
            let left = limit.saturating_sub(hits.len());
            if left == 0 {
                break;
            }
            let more = self.named(query, tier);
            hits.extend(match self.fewest(query, &more)? {
                Some(few) => self.gather(query, &few, tier, left)?,
                None => self.walk(query, tier, left)?,
            });
        }
        Ok(hits)
    }

    /// Number of hits.
    ///
    /// # Errors
    /// If the index cannot be read, or the search was interrupted.
    pub fn count(&self, query: &Prepared) -> Result<u64, SearchError> {
        self.count_all(query).map_err(|error| self.recovered(error))
    }

    fn count_all(&self, query: &Prepared) -> Result<u64, SearchError> {
        let few = self.fewest(query, &[])?;
        let mut builder = Builder::new(&self.roots);
        let few = few.map_or("1".to_owned(), |few| format!("a.id IN ({})", builder.take(&few)));
        let all = builder.conditions(query);
        let query = format!(
            "SELECT count(*) FROM asset a JOIN file f ON f.id = a.id >> {ASSET_BITS} \
             WHERE {few} AND {all}"
        );
        let values = params_from_iter(builder.values);
        let count: i64 = self.connection.query_row(&query, values, |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// The candidates of the most selective term, if they are few.
    fn fewest(&self, query: &Prepared, more: &[Sql]) -> Result<Option<Sql>, SearchError> {
        let mut best: Option<(usize, Sql)> = None;
        for candidates in condition::candidates(query, &self.roots).into_iter().chain(more.to_vec())
        {
            let limit = best.as_ref().map_or(self.few + 1, |(count, _)| *count);
            let query =
                format!("SELECT count(*) FROM (SELECT 1 FROM ({}) LIMIT {limit})", candidates.text);
            let values = params_from_iter(candidates.values.iter());
            let count: i64 = self.connection.query_row(&query, values, |row| row.get(0))?;
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            if count < limit {
                best = Some((count, candidates));
            }
        }
        Ok(best.filter(|(count, _)| *count <= self.few).map(|(_, candidates)| candidates))
    }

    /// Candidates whose name is, or begins with, the first word.
    fn named(&self, query: &Prepared, tier: Option<u8>) -> Vec<Sql> {
        let words: Vec<&str> = query.query.words().collect();
        let Some(first) = words.first() else { return Vec::new() };
        match tier {
            Some(0) => vec![Sql {
                text: "SELECT id FROM asset WHERE lowered(name) = ?".to_owned(),
                values: vec![Value::Text(words.join(" "))],
            }],
            Some(1) => vec![Sql {
                text: "SELECT id FROM asset WHERE lowered(name) >= ? AND lowered(name) < ?"
                    .to_owned(),
                values: vec![
                    Value::Text((*first).to_owned()),
                    Value::Text(format!("{first}\u{10ffff}")),
                ],
            }],
            Some(2) => {
                words.iter().filter_map(|word| lettered(query, Table::Names, word)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Checks the candidates and sorts the hits.
    fn gather(
        &self,
        query: &Prepared,
        few: &Sql,
        tier: Option<u8>,
        limit: usize,
    ) -> Result<Vec<Hit>, SearchError> {
        let mut builder = Builder::new(&self.roots);
        let columns = builder.columns(query);
        let ids = builder.take(few);
        let all = builder.conditions(query);
        let tier = tier.map_or(String::new(), |tier| format!("AND rank = {tier}"));
        let text = format!(
            "SELECT {columns} FROM asset a JOIN file f ON f.id = a.id >> {ASSET_BITS} \
             LEFT JOIN extent e ON e.asset = a.id WHERE a.id IN ({ids}) AND {all} {tier} ORDER BY rank, f.path, a.id LIMIT {limit}"
        );
        self.hits(&text, builder, query)
    }

    /// Traverses the files in the order of their paths until the page is full.
    fn walk(
        &self,
        query: &Prepared,
        tier: Option<u8>,
        limit: usize,
    ) -> Result<Vec<Hit>, SearchError> {
        let mut builder = Builder::new(&self.roots);
        let columns = builder.columns(query);
        let all = builder.conditions(query);
        let tier = tier.map_or(String::new(), |tier| format!("AND rank = {tier}"));
        let text = format!(
            "SELECT {columns} FROM file f INDEXED BY sqlite_autoindex_file_1 \
             CROSS JOIN asset a ON a.id BETWEEN f.id << {ASSET_BITS} AND \
             (f.id << {ASSET_BITS}) + {last} LEFT JOIN extent e ON e.asset = a.id \
             WHERE {all} {tier} ORDER BY f.path, a.id LIMIT {limit}",
            last = assets_of(0).1
        );
        self.hits(&text, builder, query)
    }

    fn hits(
        &self,
        text: &str,
        builder: Builder<'_>,
        query: &Prepared,
    ) -> Result<Vec<Hit>, SearchError> {
        let mut statement = self.connection.prepare(text)?;
        let mut rows = statement.query(params_from_iter(builder.values))?;
        let mut hits = Vec::new();
        while let Some(row) = rows.next()? {
            let mut hit = Hit::of_row(row, query)?;
            self.add_count(&mut hit, query)?;
            if let Some(shown) = self.roots.iter().find_map(|root| root.show(&hit.path)) {
                hit.path = shown;
            }
            hits.push(hit);
        }
        Ok(hits)
    }

    /// Replaces a file that is found to be damaged.
    fn recovered(&self, error: SearchError) -> SearchError {
        match error {
            SearchError::Index(error) => SearchError::Index(self.home.recover(self.number, error)),
            mistake => mistake,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn within(&self) -> &[Root] {
        &self.roots
    }
}

/// A query with everything needed to answer it.
#[derive(Default)]
pub struct Prepared {
    query: Query,
    /// Trigram queries for words that are too short for the tables.
    short: Vec<(Table, String, String)>,
    /// Entries that `same-as:` refers to.
    same: Vec<(String, ReferenceEntry)>,
    /// Byte patterns, by the number of their table.
    patterns: Vec<Vec<u8>>,
    /// Conditions on fields; their numbers follow those of the patterns.
    conditions: Vec<String>,
}

/// An entry that others are compared with.
#[derive(Clone, Debug)]
struct ReferenceEntry {
    id: i64,
    kind: i64,
    content: Option<Vec<u8>>,
}

impl Prepared {
    fn short(&self, table: Table, word: &str) -> Option<&str> {
        let found = self.short.iter().find(|(of, known, _)| *of == table && known == word);
        found.map(|(_, _, asked)| asked.as_str())
    }

    fn same(&self, path: &str) -> Option<&ReferenceEntry> {
        self.same.iter().find(|(known, _)| known == path).map(|(_, same)| same)
    }

    fn pattern(&self, bytes: &[u8]) -> Option<usize> {
        self.patterns.iter().position(|known| known == bytes)
    }

    fn condition(&self, text: &str) -> Option<usize> {
        let at = self.conditions.iter().position(|known| known == text)?;
        Some(self.patterns.len() + at)
    }

    /// Number of searches through files.
    fn scans(&self) -> usize {
        self.patterns.len() + self.conditions.len()
    }

    /// The parts of the query that need no search through files.
    fn without_scans(&self) -> Self {
        let is_scan = |term: &Term| matches!(term.what, Predicate::Bytes(_) | Predicate::Where(_));
        let others = self.query.all.iter().filter(|any| !any.iter().any(is_scan));
        let query = Query { all: others.cloned().collect() };
        Self { query, same: self.same.clone(), ..Self::default() }
    }
}
