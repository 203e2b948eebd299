//! Sibling files.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use crate::bytes::{Origin, Source, SourceId};
use crate::container::{
    FolderSet, MissingCompanion, ParsedContent, Siblings, has_extension, path_text,
};

use super::folder_names::FolderNames;
use super::made_values::ValueKey;
use super::search_locations::add_location;
use super::{Library, Opened, demo, lock};

/// The siblings of one file: files in its folder, or in the same folder of its container.
pub struct Companions<'a> {
    library: &'a Library,
    source: &'a Source,
    /// Opened companions, which must not be closed before everything that is built from them.
    opened: Mutex<BTreeMap<SourceId, Source>>,
}

impl Library {
    /// Siblings of `source`.
    pub fn siblings<'a>(&'a self, source: &'a Source) -> Companions<'a> {
        Companions { library: self, source, opened: Mutex::default() }
    }

    /// The sibling `name` of `source`, on disk or in the same folder of its container.
    ///
    /// # Errors
    /// If there is none, with the locations that were searched.
    pub fn beside(&self, source: &Source, name: &str) -> Result<Source, MissingCompanion> {
        self.siblings(source).beside(name)
    }
}

impl Companions<'_> {
    /// The companions that were opened so far.
    pub(super) fn opened(&self) -> Vec<Source> {
        lock(&self.opened).values().cloned().collect()
    }

    /// Keeps a companion alive for everything that is built from it. Sources that were opened from the
    /// file itself are excluded: they hold that file, which would create a cycle.
    fn note(&self, companion: Source) -> Source {
        let container = companion.container::<Opened>();
        if container.is_none_or(|container| container.stored.id() != self.source.id()) {
            lock(&self.opened).insert(companion.id(), companion.clone());
        }
        companion
    }

    fn folder(&self) -> Option<PathBuf> {
        match self.source.origin() {
            Origin::File(path) => {
                let parent = path.parent()?;
                // A bare file name has an empty parent: the current folder.
                let here = parent.as_os_str().is_empty();
                Some(if here { PathBuf::from(".") } else { parent.to_path_buf() })
            }
            _ => None,
        }
    }

    /// Other folders that may contain files of a game, nearest first: the parent folder and the file's
    /// own, every opened folder, every registered installation folder, each with the game's subfolders;
    /// then the folders in which files of the game were found before.
    fn elsewhere(&self, spread: &FolderSet) -> Vec<PathBuf> {
        let own = self.folder().map(|own| own.canonicalize().unwrap_or(own));
        let mut roots: Vec<PathBuf> = Vec::new();
        roots.extend(own.as_ref().and_then(|own| own.parent()).map(Path::to_path_buf));
        roots.extend(own.clone());
        roots.extend(lock(&self.library.roots).iter().cloned());
        roots.extend(self.library.installed(spread));
        let mut all: Vec<PathBuf> = Vec::new();
        let mut add = |folder: PathBuf| {
            let folder = folder.canonicalize().unwrap_or(folder);
            if Some(&folder) != own.as_ref() && !all.contains(&folder) {
                all.push(folder);
            }
        };
        for root in roots {
            let inner = spread.folders.iter();
            let inner = inner.filter_map(|name| self.library.listings.find(&root, name));
            let inner: Vec<PathBuf> = inner.filter(|folder| folder.is_dir()).collect();
            add(root);
            inner.into_iter().for_each(&mut add);
        }
        let remembered = self.library.game_folders();
        remembered.get(spread.game).into_iter().flatten().cloned().for_each(add);
        all
    }

    /// Names of the files in a folder on disk; empty if it cannot be read.
    fn files_in(&self, folder: &Path) -> Arc<[String]> {
        self.library.listings.of(folder).map(|listing| listing.files()).unwrap_or_default()
    }

    /// See [`Siblings::names_elsewhere`].
    fn list_elsewhere(&self, spread: &FolderSet, extensions: &[&str]) -> Arc<[String]> {
        let is_one = |name: &&String| has_extension(name, extensions);
        let own = self.names();
        let inside = extensions.iter().flat_map(|extension| self.in_container(extension));
        let inside = inside.filter_map(|path| Some(path.rsplit('/').next()?.to_owned()));
        let folders = self.elsewhere(spread).into_iter().map(|folder| self.files_in(&folder));
        let outside: Vec<Arc<[String]>> = [self.in_roots()].into_iter().chain(folders).collect();
        let outside = outside.iter().flat_map(|names| names.iter().filter(is_one)).cloned();
        let all = own.iter().filter(is_one).cloned().chain(inside).chain(outside);
        let mut known = HashSet::new();
        all.filter(|name| known.insert(name.to_lowercase())).collect()
    }

    /// Cached value that is computed from the files of the folder.
    fn value(&self, key: ValueKey, make: &dyn Fn() -> ParsedContent) -> ParsedContent {
        // Edited files may change at any time.
        if self.library.is_changing() {
            return make();
        }
        match self.folder().map(|folder| self.library.listings.of(&folder)) {
            Some(Ok(listing)) => listing.made(key, make),
            None if let Some(folder) = self.folder_of_container() => {
                // Other locations may be folders on disk.
                folder.made.get(key, key.locations != 0, make)
            }
            _ => make(),
        }
    }

    /// Key of a value that depends on all locations of a game.
    fn key_of(&self, what: &'static str, spread: &FolderSet) -> ValueKey {
        let locations = 1 + self.library.locations.load(Ordering::Relaxed);
        ValueKey { what, game: spread.game, locations, ..ValueKey::default() }
    }

    /// The file `name` in the same folder, on disk or in a container.
    fn beside(&self, name: &str) -> Result<Source, MissingCompanion> {
        let miss = |looked_in: String| MissingCompanion { name: name.to_owned(), looked_in };
        if let Some(folder) = self.folder().filter(|_| !name.starts_with('/')) {
            let shown = path_text(&folder);
            let find = |at: PathBuf, part: &str| self.library.listings.find(&at, part);
            let path = name.split('/').try_fold(folder, find);
            let path = path.ok_or_else(|| miss(shown.clone()))?;
            return self
                .library
                .file(&path, &path_text(&path))
                .map_err(|error| miss(format!("{shown} ({error})")));
        }
        if let Some(source) = self.in_demo(name) {
            return Ok(source);
        }
        let Some((opened, folder)) = self.container() else {
            return Err(miss("the files next to it: there are none".to_owned()));
        };
        let beside = format!("{folder}{name}");
        let path = name.strip_prefix('/').unwrap_or(&beside);
        let found = opened.member(self.library, path).and_then(Result::ok);
        found.ok_or_else(|| miss(opened.path.clone()))
    }

    fn find_elsewhere(&self, name: &str, spread: &FolderSet) -> Result<Source, MissingCompanion> {
        let miss = match self.beside(name) {
            Err(miss) => miss,
            found => return found,
        };
        if let Some(path) = self.find_in_container(name) {
            return self.beside(&path);
        }
        let mut miss = match self.library.in_roots(name, self.source, miss) {
            Err(miss) => miss,
            found => return found,
        };
        for folder in self.elsewhere(spread) {
            if let Some(path) = self.library.listings.find(&folder, name)
                && let Ok(source) = self.library.file(&path, &path_text(&path))
            {
                if self.library.records_folders.load(Ordering::Relaxed) {
                    let own = self.folder().map(|own| own.canonicalize().unwrap_or(own));
                    self.library.remember_folders(spread.game, own.into_iter().chain([folder]));
                }
                return Ok(source);
            }
            add_location(&mut miss, &path_text(&folder));
        }
        Err(miss)
    }

    /// The demo file `name`, as a sibling of another demo file.
    fn in_demo(&self, name: &str) -> Option<Source> {
        let mut names = demo::names_beside(self.source.name())?;
        let name = names.find(|other| other.eq_ignore_ascii_case(name))?;
        self.library.demo_file(&format!("{}//{name}", demo::FOLDER))
    }

    /// Names of the files in the same folder of the container.
    fn folder_of_container(&self) -> Option<Arc<FolderNames>> {
        let (opened, folder) = self.container()?;
        opened.folder(self.library, &folder)
    }

    /// The container that contains this file, and its folder in it (with a trailing `/`).
    fn container(&self) -> Option<(Arc<Opened>, String)> {
        let opened = self.library.container_of(self.source)?;
        let inner = self.source.name().rsplit_once("//").map_or("", |(_, inner)| inner);
        let folder = inner.rfind('/').and_then(|at| inner.get(..=at)).unwrap_or("");
        Some((opened, folder.to_owned()))
    }
}

