//! Commands of the Description panel.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Window;
use crate::app::jobs::description;
use crate::app::model::document::description::{Checked, DescriptionFile};
use crate::app::model::{Command, PanelId};

impl Window {
    /// Opens a description in the panel, unless it is there already.
    pub(super) fn open_description(&mut self, file: &Path) {
        self.read_description(file, None);
    }

    fn read_description(&mut self, file: &Path, of: Option<String>) {
        self.commands.push(Command::ShowPanel(PanelId::DESCRIPTION));
        let open = self.state.description.file.as_ref();
        if open.is_some_and(|open| open.path == file) {
            return;
        }
        let file = file.to_owned();
        self.jobs.start("Opening a description", false, move |handle| {
            description::open(handle, file, of);
        });
    }

    /// Opens the description of the open file's format; starts one if the format is unknown.
    pub(super) fn describe(&mut self) {
        let Some(doc) = &self.state.doc else { return };
        let descriptions = &self.state.library.descriptions;
        let id = doc.opened.document.format.id;
        if let Some(file) = descriptions.file_of(id) {
            let path = doc.opened.path.clone();
            return self.read_description(Path::new(&file), Some(path));
        }
        self.commands.push(Command::ShowPanel(PanelId::DESCRIPTION));
        let source = doc.opened.stored.clone();
        self.jobs.start("Starting a description", false, move |handle| {
            description::start(handle, &source);
        });
    }

    pub(super) fn show_description(&mut self, file: DescriptionFile) {
        self.state.description.file = Some(Arc::new(file));
        self.state.description.checked = None;
    }

    /// Checks a text in the background.
    pub(super) fn draft_description(&mut self, file: &Path, text: &str) {
        let (library, file, text) = (self.state.library.clone(), file.to_owned(), text.to_owned());
        self.jobs.start("Checking the description", false, move |handle| {
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

    /// Takes the result of a check, and reads the open file again by the description if it can be used.
    pub(super) fn take_check(&mut self, checked: Checked, format: Option<String>) {
        self.state.description.checked = Some(Arc::new(checked));
        let Some((doc, format)) = self.state.doc.clone().zip(format) else { return };
        let described = self.state.description.file.as_ref().and_then(|file| file.of.as_deref());
        if doc.opened.document.format.id != format && described != Some(&doc.opened.path) {
            return;
        }
        self.reload_as(Some(format));
    }

    pub(super) fn save_description(&mut self, file: &Path, text: &str) {
        let (library, file, text) = (self.state.library.clone(), file.to_owned(), text.to_owned());
        self.jobs.start("Saving the description", false, move |handle| {
            description::save(handle, &library, &file, &text);
        });
    }
}
