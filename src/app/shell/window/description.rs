//! Commands of the Description panel, and changes in the folders of descriptions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Window;
use super::receive::QUIET;
use crate::app::jobs::description::{self, Reading};
use crate::app::model::document::description::{Checked, DescriptionFile};
use crate::app::model::document::draft_store::{DraftStore, StoredDraft, StoredDrafts};
use crate::app::model::document::paths;
use crate::app::model::document::tab_state::{Outdated, TabState};
use crate::app::model::{Command, Doc, Level, PanelId, log};
use crate::app::shell::layout;
use crate::container::io_message;
use crate::formats::Head;
use crate::library::{edited_path, is_description, plain};

impl Window {
    /// Opens a description in the panel, unless it is already open there.
    pub(super) fn open_description(&mut self, file: &Path) {
        self.read_description(file, None);
    }

    /// Opens a path; a description opens in its panel.
    pub(super) fn open_path(&mut self, path: &str) {
        match is_description_file(path) {
            true => self.open_description(Path::new(path)),
            false => self.open(path, None),
        }
    }

    fn read_description(&mut self, file: &Path, of: Option<String>) {
        self.commands.push(Command::ShowPanel(PanelId::DESCRIPTION));
        let open = self.state.description.file.as_ref();
        if open.is_some_and(|open| open.path == file) {
            return;
        }
        let (library, file) = (self.state.library.clone(), file.to_owned());
        let unsaved = self.state.description.drafts.unsaved_text(&file).map(str::to_owned);
        self.jobs.start("Opening a description", false, move |handle| {
            description::open(handle, &library, file, of, unsaved);
        });
    }

    /// Reads the descriptions in all folders and in the open ones in the background, and watches the folders
    /// if enabled. `is_edited` is `true` if files in them changed.
    pub(super) fn read_descriptions(&mut self, is_edited: bool) {
        let (library, watches) = (self.state.library.clone(), self.state.settings.watch);
        self.pending.described_roots.clone_from(&self.state.files.roots);
        let roots = self.state.files.roots.iter().map(PathBuf::from);
        library.descriptions.search_roots(roots.collect());
        self.jobs.start("Reading descriptions", false, move |handle| {
            description::reload(handle, &library, watches, is_edited);
        });
    }

    /// Reads the descriptions again after a quiet period, and those of newly opened folders.
    pub(super) fn keep_descriptions(&mut self, ctx: &egui::Context) {
        if self.pending.described_roots != self.state.files.roots {
            self.read_descriptions(false);
        }
        let Some((changed, is_edited)) = self.pending.descriptions else { return };
        match QUIET.checked_sub(changed.elapsed()) {
            Some(left) => ctx.request_repaint_after(left),
            None => {
                self.pending.descriptions = None;
                self.read_descriptions(is_edited);
            }
        }
    }

    /// Recognises the files of listed folders again, and an open file of an unknown format.
    pub(super) fn take_descriptions(&mut self, reading: Reading) {
        // Otherwise the folders have changed, and are being read again.
        if Arc::ptr_eq(&reading.folders, &self.state.library.descriptions.folders()) {
            self.watches_descriptions = reading.watcher;
        }
        if !reading.changed {
            return;
        }
        // The descriptions of open documents are among the watched files.
        self.pending.watches_other_files = true;
        let unknown = |tab: &&mut TabState| tab.doc.as_ref().is_some_and(|doc| is_unknown(doc));
        for tab in self.state.tabs.others_mut().filter(unknown) {
            tab.outdated.get_or_insert(Outdated::ChangedOnDisk);
        }
        if self.state.doc.as_ref().is_some_and(|doc| is_unknown(doc)) {
            self.commands.push(Command::Reload);
        }
        let listed = self.state.files.listings.keys();
        let folders: Vec<String> =
            listed.filter(|path| Path::new(path).is_dir()).cloned().collect();
        folders.into_iter().for_each(|folder| self.relist(folder));
    }

    /// Opens the description of the open file's format; starts one if the format is unknown.
    pub(super) fn describe(&mut self) {
        let Some(doc) = &self.state.doc else { return };
        let descriptions = &self.state.library.descriptions;
        let id = doc.opened.document.format.id;
        if let Some(file) = descriptions.file_of(id) {
            let path = doc.opened.path.clone();
            return self.read_description(&edited_path(&file), Some(path));
        }
        self.commands.push(Command::ShowPanel(PanelId::DESCRIPTION));
        let (source, library) = (doc.opened.stored.clone(), self.state.library.clone());
        self.jobs.start("Starting a description", false, move |handle| {
            description::start(handle, &library, &source);
        });
    }

