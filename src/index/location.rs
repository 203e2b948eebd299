//! Location of the index database: a file in the cache, or in memory.
//!
//! A damaged file is kept, and the next one gets another name. A program that still has the old file open
//! continues with its journal, whose name derives from that of the file; under the same name, two
//! programs would write into each other's journal.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags};

use super::error::IndexError;
use super::schema::{self, PATIENCE};
use super::word_match;

/// Page cache per connection: a negative number of KB.
const CACHE: i32 = -16_384;
/// Bytes of the file that are memory-mapped for reading.
const MAPPED: i64 = 256 << 20;
/// Maximum number of damaged files in a row before giving up.
const MAX_DAMAGED: u32 = 16;
/// Suffixes of the files that SQLite creates.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Location of an index.
#[derive(Clone)]
pub enum IndexLocation {
    /// The file with this number in a folder. The number grows when a file is found to be damaged.
    Folder(PathBuf, Arc<AtomicU32>),
    /// A read-only file in a read-only folder.
    Frozen(PathBuf),
    /// Name of a database in memory.
    Memory(String),
}

impl IndexLocation {
    /// The newest file in a folder, or the first one if there is none.
    pub fn in_folder(folder: &Path) -> Self {
        let newest = files_in(folder).map(|(number, _)| number).max().unwrap_or(0);
        Self::Folder(folder.to_owned(), Arc::new(AtomicU32::new(newest)))
    }

    /// `true` if the index persists when the program ends.
    pub fn is_kept(&self) -> bool {
        matches!(self, Self::Folder(..))
    }

    /// Number of the current file.
    pub fn number(&self) -> u32 {
        match self {
            Self::Folder(_, number) => number.load(Ordering::Acquire),
            Self::Frozen(_) | Self::Memory(_) => 0,
        }
    }

    /// The newest file in a folder, opened read-only: without writers and without a journal.
    pub fn frozen(folder: &Path) -> Self {
        let newest = files_in(folder).map(|(number, _)| number).max().unwrap_or(0);
        Self::Frozen(folder.join(name_of(newest)))
    }

    /// `true` for the index's own files, which change while they are being indexed.
    pub fn is_own(&self, path: &Path) -> bool {
        match self {
            Self::Folder(folder, _) => {
                path.parent() == Some(folder)
                    && path
                        .file_name()
                        .is_some_and(|name| number_of(&name.to_string_lossy()).is_some())
            }
            Self::Frozen(_) | Self::Memory(_) => false,
        }
    }

