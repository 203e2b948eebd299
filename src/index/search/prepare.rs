//! Prepares queries: looks up paths and short words, and searches files.

use rusqlite::OptionalExtension;

use super::condition::Table;
use super::{Prepared, ReferenceEntry, Search, SearchError, evaluate, scan};
use crate::index::root::Root;
use crate::index::word_match::{joined, trigrams};
use crate::index::writer::{ASSET_BITS, assets_of};
use crate::index::{Mistake, Predicate, Query};
use crate::library::Library;

/// Maximum number of trigrams that are looked up for a short word.
const MAX_AROUND: usize = 200;

impl Search {
    /// Prepares a query: looks up paths, and searches files for bytes, which may take a while.
    ///
    /// # Errors
    /// If a path is not in the index, or the index cannot be read.
    pub fn prepare(&self, query: &Query, library: &Library) -> Result<Prepared, SearchError> {
        self.make_ready(query, library).map_err(|error| self.recovered(error))
    }

    fn make_ready(&self, query: &Query, library: &Library) -> Result<Prepared, SearchError> {
        let mut prepared = Prepared { query: query.clone(), ..Prepared::default() };
        self.look_up_short(&mut prepared)?;
        for term in query.all.iter().flatten() {
            if let Predicate::SameAs(path) = &term.what {
                let found = self.same_as(path)?.ok_or_else(|| Mistake {
                    at: term.at.clone(),
                    message: format!("same-as: {path} is not in the index"),
                })?;
                prepared.same.push((path.clone(), found));
            }
        }
        for pattern in query.patterns() {
            let number = prepared.scans();
            scan::scan(self, &prepared, pattern, number, library)?;
            prepared.patterns.push(pattern.to_vec());
        }
        for condition in query.conditions() {
            let number = prepared.scans();
            evaluate::evaluate(self, &prepared, condition, number, library)?;
            prepared.conditions.push(condition.to_owned());
        }
        Ok(prepared)
    }

    /// Looks up the trigrams that contain the words shorter than three characters.
    fn look_up_short(&self, prepared: &mut Prepared) -> Result<(), SearchError> {
        let words: Vec<String> = prepared.query.texts().map(str::to_owned).collect();
        for word in words.into_iter().filter(|word| trigrams(word).is_none()) {
            for table in Table::ALL {
                let query = format!(
                    "SELECT three FROM {}_letters WHERE instr(three, ?1) LIMIT {}",
                    table.name(),
                    MAX_AROUND + 1
                );
                let mut statement = self.connection.prepare(&query)?;
                let found = statement.query_map([&word], |row| row.get(0))?;
                let found: Vec<String> = found.collect::<Result<_, _>>()?;
                // With more trigrams, most rows would match.
                if found.len() <= MAX_AROUND {
                    let asked = joined(found, " OR ").unwrap_or_default();
                    prepared.short.push((table, word.clone(), asked));
                }
            }
        }
        Ok(())
    }

    /// The entry at a path: a file, or an asset with a field path after its file's, which is empty for an
    /// asset that is the whole file.
    fn same_as(&self, path: &str) -> Result<Option<ReferenceEntry>, SearchError> {
        let of_row = |row: &rusqlite::Row<'_>| {
            Ok(ReferenceEntry { id: row.get(0)?, kind: row.get(1)?, content: row.get(2)? })
        };
        for stored in self.spellings(path) {
            let query = "SELECT a.id, a.kind, a.content FROM file f JOIN asset a ON a.id = f.id << ?2 \
                         WHERE f.path = ?1";
            let found =
                self.connection.query_row(query, (&stored, ASSET_BITS), of_row).optional()?;
            if found.is_some() {
                return Ok(found);
            }
            let Some((file, field)) = stored.rsplit_once("//") else { continue };
            let query = "SELECT id FROM file WHERE path = ?1";
            let found = self.connection.query_row(query, [file], |row| row.get(0)).optional()?;
            let Some(file) = found else { continue };
            let (first, last) = assets_of(file);
            // An empty field path is an asset that is the whole file.
            let query = "SELECT id, kind, content FROM asset \
                         WHERE id BETWEEN ?1 AND ?2 AND coalesce(field, '') = ?3 \
                         AND id <> ?1 ORDER BY content IS NULL, id";
            let found =
                self.connection.query_row(query, (first, last, field), of_row).optional()?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Possible stored forms of a user's path: a path on disk, or one as hits show it.
    fn spellings(&self, path: &str) -> Vec<String> {
        let mut all = vec![Root::store(path), path.to_owned()];
        for root in &self.roots {
            if let Some(rest) = path.strip_prefix(root.display_path()) {
                all.push(format!("{}{rest}", root.stored()));
            }
        }
        all
    }
}
