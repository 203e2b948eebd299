//! Exports table rows as displayed.

use std::path::PathBuf;
use std::sync::Arc;

use super::Window;
use crate::app::model::{Level, document::paths, numbers::counted};
use crate::app::shell::folders::free_name;
use crate::edit::save::{Output, save};
use crate::export::csv;
use crate::formats::NewBytes;
use crate::scene::Table;

impl Window {
    pub(super) fn export_table(&mut self, table: Arc<Table>, path: PathBuf) {
        let name = format!("Writing {}", paths::name(&path.to_string_lossy()));
        self.jobs.start(name, false, move |handle| {
            let rows = counted(table.rows.len() as u64, "row");
            let bytes = NewBytes::Whole(csv(&table));
            match save(&[Output { path: path.clone(), from: None, bytes, was: None }], false) {
                Ok(()) => {
                    handle.notify(Level::Success, format!("Saved {rows} to {}", path.display()));
                }
                Err(error) => handle.notify(Level::Error, error.to_string()),
            }
        });
    }
}

/// A free path for a table of this name.
pub(super) fn free_path(name: &str) -> PathBuf {
    free_name(&paths::home_folder(), name, "csv")
}

/// The table's name as a valid file name.
pub(super) fn name_of(table: &Table) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
    table.name.chars().map(plain).collect()
}
