//! Shared, immutable bytes with an identity and an origin.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{SourceId, Span};

/// Whatever owns the bytes: a vector, or the library's memory map.
pub type Store = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Origin of the bytes of a source.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A file on disk.
    File(PathBuf),
    /// A stored member of a container: this range of the container's source.
    Member(Span),
    /// Output of a codec from another source.
    Decoded {
        /// Name of the codec: `szdd`, `lzs`, `spz`, `refpack`.
        codec: &'static str,
        /// Source of the packed bytes.
        from: Span,
    },
    /// Built in memory (embedded demo files, tests).
    Memory,
}

/// Shared bytes. Cloning is cheap; the identity stays the same.
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    id: SourceId,
    name: String,
    store: Store,
    range: Range<usize>,
    origin: Origin,
}

static NEXT_ID: AtomicU32 = AtomicU32::new(1);

impl Source {
    fn make(name: String, store: Store, range: Range<usize>, origin: Origin) -> Self {
        let id = SourceId(NEXT_ID.fetch_add(1, Ordering::Relaxed));
        Self(Arc::new(Inner { id, name, store, range, origin }))
    }

    /// Bytes that live in memory only.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Self::make(name.into(), Arc::new(bytes), range, Origin::Memory)
    }

    /// Bytes of a file, read or mapped by the caller. `name` is the path as the user wrote it.
    pub fn from_file(name: impl Into<String>, path: PathBuf, store: Store) -> Self {
        let range = 0..store.as_ref().as_ref().len();
        Self::make(name.into(), store, range, Origin::File(path))
    }

    /// A member stored as is inside this source; `None` when the range does not fit.
    pub fn member(&self, name: impl Into<String>, start: u64, len: u64) -> Option<Self> {
        let end = start.checked_add(len)?;
        if end > self.len() {
            return None;
        }
        let base = self.0.range.start;
        let range = base + usize::try_from(start).ok()?..base + usize::try_from(end).ok()?;
        let origin = Origin::Member(Span::new(self.id(), start, len));
        Some(Self::make(name.into(), self.0.store.clone(), range, origin))
    }

    /// Output of `codec` from this whole source.
    pub fn decoded(&self, name: impl Into<String>, codec: &'static str, bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        let origin = Origin::Decoded { codec, from: self.span() };
        Self::make(name.into(), Arc::new(bytes), range, origin)
    }

    /// Identity by which spans name the source.
    pub fn id(&self) -> SourceId {
        self.0.id
    }

    /// The path as shown and as accepted on the command line (`disc.bin//A/B.LZS`).
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

    /// All its bytes.
    pub fn bytes(&self) -> &[u8] {
        let all: &[u8] = (*self.0.store).as_ref();
        all.get(self.0.range.clone()).unwrap_or(&[])
    }

    /// The bytes of `span`, cut to what exists; empty for another source's span.
    pub fn slice(&self, span: Span) -> &[u8] {
        if span.source != self.id() {
            return &[];
        }
        let len = self.len();
        let start = span.start.min(len) as usize;
        let end = span.end().min(len) as usize;
        self.bytes().get(start..end).unwrap_or(&[])
    }

    /// Number of bytes.
    pub fn len(&self) -> u64 {
        self.0.range.len() as u64
    }

    /// True where there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.range.is_empty()
    }

    /// The whole source as a span.
    pub fn span(&self) -> Span {
        Span::new(self.id(), 0, self.len())
    }

    /// CRC-32 (zlib's) of the bytes.
    pub fn crc32(&self) -> u32 {
        crc32fast::hash(self.bytes())
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({}, {}, {} bytes)", self.0.id.0, self.0.name, self.len())
    }
}
