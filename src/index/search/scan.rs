//! Searches stored files for bytes. Matches are kept in a temporary table.

use std::sync::atomic::{AtomicBool, Ordering};

use memchr::memmem::Finder;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::{ASSET_BITS, Builder, Prepared, Search, SearchError};
use crate::bytes::Source;
use crate::index::Kind;
use crate::index::error::IndexError;
use crate::index::writer::stored;
use crate::library::{Library, ResolvedPath};

/// Creates the table of matches.
pub fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP TABLE found (pattern INTEGER NOT NULL, asset INTEGER NOT NULL, \
         start INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (pattern, asset))",
    )
}

/// Searches for `pattern` in the files that match the rest of the query.
pub fn scan(
    search: &Search,
    prepared: &Prepared,
    pattern: &[u8],
    number: usize,
    library: &Library,
) -> Result<(), SearchError> {
    let others = prepared.without_scans();
    let mut builder = Builder::new(search.within());
    let all = builder.conditions(&others);
    let text = format!(
        "SELECT a.id, f.path FROM file f JOIN asset a ON a.id = f.id << {ASSET_BITS} \
         WHERE a.kind = {} AND {all}",
        Kind::File.number()
    );
    let mut statement = search.connection.prepare(&text)?;
    let rows = statement
        .query_map(params_from_iter(builder.values), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let files: Vec<(i64, String)> = rows.collect::<Result<_, _>>()?;
    drop(statement);
    let finder = Finder::new(pattern);
    let stopped = search.stopped.clone();
    let found: Vec<(i64, ByteMatches)> = files
        .into_par_iter()
        .filter_map(|(id, path)| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let Ok(ResolvedPath::File(source)) = library.place(&path) else { return None };
            let found = find_all(&source, &finder, &stopped);
            library.close_source(&source);
            Some((id, found?))
        })
        .collect();
    if search.is_stopped() {
        return Err(IndexError::new("the search was interrupted").into());
    }
    let found = found.into_iter().map(|(id, ByteMatches { start, count })| (id, start, count));
    store(search, number, found)
}

/// Stores the matches of a search through files: entries, first positions, and numbers of matches.
pub fn store(
    search: &Search,
    number: usize,
    found: impl IntoIterator<Item = (i64, u64, u64)>,
) -> Result<(), SearchError> {
    let clear = "DELETE FROM temp.found WHERE pattern = ?1";
    search.connection.execute(clear, [number])?;
    let query = "INSERT OR REPLACE INTO temp.found VALUES (?1, ?2, ?3, ?4)";
    let mut statement = search.connection.prepare(query)?;
    for (id, start, count) in found {
        statement.execute(params![number, id, stored(start), stored(count)])?;
    }
    Ok(())
}

/// First position and number of matches in a file that was searched.
pub fn found(
    search: &Search,
    prepared: &Prepared,
    bytes: &[u8],
    asset: i64,
) -> Result<Option<(u64, u64)>, SearchError> {
    let query = "SELECT start, count FROM temp.found WHERE pattern = ?1 AND asset = ?2";
    let mut statement = search.connection.prepare_cached(query)?;
    let number = |value: i64| u64::try_from(value).unwrap_or(0);
    let found = statement.query_row(params![prepared.pattern(bytes), asset], |row| {
        Ok((number(row.get(0)?), number(row.get(1)?)))
    });
    Ok(found.optional()?)
}

/// The search was interrupted.
struct Interrupted;

struct ByteMatches {
    start: u64,
    count: u64,
}

/// First position and number of matches, which do not overlap.
fn find_all(source: &Source, finder: &Finder<'_>, stopped: &AtomicBool) -> Option<ByteMatches> {
    let length = finder.needle().len();
    let (mut first, mut count) = (None, 0);
    // Bytes that a match may continue from, and the offset of the first one.
    let (mut held, mut base): (Vec<u8>, u64) = (Vec::new(), 0);
    let done = source.each_chunk(|chunk| -> Result<(), Interrupted> {
        if stopped.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        held.extend_from_slice(chunk);
        let mut at = 0;
        while let Some(found) = held.get(at..).and_then(|rest| finder.find(rest)) {
            first = first.or(Some(base + (at + found) as u64));
            count += 1;
            at += found + length;
        }
        let kept = held.len().saturating_sub(length - 1).max(at).min(held.len());
        held.drain(..kept);
        base += kept as u64;
        Ok(())
    });
    done.ok()?;
    first.map(|start| ByteMatches { start, count })
}
