//! State of a run: the library, the output, and the status so far.

use std::fmt::Display;
use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::args::ContextArgs;
use super::out::{Clean, Out};
use crate::bytes::{Problems, Severity};
use crate::library::Registries;
use crate::library::names::lists::{List, NameList};
use crate::library::{DescriptionFolders, Library, OpenError, Opened, ResolvedPath};

/// Result of a run; variants are ordered from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Status {
    /// Success.
    #[default]
    Done,
    /// Success, but the data has problems of severity `error`, or the two files differ.
    Problems,
    /// Failure for at least one path.
    Failed,
    /// Wrong usage.
    Misused,
}

impl Status {
    /// The documented exit status.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Failed => 1,
            Status::Misused => 2,
            Status::Problems => 3,
        }
    }
}

pub struct Session {
    pub library: Library,
    pub out: Out,
    /// Lists of names from `--names`.
    pub packs: Vec<NameList>,
    /// Roots to search.
    pub roots: Vec<String>,
    status: Status,
}

impl Session {
    pub fn new(out: Out) -> Self {
        let (packs, roots) = (Vec::new(), Vec::new());
        let library = Library::new();
        library.ask_registries(Registries::of_this_computer());
        Self { library, out, packs, roots, status: Status::Done }
    }

    /// Reads the name lists, and adds the roots to the locations that are searched for companions.
    pub fn read_locations(&mut self, around: &ContextArgs) {
        self.read_lists(around);
        for root in &around.roots {
            if let Err(error) = self.library.search_in(root) {
                self.fail_open(&error);
            }
        }
        // The roots may contain names as well.
        self.library.consult(&around.roots);
    }

    /// Reads the lists, for a command that searches the roots. Companions are only looked up next
    /// to each file.
    pub fn look_in(&mut self, around: &ContextArgs) {
        self.read_lists(around);
        self.roots.clone_from(&around.roots);
    }

    fn read_lists(&mut self, around: &ContextArgs) {
        self.library.descriptions.search_in(DescriptionFolders::new(&around.formats));
        for (question, answer) in &around.answers {
            self.library.answers.give(question, answer);
        }
        for file in &around.names {
            match self.library.read_list(file) {
                Ok(List::Names(pack)) => self.packs.push(pack),
                Ok(List::Games(_)) => {}
                Err(why) => self.fail(why),
            }
        }
    }

    pub fn status(&self) -> Status {
        self.status
    }

