//! Compares the files of folders, archives and discs by their content.

use std::sync::Arc;

use super::Kind;
use crate::bytes::Source;
use crate::container::join;
use crate::library::{
    FileList, FilePair, Library, NamedFile, OpenError, Opened, ResolvedPath, is_same_name,
};

/// Maximum number of archives inside each other that are compared file by file.
pub const MAX_NESTED: usize = 16;

/// Number of bytes that are compared at once.
const BLOCK: u64 = 1 << 20;

/// A file that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Kind of the difference. A renamed file with equal content is [`Kind::Changed`], too.
    pub kind: Kind,
    /// The file in the first folder.
    pub a: Option<NamedFile>,
    /// The file in the second folder.
    pub b: Option<NamedFile>,
    /// The stored bytes are equal.
    pub is_equal: bool,
}

impl FileChange {
    /// The name in the second folder, otherwise that in the first.
    pub fn name(&self) -> &str {
        self.b.as_ref().or(self.a.as_ref()).map_or("", |file| &file.name)
    }

    /// The name in the first folder, if the file was renamed.
    pub fn renamed_from(&self) -> Option<&str> {
        let (a, b) = (self.a.as_ref()?, self.b.as_ref()?);
        (!is_same_name(&a.name, &b.name)).then_some(a.name.as_str())
    }
}

/// Differences of two lists of files.
#[derive(Clone, Debug, Default)]
pub struct FileChanges {
    /// The files that differ, by name.
    pub changes: Vec<FileChange>,
    /// Messages about files and folders that cannot be read, and are not compared.
    pub problems: Vec<String>,
}

/// Compares two lists of files. Files that were renamed are recognised by their content. Archives that
/// differ are compared file by file, too.
///
/// # Errors
/// If `go_on` returns `false`.
pub fn file_changes(
    library: &Library,
    [a, b]: [FileList; 2],
    go_on: &dyn Fn() -> bool,
) -> Result<FileChanges, String> {
    let mut comparing = Comparing { library, go_on, found: FileChanges::default() };
    comparing.files([a, b], 0)?;
    let mut found = comparing.found;
    found.changes.sort_by(|one, two| one.name().cmp(two.name()));
    Ok(found)
}

struct Comparing<'l> {
    library: &'l Library,
    go_on: &'l dyn Fn() -> bool,
    found: FileChanges,
}

impl Comparing<'_> {
    fn files(&mut self, [a, b]: [FileList; 2], depth: usize) -> Result<(), String> {
        let unread = a.unread.iter().chain(&b.unread).map(|(_, message)| message.clone());
        self.found.problems.extend(unread);
        for FilePair { a, b } in self.library.pair_files(a, b, self.go_on) {
            if !(self.go_on)() {
                return Err("cancelled".to_owned());
            }
            match (a, b) {
                (Some(a), Some(b)) => self.pair(a, b, depth)?,
                (a, b) => self.alone(a, b),
            }
        }
        // The last pair may have been cancelled.
        if (self.go_on)() { Ok(()) } else { Err("cancelled".to_owned()) }
    }

    /// Adds a file that only one folder has.
    fn alone(&mut self, a: Option<NamedFile>, b: Option<NamedFile>) {
        let listed = a.as_ref().or(b.as_ref()).map(|file| self.library.check_listed(file));
        if let Some(Err(error)) = listed {
            return self.found.problems.push(error.to_string());
        }
        let kind = if a.is_some() { Kind::Removed } else { Kind::Added };
        self.found.changes.push(FileChange { kind, a, b, is_equal: false });
    }

    fn pair(&mut self, a: NamedFile, b: NamedFile, depth: usize) -> Result<(), String> {
        let is_equal = match self.is_equal(&a.path, &b.path) {
            Ok(is_equal) => is_equal,
            Err(problem) => {
                self.found.problems.push(problem);
                return Ok(());
            }
        };
        let before = self.found.changes.len();
        if !is_equal
            && let (Some(one), Some(two)) = (self.members(&a, depth), self.members(&b, depth))
        {
            self.files([one, two], depth + 1)?;
        }
        let change = FileChange { kind: Kind::Changed, a: Some(a), b: Some(b), is_equal };
        let is_new = match is_equal {
            true => change.renamed_from().is_some(),
            false => self.found.changes.len() == before,
        };
        self.found.changes.extend(is_new.then_some(change));
        Ok(())
    }

    /// `true` if two files have equal bytes; the reason if one of them cannot be read.
    fn is_equal(&self, a: &str, b: &str) -> Result<bool, String> {
        let source = |path: &str| match self.library.place(path) {
            Ok(ResolvedPath::File(source)) => Ok(source),
            Ok(_) => Err(format!("{path}: expected a file, found a folder")),
            Err(error) => Err(error.to_string()),
        };
        let (one, two) = (source(a)?, source(b)?);
        Ok(one.len() == two.len() && self.has_equal_bytes((a, &one), (b, &two))?)
    }

    /// Compares in blocks, so that large files need little memory.
    fn has_equal_bytes(
        &self,
        (a_path, a): (&str, &Source),
        (b_path, b): (&str, &Source),
    ) -> Result<bool, String> {
        let (mut one, mut two, mut at) = (Vec::new(), Vec::new(), 0);
        while at < a.len() {
            let size = (a.len() - at).min(BLOCK);
            let count = usize::try_from(size).map_err(|error| error.to_string())?;
            one.resize(count, 0);
            two.resize(count, 0);
            a.read_once(at, &mut one).map_err(|error| format!("{a_path}: {error}"))?;
            b.read_once(at, &mut two).map_err(|error| format!("{b_path}: {error}"))?;
            if one != two || !(self.go_on)() {
                return Ok(false);
            }
            at += size;
        }
        Ok(true)
    }

    fn members(&self, file: &NamedFile, depth: usize) -> Option<FileList> {
        let opened = self.library.open(&file.path, None).ok().filter(|_| depth < MAX_NESTED)?;
        let inside =
            |member: NamedFile| NamedFile { name: join(&file.name, &member.name), ..member };
        let FileList { files, unread } = self.library.named_members(&opened, &file.path)?;
        Some(FileList { files: files.into_iter().map(inside).collect(), unread })
    }
}

/// The files of a folder, or of an archive or disc whose fields do not describe its members.
///
/// # Errors
/// If the path does not exist, cannot be read, or is another file.
pub fn files_to_compare(library: &Library, path: &str) -> Result<FileList, String> {
    let message = |error: OpenError| error.to_string();
    if library.place(path).map_err(message)?.is_folder() {
        let list = library.named_files(path);
        return match list.unread.iter().find(|(folder, _)| folder.is_empty()) {
            Some((_, message)) => Err(message.clone()),
            None => Ok(list),
        };
    }
    let opened: Arc<Opened> = library.open(path, None).map_err(message)?;
    let members = library.named_members(&opened, path);
    members.ok_or_else(|| "expected a folder, an archive or a disc; found another file".to_owned())
}
