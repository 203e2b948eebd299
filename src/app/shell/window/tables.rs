//! Exports table rows as displayed.

use std::path::PathBuf;
use std::sync::Arc;

use super::Window;
use crate::app::jobs::Purpose;
use crate::app::model::{Command, Level, numbers::counted, paths};
use crate::app::shell::file_dialog::{Pick, pick_paths};
use crate::app::shell::folders::free_name;
use crate::edit::save::{Output, save};
use crate::export::csv;
use crate::formats::NewBytes;
use crate::scene::Table;

impl Window {
    /// Handles the table commands; `false` for all others.
    pub(super) fn apply_tables(&mut self, command: &Command) -> bool {
        match command {
            Command::ExportTable(table) => {
                let new = Pick::New(format!("{}.csv", name_of(table)));
                self.pending.table = Some(table.clone());
                pick_paths(self.jobs.handle(), Purpose::Table, new);
            }
            Command::ExportTableTo { table, path } => {
                self.export_table(table.clone(), path.clone());
            }
            _ => return false,
        }
        true
    }

    /// A free path for the exported table.
    pub(super) fn place_for_table(&self) -> Option<PathBuf> {
        let table = self.pending.table.as_ref()?;
        Some(free_name(&paths::home_folder(), &name_of(table), "csv"))
    }

    fn export_table(&mut self, table: Arc<Table>, path: PathBuf) {
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

/// The table's name as a valid file name.
fn name_of(table: &Table) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
    table.name.chars().map(plain).collect()
}
