//! Palettes of other files: read by a job, and taken by the panel that requested them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::SearchResults;
use crate::index::Kind;
use crate::scene::{Element, PaletteCandidate, PaletteId};

/// Maximum number of palettes that are read.
pub const MAX_PALETTES: usize = 10_000;

/// Files with palettes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaletteFiles {
    /// All files at these paths, and below them.
    Below(Vec<String>),
    /// These files, and the palettes in them; all palettes if the list is empty.
    Listed(BTreeMap<String, BTreeSet<PaletteId>>),
}

impl PaletteFiles {
    /// The files with results of Find; only those palettes that are results themselves, if there are any.
    pub fn of_results(found: &SearchResults) -> Self {
        let mut files: BTreeMap<String, BTreeSet<PaletteId>> = BTreeMap::new();
        let of_palettes = found.hits.iter().any(|hit| hit.kind == Kind::Palette);
        for hit in &found.hits {
            match hit.element {
                Some(Element::Palette(palette)) if hit.kind == Kind::Palette => {
                    files.entry(hit.path.clone()).or_default().insert(palette);
                }
                _ if of_palettes => {}
                _ => _ = files.entry(hit.path.clone()).or_default(),
            }
        }
        Self::Listed(files)
    }
}

/// A search for palettes, shared with the job that fills it.
#[derive(Debug)]
pub struct PaletteSearch {
    pub files: PaletteFiles,
    /// Highest number of colours.
    pub most_colours: usize,
    state: Mutex<Filling>,
}

/// Result of a search so far.
#[derive(Debug, Default)]
struct Filling {
    new: Vec<PaletteCandidate>,
    known: HashSet<Arc<[u16]>>,
    progress: PaletteProgress,
}

/// Progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaletteProgress {
    pub files: u64,
    /// Files that could not be read.
    pub failed: u64,
    pub is_done: bool,
    /// More palettes were found than are read.
    pub is_full: bool,
}

/// Two handles are equal if they belong to the same search.
impl PartialEq for PaletteSearch {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl PaletteSearch {
    pub fn new(files: PaletteFiles, most_colours: usize) -> Self {
        Self { files, most_colours, state: Mutex::default() }
    }

    /// Adds the palettes of a file, without those whose colours are known; `false` if there are enough.
    pub fn add(&self, palettes: Option<Vec<PaletteCandidate>>) -> bool {
        let mut guard = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Filling { new, known, progress } = &mut *guard;
        progress.files += 1;
        progress.failed += u64::from(palettes.is_none());
        for palette in palettes.into_iter().flatten() {
            let fits = (1..=self.most_colours).contains(&palette.loaded.len());
            if known.len() >= MAX_PALETTES {
                progress.is_full = true;
                return false;
            }
            if fits && known.insert(palette.loaded.clone()) {
                new.push(palette);
            }
        }
        true
    }

    /// Marks the search as done.
    pub fn end(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).progress.is_done = true;
    }

    /// The palettes since the last call, and the progress.
    pub fn take(&self) -> (Vec<PaletteCandidate>, PaletteProgress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut state.new), state.progress)
    }
}
