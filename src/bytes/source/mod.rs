//! Shared, immutable bytes with an identity and an origin.

mod checksum;
mod pieces;
mod reader;
mod storage;
mod store;
mod substitutions;

use std::any::Any;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};

use super::{Problems, Severity, SourceId, Span};
use checksum::Checksum;
pub use pieces::{Pieces, Run};
pub use reader::Reader;
use storage::{MAX_AT_ONCE, SourceBytes};
use store::Lazy;
pub use store::{Failure, ReadAt, Store};
pub use substitutions::Substitutions;

/// Origin of the bytes of a source.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A file on disk.
    File(PathBuf),
    /// A stored member of a container: this range of the container's source.
    Member(Span),
    /// A member stored in several pieces, perhaps of several sources.
    Pieces(Pieces),
    /// Output of a codec from another source.
    Decoded {
        /// Name of the codec: `szdd`, `lzs`, `chd` …
        codec: &'static str,
        /// Source of the packed bytes.
        from: Span,
    },
    /// Built in memory (embedded demo files, tests).
    Memory,
}

impl Origin {
    /// The source that contains the bytes, or from which they were decoded; for several files the first
    /// one.
    pub fn holder(&self) -> Option<SourceId> {
        match self {
            Origin::Member(span) | Origin::Decoded { from: span, .. } => Some(span.source),
            Origin::Pieces(pieces) => Some(pieces.runs().first()?.from.id()),
            Origin::File(_) | Origin::Memory => None,
        }
    }
}

/// Shared bytes, perhaps with [data of companions](Source::with_companion_data). Cloning is cheap; the
/// identity stays the same.
#[derive(Clone)]
pub struct Source(Arc<Inner>, Option<Attached>);

struct Inner {
    id: SourceId,
    name: String,
    held: SourceBytes,
    origin: Origin,
    attached: Vec<Attached>,
    checksum: Option<Checksum>,
    is_edited: bool,
    substitutions: Option<Substitutions>,
    container: Option<Attached>,
}

/// A weak reference to a source, for tables of open sources.
#[derive(Clone)]
pub struct WeakSource(Weak<Inner>);

impl WeakSource {
    /// The source, if it is still in use.
    pub fn upgrade(&self) -> Option<Source> {
        self.0.upgrade().map(|inner| Source(inner, None))
    }

