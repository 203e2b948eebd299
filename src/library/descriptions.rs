//! Finds the descriptions of formats that the user wrote, and their imports.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::description_folders::{Described, DescriptionFolders, is_description, mistakes};
use super::{OpenError, lock};
use crate::formats::user::{Tests, UserFormat};
use crate::formats::{self, Format, FormatHandle, FormatInfo, Head, Probe};
use crate::ksy::{self, Description};

/// Formats that the user described.
#[derive(Default)]
pub struct Descriptions {
    folders: Mutex<Arc<DescriptionFolders>>,
    /// The descriptions in the folders, once they are needed.
    all: Mutex<Option<Arc<Vec<Described>>>>,
    /// Formats that were chosen, by the names of their files.
    chosen: Mutex<HashMap<String, Arc<UserFormat>>>,
    /// Texts that are not saved, the newest first.
    drafts: Mutex<Vec<Described>>,
    /// The first error of each description that cannot be used.
    errors: Mutex<Vec<String>>,
    /// Errors that were reported already.
    reported: Mutex<HashSet<String>>,
}

impl Descriptions {
    /// The folders that are searched.
    pub fn folders(&self) -> Arc<DescriptionFolders> {
        lock(&self.folders).clone()
    }

    /// Searches these folders from now on.
    pub fn search_in(&self, folders: DescriptionFolders) {
        *lock(&self.folders) = Arc::new(folders);
        *lock(&self.all) = None;
    }

    /// All descriptions in the folders, then those of the program, loaded on first use. Of several with
    /// one id the first is used.
    pub fn all(&self) -> Arc<Vec<Described>> {
        let known = lock(&self.all).clone();
        known.unwrap_or_else(|| self.load())
    }

    /// Reads the descriptions in the folders, and starts again if the list of folders changes during the reading. If a
    /// description cannot be used any more, its previous version stays in use.
    fn load(&self) -> Arc<Vec<Described>> {
        loop {
            let folders = self.folders();
            let mut found = self.with_drafts(folders.load_all());
            let first = |one: &Described| one.format.as_ref().err()?.first().cloned();
            *lock(&self.errors) = found.iter().filter_map(first).collect();
            let before = self.loaded();
            let usable = before.iter().filter(|one| one.format.is_ok());
            let usable: HashMap<_, _> = usable.map(|one| (one.file.as_str(), one)).collect();
            for broken in found.iter_mut().filter(|one| one.format.is_err()) {
                if let Some(last) = usable.get(broken.file.as_str()) {
                    *broken = (*last).clone();
                }
            }
            let found = Arc::new(found);
            let mut all = lock(&self.all);
            if Arc::ptr_eq(&folders, &self.folders()) {
                *all = Some(found.clone());
                return found;
            }
        }
    }

    /// Drafts, then the descriptions on disk.
    fn with_drafts(&self, stored: Vec<Described>) -> Vec<Described> {
        let drafts = lock(&self.drafts).clone();
        let is_replaced = |one: &Described| {
            drafts.iter().any(|draft| draft.file == one.file || draft.id == one.id)
        };
        let stored: Vec<Described> = stored.into_iter().filter(|one| !is_replaced(one)).collect();
        [drafts, stored].concat()
    }

    /// Also searches this folder, without those below it, unless it is searched already. Returns `true` if it
    /// was not.
    pub fn include(&self, folder: &Path) -> bool {
        // The object is replaced only if the folders change: `load` compares it to find out.
        let mut folders = lock(&self.folders);
        let is_new = !folders.has(folder);
        if is_new {
            Arc::make_mut(&mut folders).include(folder);
        }
        is_new
    }

    /// Also searches these folders, which are open in the window, instead of the previous ones.
    pub fn search_roots(&self, roots: Vec<PathBuf>) {
        Arc::make_mut(&mut lock(&self.folders)).search_roots(roots);
    }

