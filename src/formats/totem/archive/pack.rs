//! An archive with the names of its files, for finding resources.

use std::collections::HashMap;
use std::sync::Arc;

use super::file_pair::Half;
use super::members::{self, Files};
use super::pair::{ArchiveHalf, other_half};
use super::records::Archive;
use crate::bytes::Source;
use crate::container::{Context, Members};
use crate::formats::Loaded;

/// Owned or borrowed data file.
enum DataFile<'a> {
    Own(&'a Loaded<ArchiveHalf>),
    Other(Arc<Loaded<ArchiveHalf>>),
}

/// The data file of an archive with its names.
pub(in crate::formats::totem) struct Pack<'a> {
    half: DataFile<'a>,
    files: Files,
    /// The name file.
    table: Option<Arc<Loaded<ArchiveHalf>>>,
    /// File indices by name hash; the first file of each name.
    by_hash: HashMap<u32, usize>,
}

impl<'a> Pack<'a> {
    /// The archive that is being read; `None` for a name file.
    pub fn own(file: &'a Loaded<ArchiveHalf>, context: Context<'_>) -> Option<Self> {
        Self::of(DataFile::Own(file), context)
    }

    /// The archive in another file.
    pub fn other(source: &Source, context: Context<'_>) -> Option<Pack<'static>> {
        let half = Loaded::<ArchiveHalf>::companion(source, context).ok()?;
        Pack::of(DataFile::Other(half), context)
    }

    fn of(half: DataFile<'a>, context: Context<'_>) -> Option<Self> {
        let (file, source) = match &half {
            DataFile::Own(half) => (&half.records, &half.source),
            DataFile::Other(half) => (&half.records, &half.source),
        };
        let ArchiveHalf::Data(archive, _) = file else { return None };
        let table = other_half(source, context, Half::Data, Half::Names).ok();
        let names = match table.as_deref().map(|table| &table.records) {
            Some(ArchiveHalf::Names(names)) => Some(names),
            _ => None,
        };
        let files = members::files(archive, source, names);
        let mut by_hash = HashMap::new();
        for (index, file) in archive.files().enumerate() {
            by_hash.entry(file.name).or_insert(index);
        }
        Some(Self { half, files, table, by_hash })
    }

    pub fn source(&self) -> &Source {
        match &self.half {
            DataFile::Own(half) => &half.source,
            DataFile::Other(half) => &half.source,
        }
    }

    fn archive(&self) -> Option<&Archive> {
        let half = match &self.half {
            DataFile::Own(half) => &half.records,
            DataFile::Other(half) => &half.records,
        };
        match half {
            ArchiveHalf::Data(archive, _) => Some(archive),
            ArchiveHalf::Names(_) => None,
        }
    }

    /// All files: index, class and name hash.
    pub fn files(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        let all = self.archive().into_iter().flat_map(Archive::files).enumerate();
        all.map(|(index, file)| (index, file.class, file.name))
    }

    /// Index of the file with this name hash.
    pub fn find(&self, hash: u32) -> Option<usize> {
        self.by_hash.get(&hash).copied()
    }

    /// Name of a hash in the name table.
    pub fn name(&self, hash: u32) -> Option<String> {
        match &self.table.as_deref()?.records {
            ArchiveHalf::Names(names) => names.name(hash),
            ArchiveHalf::Data(..) => None,
        }
    }

    /// All hashes in the name table.
    pub fn named_hashes(&self) -> impl Iterator<Item = u32> + '_ {
        let lines = self.table.iter().flat_map(|table| match &table.records {
            ArchiveHalf::Names(names) => names.lines.as_slice(),
            ArchiveHalf::Data(..) => &[],
        });
        lines.filter_map(|line| line.hash)
    }

    /// The bytes of a file, including unsaved changes.
    pub fn open(&self, index: usize, context: Context<'_>) -> Option<Source> {
        Some(context.siblings.inside(self.files.open(index).ok()?))
    }
}