    /// `true` if the source is no longer in use.
    pub fn is_unused(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// Additional data that the creator of a source attaches to it: the tracks of a packed disc.
pub type Attached = Arc<dyn Any + Send + Sync>;

static NEXT_ID: AtomicU32 = AtomicU32::new(1);

impl Source {
    fn make(name: String, held: SourceBytes, origin: Origin) -> Self {
        Self::with(name, held, origin, Vec::new())
    }

    fn with(name: String, held: SourceBytes, origin: Origin, attached: Vec<Attached>) -> Self {
        let id = SourceId(NEXT_ID.fetch_add(1, Ordering::Relaxed));
        let inner = Arc::new(Inner {
            id,
            name,
            held,
            origin,
            attached,
            checksum: None,
            is_edited: false,
            substitutions: None,
            container: None,
        });
        Self(inner, None)
    }

    fn whole(name: String, store: Store, origin: Origin) -> Self {
        let range = 0..store.as_ref().as_ref().len();
        Self::make(name, SourceBytes::Whole(store, range), origin)
    }

    /// Bytes that are only in memory.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self::whole(name.into(), Arc::new(bytes), Origin::Memory)
    }

    /// The source with new bytes after an edit. Name and origin are the same, so that companions are
    /// found; but the offsets of its bytes in the container are no longer known.
    pub fn edited(&self, bytes: Vec<u8>) -> Self {
        let store: Store = Arc::new(bytes);
        let range = 0..store.as_ref().as_ref().len();
        let held = SourceBytes::Whole(store, range);
        let made =
            Self::with(self.0.name.clone(), held, self.0.origin.clone(), self.0.attached.clone());
        let made = made.changed(|inner| {
            inner.is_edited = true;
            inner.container.clone_from(&self.0.container);
        });
        Self(made.0, self.1.clone())
    }

    /// The same bytes with substitutes for some texts: records read from it have the new texts, and a new
    /// layout when written.
    pub fn substituted(&self, substitutions: Substitutions) -> Self {
        self.edited(self.bytes().to_vec())
            .changed(|inner| inner.substitutions = Some(substitutions))
    }

    /// The substitute for the text stored at `start`.
    pub(in crate::bytes) fn substitute(&self, start: usize, stored: &[u8]) -> Option<&[u8]> {
        self.0.substitutions.as_ref()?.get((start as u64, stored.len() as u64))
    }

    /// `true` if it has unsaved changes: see [`Source::edited`].
    pub fn is_edited(&self) -> bool {
        self.0.is_edited
    }

    /// Bytes of a file, read by the caller. `name` is the path as the user wrote it.
    pub fn from_file(name: impl Into<String>, path: PathBuf, store: Store) -> Self {
        Self::whole(name.into(), store, Origin::File(path))
    }

    /// A file that is read on demand. `name` is the path as the user wrote it.
    pub fn from_large_file(name: impl Into<String>, path: PathBuf, file: Arc<dyn ReadAt>) -> Self {
        let held = SourceBytes::Lazy(Box::new(Lazy::new(file)));
        Self::make(name.into(), held, Origin::File(path))
    }

    /// A member stored verbatim in this source; `None` if the range is invalid.
    pub fn member(&self, name: impl Into<String>, start: u64, len: u64) -> Option<Self> {
        let end = start.checked_add(len).filter(|end| *end <= self.len())?;
        let origin = Origin::Member(Span::new(self.id(), start, len));
        let held = match &self.0.held {
            SourceBytes::Whole(store, range) => {
                let at = |offset| range.start.checked_add(usize::try_from(offset).ok()?);
                SourceBytes::Whole(store.clone(), at(start)?..at(end)?)
            }
            SourceBytes::Lazy(_) => {
                let pieces = Pieces::new([Run::one(self, start, len)]);
                SourceBytes::Lazy(Box::new(Lazy::new(Arc::new(pieces))))
            }
        };
        Some(Self::make(name.into(), held, origin))
    }

    /// A member stored in `pieces`. With a single piece it is a [member](Self::member).
    pub fn in_pieces(name: impl Into<String>, pieces: Pieces) -> Self {
        let name = name.into();
        let one = match pieces.runs() {
            [run] if run.piece >= run.len => run.from.member(name.clone(), run.start, run.len),
            _ => None,
        };
        one.unwrap_or_else(|| {
            let held = SourceBytes::Lazy(Box::new(Lazy::new(Arc::new(pieces.clone()))));
            Self::make(name, held, Origin::Pieces(pieces))
        })
    }

    /// Output of `codec` from this whole source.
    pub fn decoded(&self, name: impl Into<String>, codec: &'static str, bytes: Vec<u8>) -> Self {
        let origin = Origin::Decoded { codec, from: self.span() };
        Self::whole(name.into(), Arc::new(bytes), origin)
    }

    /// A part of this source that a description unpacks.
    pub fn unpacked(&self, name: impl Into<String>, store: Store) -> Self {
        let origin = Origin::Decoded { codec: "process", from: self.span() };
        Self::whole(name.into(), store, origin)
    }

    /// Output of `codec` from a part of this source, `(start, length)`.
    pub fn decoded_part(
        &self,
        name: impl Into<String>,
        codec: &'static str,
        (start, len): (u64, u64),
        bytes: Vec<u8>,
    ) -> Self {
        let origin = Origin::Decoded { codec, from: Span::new(self.id(), start, len) };
        Self::whole(name.into(), Arc::new(bytes), origin)
    }

    /// Output of `codec` from this whole source, unpacked on demand, with additional data attached.
    pub fn decoded_lazily(
        &self,
        name: impl Into<String>,
        codec: &'static str,
        reader: Arc<dyn ReadAt>,
        attached: Option<Attached>,
    ) -> Self {
        let origin = Origin::Decoded { codec, from: self.span() };
        let attached = attached.into_iter().collect();
        Self::with(name.into(), SourceBytes::Lazy(Box::new(Lazy::new(reader))), origin, attached)
    }

    /// Attaches additional data. Has no effect on a shared source.
    pub fn attaching(self, attached: Attached) -> Self {
        self.changed(|inner| inner.attached.push(attached))
    }

    /// The same source with data from companions that its reader needs, available through
    /// [`Self::attached`]. Edited versions of the result keep the data.
    pub fn with_companion_data(&self, data: Attached) -> Self {
        Self(self.0.clone(), Some(data))
    }

    /// Makes it a member of `container`, which stays open while the member is in use. Has no effect on a
    /// shared source.
    pub fn inside(self, container: Attached) -> Self {
        self.changed(|inner| inner.container = Some(container))
    }

    /// The container from which it was opened, if that is a `T`.
    pub fn container<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.0.container.clone()?.downcast().ok()
    }

