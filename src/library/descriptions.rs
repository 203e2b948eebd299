//! Finds the descriptions of formats that the user wrote, and their imports.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::{OpenError, in_words, lock};
use crate::formats::user::{SHIPPED, Tests, UserFormat};
use crate::formats::{self, Format, FormatHandle, FormatInfo, Head, Probe};
use crate::ksy::{self, Description, Imports, Level};

/// Maximum size of a description in bytes.
const MAX_SIZE: u64 = 4 << 20;

/// A description in one of the folders.
#[derive(Clone)]
pub struct Described {
    /// Id of its format.
    pub id: String,
    /// Its file.
    pub file: String,
    /// The format, or the mistakes in the description.
    pub format: Result<Arc<UserFormat>, Vec<String>>,
}

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
        if let Some(all) = &*lock(&self.all) {
            return all.clone();
        }
        let loaded = self.load();
        lock(&self.all).get_or_insert(loaded).clone()
    }

    /// Drafts, then the descriptions on disk.
    fn load(&self) -> Arc<Vec<Described>> {
        let stored = self.folders().load_all();
        let drafts = lock(&self.drafts).clone();
        let is_replaced = |one: &Described| {
            drafts.iter().any(|draft| draft.file == one.file || draft.id == one.id)
        };
        let stored: Vec<Described> = stored.into_iter().filter(|one| !is_replaced(one)).collect();
        Arc::new([drafts, stored].concat())
    }

    /// Also searches this folder, without those below it, unless it is searched already. Returns `true` if it
    /// was not.
    pub fn include(&self, folder: &Path) -> bool {
        let mut folders = (*self.folders()).clone();
        let is_new = !folders.has(folder);
        if is_new {
            folders.included.push(folder.to_owned());
            *lock(&self.folders) = Arc::new(folders);
        }
        is_new
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
        *lock(&self.all) = Some(self.load());
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

/// `true` for the name of a description's file.
pub fn is_description(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ksy"))
}

/// The errors of a description: `FILE:LINE:COLUMN: error: MESSAGE`. `given` is its file as the user wrote
/// it.
pub fn mistakes(description: &Description, given: &str) -> Vec<String> {
    let errors = description.diagnostics.iter().filter(|found| found.level == Level::Error);
    let lines = errors.map(|found| {
        let import = description.files.get(found.file).filter(|_| found.file > 0);
        format!("{}:{found}", import.map_or(given, String::as_str))
    });
    lines.collect()
}

/// Minimum score of a compiled format with which descriptions are not considered.
const CERTAIN: u8 = 50;

/// Folders of descriptions, in the order in which they are searched.
#[derive(Clone, Debug, Default)]
pub struct DescriptionFolders {
    /// Folders of formats: those that the user named, and the default folder.
    formats: Vec<PathBuf>,
    /// Folders of descriptions that the user opened; those below them are not searched.
    included: Vec<PathBuf>,
    /// Folders of imports.
    imports: Vec<PathBuf>,
}

impl DescriptionFolders {
    /// These folders, then those of the environment variable `KSPATH`, then `gouraud/formats` in the user's
    /// configuration.
    pub fn new(folders: &[PathBuf]) -> Self {
        let mut imports = folders.to_vec();
        if let Some(paths) = std::env::var_os("KSPATH") {
            let paths = std::env::split_paths(&paths);
            imports.extend(paths.filter(|path| !path.as_os_str().is_empty()));
        }
        let default = default_formats_folder();
        imports.extend(default.clone());
        let formats = folders.iter().cloned().chain(default).collect();
        Self { formats, included: Vec::new(), imports }
    }

    /// `true` if descriptions in this folder are found.
    fn has(&self, folder: &Path) -> bool {
        let is_below = self.formats.iter().any(|formats| folder.starts_with(formats));
        is_below || self.included.iter().any(|included| included == folder)
    }

    /// The folders, each with `true` if those below it are searched, too.
    pub fn searched(&self) -> impl Iterator<Item = (&Path, bool)> {
        let formats = self.formats.iter().map(|folder| (folder.as_path(), true));
        formats.chain(self.included.iter().map(|folder| (folder.as_path(), false)))
    }

    /// Loads the description in a file, with its imports.
    ///
    /// # Errors
    /// When the file cannot be read. Mistakes in it are in [`Description::diagnostics`].
    pub fn load(&self, path: &Path) -> Result<Description, String> {
        let (name, text) = read(path)?;
        Ok(ksy::load(&name, &text, self))
    }

    /// Loads all descriptions in the folders of formats, then those of the program.
    fn load_all(&self) -> Vec<Described> {
        let mut files = Vec::new();
        self.formats.iter().for_each(|folder| files_below(folder, MAX_LEVELS, &mut files));
        self.included.iter().for_each(|folder| files_below(folder, 0, &mut files));
        let loaded: Vec<Described> = files.par_iter().map(|file| self.described(file)).collect();
        let shipped = SHIPPED.iter().map(|(name, text)| {
            described(&ksy_name(name), Ok(ksy::load(&ksy_name(name), text, self)))
        });
        let mut all: Vec<Described> = Vec::new();
        let mut known: HashMap<String, String> = HashMap::new();
        for one in loaded.into_iter().chain(shipped) {
            match known.get(&one.id) {
                Some(first) if one.format.is_ok() => {
                    log::warn!("{}: not used, {} is also {}", one.file, first, one.id);
                }
                _ => {
                    if one.format.is_ok() {
                        known.insert(one.id.clone(), one.file.clone());
                    }
                    all.push(one);
                }
            }
        }
        all
    }

    fn described(&self, file: &Path) -> Described {
        described(&file.display().to_string(), self.load(file))
    }
}

impl Imports for DescriptionFolders {
    fn find(&self, from: &str, import: &str) -> Result<(String, String), String> {
        let file = format!("{}.ksy", import.trim_start_matches('/'));
        let beside = Path::new(from).parent().filter(|_| !import.starts_with('/'));
        let folders = beside.into_iter().chain(self.imports.iter().map(PathBuf::as_path));
        let paths: Vec<PathBuf> = folders.map(|folder| folder.join(&file)).collect();
        match paths.iter().find(|path| path.is_file()) {
            Some(found) => read(found),
            None if shipped(&file).is_some() => Ok(shipped(&file).unwrap_or_default()),
            None => {
                let tried: Vec<String> =
                    paths.iter().map(|path| path.display().to_string()).collect();
                let tried = if tried.is_empty() {
                    "no folder to search".to_owned()
                } else {
                    tried.join(", ")
                };
                Err(format!("`{import}` was not found: {tried}"))
            }
        }
    }
}

/// The folder for descriptions in the user's configuration.
pub fn default_formats_folder() -> Option<PathBuf> {
    #[cfg(feature = "index")]
    let folder = dirs::config_dir().map(|folder| folder.join("gouraud").join("formats"));
    #[cfg(not(feature = "index"))]
    let folder = None;
    folder
}

/// Maximum depth of folders that are searched.
const MAX_LEVELS: usize = 16;

/// Collects the descriptions in a folder and below, in order.
fn files_below(folder: &Path, levels: usize, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && levels > 0 {
            files_below(&path, levels - 1, files);
        } else if is_description(&path.to_string_lossy()) {
            files.push(path);
        }
    }
}

