//! Finds the files of a folder that contain something with a name hash.

use std::collections::BTreeSet;

/// Files by the name hashes of their contents. Every file of a folder may search it, so it is made once per
/// folder.
#[derive(Default)]
pub struct FilesByHash {
    /// File names.
    files: Vec<String>,
    /// Each hash with the index of a file that contains it; sorted.
    hashes: Vec<(u32, usize)>,
}

impl FilesByHash {
    /// Adds a file that contains these hashes.
    pub fn push(&mut self, file: &str, hashes: impl IntoIterator<Item = u32>) {
        let index = self.files.len();
        self.hashes.extend(hashes.into_iter().map(|hash| (hash, index)));
        self.files.push(file.to_owned());
    }

    /// Sorts the hashes; call it after the last file.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self
    }

    /// Names of all files, in the order in which they were added.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Indices of the files that contain this hash, in order.
    pub fn with(&self, hash: u32) -> impl Iterator<Item = usize> + '_ {
        let start = self.hashes.partition_point(|(other, _)| *other < hash);
        let from = self.hashes.get(start..).unwrap_or_default();
        from.iter().take_while(move |(other, _)| *other == hash).map(|(_, file)| *file)
    }

    /// Names of the first files that contain each of these hashes, in order, except `own`.
    pub fn first_with_each(
        &self,
        hashes: impl IntoIterator<Item = u32>,
        own: &str,
    ) -> Vec<&String> {
        let is_other = |file: &usize| {
            self.files.get(*file).is_some_and(|name| !name.eq_ignore_ascii_case(own))
        };
        let firsts = hashes.into_iter().filter_map(|hash| self.with(hash).find(is_other));
        self.names(firsts)
    }

    /// Names of the files that contain any of these hashes, in order.
    pub fn with_any(&self, hashes: impl IntoIterator<Item = u32>) -> Vec<&String> {
        self.names(hashes.into_iter().flat_map(|hash| self.with(hash)))
    }

    fn names(&self, files: impl Iterator<Item = usize>) -> Vec<&String> {
        let files: BTreeSet<usize> = files.collect();
        files.into_iter().filter_map(|file| self.files.get(file)).collect()
    }
}
