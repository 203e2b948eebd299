//! The comparison of a tab: its file, its jobs and their results.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::compared_contents::ComparedContents;
use super::comparison::{ComparedFile, Comparison};
use crate::bytes::SourceId;
use crate::edit::{ElementChange, PairedFile};

/// Number of the last change of any comparison.
static CHANGES: AtomicU64 = AtomicU64::new(0);

fn next_change() -> u64 {
    CHANGES.fetch_add(1, Ordering::Relaxed) + 1
}

/// See the [module](self).
#[derive(Default)]
pub struct Comparing {
    wanted: Option<ComparedFile>,
    /// Number of the comparison, also among those of other tabs.
    pub number: u64,
    /// The document and the file of the job that was started last.
    begun: Option<(u64, ComparedFile)>,
    job: Option<u64>,
    result: Option<Result<Arc<Comparison>, String>>,
    /// The reason why the last job failed, while the result of one before it is shown.
    failure: Option<String>,
    /// Differs after every result, also from those of other tabs.
    pub changes: u64,
    /// The result whose bytes and sounds were compared last, by its `changes`.
    contents_of: u64,
    contents_job: Option<u64>,
    /// Bytes and sounds, with the `changes` of the result to which they belong.
    contents: Option<(u64, Arc<ComparedContents>)>,
    /// The reason why the last job of bytes and sounds failed.
    contents_failure: Option<String>,
    /// Files on disk from which the other file was made.
    pub files: Vec<PathBuf>,
    /// Position of the current difference among the elements of the result.
    current: Option<usize>,
    /// The field that was selected last.
    selected: Option<(SourceId, String)>,
}

impl Comparing {
    /// Compares with another file from now on; `None` ends the comparison.
    pub fn compare_with(&mut self, other: Option<ComparedFile>) {
        let (number, changes) = (next_change(), next_change());
        *self = Self { wanted: other, number, changes, ..Self::default() };
    }

    /// The file to compare with.
    pub fn other(&self) -> Option<&ComparedFile> {
        self.wanted.as_ref()
    }

    /// The last result; it may belong to the document before the last edit.
    pub fn result(&self) -> Option<&Result<Arc<Comparison>, String>> {
        self.result.as_ref()
    }

    /// The last comparison without an error.
    pub fn comparison(&self) -> Option<&Arc<Comparison>> {
        self.result.as_ref()?.as_ref().ok()
    }

    /// Position of the current difference among the elements of the last result.
    pub fn current(&self) -> Option<usize> {
        self.current
    }

    /// The current difference.
    pub fn current_change(&self) -> Option<&ElementChange> {
        self.comparison()?.elements.get(self.current?)
    }

    /// Makes an element of the last result the current difference.
    pub fn go_to(&mut self, index: usize) {
        self.current = Some(index);
    }

    /// Makes the difference that contains a selected field the current one.
    pub fn follow(&mut self, selected: Option<(SourceId, &str)>) {
        self.selected = selected.map(|(source, path)| (source, path.to_owned()));
        self.find_current();
    }

    fn find_current(&mut self) {
        let found = self.selected.as_ref().zip(self.comparison());
        self.current = found.and_then(|((source, path), found)| {
            let own = found.own.as_ref()?.opened.document.source.id();
            found.element_at(PairedFile::B, path).filter(|_| own == *source)
        });
    }

    /// The bytes and sounds that were compared last; they may belong to an earlier result.
    pub fn contents(&self) -> Option<&Arc<ComparedContents>> {
        Some(&self.contents.as_ref()?.1)
    }

    /// The bytes and sounds that belong to the last result.
    pub fn current_contents(&self) -> Option<&Arc<ComparedContents>> {
        Some(&self.contents.as_ref().filter(|(of, _)| *of == self.changes)?.1)
    }

    /// The reason why the bytes and sounds of the last result were not compared.
    pub fn contents_failure(&self) -> Option<&str> {
        self.contents_failure.as_deref()
    }

    /// Messages about files that cannot be read; the first one explains why the result is not the current one.
    pub fn problems(&self) -> impl Iterator<Item = &String> {
        let of_result = self.comparison().into_iter().flat_map(|found| &found.problems);
        self.failure.iter().chain(of_result)
    }