/// A description that was loaded from a file.
fn described(file: &str, loaded: Result<Description, String>) -> Described {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (id, format) = match loaded {
        Err(why) => (stem, Err(vec![why])),
        Ok(found) if found.has_errors() => {
            let id = if found.id().is_empty() { stem } else { found.id().to_owned() };
            (id, Err(mistakes(&found, file)))
        }
        Ok(found) => (found.id().to_owned(), Ok(Arc::new(UserFormat::new(found, file)))),
    };
    Described { id: format!("user.{id}"), file: file.to_owned(), format }
}

/// Prefix of the names of descriptions of the program.
const PROGRAM: &str = "gouraud/";

/// Name of a description of the program in messages.
fn ksy_name(name: &str) -> String {
    format!("{PROGRAM}{name}")
}

/// The file to edit for a description: the description itself, or for one that is part of the
/// program, a copy in the user's folder.
pub fn edited_path(file: &str) -> PathBuf {
    let own =
        file.strip_prefix(PROGRAM).and_then(|name| Some(default_formats_folder()?.join(name)));
    own.unwrap_or_else(|| file.into())
}

/// Text of the description of the program that is [edited](edited_path) in a file of the user.
pub fn shipped_text(file: &Path) -> Option<String> {
    let is_own = file.parent() == default_formats_folder().as_deref();
    let name = file.file_name().filter(|_| is_own)?;
    shipped(&name.to_string_lossy()).map(|(_, text)| text)
}

/// Name and text of the description of the program with this file name.
fn shipped(file: &str) -> Option<(String, String)> {
    let (name, text) = SHIPPED.iter().find(|(name, _)| *name == file)?;
    Some((ksy_name(name), (*text).to_owned()))
}

/// Name and text of a description. The name does not depend on how the file was reached.
fn read(path: &Path) -> Result<(String, String), String> {
    let failed = |error: &std::io::Error| format!("{}: {}", path.display(), in_words(error));
    let real = path.canonicalize().map_err(|error| failed(&error))?;
    let size = fs::metadata(&real).map_err(|error| failed(&error))?.len();
    if size > MAX_SIZE {
        let message = format!("expected at most {MAX_SIZE} bytes, found {size}");
        return Err(format!("{}: {message}", path.display()));
    }
    let bytes = fs::read(&real).map_err(|error| failed(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((real.to_string_lossy().into_owned(), text))
}
