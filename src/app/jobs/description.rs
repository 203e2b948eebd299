//! Jobs on descriptions of formats: opening, starting, checking, saving and reading them again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::RecommendedWatcher;

use super::{Handle, Message, watch};
use crate::app::model::document::description::{Checked, DescriptionFile};
use crate::app::model::document::draft_store::DraftStore;
use crate::app::model::{Command, Level};
use crate::bytes::Source;
use crate::container::io_message;
use crate::ksy::{self, Description};
use crate::library::{
    DescriptionFolders, Library, default_formats_folder, description_text, mistakes, shipped_text,
};

/// Number of bytes at the start of a file that are examined to start a description.
const EXAMINED: u64 = 256 << 10;

/// Reads a description to edit it. A built-in description is copied to a new file of the user. One that is
/// in no file yet has the `unsaved` text.
pub fn open(
    handle: &Handle,
    library: &Library,
    path: PathBuf,
    of: Option<String>,
    unsaved: Option<String>,
) {
    let is_stored = path.exists();
    let folder = path.parent().filter(|_| is_stored);
    if folder.is_some_and(|folder| library.descriptions.include(folder)) {
        handle.send(Message::DescriptionsChanged { is_edited: true });
    }
    let text = shipped_text(&path).or(unsaved).filter(|_| !is_stored);
    match text.map_or_else(|| description_text(&path), Ok) {
        Ok(text) => {
            let file = DescriptionFile { path, text, is_stored, of };
            handle.send(Message::Description(file));
        }
        Err(error) => handle.notify(Level::Error, error),
    }
}

/// Starts a description of a file. If one for its extension exists and has errors, opens that one.
pub fn start(handle: &Handle, library: &Library, source: &Source) {
    let of = Some(source.name().to_owned());
    if let Some(broken) = library.descriptions.broken(&stem(source.file_name())) {
        return open(handle, library, broken, of, None);
    }
    let Some(folder) = default_formats_folder() else {
        return handle.notify(Level::Error, "expected a configuration folder, found none");
    };
    let bytes = source.window(0, EXAMINED);
    let text = ksy::skeleton(source.file_name(), bytes, source.len());
    let path = free_path(&folder, source.file_name());
    handle.send(Message::Description(DescriptionFile { path, text, is_stored: false, of }));
}

/// A path in `folder` at which no file exists, named after the extension of the described file.
fn free_path(folder: &Path, file: &str) -> PathBuf {
    let name = stem(file);
    let numbered = (2u32..).map(|n| folder.join(format!("{name}_{n}.ksy")));
    let mut paths = std::iter::once(folder.join(format!("{name}.ksy"))).chain(numbered);
    paths.find(|path| !path.exists()).unwrap_or_default()
}

/// Name of a description without its extension, after the extension of the described file.
fn stem(file: &str) -> String {
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    let name = if extension.is_empty() { stem } else { extension };
    let is_plain = |c: &char| c.is_ascii_alphanumeric();
    let name: String = name.chars().filter(is_plain).collect::<String>().to_ascii_lowercase();
    if name.is_empty() { "format".to_owned() } else { name }
}

/// Stores the texts that are not saved.
pub fn store(handle: &Handle, drafts: Option<&DraftStore>) {
    if let Some(Err(error)) = drafts.map(DraftStore::write) {
        let why = io_message(&error);
        handle.notify(Level::Warning, format!("Unsaved descriptions cannot be stored: {why}."));
    }
}

/// Checks a text, and uses it from now on if it has no mistakes.
pub fn check(handle: &Handle, library: &Library, file: &Path, text: String) {
    let (description, format) = library.descriptions.draft(&file.to_string_lossy(), &text);
    send_checked(handle, text, description, format);
}

fn send_checked(
    handle: &Handle,
    text: String,
    description: Arc<Description>,
    format: Option<String>,
) {
    handle.send(Message::Checked { checked: Checked { text, description }, format });
}

/// Checks the text on disk. Its first error is reported.
pub fn check_stored(handle: &Handle, library: &Library, file: &Path) {
    match description_text(file) {
        Ok(text) => {
            let name = file.to_string_lossy();
            let (description, format) = library.descriptions.stored(&name, &text);
            let mistakes = mistakes(&description, &name);
            if let Some(first) =
                mistakes.first().filter(|first| library.descriptions.is_new_error(first))
            {
                handle.notify(Level::Warning, first.as_str());
            }
            send_checked(handle, text, description, format);
        }
        Err(error) => handle.notify(Level::Error, error),
    }
}

/// Writes a description. Returns `true` if it is written.
pub fn save(handle: &Handle, library: &Library, file: &Path, text: &str) -> bool {
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    match folder.and_then(|()| fs::write(file, text)) {
        Ok(()) => {
            library.descriptions.end_draft(&file.to_string_lossy());
            handle.send(Message::Command(Command::info(format!("Saved {}", file.display()))));
            true
        }
        Err(error) => {
            handle.notify(Level::Error, format!("{}: {error}", file.display()));
            false
        }
    }
}

/// A set of descriptions that was read.
pub struct Reading {
    /// Folders that were searched.
    pub folders: Arc<DescriptionFolders>,
    /// Watcher of the folders, which works as long as it exists.
    pub watcher: Option<RecommendedWatcher>,
    /// `true` if the descriptions may differ from the previous ones.
    pub changed: bool,
}

/// Reads the descriptions in all folders again, and watches the folders. `is_edited` is `true` if files in
/// them changed. Descriptions with new errors are reported.
pub fn reload(handle: &Handle, library: &Library, watches: bool, is_edited: bool) {
    let descriptions = &library.descriptions;
    let files = || descriptions.loaded().iter().map(|one| one.file.clone()).collect::<Vec<_>>();
    let before = files();
    // The watcher is created first, so that changes during reading are noticed.
    let folders = descriptions.folders();
    let watcher = watches.then(|| watch::descriptions(handle, &folders)).flatten();
    descriptions.reload();
    let changed = is_edited || !before.is_empty() && files() != before;
    handle.send(Message::DescriptionsRead(Reading { folders, watcher, changed }));
    let errors = descriptions.new_errors();
    let more = match errors.len().saturating_sub(1) {
        0 => String::new(),
        1 => "; 1 more description has errors".to_owned(),
        others => format!("; {others} more descriptions have errors"),
    };
    if let Some(first) = errors.first() {
        handle.notify(Level::Warning, format!("{first}{more}"));
    }
}
