//! Evaluates conditions on the fields of files. Matches are kept in the table of matches.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rusqlite::params_from_iter;

use super::scan::store;
use super::{ASSET_BITS, Builder, Prepared, Search, SearchError};
use crate::index::error::IndexError;
use crate::index::{Mistake, Predicate, Query, Term};
use crate::ksy::{Condition, Examination, TreeObjects};
use crate::library::Library;

/// Entries of a file: their ids and field paths.
type Entries = Vec<(i64, String)>;

/// Evaluates a condition on the entries that match the rest of the query: at the root for a file, at its
/// field for an asset. Each file is read once. If the condition holds for none of them, a mistake that all
/// of them show is an error.
pub fn evaluate(
    search: &Search,
    prepared: &Prepared,
    condition: &str,
    number: usize,
    library: &Library,
) -> Result<(), SearchError> {
    let Ok(parsed) = Condition::parse(condition) else { return Ok(()) };
    let stopped = &*search.stopped;
    let (found, examination) = entries(search, prepared)?
        .into_par_iter()
        .filter(|_| !stopped.load(Ordering::Relaxed))
        .map(|(path, entries)| holding(library, &path, entries, &parsed))
        .reduce(Default::default, |(mut found, mut examination), (more, other)| {
            found.extend(more);
            examination.merge(other);
            (found, examination)
        });
    if search.is_stopped() {
        return Err(IndexError::new("the search was interrupted").into());
    }
    if found.is_empty()
        && let Some(term) = only_term(&prepared.query, condition)
        && let Some(mistake) = examination.mistake()
    {
        let mistake = Mistake::in_condition(&mistake, condition, term.value_at, &term.at);
        return Err(mistake.into());
    }
    store(search, number, found.into_iter().map(|id| (id, 0, 1)))
}

/// The term with a condition, if every hit has to satisfy it.
fn only_term<'q>(query: &'q Query, condition: &str) -> Option<&'q Term> {
    let is_it = |term: &Term| matches!(&term.what, Predicate::Where(other) if other == condition);
    query.all.iter().find_map(|any| match any.as_slice() {
        [term] if !term.negated && is_it(term) => Some(term),
        _ => None,
    })
}

/// The files with entries that match the rest of the query.
fn entries(search: &Search, prepared: &Prepared) -> Result<Vec<(String, Entries)>, SearchError> {
    let mut builder = Builder::new(search.within());
    let all = builder.conditions(&prepared.without_scans());
    let text = format!(
        "SELECT f.path, a.id, coalesce(a.field, '') FROM file f \
         JOIN asset a ON a.id >> {ASSET_BITS} = f.id WHERE {all} ORDER BY f.path"
    );
    let mut statement = search.connection.prepare(&text)?;
    let mut rows = statement.query(params_from_iter(builder.values))?;
    let mut files: Vec<(String, Entries)> = Vec::new();
    while let Some(row) = rows.next()? {
        let (path, entry) = (row.get(0)?, (row.get(1)?, row.get(2)?));
        match files.last_mut() {
            Some((last, entries)) if *last == path => entries.push(entry),
            _ => files.push((path, vec![entry])),
        }
    }
    Ok(files)
}

/// The entries of a file for which a condition holds, and their mistakes. A file that cannot be read has none.
fn holding(
    library: &Library,
    path: &str,
    entries: Entries,
    condition: &Condition,
) -> (Vec<i64>, Examination) {
    let mut examination = Examination::default();
    let Ok(opened) = library.open(path, None) else { return (Vec::new(), examination) };
    let tree = &opened.document.tree;
    let mut holds = |field: &str| {
        tree.find(field).is_ok_and(|id| {
            if !examination.is_clean() {
                examination.examine(condition, &TreeObjects::new(tree, id.clone()), &[]);
            }
            condition.holds(tree, &id)
        })
    };
    let found = entries.into_iter().filter(|(_, field)| holds(field)).map(|(id, _)| id).collect();
    library.close(&opened);
    (found, examination)
}
