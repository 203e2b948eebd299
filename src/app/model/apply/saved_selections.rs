//! Saved selections of the open file. Saving and deleting them cannot be undone.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::app::model::document::notes::saved_selection::SavedSelection;
use crate::app::model::view::element_faces::each_run;
use crate::app::model::{Combine, DocScene, Sidecar, State};
use crate::scene::{Element, FaceRef};

/// Saved selections by name.
type Selections = BTreeMap<String, SavedSelection>;

impl State {
    /// The saved selections; `None` if the notes of the file cannot be saved.
    pub fn saved_selections(&self) -> Option<&Selections> {
        self.own_sidecar().map(|sidecar| &sidecar.selections)
    }

    /// Saves the selection, and replaces one with this name. `false` if it has no elements with records.
    pub fn save_selection(&mut self, name: &str) -> bool {
        let Some(scene) = self.scene() else { return false };
        let Some(saved) = SavedSelection::of(&scene.scene, self.selected()) else { return false };
        self.change_selections(|all| {
            all.insert(name.trim().to_owned(), saved);
        })
    }

    pub fn delete_selection(&mut self, name: &str) {
        self.change_selections(|all| {
            all.remove(name);
        });
    }

    /// Selects the elements of a saved selection, or combines them with the selected ones. Returns the
    /// number of its elements that no longer exist.
    pub fn recall_selection(&mut self, name: &str, combine: Combine) -> u64 {
        let saved = self.saved_selections().and_then(|all| all.get(name));
        let Some((saved, scene)) = saved.zip(self.scene()) else { return 0 };
        let elements = saved.elements(&scene.scene);
        let missing = saved.count().saturating_sub(elements.len() as u64);
        match combine {
            Combine::Replace if elements.is_empty() => {}
            Combine::Replace => self.select_these(&elements),
            Combine::Add => {
                let mut all: Vec<Element> = self.selected().collect();
                let mut known: HashSet<Element> = all.iter().copied().collect();
                all.extend(elements.into_iter().filter(|element| known.insert(*element)));
                self.select_these(&all);
            }
            Combine::Remove => self.deselect_these(&elements),
        }
        missing
    }

    /// Removes elements from the selection. If a remaining element contains faces of a removed one, it is
    /// replaced by its other faces.
    fn deselect_these(&mut self, elements: &[Element]) {
        let Some(scene) = self.scene() else { return };
        let removed: HashSet<Element> = elements.iter().copied().collect();
        let rest: Vec<Element> = self.selected().filter(|one| !removed.contains(one)).collect();
        let faces = faces_of(scene, elements);
        let is_shared = faces_of(scene, &rest).iter().any(|face| faces.contains(face));
        if rest.is_empty() {
            self.replace_selection(None);
        } else {
            self.select_these(&rest);
        }
        if is_shared {
            self.combine_faces(&faces.into_iter().collect::<Vec<_>>(), Combine::Remove);
        }
    }

    fn change_selections(&mut self, change: impl FnOnce(&mut Selections)) -> bool {
        let file = self.own_source().and_then(|source| self.notes.entry(source));
        let Some(file) = file.map(|entry| entry.key) else { return false };
        let mut now = Selections::new();
        let is_known = self.notes.edit_file(file, |sidecar| {
            change(&mut sidecar.selections);
            now = sidecar.selections.clone();
        });
        // Undo steps of the notes restore the selections as they are now.
        let mut last: Option<[Arc<Sidecar>; 2]> = None;
        self.undo.each(|moment| {
            let Some(sidecar) = moment.notes.get_mut(&file) else { return };
            let before = sidecar.clone();
            match &last {
                Some([same, changed]) if Arc::ptr_eq(same, &before) => *sidecar = changed.clone(),
                _ => Arc::make_mut(sidecar).selections.clone_from(&now),
            }
            last = Some([before, sidecar.clone()]);
        });
        is_known
    }
}

/// All faces of elements.
fn faces_of(scene: &DocScene, elements: &[Element]) -> HashSet<FaceRef> {
    let mut all = HashSet::new();
    for element in elements {
        each_run(scene, *element, &mut |run| {
            all.extend(run.faces.map(|face| FaceRef { node: run.node, face }));
        });
    }
    all
}
