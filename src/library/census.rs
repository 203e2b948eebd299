//! Reads files and their members on all cores. Results are in order, memory use is bounded, and a bad
//! file does not stop it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::nesting::{Nesting, holds_itself};
use super::{Library, OpenError, Opened};
use crate::bytes::Problem;
use crate::container::join;

/// Produces a row for each file, on any thread.
pub trait Census: Sync {
    /// Result for a file.
    type Row: Send;

    /// Row of a file; `result` is the result of opening it.
    fn read(&self, path: &str, result: &Result<Arc<Opened>, OpenError>) -> Self::Row;

    /// Row of a file that caused a panic while it was read.
    fn defect(&self, path: &str) -> Self::Row;

    /// Adds to a row the reason why the container was not entered.
    fn refuse(&self, row: &mut Self::Row, why: Problem);

    /// `more` additional files will be read.
    fn expect(&self, more: usize) {
        let _ = more;
    }

    /// The file at `path` was read.
    fn done(&self, path: &str) {
        let _ = path;
    }
}

/// A row and its processing time.
pub struct CensusReport<T> {
    /// Result for the file.
    pub row: T,
    /// Time for opening and processing.
    pub took: Duration,
}

/// Largest container whose members are read together with it: many small containers keep all threads
/// busy, and their results are held until their turn.
const MAX_AT_ONCE: usize = 64;
/// Files that are read together per thread; their rows are held until all are ready.
const BATCH: usize = 8;

impl Library {
    /// Reads `files` and their members, a few per thread at a time, and passes the rows to `on_report` in
    /// order; the members of a container follow its own row. Files that were not open before are closed
    /// again.
    ///
    /// # Errors
    /// The first error from `on_report`, which ends the census.
    pub fn census<C: Census, E>(
        &self,
        pool: &ThreadPool,
        files: Vec<String>,
        format: Option<&str>,
        census: &C,
        on_report: &mut dyn FnMut(CensusReport<C::Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        let walk = Walk { library: self, pool, format, census };
        let files = files.into_iter().map(Item::File).collect();
        walk.take(files, &mut Nesting::default(), on_report)
    }
}

/// A file to be read.
enum Item {
    File(String),
    Member { container: Arc<Opened>, path: Arc<str>, index: usize },
}

/// Report on a file that was read, and its members.
struct FileReport<T> {
    report: CensusReport<T>,
    /// The file as a container, if it is one.
    container: Option<Container<T>>,
}

struct Container<T> {
    opened: Arc<Opened>,
    path: String,
    /// The members, if they are few and were read with it.
    inside: Option<Vec<FileReport<T>>>,
}

struct Walk<'a, C> {
    library: &'a Library,
    pool: &'a ThreadPool,
    format: Option<&'a str>,
    census: &'a C,
}

impl<C: Census> Walk<'_, C> {
    fn take<E>(
        &self,
        items: Vec<Item>,
        nesting: &mut Nesting,
        on_report: &mut dyn FnMut(CensusReport<C::Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.census.expect(items.len());
        let batch = self.pool.current_num_threads() * BATCH;
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let some: Vec<Item> = items.by_ref().take(batch).collect();
            let ahead = !nesting.is_full();
            let rows = self.pool.install(|| self.rows(some, ahead));
            rows.into_iter().try_for_each(|done| self.report(done, nesting, on_report))?;
        }
        Ok(())
    }

    /// Reports the row of a file and those of its members. Whether a container is entered is decided
    /// here, in order, so that it does not depend on the number of threads.
    fn report<E>(
        &self,
        done: FileReport<C::Row>,
        nesting: &mut Nesting,
        on_report: &mut dyn FnMut(CensusReport<C::Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        let FileReport { mut report, container } = done;
        let entered = container.as_ref().map(|c| nesting.enter(self.library, &c.opened));
        if let Some(Err(why)) = &entered {
            self.census.refuse(&mut report.row, (**why).clone());
        }
        on_report(report)?;
        let Some(Container { opened, path, inside }) = container else { return Ok(()) };
        if let Some(Ok(())) = entered {
            match inside {
                Some(rows) => {
                    rows.into_iter().try_for_each(|done| self.report(done, nesting, on_report))?;
                }
                None => self.take(members_of(self.library, &opened, &path), nesting, on_report)?,
            }
        }
        self.library.close(&opened);
        Ok(())
    }

    /// Reads files on all threads; with `ahead` also their members.
    fn rows(&self, items: Vec<Item>, ahead: bool) -> Vec<FileReport<C::Row>> {
        items.into_par_iter().map(|item| self.examine(&item, ahead)).collect()
    }

    /// Reads one file. A panic in one file must not end the census of ten thousand.
    fn examine(&self, item: &Item, ahead: bool) -> FileReport<C::Row> {
        let start = Instant::now();
        let path = item.path(self.library);
        let looked = catch_unwind(AssertUnwindSafe(|| self.read_item(item, &path)));
        let (row, opened) = looked.unwrap_or_else(|_| (self.census.defect(&path), None));
        let report = CensusReport { row, took: start.elapsed() };
        self.census.done(&path);
        let container = opened.and_then(|opened| {
            let held = members_of(self.library, &opened, &path);
            if held.is_empty() {
                self.library.close(&opened);
                return None;
            }
            let few = held.len() <= MAX_AT_ONCE;
            let inside = (ahead && few && !holds_itself(self.library, &opened)).then(|| {
                self.census.expect(held.len());
                self.rows(held, false)
            });
            Some(Container { opened, path, inside })
        });
        FileReport { report, container }
    }

    /// The row of a file, and the opened file if it is a container to be entered.
    fn read_item(&self, item: &Item, path: &str) -> (C::Row, Option<Arc<Opened>>) {
        let result = item.open(self.library, path, self.format);
        let row = self.census.read(path, &result);
        match result {
            Ok(opened) => {
                // Members that are stored in a companion are read there.
                if opened.is_entered(self.library) {
                    return (row, Some(opened));
                }
                self.library.close(&opened);
            }
            Err(OpenError::Unknown { source, .. } | OpenError::Failed { source, .. }) => {
                self.library.close_source(&source);
            }
            Err(_) => {}
        }
        (row, None)
    }
}

/// The members of the container at `path` that a census reads. It may be open under another name.
fn members_of(library: &Library, container: &Arc<Opened>, path: &str) -> Vec<Item> {
    let held = container.members(library).filter(|held| !held.are_parts());
    let held = held.map_or(0, |members| members.list().len());
    let path: Arc<str> = path.into();
    let member = |index| Item::Member { container: container.clone(), path: path.clone(), index };
    (0..held).map(member).collect()
}

impl Item {
    fn path(&self, library: &Library) -> String {
        match self {
            Item::File(path) => path.clone(),
            Item::Member { container, path, index } => {
                let members = container.members(library);
                let member = members.and_then(|members| members.list().get(*index));
                let inner = member.map_or("", |member| member.path.as_str());
                join(path, inner)
            }
        }
    }

    fn open(
        &self,
        library: &Library,
        path: &str,
        format: Option<&str>,
    ) -> Result<Arc<Opened>, OpenError> {
        let Item::Member { container, index, .. } = self else {
            return library.open(path, format);
        };
        let unreadable = |reason: String| OpenError::NotFound(reason);
        let source = container.open_member(library, *index);
        let source = source.ok_or_else(|| unreadable("the container is empty".to_owned()))?;
        library.open_source(&source.map_err(|error| unreadable(error.to_string()))?, None)
    }
}
