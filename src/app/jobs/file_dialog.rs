//! Picks paths in the system's file dialog.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{Handle, Message};
use crate::app::model::Command;
use crate::container::path_text;

/// A dialog that returns nothing within this time was not cancelled by the user: the system has no
/// dialog. Finding that out takes a while on a busy computer.
const NO_DIALOG: Duration = Duration::from_secs(1);

/// Kind of path that the dialog asks for.
pub enum PathKind {
    File,
    Files,
    Folder,
    /// A file to write: the suggested name, and the path suggested where there is no dialog.
    New(String, PathBuf),
}

/// A request for paths, and the commands that take them.
pub struct Pick {
    kind: PathKind,
    /// Description and extensions of the offered files.
    filter: Option<(&'static str, &'static [&'static str])>,
    /// Title of the text box that replaces a missing dialog; `None` if the requester has its own box.
    title: Option<&'static str>,
    then: Box<dyn Fn(Vec<PathBuf>) -> Vec<Command> + Send>,
}

impl Pick {
    /// Asks for paths; `then` makes the command for each.
    pub fn new(
        title: &'static str,
        kind: PathKind,
        then: impl Fn(PathBuf) -> Command + Send + 'static,
    ) -> Self {
        let then = Box::new(move |paths: Vec<PathBuf>| paths.into_iter().map(&then).collect());
        Self { kind, filter: None, title: Some(title), then }
    }

    /// Asks for files or a folder to open together.
    pub fn to_open(kind: PathKind) -> Self {
        let then = move |paths: Vec<PathBuf>| {
            vec![Command::OpenAll(paths.into_iter().map(path_text).collect())]
        };
        Self { kind, filter: None, title: Some("Open path"), then: Box::new(then) }
    }

    /// Asks for a path that is entered into a text box of the open dialog.
    pub fn for_dialog(kind: PathKind) -> Self {
        Self { title: None, ..Self::new("", kind, Command::TakePath) }
    }

    /// Offers only files with these extensions.
    pub fn only(self, name: &'static str, extensions: &'static [&'static str]) -> Self {
        Self { filter: Some((name, extensions)), ..self }
    }

    pub fn title(&self) -> Option<&'static str> {
        self.title
    }

    /// The suggested path of a file to write.
    pub fn new_path(&self) -> Option<PathBuf> {
        match &self.kind {
            PathKind::New(_, path) => Some(path.clone()),
            _ => None,
        }
    }

    /// The commands for picked or typed paths.
    pub fn commands(&self, paths: Vec<PathBuf>) -> Vec<Command> {
        (self.then)(paths)
    }

    /// Shows the dialog on a thread, which sends the commands.
    pub fn open(self, handle: Handle) {
        let spare = handle.clone();
        let ask = move || {
            let started = Instant::now();
            match self.show() {
                Some(paths) => {
                    let commands = self.commands(paths).into_iter();
                    commands.for_each(|command| handle.send(Message::Command(command)));
                }
                None if started.elapsed() < NO_DIALOG => {
                    handle.send(Message::NoFileDialog(Box::new(self)));
                }
                None => {}
            }
        };
        if let Err(error) = std::thread::Builder::new().spawn(ask) {
            let text = format!("cannot start a thread: {error}");
            spare.notify(crate::app::model::Level::Warning, text);
        }
    }

    fn show(&self) -> Option<Vec<PathBuf>> {
        let dialog = rfd::FileDialog::new();
        let dialog = match self.filter {
            Some((name, extensions)) => dialog.add_filter(name, extensions),
            None => dialog,
        };
        let one = |path| vec![path];
        match &self.kind {
            PathKind::File => dialog.pick_file().map(one),
            PathKind::Files => dialog.pick_files(),
            PathKind::Folder => dialog.pick_folder().map(one),
            PathKind::New(name, _) => dialog.set_file_name(name).save_file().map(one),
        }
    }
}
