//! State of a run of a sub-command: the library, the output, and how it went so far.

use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::args::Around;
use super::out::{Clean, Out};
use crate::bytes::{Problems, Severity};
use crate::library::Registries;
use crate::library::packs::{List, Pack};
use crate::library::{Library, OpenError, Opened, Place};

/// How a run went; a later variant is worse and wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Status {
    /// Done, and nothing to complain about.
    #[default]
    Done,
    /// Done, but the data has problems of severity `error`, or the two files differ.
    Problems,
    /// The work failed, at least for one path.
    Failed,
    /// Something was asked for in a way that makes no sense.
    Misused,
}

impl Status {
    /// The exit status of the contract.
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
    /// Lists of names that were named.
    pub packs: Vec<Pack>,
    /// What is searched.
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

    /// Takes in the lists, and looks for companions in the roots too.
    pub fn look_around(&mut self, around: &Around) {
        self.read_lists(around);
        for root in &around.roots {
            if let Err(error) = self.library.search_in(root) {
                self.fail_open(&error);
            }
        }
        // Names may lie there too.
        self.library.consult(&around.roots);
    }

    /// Takes in the lists; the roots are searched for themselves, and companions lie where they lie.
    pub fn look_in(&mut self, around: &Around) {
        self.read_lists(around);
        self.roots.clone_from(&around.roots);
    }

    fn read_lists(&mut self, around: &Around) {
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

    /// The worst status stays.
    pub fn raise(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// A diagnostic that changes nothing.
    pub fn say(&self, message: impl Display) {
        // A closed standard error is no reason to stop.
        let _ = writeln!(std::io::stderr(), "gouraud: {}", Clean(&message.to_string()));
    }

    /// The work failed for something; the rest goes on.
    pub fn fail(&mut self, message: impl Display) {
        self.say(message);
        self.raise(Status::Failed);
    }

    /// Wrong usage that only a look at the files could tell.
    pub fn misuse(&mut self, message: impl Display) {
        self.say(message);
        self.raise(Status::Misused);
    }

    pub fn fail_open(&mut self, error: &OpenError) {
        self.fail(error);
    }

    /// The file at `path`, or `None` with the reason told.
    pub fn open(&mut self, path: &str, format: Option<&str>) -> Option<Arc<Opened>> {
        self.library.open(path, format).map_err(|error| self.fail_open(&error)).ok()
    }

    /// The files that `path` names: itself, or every file below a folder, in order. Containers are
    /// not entered.
    pub fn files(&mut self, path: &str) -> Files {
        match self.library.place(path) {
            Ok(Place::File(_)) => Files::One(path.to_owned()),
            Ok(Place::Folder(_) | Place::Inside(..)) => {
                let mut failed = Vec::new();
                let below = self.library.files_below(path, &mut |_, error| failed.push(error));
                failed.iter().for_each(|error| self.fail_open(error));
                if below.is_empty() {
                    self.fail(format_args!("{path}: there are no files in this folder"));
                }
                Files::Folder(below)
            }
            Err(error) => {
                self.fail_open(&error);
                Files::Folder(Vec::new())
            }
        }
    }

    /// Calls `f` with each file of `path` that a format claims. In a folder, files of no known
    /// format are passed over; when nothing is left, that is a failure.
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
            self.fail(format_args!("{path}: no format claims any file in this folder"));
        }
        Ok(())
    }

    /// Calls `f` with each file at `path` that a format claims, in folders, discs and archives too,
    /// as deep as they nest. The library is handed over meanwhile.
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
                // It was read; only the files in it are left out.
                Err(error @ OpenError::NotEntered { .. }) => self.say(error),
                Err(error) => self.fail_open(&error),
            }
            if went.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.library = library;
        went
    }

    /// The one file of `path` that passes `suits`; a folder may hold no second one.
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
            "{path} is a folder with {count} files that can be {what}: name one of them"
        ));
        None
    }

    /// Raises the status when the data has errors, and says where to read about them.
    pub fn judge(&mut self, path: &str, problems: &Problems) {
        if problems.worst() == Some(Severity::Error) {
            self.say(format_args!("{path}: the data has errors; `gouraud info` lists them"));
            self.raise(Status::Problems);
        }
    }
}

/// What a path names, folders resolved to their files.
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