    /// Opens a new connection. A file that was deleted is recreated.
    pub fn connect(&self) -> Result<Connection, IndexError> {
        match self {
            Self::Folder(folder, _) => {
                let path = folder.join(name_of(self.number()));
                let is_new = !path.exists();
                let mut connection = open_file(&path)?;
                if is_new {
                    schema::prepare(&mut connection)?;
                }
                Ok(connection)
            }
            Self::Frozen(path) => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
                    | OpenFlags::SQLITE_OPEN_NO_MUTEX
                    | OpenFlags::SQLITE_OPEN_URI;
                let name: String = path.to_string_lossy().chars().flat_map(in_address).collect();
                let address = format!("file:{name}?immutable=1");
                let connection = set_up(Connection::open_with_flags(address, flags)?)?;
                schema::check(&connection)?;
                Ok(connection)
            }
            Self::Memory(name) => {
                let flags = flags() | OpenFlags::SQLITE_OPEN_URI;
                let mut connection =
                    Connection::open_with_flags(format!("file:{name}?vfs=memdb"), flags)?;
                // In memory, readers wait for writers, which hold the lock only for a moment.
                connection.busy_handler(Some(|times| {
                    std::thread::sleep(Duration::from_millis(1));
                    u128::try_from(times).is_ok_and(|times| times < PATIENCE.as_millis())
                }))?;
                set_up(connection)
            }
        }
    }

    /// Creates missing tables.
    pub fn prepare(&self) -> Result<Connection, IndexError> {
        let mut connection = self.connect()?;
        schema::prepare(&mut connection)?;
        Ok(connection)
    }

    /// Adds the consequence to an error of the file with this number. A damaged file is replaced by a new
    /// one, unless another process already did that.
    pub fn recover(&self, number: u32, error: IndexError) -> IndexError {
        if !error.is_damaged() {
            return error;
        }
        match self.leave(number) {
            Ok(()) => error.with_message(|error| format!("{error}; it is rebuilt")),
            Err(why) => IndexError::new(format!("{error}, and cannot be rebuilt: {why}")),
        }
    }

    /// Replaces a damaged file with the next one.
    fn leave(&self, damaged: u32) -> Result<(), IndexError> {
        let Self::Folder(folder, number) = self else {
            return Err(IndexError::new("it is in memory"));
        };
        let mut next = damaged;
        while self.number() <= damaged {
            next = next.saturating_add(1);
            // Another process that found the damage creates this same file.
            let made = open_file(&folder.join(name_of(next)))
                .and_then(|mut connection| schema::prepare(&mut connection));
            match made {
                Ok(()) => {
                    number.fetch_max(next, Ordering::AcqRel);
                }
                Err(error) if error.is_damaged() && next - damaged < MAX_DAMAGED => {}
                Err(error) => return Err(error),
            }
        }
        // The damaged file is kept; older ones are deleted.
        for (_, path) in files_in(folder).filter(|(number, _)| *number < damaged) {
            // Fails while another window has the file open.
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }
}

/// Escapes a character of a path for a URI.
fn in_address(letter: char) -> Vec<char> {
    match letter {
        '?' | '#' | '%' => format!("%{:02x}", u32::from(letter)).chars().collect(),
        '\\' => vec!['/'],
        other => vec![other],
    }
}

/// Name of the file with this number.
fn name_of(number: u32) -> String {
    match number {
        0 => "index.sqlite".to_owned(),
        number => format!("index.{number}.sqlite"),
    }
}

/// Number in the name of an index file, or of a file that SQLite created for it.
fn number_of(name: &str) -> Option<u32> {
    let name = BESIDE.iter().rev().find_map(|ending| name.strip_suffix(ending))?;
    let number = match name.strip_prefix("index.")? {
        "sqlite" => 0,
        rest => rest.strip_suffix(".sqlite")?.parse().ok()?,
    };
    (name_of(number) == name).then_some(number)
}

/// Index files in a folder.
fn files_in(folder: &Path) -> impl Iterator<Item = (u32, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Some((number_of(&entry.file_name().to_string_lossy())?, entry.path())))
}

fn flags() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn open_file(path: &Path) -> Result<Connection, IndexError> {
    let connection = Connection::open_with_flags(path, flags())?;
    connection.busy_timeout(PATIENCE)?;
    set_up(connection)
}

/// Applies settings and registers SQL functions.
fn set_up(connection: Connection) -> Result<Connection, IndexError> {
    connection.pragma_update(None, "cache_size", CACHE)?;
    connection.pragma_update(None, "mmap_size", MAPPED)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // A power loss may lose the last changes, but keeps the file consistent.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let pure = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    for (name, test) in
        [("holds", word_match::holds as fn(&str, &str) -> bool), ("begins", word_match::begins)]
    {
        connection.create_scalar_function(name, 2, pure, move |call| {
            let (text, word) = (call.get_raw(0), call.get_raw(1));
            let (Ok(text), Ok(word)) = (text.as_str(), word.as_str()) else { return Ok(false) };
            Ok(test(text, word))
        })?;
    }
    connection.create_scalar_function("lowered", 1, pure, |call| {
        Ok(call.get_raw(0).as_str().map_or_else(|_| String::new(), str::to_lowercase))
    })?;
    Ok(connection)
}
