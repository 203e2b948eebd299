//! A file that was read: its records, and the tree with the spans of its fields.

mod records;
mod report;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use self::records::{Records, format_of};
pub use self::report::Report;
use super::{
    Change, Content, Decoded, Entailed, ListChange, NewBytes, Refusal, Rewritten, Wrapper,
    unwrapped,
};
use crate::bytes::{
    Cursor, Endian, Problems, Result, Source, Span, Starts, Tree, TreeRecorder, Value,
};
use crate::container::{Context, Kept, Members, Unnamed};
use crate::scene::{ElementState, Origin, Replacement, Scene, Spans, VideoInfo};

/// The records of a file with the tree of its fields.
#[derive(Clone)]
pub struct Loaded<T> {
    /// The parsed content.
    pub records: T,
    /// Spans of all fields.
    pub tree: Arc<Tree>,
    /// The bytes they were read from.
    pub source: Source,
    /// Reason why the file cannot be written back from its records.
    pub lost: Option<String>,
}

impl<T: Records> Loaded<T> {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// When nothing of it can be read.
    pub fn open(source: &Source) -> Result<(Self, Problems)> {
        let (file, mut problems) =
            Self::read(source, T::endian(source), T::root(source), |cur| T::read(cur, source))?;
        T::check(&file, &mut file.report(&mut problems));
        Ok((file, problems))
    }

    /// Opens a companion, from the cache if possible.
    ///
    /// # Errors
    /// When nothing of it can be read.
    pub fn companion(stored: &Source, context: Context<'_>) -> Result<Arc<Self>> {
        Self::kept_or(stored, context, || stored.clone())
    }

    /// Like [`Loaded::companion`] for a file that may be in a wrapper.
    ///
    /// # Errors
    /// When nothing of the content can be read.
    pub fn companion_in<W: Wrapper>(stored: &Source, context: Context<'_>) -> Result<Arc<Self>> {
        Self::kept_or(stored, context, || unwrapped::<W>(stored.clone()).0)
    }

    fn kept_or(
        stored: &Source,
        context: Context<'_>,
        plain: impl FnOnce() -> Source,
    ) -> Result<Arc<Self>> {
        let kept = context.siblings.kept(stored.id());
        if let Some(file) = kept.and_then(|kept| kept.downcast().ok()) {
            return Ok(file);
        }
        let plain = plain();
        // Its problems are reported when it is opened itself.
        let read = |cur: &mut Cursor<'_, _>| T::read(cur, &plain);
        let (file, _) = Self::read(&plain, T::endian(&plain), T::root(&plain), read)?;
        let file = Arc::new(file);
        let kept: Kept = file.clone();
        context.siblings.keep(stored.id(), &kept);
        Ok(file)
    }
}

