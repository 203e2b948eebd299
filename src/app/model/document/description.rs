//! The description of a format that is open in the Description panel.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::formats::{self, Document};
use crate::ksy::{Declaration, Description};
use crate::library::edited_path;

/// A line of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptionLine {
    pub file: PathBuf,
    /// Counted from 1.
    pub line: usize,
}

/// Declaration of a field of a file that was read with a description.
pub fn declaration(document: &Document, path: &str) -> Option<Declaration> {
    formats::described(document)?.declaration(path)
}

/// The line of a description that declares a field.
pub fn place_of(document: &Document, path: &str) -> Option<DescriptionLine> {
    let found = declaration(document, path)?;
    Some(DescriptionLine { file: edited_path(&found.file), line: found.line as usize })
}

/// A description file as opened in the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptionFile {
    /// Path on disk; the file may not exist yet.
    pub path: PathBuf,
    /// Text at opening.
    pub text: String,
    /// `true` if the file on disk contains this text.
    pub is_stored: bool,
    /// Path of the open file that is read with this description, if it was opened for a file.
    pub of: Option<String>,
}

/// A text as it was loaded, with its mistakes.
#[derive(Clone, Debug)]
pub struct Checked {
    pub text: String,
    pub description: Arc<Description>,
}

/// Texts of the descriptions that were opened, as last checked and, if they are in a file, as saved.
#[derive(Clone, Debug, Default)]
pub struct Drafts(BTreeMap<PathBuf, (String, Option<String>)>);

impl Drafts {
    /// Adds a description that was opened. If its text has unsaved changes, they are kept.
    pub fn open(&mut self, file: &DescriptionFile) {
        let saved = file.is_stored.then(|| file.text.clone());
        match self.0.get_mut(&file.path) {
            Some(draft) if is_unsaved(draft) => draft.1 = saved,
            _ => drop(self.0.insert(file.path.clone(), (file.text.clone(), saved))),
        }
    }

    /// Sets the text of a description.
    pub fn write(&mut self, file: &Path, text: &str) {
        if let Some((known, _)) = self.0.get_mut(file) {
            text.clone_into(known);
        }
    }

    /// Adds a text that was not saved when the program ended.
    pub fn restore(&mut self, file: PathBuf, text: String) {
        self.0.insert(file, (text, None));
    }

    /// The text of a description, if it is not saved.
    pub fn unsaved_text(&self, file: &Path) -> Option<&str> {
        self.0.get(file).filter(|draft| is_unsaved(draft)).map(|(text, _)| text.as_str())
    }

    /// The saved text of a description.
    pub fn saved_text(&self, file: &Path) -> Option<&str> {
        self.0.get(file)?.1.as_deref()
    }

    /// Records that a text was saved.
    pub fn save(&mut self, file: &Path, text: &str) {
        self.0.insert(file.to_owned(), (text.to_owned(), Some(text.to_owned())));
    }

    /// Files and texts that are not saved.
    pub fn unsaved(&self) -> impl Iterator<Item = (&Path, &str)> {
        let unsaved = self.0.iter().filter(|(_, draft)| is_unsaved(draft));
        unsaved.map(|(file, (text, _))| (file.as_path(), text.as_str()))
    }
}

fn is_unsaved((text, saved): &(String, Option<String>)) -> bool {
    saved.as_ref() != Some(text)
}

/// State of the Description panel that other parts change.
#[derive(Clone, Debug, Default)]
pub struct DescriptionState {
    pub file: Option<Arc<DescriptionFile>>,
    pub checked: Option<Arc<Checked>>,
    pub drafts: Drafts,
}
