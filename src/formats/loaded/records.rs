//! The trait that every format implements for its records, and the registry's view of it.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::bytes::layout::Sketch;
use crate::bytes::{Attached, Cursor, Endian, Recorder, Result, Source};
use crate::container::{Context, Siblings};
use crate::formats::{
    Counts, Document, EditResult, Format, FormatInfo, HAND_WRITTEN, Head, Loaded, Operations,
    Probe, Refusal, Report,
};

/// The records of a file of one format. Everything beyond reading and writing is in its
/// [operations](Self::OPERATIONS).
pub trait Records: Sized + Send + Sync + 'static {
    /// Row of the registry.
    const INFO: FormatInfo;
    /// Type of the tree's root.
    const ROOT: &'static str = Self::INFO.id;
    /// Byte order.
    const ENDIAN: Endian = Endian::Little;
    /// Operations of this format.
    const OPERATIONS: Operations<Self> = Operations::NONE;

    /// Byte order and type of the tree's root, if they depend on the file.
    fn form(_source: &Source) -> (Endian, &'static str) {
        (Self::ENDIAN, Self::ROOT)
    }

    /// See [`Format::probe`].
    fn probe(head: &Head<'_>) -> Option<Probe>;

    /// See [`Format::is_marked`].
    fn is_marked(_head: &Head<'_>) -> bool {
        true
    }

    /// Reads the records with a cursor at the start of `source`, and names everything it reads.
    ///
    /// # Errors
    /// When nothing can be read. Truncated or invalid data further on is a problem of the cursor, and a
    /// [loss](Cursor::lose) if the records do not hold everything that is stored.
    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self>;

    /// See [`Format::sketch`].
    fn sketch() -> std::result::Result<Sketch, String> {
        Err(HAND_WRITTEN.to_owned())
    }

    /// One of [`FormatInfo::versions`], or empty.
    fn version(&self) -> String {
        String::new()
    }

    /// Counts the contents of the file.
    fn count(&self, _counts: &mut Counts) {}

    /// See [`Document::usable`].
    fn is_usable(&self) -> bool {
        true
    }

    /// Reports problems of records that could be read.
    fn check(_file: &Loaded<Self>, _report: &mut Report<'_>) {}

    /// Writes the file from its records, with offsets and counts recomputed.
    ///
    /// # Errors
    /// When the records cannot be stored, with the reason.
    fn write(&self) -> EditResult<Vec<u8>> {
        Err(Refusal("this format has no writer".to_owned()))
    }
}

/// The format of some records, for the registry.
pub const fn format_of<T: Records>() -> &'static dyn Format {
    &FormatOf::<T>(PhantomData)
}

struct FormatOf<T>(PhantomData<fn() -> T>);

impl<T: Records> Format for FormatOf<T> {
    fn info(&self) -> &'static FormatInfo {
        &T::INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        T::probe(head)
    }

    fn is_marked(&self, head: &Head<'_>) -> bool {
        T::is_marked(head)
    }

    fn probe_with_companions(&self, name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        (T::OPERATIONS.probe_with_companions)(name, is_there)
    }

    fn joined(&self, source: &Source, siblings: &dyn Siblings) -> Option<Source> {
        (T::OPERATIONS.join)(source, siblings)
    }

    fn companion_data(&self, source: &Source, context: Context<'_>) -> Option<Attached> {
        (T::OPERATIONS.companion_data)(source, context)
    }

    fn title(&self, head: &Head<'_>) -> Option<String> {
        (T::OPERATIONS.title)(head)
    }

    fn is_wrapper(&self) -> bool {
        T::OPERATIONS.is_wrapper
    }

    fn sketch(&self) -> std::result::Result<Sketch, String> {
        T::sketch()
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (file, problems) = Loaded::<T>::open(source)?;
        let mut counts = Counts::default();
        file.records.count(&mut counts);
        Ok(Document {
            format: &T::INFO,
            version: file.records.version(),
            source: source.clone(),
            tree: file.tree.clone(),
            problems,
            counts,
            usable: file.records.is_usable(),
            content: Arc::new(file),
        })
    }
}
