//! The folders of descriptions, and the descriptions in them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::container::io_message;
use crate::formats::user::{SHIPPED, UserFormat};
use crate::ksy::{self, Description, Imports, Level};

/// Maximum size of a description in bytes.
const MAX_SIZE: u64 = 4 << 20;

/// A description in one of the folders.
#[derive(Clone)]
pub struct Described {
    /// Id of the described format.
    pub id: String,
    /// Its file.
    pub file: String,
    /// The format, or the mistakes in the description.
    pub format: Result<Arc<UserFormat>, Vec<String>>,
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

/// Folders of descriptions, in the order in which they are searched.
#[derive(Clone, Debug, Default)]
pub struct DescriptionFolders {
    /// Folders of formats: those that the user named, and the default folder.
    formats: Vec<PathBuf>,
    /// Folders of descriptions that the user opened; those below them are not searched.
    included: Vec<PathBuf>,
    /// Folders that are open in the window.
    roots: Vec<PathBuf>,
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
        Self { formats, imports, ..Self::default() }
    }

    /// Folders that are searched without the folders below them: the included ones, and those of the roots.
    fn shallow(&self) -> Vec<PathBuf> {
        let of_roots = self.roots.iter().flat_map(|root| described_folders(root));
        let mut found = HashSet::new();
        let all = self.included.iter().cloned().chain(of_roots);
        all.filter(|folder| !self.is_below(folder) && found.insert(folder.clone())).collect()
    }

    /// `true` if the folder is one of the folders of formats, or below one.
    fn is_below(&self, folder: &Path) -> bool {
        self.formats.iter().any(|formats| folder.starts_with(formats))
    }

    /// Also searches this folder, without those below it.
    pub(super) fn include(&mut self, folder: &Path) {
        self.included.push(folder.to_owned());
    }

    /// `true` if a folder is searched.
    pub(super) fn has(&self, folder: &Path) -> bool {
        self.is_below(folder) || self.included.iter().any(|known| known == folder)
    }

    /// Also searches these folders, which are open in the window, instead of the previous ones.
    pub(super) fn search_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots;
    }

    /// The folders, each with `true` if those below it are searched, too.
    pub fn searched(&self) -> Vec<(PathBuf, bool)> {
        let formats = self.formats.iter().map(|folder| (folder.clone(), true));
        formats.chain(self.shallow().into_iter().map(|folder| (folder, false))).collect()
    }

    /// The open folders and those below them, where descriptions may appear: the nearest ones, up to a limit.
    pub fn of_roots(&self) -> Vec<PathBuf> {
        let all = self.roots.iter().flat_map(|root| folders_below(root));
        all.map(|found| found.path)
            .filter(|folder| !self.is_below(folder))
            .take(MAX_WATCHED)
            .collect()
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
    pub(super) fn load_all(&self) -> Vec<Described> {
        let mut files = Vec::new();
        self.formats.iter().for_each(|folder| files_below(folder, MAX_LEVELS, &mut files));
        self.shallow().iter().for_each(|folder| files_below(folder, 0, &mut files));
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
        if path.is_dir() {
            // A link may lead back to an enclosing folder.
            let is_around =
                |real: PathBuf| folder.canonicalize().is_ok_and(|own| own.starts_with(real));
            let is_loop = path.is_symlink() && path.canonicalize().is_ok_and(is_around);
            if levels > 0 && !is_loop {
                files_below(&path, levels - 1, files);
            }
        } else if is_description(&path.to_string_lossy()) {
            files.push(path);
        }
    }
}

/// Maximum depth of folders that are searched below an open folder.
const ROOT_LEVELS: usize = 4;
/// Maximum number of entries that are listed in an open folder and below.
const ROOT_ENTRIES: usize = 20_000;

/// Maximum number of open folders, with those below them, that are watched.
const MAX_WATCHED: usize = 2000;

/// A folder at or below an open one.
struct FolderBelow {
    path: PathBuf,
    has_descriptions: bool,
}

/// An open folder, and those below it that contain descriptions, the nearest first.
fn described_folders(root: &Path) -> Vec<PathBuf> {
    let mut found = folders_below(root);
    found.retain(|folder| folder.has_descriptions || folder.path == root);
    found.into_iter().map(|folder| folder.path).collect()
}

/// An open folder, and those below it, the nearest first.
fn folders_below(root: &Path) -> Vec<FolderBelow> {
    if !root.is_dir() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut folders = VecDeque::from([(root.to_owned(), 0)]);
    let mut left = ROOT_ENTRIES;
    while let Some((folder, level)) = folders.pop_front().filter(|_| left > 0) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut below = Vec::new();
        let mut has_descriptions = false;
        for entry in entries.take(left) {
            left -= 1;
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                below.extend(Some(path).filter(|_| level < ROOT_LEVELS));
            } else if is_description(&path.to_string_lossy()) {
                has_descriptions = true;
            }
        }
        found.push(FolderBelow { path: folder, has_descriptions });
        below.sort();
        folders.extend(below.into_iter().map(|path| (path, level + 1)));
    }
    found
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
    let failed = |error: &std::io::Error| format!("{}: {}", path.display(), io_message(error));
    let real = path.canonicalize().map_err(|error| failed(&error))?;
    let metadata = fs::metadata(&real).map_err(|error| failed(&error))?;
    // A pipe or a device may have no end.
    if !metadata.is_file() {
        let found = if metadata.is_dir() { "a folder" } else { "a pipe or a device" };
        return Err(format!("{}: expected a file, found {found}", path.display()));
    }
    let size = metadata.len();
    if size > MAX_SIZE {
        let message = format!("expected at most {MAX_SIZE} bytes, found {size}");
        return Err(format!("{}: {message}", path.display()));
    }
    let bytes = fs::read(&real).map_err(|error| failed(&error))?;
    let text = utf8(bytes).map_err(|message| format!("{}:{message}", path.display()))?;
    Ok((real.to_string_lossy().into_owned(), text))
}

/// Text of a description on disk.
///
/// # Errors
/// A sentence with the path.
pub fn description_text(path: &Path) -> Result<String, String> {
    read(path).map(|(_, text)| text)
}

/// Decodes UTF-8. The error states line and column of the first invalid byte.
fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let (before, rest) = error.as_bytes().split_at_checked(at).unwrap_or_default();
        let before = String::from_utf8_lossy(before);
        let (line, column) = (
            before.matches('\n').count() + 1,
            before.rsplit('\n').next().unwrap_or("").chars().count() + 1,
        );
        let found = match rest {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if at == 0 => "UTF-16".to_owned(),
            [byte, ..] => format!("the byte {byte:#04x}"),
            [] => "the end".to_owned(),
        };
        format!("{line}:{column}: error: expected UTF-8, found {found}")
    })
}