impl Siblings for Companions<'_> {
    fn answer(&self, question: &str) -> Option<String> {
        self.library.answers.get(question)
    }

    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        let found = self.beside(name);
        let found = found.or_else(|miss| self.library.in_roots(name, self.source, miss));
        found.map(|companion| self.note(companion))
    }

    fn open_elsewhere(&self, name: &str, spread: &FolderSet) -> Result<Source, MissingCompanion> {
        self.find_elsewhere(name, spread).map(|companion| self.note(companion))
    }

    fn names_elsewhere(
        &self,
        spread: &FolderSet,
        extensions: &'static [&'static str],
    ) -> Arc<[String]> {
        let key = ValueKey { extensions, ..self.key_of("names elsewhere", spread) };
        let make = || -> ParsedContent { Arc::new(self.list_elsewhere(spread, extensions)) };
        let made = self.value(key, &make);
        made.downcast_ref::<Arc<[String]>>().cloned().unwrap_or_default()
    }

    fn of_game(
        &self,
        what: &'static str,
        spread: &FolderSet,
        make: &dyn Fn() -> ParsedContent,
    ) -> ParsedContent {
        self.value(self.key_of(what, spread), make)
    }

    fn names(&self) -> Arc<[String]> {
        if let Some(folder) = self.folder() {
            return self.files_in(&folder);
        }
        if let Some(names) = demo::names_beside(self.source.name()) {
            return names.map(str::to_owned).collect();
        }
        self.folder_of_container().map(|folder| folder.names.clone()).unwrap_or_default()
    }

    fn of_folder(&self, what: &'static str, make: &dyn Fn() -> ParsedContent) -> ParsedContent {
        self.value(ValueKey { what, ..ValueKey::default() }, make)
    }

    fn has(&self, name: &str) -> bool {
        if let Some(folder) = self.folder() {
            let found = self.library.listings.find(&folder, name);
            return found.is_some_and(|path| !path.is_dir());
        }
        if let Some(mut names) = demo::names_beside(self.source.name()) {
            return names.any(|other| other.eq_ignore_ascii_case(name));
        }
        let found = self.container();
        found.is_some_and(|(opened, folder)| {
            opened.member_at(self.library, &format!("{folder}{name}")).is_some()
        })
    }

    fn in_container(&self, extension: &str) -> Vec<String> {
        let Some((opened, folder)) = self.container() else { return Vec::new() };
        let all = opened.members_with(self.library, extension);
        all.filter(|path| !is_in(path, &folder)).map(|path| format!("/{path}")).collect()
    }

    fn find_in_container(&self, name: &str) -> Option<String> {
        let (opened, folder) = self.container()?;
        let mut paths = opened.members_named(self.library, name);
        paths.find(|path| !is_in(path, &folder)).map(|path| format!("/{path}"))
    }

    fn inside(&self, member: Source) -> Source {
        let member = self.library.current(member);
        self.library.remember(&member);
        self.note(member)
    }

    fn unpacked(&self, content: &Source) {
        self.library.remember(content);
    }

    fn in_roots(&self) -> Arc<[String]> {
        self.library.names_in_roots().names.clone()
    }

    fn of_roots(&self, what: &'static str, make: &dyn Fn() -> ParsedContent) -> ParsedContent {
        let key = ValueKey { what, ..ValueKey::default() };
        self.library.names_in_roots().made.get(key, false, make)
    }

    fn kept(&self, source: SourceId) -> Option<ParsedContent> {
        if let Some(opened) = self.library.document(source) {
            return Some(opened.document.content.clone());
        }
        lock(&self.library.companions).get(source)
    }

    fn keep(&self, source: SourceId, read: &ParsedContent) {
        lock(&self.library.companions).insert(source, read);
    }
}

/// `true` if `path` is directly in `folder`, which ends in `/` unless it is the root.
fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|name| !name.contains('/'))
}
