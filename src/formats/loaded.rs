//! A file that was read: its records, and the tree that alone knows where they stand.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{
    Change, Content, Counts, Decoded, Document, Entailed, Format, FormatInfo, Head, ListChange,
    NewBytes, Probe, Refusal, Rewritten, Wrapper, unwrapped,
};
use crate::bytes::{
    Cursor, Endian, Problem, Problems, ReadError, Recorder, Result, Severity, Source, Span, Starts,
    Tree, TreeRecorder, Value,
};
use crate::container::{Context, Kept, Members, Siblings, Unnamed};
use crate::scene::{Footage, Origin, Replacement, Scene, Shown, Spans};

/// The records of a file of one format. Everything a format is follows from them.
pub trait Records: Sized + Send + Sync + 'static {
    /// Its row of the registry.
    const INFO: FormatInfo;
    /// Type of the tree's root.
    const ROOT: &'static str = Self::INFO.id;
    /// Whether files of it [hide another one](Self::decoded).
    const IS_WRAPPER: bool = false;

    /// See [`Content::is_text`].
    const IS_TEXT: bool = false;

    /// Type of the tree's root, where files differ.
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
    /// Only where nothing can be said. What is cut or wrong further on is a problem of the cursor,
    /// and a [loss](Cursor::lose) where the records do not hold all that is stored.
    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self>;

    /// One of [`FormatInfo::versions`], or empty.
    fn version(&self) -> String {
        String::new()
    }

    /// See [`Content::version_beside`].
    fn version_beside(_file: &Loaded<Self>, _context: Context<'_>) -> Option<String> {
        None
    }

    /// How much of what it holds.
    fn count(&self, _counts: &mut Counts) {}

    /// See [`Document::usable`].
    fn is_usable(&self) -> bool {
        true
    }

    /// Tells what is odd about records that could be read.
    fn check(_file: &Loaded<Self>, _report: &mut Report<'_>) {}

    /// See [`Content::scene`].
    fn scene(_file: &Loaded<Self>, _context: Context<'_>) -> Option<(Scene, Problems)> {
        None
    }

    /// See [`Content::footage`].
    fn footage(&self) -> Option<Footage> {
        None
    }

    /// See [`Content::members`].
    fn members(_file: &Loaded<Self>) -> Option<&dyn Members> {
        None
    }

    /// See [`Content::members_beside`].
    fn members_beside(
        _file: &Loaded<Self>,
        _context: Context<'_>,
    ) -> Option<(Box<dyn Members>, Problems)> {
        None
    }

    /// See [`Content::is_entered`].
    fn is_entered(file: &Loaded<Self>, _context: Context<'_>) -> bool {
        Self::members(file).is_some()
    }

    /// See [`Content::missing`].
    fn missing(_file: &Loaded<Self>, _context: Context<'_>) -> Option<String> {
        None
    }

    /// What is inside a wrapper that is too large to be unpacked at once: a source that is read when
    /// it is wanted. All others are a [`Wrapper`].
    fn decoded(_file: &Loaded<Self>) -> Option<&Decoded> {
        None
    }

    /// The file again, offsets and counts computed anew.
    ///
    /// # Errors
    /// Where the records cannot be stored, with the reason.
    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal("this format has no writer".to_owned()))
    }

    /// See [`Content::copies_of`].
    fn copies_of(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    /// See [`Content::has_own_rates`].
    fn has_own_rates(&self) -> bool {
        false
    }

    /// See [`Content::governs`].
    fn governs(&self, _path: &str, _value: &Value) -> bool {
        false
    }

    /// See [`Content::with_governing`].
    fn with_governing(&self, _fields: &[(&str, &Value)]) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal("no field of this format can do that".to_owned()))
    }

    /// See [`Content::with_members`].
    fn with_members(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> std::result::Result<Vec<Rewritten>, Refusal> {
        Err(Refusal(format!("files inside {} cannot be replaced", Self::INFO.name)))
    }

    /// See [`Content::with_asset`].
    fn with_asset(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _path: &str,
        _new: &Replacement,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("textures and sounds of {} cannot be replaced", Self::INFO.name)))
    }

    /// See [`Content::with_list`].
    fn with_list(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _change: &ListChange<'_>,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("nothing is added to {} or taken from it", Self::INFO.name)))
    }

    /// See [`Content::entails`].
    ///
    /// # Errors
    /// Where a companion cannot be changed so, with the reason.
    fn entails(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _change: &Change<'_>,
    ) -> std::result::Result<Vec<Entailed>, Refusal> {
        Ok(Vec::new())
    }

    /// See [`Content::rebuilt`]; which tables differ, the [audit](Self::audit) says.
    fn rebuilt(&self, path: &str) -> std::result::Result<Vec<u8>, Refusal> {
        Err(Refusal(format!("{path} is not built from the rest of the file")))
    }

    /// See [`Content::stored_as`].
    fn stored_as(
        _file: &Loaded<Self>,
        _context: Context<'_>,
        _path: &str,
        _shown: &Shown,
    ) -> std::result::Result<Vec<(String, Value)>, Refusal> {
        Err(Refusal(format!("where things of {} stand cannot be changed", Self::INFO.name)))
    }

    /// See [`Content::name_hash`].
    fn name_hash(_name: &str) -> Option<u32> {
        None
    }

    /// See [`Content::names`].
    fn names(&self, _learn: &mut dyn FnMut(u32, &str)) {}

    /// See [`Content::unnamed`].
    fn unnamed(&self) -> Option<Unnamed> {
        None
    }

    /// Tells which stored values differ from what can be computed.
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

