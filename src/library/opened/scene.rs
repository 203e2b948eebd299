//! The scene of an opened file, made when it is first needed.

use std::sync::Arc;

use super::Opened;
use crate::bytes::Problems;
use crate::container::Context;
use crate::library::{Library, lock};
use crate::scene::Scene;

/// The scene of a document, if it has one, with what its surroundings lack.
pub(super) type Shown = Option<(Arc<Scene>, Arc<Problems>)>;

/// The scene as made with one state of the names.
#[derive(Clone)]
pub(super) struct Made {
    pub(super) shown: Shown,
    /// Version of the dictionary.
    names: u64,
    /// Version of the answers.
    answers: u64,
}

impl Opened {
    /// The scene, made on first use, and again when more names are known that it may show. Slow the
    /// first time.
    pub fn scene(&self, library: &Library) -> Option<Arc<Scene>> {
        self.made(library).shown.map(|(scene, _)| scene)
    }

    /// The scene with the [revision](crate::library::NameBook::revision) of the names in it.
    pub fn scene_and_names(&self, library: &Library) -> (Option<Arc<Scene>>, u64) {
        let made = self.made(library);
        (made.shown.map(|(scene, _)| scene), made.names)
    }

    /// The same, made again: a companion is not what it was.
    pub fn scene_anew(&self, library: &Library) -> (Option<Arc<Scene>>, u64) {
        *lock(&self.scene) = None;
        self.scene_and_names(library)
    }

    /// True when what it shows has names that stand in other files.
    pub fn is_named_elsewhere(&self) -> bool {
        self.document.content.unnamed().is_some()
    }

    fn make(&self, library: &Library) -> Made {
        let siblings = library.siblings(&self.stored);
        if let Some(unnamed) = self.document.content.unnamed() {
            library.look_around(&siblings, &unnamed);
        }
        library.look_for_real_name(self.stored.file_name(), &siblings);
        // Names that come in meanwhile may be in it or not.
        let (names, answers) = (library.names.revision(), library.answers.revision());
        let context = Context { siblings: &siblings, names: &library.names };
        let shown = self.document.content.scene(context).map(|(mut scene, problems)| {
            scene.sources = siblings.opened();
            scene.add_surfaces();
            scene.shrink_to_fit();
            (Arc::new(scene), Arc::new(problems))
        });
        Made { shown, names, answers }
    }

    /// The scene, made on first use. Two threads that ask at once both make it, and get the one
    /// that was ready first.
    pub(super) fn made(&self, library: &Library) -> Made {
        let (known, is_bound) = (library.names.revision(), self.is_named_elsewhere());
        let answered = library.answers.revision();
        let is_good = |made: &Made| {
            let asks = made.shown.as_ref().is_some_and(|(scene, _)| !scene.questions.is_empty());
            (made.names >= known || !is_bound) && (made.answers >= answered || !asks)
        };
        if let Some(made) = lock(&self.scene).clone().filter(is_good) {
            return made;
        }
        let made = self.make(library);
        let mut scene = lock(&self.scene);
        match &*scene {
            Some(other) if is_good(other) => other.clone(),
            _ => scene.insert(made).clone(),
        }
    }
}
