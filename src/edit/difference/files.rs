//! Compares the files of folders, archives and discs by their content.

use std::sync::Arc;

use super::Kind;
use crate::bytes::Source;
use crate::container::join;
use crate::library::{FilePair, Library, NamedFile, Opened, ResolvedPath, is_same_name};

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

/// Differences of two lists of files. Files that were renamed are recognised by their content. Archives that
/// differ are compared file by file, too.
///
/// # Errors
/// If `go_on` returns `false`.
pub fn file_changes(
    library: &Library,
    [a, b]: [Vec<NamedFile>; 2],
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<FileChange>, String> {
    let mut comparing = Comparing { library, go_on, changes: Vec::new() };
    comparing.files([a, b], 0)?;
    let mut changes = comparing.changes;
    changes.sort_by(|one, two| one.name().cmp(two.name()));
    Ok(changes)
}

struct Comparing<'l> {
    library: &'l Library,
    go_on: &'l dyn Fn() -> bool,
    changes: Vec<FileChange>,
}

impl Comparing<'_> {
    fn files(&mut self, [a, b]: [Vec<NamedFile>; 2], depth: usize) -> Result<(), String> {
        for FilePair { a, b } in self.library.pair_files(a, b) {
            if !(self.go_on)() {
                return Err("cancelled".to_owned());
            }
            match (a, b) {
                (Some(a), Some(b)) => self.pair(a, b, depth)?,
                (a, b) => {
                    let kind = if a.is_some() { Kind::Removed } else { Kind::Added };
                    self.changes.push(FileChange { kind, a, b, is_equal: false });
                }
            }
        }
        // The last pair may have been cancelled.
        if (self.go_on)() { Ok(()) } else { Err("cancelled".to_owned()) }
    }

    fn pair(&mut self, a: NamedFile, b: NamedFile, depth: usize) -> Result<(), String> {
        let is_equal = self.is_equal(&a.path, &b.path);
        let before = self.changes.len();
        if !is_equal
            && let (Some(one), Some(two)) = (self.members(&a, depth), self.members(&b, depth))
        {
            self.files([one, two], depth + 1)?;
        }
        let change = FileChange { kind: Kind::Changed, a: Some(a), b: Some(b), is_equal };
        let is_new = match is_equal {
            true => change.renamed_from().is_some(),
            false => self.changes.len() == before,
        };
        self.changes.extend(is_new.then_some(change));
        Ok(())
    }

    fn is_equal(&self, a: &str, b: &str) -> bool {
        let source = |path: &str| match self.library.place(path) {
            Ok(ResolvedPath::File(source)) => Some(source),
            _ => None,
        };
        let (Some(a), Some(b)) = (source(a), source(b)) else { return false };
        a.len() == b.len() && self.has_equal_bytes(&a, &b)
    }

    /// Compares in blocks, so that large files need little memory. Bytes that cannot be read are not equal.
    fn has_equal_bytes(&self, a: &Source, b: &Source) -> bool {
        let (mut one, mut two, mut at) = (Vec::new(), Vec::new(), 0);
        while at < a.len() {
            let size = (a.len() - at).min(BLOCK);
            let Ok(count) = usize::try_from(size) else { return false };
            one.resize(count, 0);
            two.resize(count, 0);
            let read = a.read_once(at, &mut one).and_then(|()| b.read_once(at, &mut two));
            if read.is_err() || one != two || !(self.go_on)() {
                return false;
            }
            at += size;
        }
        true
    }

    fn members(&self, file: &NamedFile, depth: usize) -> Option<Vec<NamedFile>> {
        let opened = self.library.open(&file.path, None).ok().filter(|_| depth < MAX_NESTED)?;
        let inside =
            |member: NamedFile| NamedFile { name: join(&file.name, &member.name), ..member };
        let members = self.library.named_members(&opened, &file.path)?;
        Some(members.into_iter().map(inside).collect())
    }
}

/// The files of a folder, or of an archive or disc whose fields do not describe its members.
///
/// # Errors
/// If the path does not exist, or is another file.
pub fn files_to_compare(library: &Library, path: &str) -> Result<Vec<NamedFile>, String> {
    if library.place(path).map_err(|error| error.to_string())?.is_folder() {
        return Ok(library.named_files(path));
    }
    let opened: Arc<Opened> = library.open(path, None).map_err(|error| error.to_string())?;
    let members = library.named_members(&opened, path);
    members.ok_or_else(|| "expected a folder, an archive or a disc; found another file".to_owned())
}
