//! The tables of the index.

use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::error::IndexError;

/// Longest wait for another process that writes.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// Time between two attempts to switch to the write-ahead log.
const PAUSE: Duration = Duration::from_millis(5);

const SCHEMA: &str = include_str!("schema.sql");
/// Version of the schema. An older index is rebuilt; a newer one is not changed.
const VERSION: i32 = 3;
/// Application id of index files: `Grdx`.
const APPLICATION: i32 = 0x4772_6478;

/// Checks that the tables of this version exist.
pub fn check(connection: &Connection) -> Result<(), IndexError> {
    let number = |name: &str| -> rusqlite::Result<i32> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    match (number("application_id")?, number("user_version")?) {
        (APPLICATION, VERSION) => Ok(()),
        _ => Err(IndexError::new("it was created by another version of this program")),
    }
}

/// Creates missing tables, and rebuilds those of an older version.
pub fn prepare(connection: &mut Connection) -> Result<(), IndexError> {
    let number = |connection: &Connection, name: &str| -> rusqlite::Result<i32> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    if number(connection, "user_version")? > VERSION {
        return Err(IndexError::new("it was created by a newer version of this program"));
    }
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = connection.query_row(tables, [], |row| row.get(0))?;
    if tables > 0 && number(connection, "application_id")? != APPLICATION {
        return Err(IndexError::new("it was created by another program"));
    }
    let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if number(connection, "user_version")? == VERSION && journal != "delete" {
        // Nothing to write, so no need to wait for writers.
        return Ok(());
    }
    use_log(connection)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another window may have created the tables in the meantime.
    let version = number(&transaction, "user_version")?;
    if version != VERSION {
        clear_schema(&transaction)?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    Ok(())
}

/// Switches to a write-ahead log. If another window does the same at this moment, SQLite returns an error
/// instead of waiting.
fn use_log(connection: &Connection) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < PATIENCE =>
            {
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

/// Drops the tables of another version.
fn clear_schema(connection: &Connection) -> rusqlite::Result<()> {
    let query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
                 ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC";
    let mut tables = connection.prepare(query)?;
    let names: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    drop(tables);
    for name in names {
        // Dropping a virtual table also drops its shadow tables.
        connection.execute_batch(&format!("DROP TABLE IF EXISTS \"{name}\""))?;
    }
    Ok(())
}
