//! The trait that every format implements for its records, and the registry's view of it.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source, Value};
use crate::container::{Context, Members, Siblings, Unnamed};
use crate::formats::{
    Change, Counts, Decoded, Document, Entailed, Format, FormatInfo, Head, ListChange, Loaded,
    Probe, Refusal, Report, Rewritten,
};
use crate::scene::{ElementState, Replacement, Scene, VideoInfo};

/// The records of a file of one format. The registry derives everything else from this trait.
pub trait Records: Sized + Send + Sync + 'static {
    /// Row of the registry.
    const INFO: FormatInfo;
    /// Type of the tree's root.
    const ROOT: &'static str = Self::INFO.id;
    /// Files of this format are [wrappers](Self::decoded).
    const IS_WRAPPER: bool = false;

    /// See [`Content::is_text`](crate::formats::Content::is_text).
    const IS_TEXT: bool = false;

    /// Type of the tree's root, if it depends on the file.
    fn root(_source: &Source) -> &'static str {
        Self::ROOT
    }

    /// See [`Format::probe`].
    fn probe(head: &Head<'_>) -> Option<Probe>;

    /// See [`Format::is_marked`].
    fn is_marked(_head: &Head<'_>) -> bool {
        true
    }

    /// See [`Format::claim_beside`].
    fn claim_beside(_name: &str, _is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        None
    }

    /// See [`Format::joined`].
    fn joined(_source: &Source, _siblings: &dyn Siblings) -> Option<Source> {
        None
    }

    /// See [`Format::title`].
    fn title(_head: &Head<'_>) -> Option<String> {
        None
    }

    /// Byte order of a file.
    fn endian(_source: &Source) -> Endian {
        Endian::Little
    }

    /// Reads the records with a cursor at the start of `source`, and names everything it reads.
    ///
    /// # Errors
    /// When nothing can be read. Truncated or invalid data further on is a problem of the cursor, and a
    /// [loss](Cursor::lose) if the records do not hold everything that is stored.
    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self>;

    /// One of [`FormatInfo::versions`], or empty.
    fn version(&self) -> String {
        String::new()
    }

    /// See [`Content::version_beside`](crate::formats::Content::version_beside).
    fn version_beside(_file: &Loaded<Self>, _context: Context<'_>) -> Option<String> {
        None
    }

    /// Counts of its contents.
    fn count(&self, _counts: &mut Counts) {}

    /// See [`Document::usable`].
    fn is_usable(&self) -> bool {
        true
    }

    /// Reports problems of records that could be read.
    fn check(_file: &Loaded<Self>, _report: &mut Report<'_>) {}

    /// See [`Content::scene`](crate::formats::Content::scene).
    fn scene(_file: &Loaded<Self>, _context: Context<'_>) -> Option<(Scene, Problems)> {
        None
    }

    /// See [`Content::footage`](crate::formats::Content::footage).
    fn footage(&self) -> Option<VideoInfo> {
        None
    }

    /// See [`Content::members`](crate::formats::Content::members).
    fn members(_file: &Loaded<Self>) -> Option<&dyn Members> {
        None
    }

    /// See [`Content::members_beside`](crate::formats::Content::members_beside).
    fn members_beside(
        _file: &Loaded<Self>,
        _context: Context<'_>,
    ) -> Option<(Box<dyn Members>, Problems)> {
        None
    }

    /// See [`Content::is_entered`](crate::formats::Content::is_entered).
    fn is_entered(file: &Loaded<Self>, _context: Context<'_>) -> bool {
        Self::members(file).is_some()
    }

    /// See [`Content::missing`](crate::formats::Content::missing).
    fn missing(_file: &Loaded<Self>, _context: Context<'_>) -> Option<String> {
        None
    }

    /// Content of a wrapper that is too large to be unpacked into memory: a source that is read on
    /// demand. All others are a [`Wrapper`](crate::formats::Wrapper).
    fn decoded(_file: &Loaded<Self>) -> Option<&Decoded> {
        None
    }

    /// Writes the file from its records, with offsets and counts recomputed.
    ///
    /// # Errors
    /// When the records cannot be stored, with the reason.
    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal("this format has no writer".to_owned()))
    }

    /// See [`Content::copies_of`](crate::formats::Content::copies_of).
    fn copies_of(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// See [`Content::has_own_rates`](crate::formats::Content::has_own_rates).
    fn has_own_rates(&self) -> bool {
        false
    }

    /// See [`Content::governs`](crate::formats::Content::governs).
    fn governs(&self, _path: &str, _value: &Value) -> bool {
        false
    }

    /// See [`Content::with_governing`](crate::formats::Content::with_governing).
    fn with_governing(&self, _fields: &[(&str, &Value)]) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal("this format has no field that affects the layout".to_owned()))
    }

    /// See [`Content::with_members`](crate::formats::Content::with_members).
    fn with_members(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> std::result::Result<Vec<Rewritten>, Refusal> {
        Err(Refusal(format!("files inside {} cannot be replaced", Self::INFO.name)))
    }

    /// See [`Content::with_asset`](crate::formats::Content::with_asset).
    fn with_asset(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _path: &str,
        _new: &Replacement,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("textures and sounds of {} cannot be replaced", Self::INFO.name)))
    }

    /// See [`Content::with_list`](crate::formats::Content::with_list).
    fn with_list(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _change: &ListChange<'_>,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("elements of {} cannot be added or removed", Self::INFO.name)))
    }

    /// See [`Content::entails`](crate::formats::Content::entails).
    ///
    /// # Errors
    /// When a companion cannot be changed as required, with the reason.
    fn entails(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _change: &Change<'_>,
    ) -> std::result::Result<Vec<Entailed>, Refusal> {
        Ok(Vec::new())
    }

    /// See [`Content::rebuilt`](crate::formats::Content::rebuilt); the [audit](Self::audit) finds the
    /// tables that differ.
    fn rebuilt(&self, path: &str) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("{path} is not computed from the rest of the file")))
    }

    /// See [`Content::stored_as`](crate::formats::Content::stored_as).
    fn stored_as(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _path: &str,
        _shown: &ElementState,
    ) -> std::result::Result<Vec<(String, Value)>, Refusal> {
        Err(Refusal(format!("transforms in {} cannot be changed", Self::INFO.name)))
    }

    /// See [`Content::name_hash`](crate::formats::Content::name_hash).
    fn name_hash(_name: &str) -> Option<u32> {
        None
    }

    /// See [`Content::names`](crate::formats::Content::names).
    fn names(&self, _learn: &mut dyn FnMut(u32, &str)) {}

    /// See [`Content::unnamed`](crate::formats::Content::unnamed).
    fn unnamed(&self) -> Option<Unnamed> {
        None
    }

    /// See [`Content::has_computed`](crate::formats::Content::has_computed).
    fn has_computed(&self) -> bool {
        false
    }

    /// Reports stored values that differ from what can be computed.
    fn audit(_file: &Loaded<Self>, _report: &mut Report<'_>) {}
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

    fn claim_beside(&self, name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        T::claim_beside(name, is_there)
    }

    fn joined(&self, source: &Source, siblings: &dyn Siblings) -> Option<Source> {
        T::joined(source, siblings)
    }

    fn title(&self, head: &Head<'_>) -> Option<String> {
        T::title(head)
    }

    fn is_wrapper(&self) -> bool {
        T::IS_WRAPPER
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