    /// `true` if the result belongs to an earlier state of the files, which cannot be compared now.
    pub fn is_outdated(&self) -> bool {
        self.failure.is_some()
    }

    /// The jobs that compare.
    pub fn jobs(&self) -> impl Iterator<Item = u64> + use<> {
        [self.job, self.contents_job].into_iter().flatten()
    }

    /// `true` if two folders are compared, without a document.
    pub fn is_of_folders(&self) -> bool {
        matches!(self.wanted, Some(ComparedFile::Folders { .. }))
    }

    /// `true` if the comparison with the wanted file was never begun.
    pub fn is_new(&self) -> bool {
        self.wanted.is_some() && self.begun.is_none() && self.result.is_none()
    }

    /// `true` if the other file was made from one of these files on disk.
    pub fn uses(&self, changed: &BTreeSet<PathBuf>) -> bool {
        self.files.iter().any(|file| changed.contains(file))
    }

    /// Compares again, since one of the files changed.
    pub fn outdate(&mut self) {
        self.begun = None;
    }

    /// Forgets the running jobs, which are to be cancelled and begun again later.
    pub fn interrupt(&mut self) -> impl Iterator<Item = u64> + use<> {
        let jobs = (self.job.take(), self.contents_job.take());
        if jobs.0.is_some() {
            self.begun = None;
        }
        if jobs.1.is_some() {
            self.contents_of = 0;
        }
        <[_; 2]>::from(jobs).into_iter().flatten()
    }

    /// The file to compare a document with, unless that was begun before. The jobs of the document before it are to be
    /// cancelled.
    pub fn begin(&mut self, generation: u64) -> Option<ComparedFile> {
        let next = (generation, self.wanted.clone()?);
        if self.begun.as_ref() == Some(&next) {
            return None;
        }
        (self.job, self.contents_job) = (None, None);
        if self.current_contents().is_none() {
            self.contents_of = 0;
        }
        // An earlier result stays visible; an error does not.
        self.result.take_if(|result| result.is_err());
        self.begun = Some(next.clone());
        Some(next.1)
    }

    /// The last comparison, if its bytes and sounds are not compared yet. It has its own files, so it may belong to an
    /// earlier state of the document that cannot be compared again.
    pub fn begin_contents(&mut self) -> Option<Arc<Comparison>> {
        let found = self.comparison().filter(|found| found.files_of_bytes().is_some())?.clone();
        if self.job.is_some() || self.contents_of == self.changes {
            return None;
        }
        self.contents_of = self.changes;
        self.contents_failure = None;
        Some(found)
    }

    /// Stores the job that runs the comparison.
    pub fn runs_in(&mut self, job: u64) {
        self.job = Some(job);
    }

    /// Stores the job that compares bytes and sounds.
    pub fn compares_contents_in(&mut self, job: u64) {
        self.contents_job = Some(job);
    }

    /// Takes the result of a job; `false` if it is not that of this comparison. If it failed, an earlier result stays.
    pub fn take(&mut self, job: u64, result: Result<Comparison, String>) -> bool {
        if self.job != Some(job) {
            return false;
        }
        self.job = None;
        self.failure = None;
        match result {
            Ok(found) => {
                self.result = Some(Ok(Arc::new(found)));
                self.changes = next_change();
                self.find_current();
            }
            Err(why) if self.comparison().is_some() => self.failure = Some(why),
            Err(why) => self.result = Some(Err(why)),
        }
        true
    }

    /// Takes the bytes and sounds that a job compared, if it is that of this comparison. If it failed, earlier ones stay.
    pub fn take_contents(&mut self, job: u64, contents: Result<ComparedContents, String>) {
        if self.contents_job == Some(job) {
            self.contents_job = None;
            match contents {
                Ok(contents) => self.contents = Some((self.contents_of, Arc::new(contents))),
                Err(why) => self.contents_failure = Some(why),
            }
        }
    }

    /// Handles the end of a job without a result; `false` if it was another job.
    pub fn end(&mut self, job: u64) -> bool {
        let why = || "the comparison ended without a result".to_owned();
        if self.contents_job == Some(job) {
            self.take_contents(job, Err(why()));
            return true;
        }
        self.take(job, Err(why()))
    }
}