    /// The format of a file with this head: the compiled one, or a described one with a higher score,
    /// unless the claim of the compiled one is certain enough. Tests of descriptions run in the order of
    /// their scores, up to the first that recognises the file.
    pub(super) fn prefer(
        &self,
        compiled: Option<(&'static dyn Format, Probe)>,
        head: &Head<'_>,
    ) -> Option<(FormatHandle, Probe)> {
        let score = compiled.as_ref().map_or(0, |(_, probe)| probe.score);
        let compiled = compiled.map(|(format, probe)| (FormatHandle::Compiled(format), probe));
        if score >= CERTAIN {
            return compiled;
        }
        let all = self.all();
        let formats = all.iter().filter_map(|described| described.format.as_ref().ok());
        let claims = formats.filter_map(|format| Some((format, format.claim(head)?)));
        let mut claims: Vec<_> = claims.filter(|(_, probe)| probe.score > score).collect();
        claims.sort_by_key(|(_, probe)| Reverse(probe.score));
        let mut tests = Tests::of(head);
        let best = claims.into_iter().find(|(format, _)| format.confirms(&mut tests));
        let described =
            best.map(|(format, probe)| (FormatHandle::Described(format.clone()), probe));
        described.or(compiled)
    }

    /// The format with this id, or that of the description in this file.
    ///
    /// # Errors
    /// If there is no such format, or the description has mistakes.
    pub fn format(&self, chosen: &str) -> Result<FormatHandle, OpenError> {
        if let Some(format) = formats::by_id(chosen) {
            return Ok(FormatHandle::Compiled(format));
        }
        if !is_description(chosen) {
            let missing = || OpenError::NoSuchFormat(chosen.to_owned());
            let all = self.all();
            let found = all.iter().find(|described| described.id == chosen).ok_or_else(missing)?;
            let format = found.format.as_ref().map_err(|lines| OpenError::Mistaken(lines.clone()));
            return format.map(|format| FormatHandle::Described(format.clone()));
        }
        if let Some(known) = lock(&self.chosen).get(chosen).cloned() {
            return Ok(FormatHandle::Described(known));
        }
        let description = self.folders().load(Path::new(chosen)).map_err(OpenError::NotFound)?;
        if description.has_errors() {
            return Err(OpenError::Mistaken(mistakes(&description, chosen)));
        }
        let format = Arc::new(UserFormat::new(description, chosen));
        lock(&self.chosen).insert(chosen.to_owned(), format.clone());
        Ok(FormatHandle::Described(format))
    }

    /// Loads a text of the description in `file`, and uses it from now on if it has no errors. Returns the
    /// description, and the id of its format if it is used.
    pub fn draft(&self, file: &str, text: &str) -> (Arc<Description>, Option<String>) {
        let description = ksy::load(file, text, &*self.folders());
        if description.has_errors() {
            return (Arc::new(description), None);
        }
        let format = Arc::new(UserFormat::new(description, file));
        let (description, id) = (format.description.clone(), format.info().id.to_owned());
        lock(&self.chosen).insert(file.to_owned(), format.clone());
        let draft = Described { id: id.clone(), file: file.to_owned(), format: Ok(format) };
        let mut drafts = lock(&self.drafts);
        drafts.retain(|other| other.file != file && other.id != id);
        drafts.insert(0, draft.clone());
        drop(drafts);
        let others = self.all();
        let others = others.iter().filter(|other| other.file != file && other.id != id).cloned();
        *lock(&self.all) = Some(Arc::new(std::iter::once(draft).chain(others).collect()));
        (description, Some(id))
    }

    /// The descriptions, if they were loaded.
    pub fn loaded(&self) -> Arc<Vec<Described>> {
        lock(&self.all).clone().unwrap_or_default()
    }

    /// The first error of each description with errors that the previous call did not return, in the order of
    /// the descriptions.
    pub fn new_errors(&self) -> Vec<String> {
        let errors = lock(&self.errors).clone();
        let known = std::mem::replace(&mut *lock(&self.reported), errors.iter().cloned().collect());
        errors.into_iter().filter(|error| !known.contains(error)).collect()
    }

    /// `true` if an error was not reported before; it counts as reported from now on.
    pub fn is_new_error(&self, error: &str) -> bool {
        lock(&self.reported).insert(error.to_owned())
    }

    /// Rows of the described formats; empty until they were loaded.
    pub fn known(&self) -> Vec<&'static FormatInfo> {
        let all = self.loaded();
        let formats = all.iter().filter_map(|found| found.format.as_ref().ok());
        formats.map(|format| format.info()).collect()
    }

    /// Reads the descriptions from disk again. Drafts stay in use.
    pub fn reload(&self) {
        let drafts = lock(&self.drafts).clone();
        lock(&self.chosen).retain(|file, _| drafts.iter().any(|draft| draft.file == *file));
        self.load();
    }

    /// Uses a text on disk like [`draft`](Self::draft), until the descriptions are read again.
    pub fn stored(&self, file: &str, text: &str) -> (Arc<Description>, Option<String>) {
        let found = self.draft(file, text);
        lock(&self.drafts).retain(|draft| draft.file != file);
        found
    }

    /// A description in the folders that cannot be used, by the name of its file without the extension.
    pub fn broken(&self, stem: &str) -> Option<PathBuf> {
        let all = self.loaded();
        let mut broken = all.iter().filter(|one| one.format.is_err());
        let is_it =
            |one: &&Described| Path::new(&one.file).file_stem().is_some_and(|own| own == stem);
        broken.find(is_it).map(|one| PathBuf::from(&one.file))
    }

    /// `true` if the format with this id may recognise a file with this head; its test is not run.
    pub fn may_recognise(&self, id: &str, head: &Head<'_>) -> bool {
        let all = self.loaded();
        let mut formats = all.iter().filter(|one| one.id == id);
        formats.any(|one| one.format.as_ref().is_ok_and(|format| format.claim(head).is_some()))
    }

    /// Uses the text on disk again, after it was saved or its draft was discarded.
    pub fn end_draft(&self, file: &str) {
        lock(&self.drafts).retain(|draft| draft.file != file);
        self.reload();
    }

    /// File of the description of the format with this id, if it was loaded.
    pub fn file_of(&self, id: &str) -> Option<String> {
        let is_it = |format: &&Arc<UserFormat>| format.info().id == id;
        let chosen = lock(&self.chosen).values().find(is_it).map(|format| format.file.clone());
        let all = self.loaded();
        let loaded = all.iter().find(|found| found.id == id).map(|found| found.file.clone());
        chosen.or(loaded)
    }
}

/// Minimum score of a compiled format with which descriptions are not considered.
const CERTAIN: u8 = 50;