impl<T> Loaded<T> {
    /// Reads a file with `read`, under a root of the type `root`, without checking it.
    ///
    /// # Errors
    /// When `read` fails.
    pub fn read(
        source: &Source,
        endian: Endian,
        root: &'static str,
        read: impl FnOnce(&mut Cursor<'_, TreeRecorder>) -> Result<T>,
    ) -> Result<(Self, Problems)> {
        let (tree, problems, records) = Tree::record(source, endian, root, read);
        let lost = problems.lost().map(str::to_owned);
        let file = Self { records: records?, tree: Arc::new(tree), source: source.clone(), lost };
        Ok((file, problems))
    }

    /// The records, if they hold everything that is stored.
    ///
    /// # Errors
    /// When they do not, with the reason.
    pub fn kept(&self) -> std::result::Result<&T, Refusal> {
        match &self.lost {
            Some(lost) => Err(Refusal(lost.clone())),
            None => Ok(&self.records),
        }
    }

    /// The same file with only `of` its records.
    pub fn part<'a, U>(&'a self, of: impl FnOnce(&'a T) -> U) -> Loaded<U> {
        Loaded {
            records: of(&self.records),
            tree: self.tree.clone(),
            source: self.source.clone(),
            lost: self.lost.clone(),
        }
    }

    /// The bytes of the field with this path; an empty span at the start of the file if the field does
    /// not exist.
    pub fn span(&self, path: &str) -> Span {
        self.tree.span(path).unwrap_or(Span::new(self.source.id(), 0, 0))
    }

    /// The field with this path as an origin for the scene.
    pub fn origin(&self, path: impl Into<String>) -> Origin {
        let path = path.into();
        Origin::new(self.span(&path), path)
    }

    /// The elements of the array with this path as origins for the scene.
    pub fn spans(&self, path: &str) -> Spans {
        let Some((span, starts)) = self.tree.run(path) else { return Spans::default() };
        let (source, path) = (self.source.id(), path.to_owned());
        match starts {
            Starts::Even(size) => {
                let count = span.len.checked_div(size).unwrap_or(0);
                Spans::even(source, span.start, size, count, path)
            }
            Starts::Table(starts) => Spans::table(source, span.start, span.end(), starts, path),
            Starts::Bits { starts, unit } => {
                let bytes = starts.iter().map(|bit| bit / unit * (unit / 8)).collect();
                Spans::table(source, span.start, span.end(), bytes, path)
            }
        }
    }

    /// Reports problems of its fields by their paths.
    pub fn report<'a>(&'a self, problems: &'a mut Problems) -> Report<'a> {
        Report::new(&self.tree, problems)
    }

    /// The whole file as an origin for the scene.
    pub fn whole(&self) -> Origin {
        Origin::new(self.source.span(), "")
    }
}

impl<T: Records> Content for Loaded<T> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        T::scene(self, context)
    }

    fn footage(&self) -> Option<VideoInfo> {
        self.records.footage()
    }

    fn members(&self) -> Option<&dyn Members> {
        T::members(self)
    }

    fn members_beside(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        T::members_beside(self, context)
    }

    fn is_entered(&self, context: Context<'_>) -> bool {
        T::is_entered(self, context)
    }

    fn version_beside(&self, context: Context<'_>) -> Option<String> {
        T::version_beside(self, context)
    }

    fn missing(&self, context: Context<'_>) -> Option<String> {
        T::missing(self, context)
    }

    fn decoded(&self) -> Option<&Decoded> {
        T::decoded(self)
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.kept()?.write()
    }

    fn copies_of(&self, path: &str) -> Vec<String> {
        self.records.copies_of(path)
    }

    fn has_own_rates(&self) -> bool {
        self.records.has_own_rates()
    }

    fn governs(&self, path: &str, value: &Value) -> bool {
        self.lost.is_none() && self.records.governs(path, value)
    }

    fn with_governing(&self, fields: &[(&str, &Value)]) -> std::result::Result<Vec<u8>, Refusal> {
        self.records.with_governing(fields)
    }

    fn with_members(
        &self,
        context: Context<'_>,
        replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> std::result::Result<Vec<Rewritten>, Refusal> {
        let files = T::with_members(self, context, replaced)?;
        let is_large = |file: &Rewritten| matches!(&file.bytes, NewBytes::Whole(bytes) if u32::try_from(bytes.len()).is_err());
        // Offsets have 32 bits.
        if files.iter().any(is_large) {
            return Err(Refusal(format!("{} would be larger than 4 GB", T::INFO.name)));
        }
        Ok(files)
    }

    fn with_asset(
        &self,
        context: Context<'_>,
        path: &str,
        new: &Replacement,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        T::with_asset(self, context, path, new)
    }

    fn with_list(
        &self,
        context: Context<'_>,
        change: &ListChange<'_>,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        T::with_list(self, context, change)
    }

    fn stored_as(
        &self,
        context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> std::result::Result<Vec<(String, Value)>, Refusal> {
        T::stored_as(self, context, path, shown)
    }

    fn is_text(&self) -> bool {
        T::IS_TEXT
    }

    fn name_hash(&self, name: &str) -> Option<u32> {
        T::name_hash(name)
    }

    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        self.records.names(learn);
    }

    fn unnamed(&self) -> Option<Unnamed> {
        self.records.unnamed()
    }

    fn audit(&self) -> Problems {
        let mut problems = Problems::default();
        T::audit(self, &mut self.report(&mut problems));
        problems
    }

    fn has_computed(&self) -> bool {
        self.records.has_computed()
    }

    fn computed(&self) -> Vec<(String, Value)> {
        let mut problems = Problems::default();
        let mut report = self.report(&mut problems);
        T::audit(self, &mut report);
        report.computed
    }

    fn to_rebuild(&self) -> Vec<String> {
        let mut problems = Problems::default();
        let mut report = self.report(&mut problems);
        T::audit(self, &mut report);
        report.to_rebuild
    }

    fn entails(
        &self,
        context: Context<'_>,
        change: &Change<'_>,
    ) -> std::result::Result<Vec<Entailed>, Refusal> {
        T::entails(self, context, change)
    }

    fn rebuilt(&self, path: &str) -> std::result::Result<Vec<u8>, Refusal> {
        self.kept()?.rebuilt(path)
    }
}
