//! The scene of an opened file, built on first use.

use std::sync::Arc;

use super::Opened;
use crate::bytes::Problems;
use crate::container::{Context, Siblings};
use crate::formats::companion_hash;
use crate::library::{Library, lock};
use crate::scene::Scene;

/// The scene of a document, if it has one, with the problems of missing companions.
pub(super) type SceneAndProblems = Option<(Arc<Scene>, Arc<Problems>)>;

/// The scene, built with one revision of the names.
#[derive(Clone)]
pub(super) struct CachedScene {
    pub(super) shown: SceneAndProblems,
    /// Revision of the dictionary.
    names: u64,
    /// Revision of the read options.
    answers: u64,
}

impl Opened {
    /// The scene, built on first use, and rebuilt when more names are known that it may contain. Slow the
    /// first time.
    pub fn scene(&self, library: &Library) -> Option<Arc<Scene>> {
        self.get_or_build(library).shown.map(|(scene, _)| scene)
    }

    /// The scene, if it was built before.
    pub fn built_scene(&self) -> Option<Arc<Scene>> {
        lock(&self.scene).as_ref()?.shown.as_ref().map(|(scene, _)| scene.clone())
    }

    /// The scene with the [revision](crate::library::NameBook::revision) of the names in it.
    pub fn scene_and_names(&self, library: &Library) -> (Option<Arc<Scene>>, u64) {
        let made = self.get_or_build(library);
        (made.shown.map(|(scene, _)| scene), made.names)
    }

    /// The scene with the revision of its names, rebuilt because a companion has changed.
    pub fn rebuilt_scene(&self, library: &Library) -> (Option<Arc<Scene>>, u64) {
        *lock(&self.scene) = None;
        self.scene_and_names(library)
    }

    /// `true` if the scene contains names that are defined in other files.
    pub fn is_named_elsewhere(&self) -> bool {
        self.document.content.named().unnamed().is_some()
    }

    /// Adds the names in companions that the file's hashes stand for.
    pub fn learn_names(&self, library: &Library) {
        let names = self.document.content.named().files_with_names();
        let companion_hash = companion_hash(self.document.format);
        if names.is_empty() && companion_hash.is_none() {
            return;
        }
        let siblings = library.siblings(&self.stored);
        if let Some(source) = names.iter().find_map(|name| siblings.open(name).ok()) {
            library.search_for_names(&source);
        }
        if let Some(hash) = companion_hash {
            siblings.of_folder("names of files by their hashes", &|| {
                library.names.add_companions(&siblings.names(), hash);
                Arc::new(())
            });
        }
    }

    /// Adds the names by which the scene finds its companions.
    pub fn find_names(&self, library: &Library) {
        self.learn_names(library);
        let siblings = library.siblings(&self.stored);
        if let Some(unnamed) = self.document.content.named().unnamed() {
            library.search_nearby_files(&siblings, &unnamed);
        }
        library.look_for_real_name(self.stored.file_name(), &siblings);
    }

    fn make(&self, library: &Library) -> CachedScene {
        self.find_names(library);
        let siblings = library.siblings(&self.stored);
        // Names that are added while it is built may or may not be included.
        let (names, answers) = (library.names.revision(), library.answers.revision());
        let context = Context { siblings: &siblings, names: &library.names };
        let shown =
            self.document.content.displayed().scene(context).map(|(mut scene, problems)| {
                scene.sources = siblings.opened();
                scene.add_surfaces();
                scene.shrink_to_fit();
                (Arc::new(scene), Arc::new(problems))
            });
        CachedScene { shown, names, answers }
    }

    /// The scene, built on first use. If two threads request it at once, both build it and get the one
    /// that was finished first.
    pub(super) fn get_or_build(&self, library: &Library) -> CachedScene {
        let (known, is_bound) = (library.names.revision(), self.is_named_elsewhere());
        let answered = library.answers.revision();
        let is_good = |made: &CachedScene| {
            let asks = made.shown.as_ref().is_some_and(|(scene, _)| !scene.read_options.is_empty());
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
