//! Traverses all documents below a path: in folders, and in archives at all levels.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::folders::FolderEvent;
use super::nesting::Nesting;
use super::{Library, OpenError, Opened, ResolvedPath};
use crate::bytes::Source;
use crate::container::join;

/// Called with each document, or with the reason why it could not be opened.
pub type Visit<'a> = dyn FnMut(&str, Result<&Arc<Opened>, OpenError>) -> ControlFlow<()> + 'a;

impl Library {
    /// Calls `visit` with every document at `path`, in folders and containers below it, and with its
    /// path. Files of unknown formats are skipped; documents that were not open before are closed again.
    pub fn each_document(&self, path: &str, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let nesting = &mut Nesting::default();
        match self.place(path) {
            Ok(ResolvedPath::Folder(_)) => self.each_below(path, nesting, visit),
            Ok(ResolvedPath::Inside(container, folder)) => match self.open_source(&container, None)
            {
                Ok(opened) => self.each_member(&opened, &format!("{folder}/"), nesting, visit),
                Err(error) => visit(path, Err(error)),
            },
            Ok(ResolvedPath::File(source)) => self.each_in(&source, nesting, visit),
            Err(error) => visit(path, Err(error)),
        }
    }

    /// Opens `path`; the flag is `true` if it was not open before, so that the caller can close it again.
    ///
    /// # Errors
    /// As in [`Library::open`].
    pub fn open_once(&self, path: &str) -> Result<(Arc<Opened>, bool), OpenError> {
        let was_open =
            matches!(self.place(path)?, ResolvedPath::File(source) if self.is_open(&source));
        Ok((self.open(path, None)?, !was_open))
    }

    fn each_below(
        &self,
        folder: &str,
        nesting: &mut Nesting,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        self.each_file_below(folder, &mut |met| match met {
            FolderEvent::File(path) => match self.place(path) {
                Ok(ResolvedPath::File(source)) => self.each_in(&source, nesting, visit),
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => visit(path, Err(error)),
            },
            FolderEvent::Closed(path, error) => visit(path, Err(error)),
        })
    }

    fn each_in(
        &self,
        source: &Source,
        nesting: &mut Nesting,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let was_open = self.is_open(source);
        let opened = match self.open_source(source, None) {
            Ok(opened) => opened,
            Err(error) => {
                return match error {
                    OpenError::Unknown { .. } => ControlFlow::Continue(()),
                    error => visit(source.name(), Err(error)),
                };
            }
        };
        let mut flow = visit(source.name(), Ok(&opened));
        if flow.is_continue() && opened.holds_files(self) {
            flow = match nesting.enter(self, &opened) {
                Ok(()) => self.each_member(&opened, "", nesting, visit),
                Err(why) => {
                    let (path, why) = (source.name().to_owned(), why.message);
                    visit(source.name(), Err(OpenError::NotEntered { path, why }))
                }
            };
        }
        if !was_open {
            self.close(&opened);
        }
        flow
    }

    fn each_member(
        &self,
        opened: &Arc<Opened>,
        prefix: &str,
        nesting: &mut Nesting,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(members) = opened.members(self) else { return ControlFlow::Continue(()) };
        for (index, member) in members.list().iter().enumerate() {
            if !member.path.starts_with(prefix) {
                continue;
            }
            match opened.open_member(self, index) {
                Some(Ok(source)) => self.each_in(&source, nesting, visit)?,
                Some(Err(error)) => {
                    let path = join(opened.stored.name(), &member.path);
                    visit(&path, Err(OpenError::NotFound(format!("{path}: {error}"))))?;
                }
                None => {}
            }
        }
        ControlFlow::Continue(())
    }
}
