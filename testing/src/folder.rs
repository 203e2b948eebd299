//! A folder that exists in memory.
#![allow(dead_code, reason = "each test binary uses its own part")]

use gouraud::bytes::Source;
use gouraud::container::{Context, Miss, NoNames, Siblings};

/// Names and contents.
#[derive(Default)]
pub struct Folder(pub Vec<(&'static str, Vec<u8>)>);

impl Folder {
    /// What a file in it can see.
    pub fn context(&self) -> Context<'_> {
        Context { siblings: self, names: &NoNames }
    }
}

impl Siblings for Folder {
    fn open(&self, name: &str) -> Result<Source, Miss> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let miss = || Miss { name: name.to_owned(), looked_in: "the folder".to_owned() };
        found.map(|(name, bytes)| Source::from_bytes(*name, bytes.clone())).ok_or_else(miss)
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}
