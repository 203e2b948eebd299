//! A file that was read: its records, and the tree with the spans of its fields.

mod operations;
mod records;
mod report;

use std::sync::Arc;

pub use self::operations::Operations;
pub use self::records::{Records, format_of};
pub use self::report::Report;
use super::{
    Computable, Content, Displayed, EditResult, Editable, HasMembers, HashesNames, Packed, Refusal,
    Wrapper, unwrapped,
};
use crate::bytes::{Cursor, Endian, Problems, Result, Source, Span, Starts, Tree, TreeRecorder};
use crate::container::{Context, ParsedContent};
use crate::scene::{Origin, Spans};

/// The records of a file with the tree of its fields.
#[derive(Clone)]
pub struct Loaded<T> {
    /// The parsed content.
    pub records: T,
    /// Spans of all fields.
    pub tree: Arc<Tree>,
    /// The source that the records were read from.
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
        let (file, mut problems) = Self::read(source, T::form(source), |cur| T::read(cur, source))?;
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
        if plain.id() != stored.id() {
            context.siblings.unpacked(&plain);
        }
        // The problems of a companion are reported when it is opened itself.
        let read = |cur: &mut Cursor<'_, _>| T::read(cur, &plain);
        let (file, _) = Self::read(&plain, T::form(&plain), read)?;
        let file = Arc::new(file);
        let kept: ParsedContent = file.clone();
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
        (endian, root): (Endian, &'static str),
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
    pub fn kept(&self) -> EditResult<&T> {
        match &self.lost {
            Some(lost) => Err(Refusal(lost.clone())),
            None => Ok(&self.records),
        }
    }

    /// The same file, reduced to the records that `of` selects.
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
            // Only described formats have elements of a fixed number of bits.
            Starts::EvenBits { .. } => Spans::default(),
            Starts::Bits { starts, unit } => {
                let bytes = starts.iter().map(|bit| bit / unit * (unit / 8)).collect();
                Spans::table(source, span.start, span.end(), bytes, path)
            }
        }
    }

    /// Reports problems of the file's fields by their paths.
    pub fn report<'a>(&'a self, problems: &'a mut Problems) -> Report<'a> {
        Report::new(&self.tree, problems)
    }

    /// The whole file as an origin for the scene.
    pub fn whole(&self) -> Origin {
        Origin::new(self.source.span(), "")
    }
}

impl<T: Records> Content for Loaded<T> {
    fn write(&self) -> EditResult<Vec<u8>> {
        self.kept()?.write()
    }

    fn displayed(&self) -> &dyn Displayed {
        (T::OPERATIONS.displayed)(self)
    }

    fn container(&self) -> &dyn HasMembers {
        (T::OPERATIONS.members)(self)
    }

    fn editable(&self) -> &dyn Editable {
        (T::OPERATIONS.editable)(self)
    }

    fn computable(&self) -> &dyn Computable {
        (T::OPERATIONS.computable)(self)
    }

    fn named(&self) -> &dyn HashesNames {
        (T::OPERATIONS.names)(self)
    }

    fn packed(&self) -> &dyn Packed {
        (T::OPERATIONS.packed)(self)
    }
}