    /// A weak reference.
    pub fn downgrade(&self) -> WeakSource {
        WeakSource(Arc::downgrade(&self.0))
    }

    /// Sets the expected CRC-32. Has no effect on a shared source.
    pub fn with_checksum(self, crc32: u32) -> Self {
        self.changed(|inner| inner.checksum = Some(Checksum::new(crc32)))
    }

    fn changed(mut self, change: impl FnOnce(&mut Inner)) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.0) {
            change(inner);
        }
        self
    }

    /// A message if the CRC-32 is wrong. Small sources are read for this; for a large one it is known
    /// once all of it was read.
    pub fn checksum_fault(&self) -> Option<String> {
        let checksum = self.0.checksum.as_ref()?;
        if !checksum.is_known() && self.len() <= MAX_AT_ONCE {
            self.crc32();
        }
        checksum.fault()
    }

    /// Problems of the bytes that were read so far: a wrong checksum, and pieces that could not be read.
    pub fn faults(&self) -> Problems {
        let mut all = Problems::default();
        if let Some(fault) = self.checksum_fault() {
            all.report(Severity::Error, Span::new(self.id(), 0, 0), "", fault);
        }
        for Failure { offset, len, message } in self.failures() {
            all.report(Severity::Error, Span::new(self.id(), offset, len), "", message);
        }
        all
    }

    /// The attached data, if it is a `T`.
    pub fn attached<T: 'static>(&self) -> Option<&T> {
        let all = self.1.iter().chain(&self.0.attached);
        all.map(AsRef::as_ref).find_map(<dyn Any + Send + Sync>::downcast_ref)
    }

    /// Identity, which spans refer to.
    pub fn id(&self) -> SourceId {
        self.0.id
    }

    /// The path as displayed and as accepted on the command line (`disc.bin//A/B.LZS`).
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The last part of the name.
    pub fn file_name(&self) -> &str {
        let name = self.name();
        name.rsplit(['/', '\\']).next().unwrap_or(name)
    }

    /// The last part of the name, without its extension.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Origin of the bytes.
    pub fn origin(&self) -> &Origin {
        &self.0.origin
    }

    /// All bytes of the source. If they are read on demand, this loads all of them into memory;
    /// [`Source::slice`] and [`Source::each_chunk`] do not.
    pub fn bytes(&self) -> &[u8] {
        match &self.0.held {
            SourceBytes::Whole(..) => self.in_memory().unwrap_or(&[]),
            SourceBytes::Lazy(lazy) => lazy.whole(),
        }
    }

    /// All bytes of the source, if they are in memory.
    pub fn in_memory(&self) -> Option<&[u8]> {
        self.0.held.in_memory()
    }

    /// `true` if the bytes are in memory, or stored verbatim in a file: reading them needs no unpacking.
    pub fn is_stored(&self) -> bool {
        self.0.held.is_stored()
    }

    /// The bytes from `start` up to `end`, limited to the source.
    pub fn window(&self, start: u64, end: u64) -> &[u8] {
        match &self.0.held {
            SourceBytes::Whole(..) => {
                let all = self.in_memory().unwrap_or(&[]);
                let at = |offset| usize::try_from(offset).unwrap_or(usize::MAX).min(all.len());
                all.get(at(start)..at(end)).unwrap_or(&[])
            }
            SourceBytes::Lazy(lazy) => lazy.window(start, end),
        }
    }

    /// Bytes around `offset` that are read together, with the offset of the first one.
    pub(in crate::bytes) fn page(&self, offset: usize) -> (usize, &[u8]) {
        match &self.0.held {
            SourceBytes::Whole(..) => (0, self.in_memory().unwrap_or(&[])),
            SourceBytes::Lazy(lazy) => {
                let size = lazy.page_size();
                let start = offset / size * size;
                let end = start.saturating_add(size);
                (start, lazy.window(start as u64, end as u64))
            }
        }
    }

    /// The bytes of `span`, limited to the source; empty for another source's span.
    pub fn slice(&self, span: Span) -> &[u8] {
        if span.source == self.id() { self.window(span.start, span.end()) } else { &[] }
    }

    /// Passes all bytes to `f`, chunk by chunk, without caching them.
    ///
    /// # Errors
    /// The first error of `f`.
    pub fn each_chunk<E>(&self, mut f: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let Some(checksum) = self.0.checksum.as_ref().filter(|known| !known.is_known()) else {
            return self.0.held.each_chunk(f);
        };
        let mut hasher = crc32fast::Hasher::new();
        self.0.held.each_chunk(|chunk| {
            hasher.update(chunk);
            f(chunk)
        })?;
        checksum.take(hasher.finalize());
        Ok(())
    }

    /// Fills `out` with the bytes at `offset`, without caching them.
    ///
    /// # Errors
    /// When they cannot be read, or do not exist.
    pub fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        self.0.held.read_at(offset, out)
    }

    /// Like [`Source::read_at`], for bytes that are used only once: what was unpacked for them is not
    /// cached.
    ///
    /// # Errors
    /// See [`Source::read_at`].
    pub fn read_once(&self, offset: u64, out: &mut [u8]) -> Result<(), String> {
        self.0.held.read_once(offset, out)
    }

    /// A copy of all bytes. Bytes that could not be read before are read again.
    ///
    /// # Errors
    /// When some cannot be read now.
    pub fn read_all(&self) -> Result<Vec<u8>, String> {
        let mut all = vec![0; usize::try_from(self.len()).map_err(|error| error.to_string())?];
        self.read_once(0, &mut all)?;
        Ok(all)
    }

    /// Read errors so far, for bytes that are read on demand; zeros replace those bytes.
    pub fn failures(&self) -> Vec<Failure> {
        match &self.0.held {
            SourceBytes::Whole(..) => Vec::new(),
            SourceBytes::Lazy(lazy) => lazy.failures(),
        }
    }

    /// The position of byte `offset` in the source that contains this one.
    pub fn stored_at(&self, offset: u64) -> Option<(SourceId, u64)> {
        match &self.0.origin {
            _ if self.0.is_edited => None,
            Origin::Member(span) => Some((span.source, span.start.checked_add(offset)?)),
            Origin::Pieces(pieces) => pieces.at(offset),
            Origin::File(_) | Origin::Decoded { .. } | Origin::Memory => None,
        }
    }

    /// Number of bytes.
    pub fn len(&self) -> u64 {
        self.0.held.len()
    }

    /// `true` if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole source as a span.
    pub fn span(&self) -> Span {
        Span::new(self.id(), 0, self.len())
    }

    /// CRC-32 (as in zlib) of the bytes.
    pub fn crc32(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        let done = self.each_chunk(|chunk| -> Result<(), std::convert::Infallible> {
            hasher.update(chunk);
            Ok(())
        });
        let Ok(()) = done;
        hasher.finalize()
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({}, {}, {} bytes)", self.0.id.0, self.0.name, self.len())
    }
}
