//! A folder of files in memory, and what its level says.

use std::collections::BTreeMap;

use gouraud::bytes::{Problems, Source};
use gouraud::container::{Context, Miss, NoNames, Siblings};
use gouraud::scene::Scene;

use super::fixture::open_as;

/// Files of one folder.
#[derive(Default)]
pub struct Folder(BTreeMap<String, Vec<u8>>);

impl Siblings for Folder {
    fn open(&self, name: &str) -> Result<Source, Miss> {
        let found = self.0.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        let miss = || Miss { name: name.to_owned(), looked_in: "the folder".to_owned() };
        let (name, bytes) = found.ok_or_else(miss)?;
        Ok(Source::from_bytes(name, bytes.clone()))
    }
    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

impl Folder {
    pub fn with(mut self, name: &str, bytes: Vec<u8>) -> Self {
        self.0.insert(name.to_owned(), bytes);
        self
    }

    pub fn scene(&self, name: &str, bytes: &[u8]) -> (Scene, Problems) {
        let context = Context { siblings: self, names: &NoNames };
        open_as(name, bytes).content.scene(context).expect("it has a scene")
    }
}

pub fn messages(problems: &Problems) -> Vec<String> {
    problems.iter().map(|problem| problem.message.clone()).collect()
}