    pub(super) fn show_description(&mut self, file: DescriptionFile) {
        self.state.description.drafts.open(&file);
        self.state.description.file = Some(Arc::new(file));
        self.state.description.checked = None;
        layout::give_room(&mut self.layout, PanelId::DESCRIPTION);
    }

    /// Checks a text in the background.
    pub(super) fn draft_description(&mut self, file: &Path, text: &str) {
        self.state.description.drafts.write(file, text);
        self.own_drafts();
        let texts = &self.state.description.drafts;
        let drafts = self.drafts.clone();
        if let Some(drafts) = &drafts {
            match texts.unsaved_text(file) {
                Some(text) => drafts.set(file, text, texts.saved_text(file)),
                None => drafts.remove(file, None),
            }
        }
        let (library, file, text) = (self.state.library.clone(), file.to_owned(), text.to_owned());
        self.jobs.start("Checking the description", false, move |handle| {
            description::store(handle, drafts.as_deref());
            description::check(handle, &library, &file, text);
        });
    }

    /// Checks a description as stored on disk in the background.
    pub(super) fn check_stored_description(&mut self, file: PathBuf) {
        let library = self.state.library.clone();
        self.jobs.start("Checking the description", false, move |handle| {
            description::check_stored(handle, &library, &file);
        });
    }

    /// Takes the result of a check, and reads the open file again with the description if it can be
    /// used.
    pub(super) fn take_check(&mut self, checked: Checked, format: Option<String>) {
        self.state.description.checked = Some(Arc::new(checked));
        let Some((doc, format)) = self.state.doc.clone().zip(format) else { return };
        let described = self.state.description.file.as_ref().and_then(|file| file.of.as_deref());
        if doc.opened.document.format.id == format || described == Some(&doc.opened.path) {
            return self.reload_as(Some(format));
        }
        let head = Head::of(&doc.opened.stored);
        if is_unknown(&doc) && self.state.library.descriptions.may_recognise(&format, &head) {
            self.reload_as(None);
        }
    }

    pub(super) fn save_description(&mut self, file: &Path, text: &str) {
        self.state.description.drafts.save(file, text);
        let (library, file, text) = (self.state.library.clone(), file.to_owned(), text.to_owned());
        let drafts = self.drafts.clone();
        self.jobs.start("Saving the description", false, move |handle| {
            if description::save(handle, &library, &file, &text) {
                drafts.iter().for_each(|drafts| drafts.remove(&file, Some(&text)));
                description::store(handle, drafts.as_deref());
            }
        });
    }

    /// Opens the folder of unsaved texts, unless another window owns it.
    pub(super) fn own_drafts(&mut self) {
        if self.drafts.is_none() {
            let folder = self.journals.as_ref().map(|journals| journals.with_file_name("drafts"));
            self.drafts = folder.and_then(DraftStore::open).map(Arc::new);
        }
    }

    /// Restores the texts that were not saved when the program ended, and opens the first one.
    pub(super) fn restore_drafts(&mut self) {
        let Some(store) = &self.drafts else { return };
        let StoredDrafts { drafts, messages } = store.read();
        messages.into_iter().for_each(|text| self.notify(Level::Warning, text));
        for StoredDraft { file, text, .. } in drafts {
            if self.state.description.drafts.unsaved_text(&file).is_none() {
                let name = paths::name(&file.to_string_lossy()).to_owned();
                self.notify(Level::Info, format!("The unsaved text of {name} was restored."));
                self.state.description.drafts.restore(file, text);
            }
        }
        let first = self.state.description.drafts.unsaved().next().map(|(file, _)| file.to_owned());
        if let Some(first) = first {
            self.open_description(&first);
        }
    }

    /// Removes the stored texts, since the user does not want to save them.
    pub(super) fn discard_drafts(&self) {
        let Some(store) = &self.drafts else { return };
        for (file, _) in self.state.description.drafts.unsaved() {
            store.remove(file, None);
        }
        if let Err(error) = store.write() {
            log::add(Level::Warning, io_message(&error));
        }
    }
}

/// `true` for a file of an unknown format without edits.
fn is_unknown(doc: &Doc) -> bool {
    let document = &doc.opened.document;
    let id = document.format.id;
    [plain::BYTES.id, plain::TEXT.id].contains(&id) && !document.source.is_edited()
}

/// `true` for a description on disk.
pub(super) fn is_description_file(path: &str) -> bool {
    is_description(path) && paths::on_disk(path) == path
}
