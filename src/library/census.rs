//! Files and what they hold, read on all cores: told in order, with a flat memory, and never
//! stopped by a bad one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::folders::MAX_DEPTH;
use super::{Library, OpenError, Opened};
use crate::container::join;

/// Whoever takes a census: makes a row of each file, on any thread.
pub trait Census: Sync {
    /// What is kept of a file.
    type Row: Send;

    /// Row of a file, of which `result` is what came of opening it.
    fn read(&self, path: &str, result: &Result<Arc<Opened>, OpenError>) -> Self::Row;

    /// Row of a file whose reading set off a defect of this program.
    fn defect(&self, path: &str) -> Self::Row;

    /// So many more files are going to be read.
    fn expect(&self, more: usize) {
        let _ = more;
    }

    /// The file at `path` was read.
    fn done(&self, path: &str) {
        let _ = path;
    }
}

/// A row, and how long it took to make.
pub struct Told<T> {
    /// What was made of the file.
    pub row: T,
    /// Time for opening and looking.
    pub took: Duration,
}

/// Files of a container that are read at one go: many small containers keep all threads busy, and
/// what one of them found is held until its turn comes.
const MAX_AT_ONCE: usize = 64;
/// Files that are read at one go for each thread: their rows are held until all are there.
const BATCH: usize = 8;

impl Library {
    /// Reads `files` and what they hold, a few for each thread at a time, and gives the rows to
    /// `tell` in order; what a container holds follows its own row. What was not open before is
    /// closed again.
    ///
    /// # Errors
    /// The first that `tell` gives, which ends the census.
    pub fn census<C: Census, E>(
        &self,
        pool: &ThreadPool,
        files: Vec<String>,
        format: Option<&str>,
        census: &C,
        tell: &mut dyn FnMut(Told<C::Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        let walk = Walk { library: self, pool, format, census };
        census.expect(files.len());
        walk.take(files.into_iter().map(Item::File).collect(), 0, tell)
    }
}

/// A file that waits for its turn.
enum Item {
    File(String),
    Member { container: Arc<Opened>, path: Arc<str>, index: usize },
}

/// A file that had its turn.
struct Done<T> {
    told: Told<T>,
    /// What it holds, where that is little and was read with it.
    inside: Vec<Done<T>>,
    /// Kept, with its path, when it holds files that come next.
    container: Option<(Arc<Opened>, String)>,
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
        depth: usize,
        tell: &mut dyn FnMut(Told<C::Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        let batch = self.pool.current_num_threads() * BATCH;
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let some: Vec<Item> = items.by_ref().take(batch).collect();
            let rows = self.pool.install(|| self.rows(some, depth));
            rows.into_iter().try_for_each(|done| self.tell(done, depth, tell))?;
        }
        Ok(())
    }

    /// Tells the row of a file and those of what it holds.
    fn tell<E>(
        &self,
        done: Done<C::Row>,
        depth: usize,
        tell: &mut dyn FnMut(Told<C::Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        tell(done.told)?;
        done.inside.into_iter().try_for_each(|done| self.tell(done, depth + 1, tell))?;
        if let Some((container, path)) = done.container {
            self.take(members_of(self.library, &container, &path), depth + 1, tell)?;
            self.library.close(&container);
        }
        Ok(())
    }

    /// Reads files, as many at the same time as there are threads.
    fn rows(&self, items: Vec<Item>, depth: usize) -> Vec<Done<C::Row>> {
        items.into_par_iter().map(|item| self.examine(&item, depth)).collect()
    }

    /// Reads one file, and what it holds where that is little. A defect of ours in one file must not
    /// end the census of ten thousand.
    fn examine(&self, item: &Item, depth: usize) -> Done<C::Row> {
        let start = Instant::now();
        let path = item.path(self.library);
        let looked = catch_unwind(AssertUnwindSafe(|| self.look(item, &path)));
        let (row, container) = looked.unwrap_or_else(|_| (self.census.defect(&path), None));
        let told = Told { row, took: start.elapsed() };
        self.census.done(&path);
        let mut done = Done { told, inside: Vec::new(), container: None };
        let Some(container) = container else { return done };
        let held = members_of(self.library, &container, &path);
        if depth >= MAX_DEPTH || held.is_empty() {
            self.library.close(&container);
            return done;
        }
        self.census.expect(held.len());
        if held.len() <= MAX_AT_ONCE {
            done.inside = self.rows(held, depth + 1);
            self.library.close(&container);
        } else {
            done.container = Some((container, path));
        }
        done
    }

    /// The row of a file, and the file where it is a container to be entered.
    fn look(&self, item: &Item, path: &str) -> (C::Row, Option<Arc<Opened>>) {
        let result = item.open(self.library, path, self.format);
        let row = self.census.read(path, &result);
        match result {
            Ok(opened) => {
                // What a companion holds is read there.
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

/// The files of the container at `path` that a census reads. It may be open by another name.
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
        let members = container.members(library);
        let members = members.ok_or_else(|| unreadable("the container is empty".to_owned()))?;
        let source = members.open(*index).map_err(|error| unreadable(error.to_string()))?;
        library.open_source(&source, None)
    }
}