/// The records of a file with the tree of its fields.
#[derive(Clone)]
pub struct Loaded<T> {
    /// What was read.
    pub records: T,
    /// Where everything of it stands.
    pub tree: Arc<Tree>,
    /// The bytes they were read from.
    pub source: Source,
    /// Why the file cannot be written back from what was read of it.
    pub lost: Option<String>,
}

impl<T: Records> Loaded<T> {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// Where nothing can be said about it.
    pub fn open(source: &Source) -> Result<(Self, Problems)> {
        let (file, mut problems) =
            Self::read(source, T::endian(source), T::root(source), |cur| T::read(cur, source))?;
        T::check(&file, &mut file.report(&mut problems));
        Ok((file, problems))
    }

    /// A companion: as it is in memory, or else read.
    ///
    /// # Errors
    /// Where nothing can be said about it.
    pub fn companion(stored: &Source, context: Context<'_>) -> Result<Arc<Self>> {
        Self::kept_or(stored, context, || stored.clone())
    }

    /// Like [`Loaded::companion`], where it may be in a wrapper.
    ///
    /// # Errors
    /// Where nothing can be said about what is inside.
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
        // What is odd about it is told where it is opened by itself.
        let read = |cur: &mut Cursor<'_, _>| T::read(cur, &plain);
        let (file, _) = Self::read(&plain, T::endian(&plain), T::root(&plain), read)?;
        let file = Arc::new(file);
        let kept: Kept = file.clone();
        context.siblings.keep(stored.id(), &kept);
        Ok(file)
    }
}

impl<T> Loaded<T> {
    /// Reads a file with `read`, under a root of the type `root`, and does not check it.
    ///
    /// # Errors
    /// Where `read` fails.
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

    /// The records, where they hold all that is stored.
    ///
    /// # Errors
    /// Where they do not, with the reason.
    pub fn kept(&self) -> std::result::Result<&T, Refusal> {
        match &self.lost {
            Some(lost) => Err(Refusal(lost.clone())),
            None => Ok(&self.records),
        }
    }

    /// The same file, with only `of` its records.
    pub fn part<'a, U>(&'a self, of: impl FnOnce(&'a T) -> U) -> Loaded<U> {
        Loaded {
            records: of(&self.records),
            tree: self.tree.clone(),
            source: self.source.clone(),
            lost: self.lost.clone(),
        }
    }

    /// The bytes of the field with this path; none, at the start of the file, where there is no
    /// such field.
    pub fn span(&self, path: &str) -> Span {
        self.tree.span(path).unwrap_or(Span::new(self.source.id(), 0, 0))
    }

    /// The field with this path, as the origin of something in the scene.
    pub fn origin(&self, path: impl Into<String>) -> Origin {
        let path = path.into();
        Origin::new(self.span(&path), path)
    }

    /// The elements of the array with this path, as the origins of as many things in the scene.
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

    /// Tells what is odd about its fields, by their paths.
    pub fn report<'a>(&'a self, problems: &'a mut Problems) -> Report<'a> {
        Report { tree: &self.tree, problems, computed: Vec::new(), to_rebuild: Vec::new() }
    }

    /// The whole file, as the origin of something in the scene.
    pub fn whole(&self) -> Origin {
        Origin::new(self.source.span(), "")
    }
}

impl<T: Records> Content for Loaded<T> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        T::scene(self, context)
    }

    fn footage(&self) -> Option<Footage> {
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
        // Their offsets have 32 bits.
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
        shown: &Shown,
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

/// Tells what is odd about fields, by their paths.
pub struct Report<'a> {
    tree: &'a Tree,
    problems: &'a mut Problems,
    computed: Vec<(String, Value)>,
    to_rebuild: Vec<String>,
}

impl Report<'_> {
    /// What a field would be that differs from it: of what an audit tells, or of more like it.
    pub fn compute(&mut self, path: impl Into<String>, value: Value) {
        self.computed.push((path.into(), value));
    }

    /// A table that differs from what would be built of the rest.
    pub fn rebuild(&mut self, path: impl Into<String>) {
        self.to_rebuild.push(path.into());
    }

    /// Whether reading ended before the file did: what is missing is told already.
    pub fn is_cut(&self) -> bool {
        self.problems.lost().is_some()
    }

    /// Breaks a rule of the format.
    pub fn error(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.tell(Severity::Error, path, message);
    }

    /// Can be read, but is odd.
    pub fn warning(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.tell(Severity::Warning, path, message);
    }

    /// Is not understood.
    pub fn note(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.tell(Severity::Note, path, message);
    }

    /// Tells of the field with this path; an empty one is the file.
    pub fn tell(
        &mut self,
        severity: Severity,
        path: impl Into<String>,
        message: impl Into<String>,
    ) {
        if self.problems.is_full() {
            // It is only counted: nobody needs to know where it is.
            self.problems.push_uncounted(severity);
            return;
        }
        let (field, message) = (path.into(), message.into());
        let whole = Span::new(self.tree.source().id(), 0, 0);
        let span = self.tree.span(&field).filter(|_| !field.is_empty()).unwrap_or(whole);
        self.problems.push(Problem::new(severity, span, field, message));
    }

    /// Tells of the first of `paths`, and how many there are.
    pub fn first(
        &mut self,
        severity: Severity,
        paths: impl IntoIterator<Item = String>,
        what: &str,
    ) {
        let mut paths = paths.into_iter();
        let Some(first) = paths.next() else { return };
        match 1 + paths.count() {
            1 => self.tell(severity, first, what),
            count => self.tell(severity, first, format!("{what} ({count} like this)")),
        }
    }
}

impl From<ReadError> for Refusal {
    /// A value that cannot be written.
    fn from(error: ReadError) -> Self {
        let Problem { field, message, .. } = *error.0;
        Refusal(if field.is_empty() { message } else { format!("{field}: {message}") })
    }
}
