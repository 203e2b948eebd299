//! The folder for sidecars, next to the settings: one file for each game file.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::sidecar::{self, Key, Sidecar};
use crate::container::replace_file;

/// See the [module](self).
pub struct Store {
    folder: PathBuf,
    /// The newest version of each file's notes with its number, so that a slow thread cannot restore an
    /// old one. Locked only to look up and insert, never during file access.
    newest: Mutex<BTreeMap<Key, Numbered>>,
}

type Numbered = (u64, Arc<Sidecar>);

/// Result of looking a file up in the store.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredNotes {
    /// No notes are stored.
    Nothing,
    /// The stored notes.
    There(Box<Sidecar>),
    /// Unreadable, and renamed to `name`.
    Aside { why: String, name: String },
    /// Neither readable nor renamed: must not be overwritten.
    Unwritable { why: String },
}

impl Store {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, newest: Mutex::default() }
    }

    fn path(&self, key: Key) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }

    /// Reads the notes on a file; an unreadable sidecar is renamed.
    pub fn read(&self, key: Key) -> StoredNotes {
        let path = self.path(key);
        let why = match std::fs::read(&path) {
            Ok(bytes) => match one(&bytes, key) {
                Ok(sidecar) => return StoredNotes::There(Box::new(sidecar)),
                Err(why) => why,
            },
            Err(error) if error.kind() == ErrorKind::NotFound => return StoredNotes::Nothing,
            Err(error) => return StoredNotes::Unwritable { why: error.to_string() },
        };
        match rename_unreadable(&path) {
            Ok(name) => StoredNotes::Aside { why, name },
            Err(error) => StoredNotes::Unwritable { why: format!("{why}; {error}") },
        }
    }

    fn newest(&self) -> MutexGuard<'_, BTreeMap<Key, Numbered>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a sidecar, unless one with a higher `number` was submitted before; deletes the file if
    /// there are no notes. The old file stays intact until the new one is complete.
    pub fn write(&self, sidecar: &Sidecar, number: u64) -> std::io::Result<()> {
        let key = sidecar.key();
        let mut mine = (number, Arc::new(sidecar.clone()));
        match self.newest().entry(key) {
            Entry::Occupied(newest) if newest.get().0 > number => return Ok(()),
            Entry::Occupied(mut newest) => _ = newest.insert(mine.clone()),
            Entry::Vacant(first) => _ = first.insert(mine.clone()),
        }
        // The last writer checks if its version is the newest, and otherwise writes that.
        loop {
            self.put(key, &mine.1)?;
            match self.newest().get(&key) {
                Some(newest) if newest.0 != mine.0 => mine = newest.clone(),
                _ => return Ok(()),
            }
        }
    }

    fn put(&self, key: Key, sidecar: &Sidecar) -> std::io::Result<()> {
        let path = self.path(key);
        if sidecar.is_empty() {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        } else {
            std::fs::create_dir_all(&self.folder)?;
            replace_file(&path, sidecar.to_text()?.as_bytes())?;
        }
        Ok(())
    }
}

fn one(bytes: &[u8], key: Key) -> Result<Sidecar, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let all = sidecar::parse(text)?;
    let found = all.into_iter().find(|sidecar| sidecar.key() == key);
    found.ok_or_else(|| "the notes belong to another file".to_owned())
}

/// Renames a file to an unused name; returns that.
fn rename_unreadable(path: &Path) -> std::io::Result<String> {
    let stem = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = |n: u32| match n {
        1 => format!("{stem}.broken"),
        n => format!("{stem}.broken~{n}"),
    };
    let free = (1..).map(name).find(|name| !path.with_file_name(name).exists());
    let free = free.unwrap_or_else(|| name(1));
    std::fs::rename(path, path.with_file_name(&free))?;
    Ok(free)
}
