//! The stash: manual changes that are in no file. They are included in exports, stashed when the file is
//! closed, and restored when it is opened again.

use std::collections::BTreeMap;

use crate::app::model::{PaletteEdits, State};
use crate::scene::{PaletteId, Scene};

/// Stashed changes by path, with a summary of what would be lost.
#[derive(Debug, Default)]
pub struct Stash(BTreeMap<String, (PaletteEdits, Option<String>)>);

impl Stash {
    /// Stashes the changes of the open file, if any; returns a message about it.
    pub fn put(&mut self, state: &mut State) -> Option<String> {
        let (doc, scene) = (state.doc.as_ref()?, state.scene()?);
        if state.palettes.is_empty() {
            return None;
        }
        let summary = state.palettes.summary(&scene.scene);
        let path = doc.opened.path.clone();
        let name = state.library.display_name(&path);
        let text = summary.as_ref().map(|summary| {
            format!(
                "{summary} changed in {name} are not in the file. They are restored if you reopen it \
                 before quitting."
            )
        });
        let edits = std::mem::take(&mut state.palettes);
        self.0.insert(path, (edits, summary));
        text
    }

    /// Restores the changes of a file that still fit.
    pub fn take(&mut self, path: &str, scene: &Scene) -> Option<PaletteEdits> {
        let (mut edits, _) = self.0.remove(path)?;
        let len = |index: &PaletteId| scene.palettes.get(*index).map(|p| p.stored.len());
        edits.words.retain(|index, words| len(index) == Some(words.len()));
        edits.tried.retain(|_, palette| len(palette).is_some());
        (!edits.is_empty()).then_some(edits)
    }

    /// The changes of each file that would be lost.
    fn at_risk(&self) -> impl Iterator<Item = UnsavedFile> {
        let changes = |(path, (_, summary)): (&String, &(PaletteEdits, Option<String>))| {
            Some(UnsavedFile { path: path.clone(), changes: summary.clone()? })
        };
        self.0.iter().filter_map(changes)
    }
}

/// A file with unsaved changes.
#[derive(Clone, Debug)]
pub struct UnsavedFile {
    pub path: String,
    /// Summary of the changes.
    pub changes: String,
}

/// The files whose changes would be lost on exit.
pub fn at_risk(state: &State, aside: &Stash) -> Vec<UnsavedFile> {
    let open = state.all_tabs().filter_map(|tab| {
        let (doc, scene) = (tab.doc.as_ref()?, tab.scene()?);
        let changes = tab.palettes.summary(&scene.scene)?;
        Some(UnsavedFile { path: doc.opened.path.clone(), changes })
    });
    open.chain(aside.at_risk()).collect()
}