    /// Raises the status if the new one is worse.
    pub fn raise(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// Prints a diagnostic without changing the status.
    pub fn notify(&self, message: impl Display) {
        // Ignores a closed standard error.
        let _ = writeln!(std::io::stderr(), "gouraud: {}", Clean(&message.to_string()));
    }

    /// Reports a failure; the run continues.
    pub fn fail(&mut self, message: impl Display) {
        self.notify(message);
        self.raise(Status::Failed);
    }

    /// Reports wrong usage that is only known after reading files.
    pub fn misuse(&mut self, message: impl Display) {
        self.notify(message);
        self.raise(Status::Misused);
    }

    /// Reports a mistake in an expression or query, and marks these bytes of its `text`.
    pub fn misuse_at(&mut self, text: &str, marked: Range<usize>, message: impl Display) {
        let width = |bytes: Range<usize>| text.get(bytes).map_or(0, |part| part.chars().count());
        let before = " ".repeat(width(0..marked.start));
        let marks = format!("{before}{}", "^".repeat(width(marked).max(1)));
        self.misuse(message);
        [text, &marks].into_iter().for_each(|line| self.notify(format_args!("  {line}")));
    }

    pub fn fail_open(&mut self, error: &OpenError) {
        match error {
            OpenError::Mistaken(lines) => lines.iter().for_each(|line| self.fail(line)),
            _ => self.fail(error),
        }
    }

    /// Opens the file at `path`; reports the error and returns `None` on failure.
    pub fn open(&mut self, path: &str, format: Option<&str>) -> Option<Arc<Opened>> {
        self.library.open(path, format).map_err(|error| self.fail_open(&error)).ok()
    }

    /// The files at `path`: itself, or every file below a folder, in order. Does not enter containers.
    pub fn files(&mut self, path: &str) -> Files {
        match self.library.place(path) {
            Ok(ResolvedPath::File(_)) => Files::One(path.to_owned()),
            Ok(ResolvedPath::Folder(_) | ResolvedPath::Inside(..)) => {
                let mut failed = Vec::new();
                let below = self.library.files_below(path, &mut |_, error| failed.push(error));
                failed.iter().for_each(|error| self.fail_open(error));
                if below.is_empty() {
                    self.fail(format_args!("{path}: no files in this folder"));
                }
                Files::Folder(below)
            }
            Err(error) => {
                self.fail_open(&error);
                Files::Folder(Vec::new())
            }
        }
    }

    /// Calls `f` with each file at `path` whose format is known. Skips unknown files in folders; a folder
    /// without any known file is a failure.
    pub fn each(
        &mut self,
        path: &str,
        format: Option<&str>,
        mut f: impl FnMut(&mut Self, &str, &Arc<Opened>) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let files = self.files(path);
        let in_folder = matches!(files, Files::Folder(_));
        let mut met = 0;
        for file in files.iter() {
            match self.library.open(file, format) {
                Ok(opened) => {
                    met += 1;
                    f(self, file, &opened)?;
                    self.library.close(&opened);
                }
                Err(OpenError::Unknown { source, .. }) if in_folder => {
                    self.library.close_source(&source);
                }
                Err(error) => {
                    met += 1;
                    self.fail_open(&error);
                }
            }
        }
        if in_folder && met == 0 && files.iter().next().is_some() {
            self.fail(format_args!("{path}: no file of a known format in this folder"));
        }
        Ok(())
    }

    /// Calls `f` with each file at `path` whose format is known, including those in folders, discs
    /// and archives at any depth. `f` gets the library.
    pub fn each_below(
        &mut self,
        path: &str,
        mut f: impl FnMut(&mut Self, &Library, &str, &Arc<Opened>) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let library = std::mem::take(&mut self.library);
        let mut went = Ok(());
        let _ = library.each_document(path, &mut |file, opened| {
            match opened {
                Ok(opened) => went = f(self, &library, file, opened),
                // The container was read, but its members are skipped.
                Err(error @ OpenError::NotEntered { .. }) => self.notify(error),
                Err(error) => self.fail_open(&error),
            }
            if went.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.library = library;
        went
    }

    /// The only file at `path` that passes `suits`; an error if a folder contains several.
    pub fn only(
        &mut self,
        path: &str,
        format: Option<&str>,
        what: &str,
        suits: impl Fn(&Self, &Opened) -> bool,
    ) -> Option<(String, Arc<Opened>)> {
        let files = match self.files(path) {
            Files::One(file) => return Some((file.clone(), self.open(&file, format)?)),
            Files::Folder(files) if files.is_empty() => return None,
            Files::Folder(files) => files,
        };
        let mut found = None;
        let mut count = 0;
        for file in files {
            let Ok(opened) = self.library.open(&file, format) else { continue };
            let fits = suits(self, &opened);
            count += usize::from(fits);
            if fits && count == 1 {
                found = Some((file, opened));
            } else {
                self.library.close(&opened);
            }
        }
        if count == 1 {
            return found;
        }
        self.fail(format_args!(
            "{path} is a folder with {count} files that can be {what}; choose one of them"
        ));
        None
    }

    /// Raises the status if the data has errors, and prints how to list them.
    pub fn report_errors(&mut self, path: &str, problems: &Problems) {
        if problems.worst() == Some(Severity::Error) {
            self.notify(format_args!("{path}: the data has errors; `gouraud info` lists them"));
            self.raise(Status::Problems);
        }
    }
}

/// Files at a path; folders are resolved to their files.
pub enum Files {
    One(String),
    Folder(Vec<String>),
}

impl Files {
    pub fn iter(&self) -> impl Iterator<Item = &String> {
        match self {
            Files::One(file) => std::slice::from_ref(file).iter(),
            Files::Folder(files) => files.iter(),
        }
    }
}
