//! Removes files from the index.

use rusqlite::{OptionalExtension, TransactionBehavior};

use super::{Writer, assets_of};
use crate::index::IndexError;

/// Files that are removed per step.
const REMOVED_AT_ONCE: i64 = 8;

impl Writer {
    /// Removes a file on disk with all its members.
    pub fn remove(&mut self, holder: i64) -> Result<(), IndexError> {
        self.begin()?;
        // Marked as unread first, because the removal may be interrupted.
        let query = "UPDATE file SET stamp = NULL WHERE id = ?1";
        self.connection.prepare_cached(query)?.execute([holder])?;
        while self.remove_some(holder)? {
            self.end_overlong()?;
            self.begin()?;
        }
        self.end_overlong()
    }

    /// Removes some members of a file on disk, and the file last; returns `false` when nothing is left.
    pub fn remove_some(&self, holder: i64) -> Result<bool, IndexError> {
        let query = "SELECT id FROM file WHERE holder = ?1 ORDER BY id = ?1, id LIMIT ?2";
        let mut found = self.connection.prepare_cached(query)?;
        let files = found.query_map([holder, REMOVED_AT_ONCE], |row| row.get(0))?;
        let files: Vec<i64> = files.collect::<Result<_, _>>()?;
        drop(found);
        files.iter().try_for_each(|file| self.remove_one(*file))?;
        Ok(!files.is_empty())
    }

    pub(super) fn remove_one(&self, file: i64) -> Result<(), IndexError> {
        let (first, last) = assets_of(file);
        for query in [
            "DELETE FROM names WHERE rowid BETWEEN ?1 AND ?2",
            "DELETE FROM texts WHERE rowid BETWEEN ?1 AND ?2",
            "DELETE FROM hash WHERE asset BETWEEN ?1 AND ?2",
            "DELETE FROM face_count WHERE asset BETWEEN ?1 AND ?2",
            "DELETE FROM extent WHERE asset BETWEEN ?1 AND ?2",
            "DELETE FROM asset WHERE id BETWEEN ?1 AND ?2",
        ] {
            self.connection.prepare_cached(query)?.execute([first, last])?;
        }
        for query in [
            "DELETE FROM paths WHERE rowid = ?1",
            "DELETE FROM problem WHERE file = ?1",
            "DELETE FROM file WHERE id = ?1",
        ] {
            self.connection.prepare_cached(query)?.execute([file])?;
        }
        Ok(())
    }

    /// Removes a file by its path, if it exists.
    pub fn remove_path(&mut self, path: &str) -> Result<(), IndexError> {
        let query = "SELECT id FROM file WHERE path = ?1";
        let found = self.connection.prepare_cached(query)?.query_row([path], |row| row.get(0));
        match found.optional()? {
            Some(id) => self.remove(id),
            None => Ok(()),
        }
    }

    /// Removes everything.
    pub fn clear(&mut self) -> Result<(), IndexError> {
        self.end()?;
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for table in [
            "file",
            "game",
            "codec",
            "asset",
            "extent",
            "hash",
            "face_number",
            "face_count",
            "problem",
        ] {
            transaction.execute_batch(&format!("DELETE FROM {table}"))?;
        }
        self.threes.clear();
        for table in ["names", "texts", "paths"] {
            transaction.execute_batch(&format!("DELETE FROM {table}_letters"))?;
            let query = format!("INSERT INTO {table} ({table}) VALUES ('delete-all')");
            transaction.execute_batch(&query)?;
        }
        transaction.commit()?;
        self.connection.execute_batch("VACUUM")?;
        Ok(())
    }
}
