//! Companion files, in the folder or archive of a file.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use crate::bytes::Source;
use crate::container::Context;
use crate::formats::{Loaded, Records};

/// Finds companions by name. In an archive a file whose name occurs more than once is in a folder, and a
/// file with a unique name is not: companions may be in either (section 1 of the document).
pub struct CompanionFinder<'a> {
    context: Context<'a>,
    /// Names of the files in the same folder and in the user's roots, in lower case. Collected once per
    /// folder, so that a folder of thousands of files is not searched for every missing name.
    near: OnceCell<[Arc<HashSet<String>>; 2]>,
}

impl<'a> CompanionFinder<'a> {
    pub fn new(context: Context<'a>) -> Self {
        Self { context, near: OnceCell::new() }
    }

    /// Opens the file with this name.
    pub fn open(&self, name: &str) -> Option<Source> {
        let siblings = self.context.siblings;
        let key = name.to_ascii_lowercase();
        let is_near = self.near().iter().any(|names| names.contains(&key));
        if let Some(source) = is_near.then(|| siblings.open(name).ok()).flatten() {
            return Some(source);
        }
        siblings.open(&siblings.find_in_container(name)?).ok()
    }

    fn near(&self) -> &[Arc<HashSet<String>>; 2] {
        const KEY: &str = "names in lower case";
        let siblings = self.context.siblings;
        let lower = |names: &[String]| -> HashSet<String> {
            names.iter().map(|name| name.to_ascii_lowercase()).collect()
        };
        self.near.get_or_init(|| {
            let beside = siblings.of_folder(KEY, &|| Arc::new(lower(&siblings.names())));
            let in_roots = siblings.of_roots(KEY, &|| Arc::new(lower(&siblings.in_roots())));
            [beside, in_roots].map(|names| names.downcast().unwrap_or_default())
        })
    }

    /// Opens and parses the file with this name.
    pub fn read<T: Records>(&self, name: &str) -> Option<Arc<Loaded<T>>> {
        self.read_source(&self.open(name)?)
    }

    /// Parses a file that was found.
    pub fn read_source<T: Records>(&self, source: &Source) -> Option<Arc<Loaded<T>>> {
        Loaded::companion(source, self.context).ok()
    }

    /// Names of the files in the same folder that have this extension, sorted.
    pub fn with_extension(&self, extension: &'static str) -> Arc<Vec<String>> {
        let siblings = self.context.siblings;
        let is_one = |name: &&String| {
            name.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(extension))
        };
        let made = siblings.of_folder(extension, &|| {
            let mut names: Vec<String> = siblings.names().iter().filter(is_one).cloned().collect();
            names.sort();
            Arc::new(names)
        });
        made.downcast().unwrap_or_default()
    }
}
