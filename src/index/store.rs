//! Where the index lives, and its connections.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::words;
use crate::library::in_words;

const SCHEMA: &str = include_str!("schema.sql");
/// Version of the schema. An older index is made anew, a newer one is left alone.
const VERSION: i32 = 1;
/// Marks the file as an index of ours: `Grdx`.
const APPLICATION: i32 = 0x4772_6478;
/// Name of the file in the folder of the cache.
const FILE: &str = "index.sqlite";
/// How long one waits for another window that writes.
const PATIENCE: Duration = Duration::from_secs(20);
/// KB of pages that a connection keeps.
const CACHE: i32 = -16_384;
/// Bytes of the file that are mapped for reading.
const MAPPED: i64 = 256 << 20;

/// What is on the shelf: files, and the assets in them. It lives in a file of the cache, or in memory
/// where that cannot be.
pub struct Index {
    home: Home,
    /// Keeps an index in memory alive; nothing is asked of it.
    _kept: Option<Mutex<Connection>>,
}

#[derive(Clone)]
enum Home {
    File(PathBuf),
    /// Name among those in memory.
    Memory(String),
}

/// Why the index could not be used, in a sentence.
#[derive(Debug)]
pub struct IndexError {
    message: String,
    /// It can only be made anew.
    is_damaged: bool,
}

impl IndexError {
    /// Whether the index can only be made anew.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_damaged: false }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IndexError {}

impl From<rusqlite::Error> for IndexError {
    fn from(error: rusqlite::Error) -> Self {
        let code = error.sqlite_error_code();
        let message = match code {
            Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                "it cannot be written".to_owned()
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "another window is busy with it".to_owned()
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                "it is damaged".to_owned()
            }
            _ => error.to_string(),
        };
        let damage = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        Self { message, is_damaged: code.is_some_and(|code| damage.contains(&code)) }
    }
}

/// The folder of the cache where nobody names one: that of `GOURAUD_CACHE`, else the user's.
pub fn default_folder() -> Option<PathBuf> {
    let named = std::env::var_os("GOURAUD_CACHE").filter(|named| !named.is_empty());
    named.map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("gouraud")))
}

impl Index {
    /// The index in `folder`, made where there is none.
    ///
    /// # Errors
    /// A sentence, where it cannot be written or read, or was made by a newer version of this program.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let path = folder.join(FILE);
        let named = |error: IndexError| {
            let message = format!("the index {} cannot be used: {error}", path.display());
            IndexError { message, ..error }
        };
        let unwritten = |error| named(IndexError::new(in_words(&error)));
        std::fs::create_dir_all(folder).map_err(unwritten)?;
        let real = folder.canonicalize().map_err(unwritten)?.join(FILE);
        let index = Self { home: Home::File(real), _kept: None };
        let mut connection = index.connect().map_err(named)?;
        prepare(&mut connection).map_err(named)?;
        Ok(index)
    }

    /// The index in `folder`, made anew in place of a damaged one.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn anew(folder: &Path) -> Result<Self, IndexError> {
        for ending in ["", "-wal", "-shm"] {
            let path = folder.join(format!("{FILE}{ending}"));
            // Whatever it is, it is not thrown away.
            let aside = folder.join(format!("{FILE}.damaged{ending}"));
            if path.exists() {
                std::fs::rename(path, aside).map_err(|error| IndexError::new(in_words(&error)))?;
            }
        }
        Self::open(folder)
    }

    /// An index in memory, which ends with the program.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn in_memory() -> Result<Self, IndexError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("/gouraud-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut index = Self { home: Home::Memory(name), _kept: None };
        let mut connection = index.connect()?;
        prepare(&mut connection)?;
        index._kept = Some(Mutex::new(connection));
        Ok(index)
    }

    /// The index in `folder`, or one in memory with the sentence that says why.
    ///
    /// # Errors
    /// Where there is not even memory.
    pub fn open_or_in_memory(
        folder: Option<&Path>,
    ) -> Result<(Self, Option<IndexError>), IndexError> {
        let nowhere = || IndexError::new("there is no folder for the index");
        let opened = folder.ok_or_else(nowhere).and_then(Self::open);
        let why = match opened {
            Ok(index) => return Ok((index, None)),
            Err(why) => why,
        };
        if why.is_damaged
            && let Some(Ok(index)) = folder.map(Self::anew)
        {
            let why = IndexError::new(format!("{why}; it is made anew"));
            return Ok((index, Some(why)));
        }
        Ok((Self::in_memory()?, Some(why)))
    }

    /// Whether it is kept when the program ends.
    pub fn is_kept(&self) -> bool {
        matches!(self.home, Home::File(_))
    }

    /// Whether a file is one of the index's own, which change whenever one looks.
    pub(super) fn is_own(&self, path: &str) -> bool {
        match &self.home {
            Home::File(own) => path
                .strip_prefix(&*own.to_string_lossy())
                .is_some_and(|ending| ["", "-wal", "-shm", "-journal"].contains(&ending)),
            Home::Memory(_) => false,
        }
    }

    /// A connection of its own: each thread takes one.
    pub(super) fn connect(&self) -> Result<Connection, IndexError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match &self.home {
            Home::File(path) => Connection::open_with_flags(path, flags)?,
            Home::Memory(name) => {
                let uri = format!("file:{name}?vfs=memdb");
                Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?
            }
        };
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "cache_size", CACHE)?;
        connection.pragma_update(None, "mmap_size", MAPPED)?;
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        let pure = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
        connection.create_scalar_function("holds", 2, pure, |call| {
            let (text, word) = (call.get_raw(0), call.get_raw(1));
            let (Ok(text), Ok(word)) = (text.as_str(), word.as_str()) else { return Ok(false) };
            Ok(words::holds(text, word))
        })?;
        Ok(connection)
    }
}

/// Makes the tables where there are none, and those of an older version anew.
fn prepare(connection: &mut Connection) -> Result<(), IndexError> {
    let number = |connection: &Connection, name: &str| -> rusqlite::Result<i32> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    if number(connection, "user_version")? > VERSION {
        return Err(IndexError::new("a newer version of this program made it"));
    }
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = connection.query_row(tables, [], |row| row.get(0))?;
    if tables > 0 && number(connection, "application_id")? != APPLICATION {
        return Err(IndexError::new("another program made it"));
    }
    let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if number(connection, "user_version")? == VERSION && journal != "delete" {
        // Nothing is to be written: whoever writes meanwhile is not waited for.
        return Ok(());
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // After a loss of power the last changes may be gone; the rest is whole.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another window may have made it meanwhile.
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

/// Takes away the tables of another version.
fn clear_schema(connection: &Connection) -> rusqlite::Result<()> {
    let query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
                 ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC";
    let mut tables = connection.prepare(query)?;
    let names: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    drop(tables);
    for name in names {
        // Tables of a virtual table go with it.
        connection.execute_batch(&format!("DROP TABLE IF EXISTS \"{name}\""))?;
    }
    Ok(())
}
