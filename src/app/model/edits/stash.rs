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
        let name = crate::app::model::document::paths::name(&path);
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

    /// A line for each file with changes that would be lost.
    pub fn lines(&self) -> Vec<String> {
        let line = |(path, (_, summary)): (&String, &(PaletteEdits, Option<String>))| {
            let summary = summary.as_ref()?;
            Some(format!("{}: {summary}", crate::app::model::document::paths::name(path)))
        };
        self.0.iter().filter_map(line).collect()
    }
}

/// A line for each file whose changes would be lost on exit.
pub fn at_risk(state: &State, aside: &Stash) -> Vec<String> {
    let open = state.all_tabs().filter_map(|tab| {
        let (doc, scene) = (tab.doc.as_ref()?, tab.scene()?);
        let summary = tab.palettes.summary(&scene.scene)?;
        Some(format!("{}: {summary}", crate::app::model::document::paths::name(&doc.opened.path)))
    });
    open.chain(aside.lines()).collect()
}
