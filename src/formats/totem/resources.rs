//! The other resources beside one: members of the same archive, or files of the same folder.

use std::collections::HashMap;
use std::sync::Arc;

use super::archive::{ArchiveHalf, is_name_table};
use crate::bytes::cp1252;
use crate::bytes::{Result, Source};
use crate::container::{Context, safe_name};
use crate::formats::{Loaded, Records};

/// Finds resources by the hash of their name.
pub(super) struct Resources<'a> {
    context: Context<'a>,
    /// Names of the files beside, by the hash they stand for.
    by_hash: HashMap<u32, String>,
}

impl<'a> Resources<'a> {
    pub fn new(context: Context<'a>) -> Self {
        let names = context.siblings.names();
        let mut by_hash = HashMap::new();
        for name in &names {
            let mut add = |written: &str| {
                let hash = crc32fast::hash(&cp1252::encode(written));
                by_hash.entry(hash).or_insert_with(|| name.clone());
            };
            add(name);
            // Hashed names are upper case as a rule.
            if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
                add(&name.to_ascii_uppercase());
            }
            // What an archive's file is called when nothing names it.
            let stem = name.split('.').next().unwrap_or(name);
            if let (8, Ok(hash)) = (stem.len(), u32::from_str_radix(stem, 16)) {
                by_hash.entry(hash).or_insert_with(|| name.clone());
            }
        }
        let mut resources = Self { context, by_hash };
        resources.add_extracted(&names);
        resources
    }

    /// Extracted files have safe names; a name table beside them tells what they were called.
    fn add_extracted(&mut self, names: &[String]) {
        let tables = names.iter().filter(|name| is_name_table(name));
        let tables = tables.filter_map(|name| self.context.siblings.open(name).ok());
        let tables: Vec<_> = tables.filter_map(|table| self.read(&table).ok()).collect();
        if tables.is_empty() {
            return;
        }
        let known: HashMap<String, &String> =
            names.iter().map(|name| (name.to_ascii_uppercase(), name)).collect();
        for table in &tables {
            let ArchiveHalf::Names(table) = &table.records else { continue };
            for line in &table.lines {
                let (Some(hash), name) = (line.hash, line.text()) else { continue };
                if let Some(file) = known.get(&safe_name(&name).to_ascii_uppercase()) {
                    self.by_hash.entry(hash).or_insert_with(|| (*file).clone());
                }
            }
        }
    }

    /// What a resource is called, or its hash as eight hex digits.
    pub fn name(&self, hash: u32) -> String {
        let known = self.by_hash.get(&hash).cloned().or_else(|| self.context.names.name(hash));
        known.unwrap_or_else(|| format!("{hash:08X}"))
    }

    /// The resource, where it is.
    pub fn open(&self, hash: u32) -> Option<Source> {
        self.context.siblings.open(self.by_hash.get(&hash)?).ok()
    }

    /// What a resource holds.
    ///
    /// # Errors
    /// Where nothing can be said about it.
    pub fn read<T: Records>(&self, source: &Source) -> Result<Arc<Loaded<T>>> {
        Loaded::companion(source, self.context)
    }
}
