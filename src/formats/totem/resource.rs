//! Common implementation of all classes of resources: a layout, after a prefix that a container may add.
//! A resource is recognised by its extension or by its archive, and must end with the file.
//!
//! A class provides only its specifics ([`Class`]); reading, tree, writing, list edits and probe follow
//! from the layout.

use std::fmt::Debug;

use super::{Platform, header::Header};
use crate::bytes::layout::{self, Extent, Layout, Measuring, Pass, Sketch};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Severity, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, Head, ListChange,
    Loaded, Operations, Probe, Records, Refusal, Report,
};
use crate::scene::{ElementState, Replacement, Scene};

/// Capabilities of a class that can be displayed.
pub(super) const SEEN: &[Capability] = &[Capability::View, Capability::Export, Capability::Write];

/// A class of resources.
pub trait Class: Layout + Clone + Debug + Default + PartialEq {
    const INFO: FormatInfo;
    const ROOT: &'static str;
    /// Kind in its transformation header; `None` for a class without one.
    const KIND: Option<u16> = None;
    /// Bytes after the known fields belong to the resource.
    const IS_OPEN: bool = false;
    /// Paths of lists whose elements are not referenced by index and can be added or removed. `[*]`
    /// matches any index.
    const LISTS: &'static [&'static str] = &[];

    /// The transformation header, if the class has one.
    fn header(&self) -> Option<&Header> {
        None
    }

    /// See [`Records::count`].
    fn count(&self, _counts: &mut Counts) {}

    /// See [`Records::check`].
    fn check(_file: &Loaded<Resource<Self>>, _report: &mut Report<'_>) {}

    /// See [`Editable::stored_as`].
    fn stored_as(
        _file: &Loaded<Resource<Self>>,
        _context: Context<'_>,
        path: &str,
        _shown: &ElementState,
    ) -> EditResult<Fields> {
        Err(Refusal(format!("{path} has no stored transform; its node places it")))
    }

    /// Copy with another sound.
    fn with_sound(&self, _new: &Replacement) -> EditResult<Self> {
        Err(Refusal(format!("a {} has no replaceable asset", Self::INFO.name)))
    }
}

/// Scene of a single resource of a class. Separate from [`Class`] because scenes combine many classes:
/// `level` implements it.
pub trait Viewed: Class {
    /// See [`Displayed::scene`].
    fn scene(_file: &Loaded<Resource<Self>>, _context: Context<'_>) -> Option<(Scene, Problems)> {
        None
    }
}

/// Format information of a class; the extension is that of a resource's name.
pub(super) const fn info(
    id: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
    can: &'static [Capability],
) -> FormatInfo {
    FormatInfo { id, name, extensions, versions: &["GameCube", "PlayStation 2"], can }
}

/// A resource and its storage variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resource<T> {
    pub platform: Platform,
    pub body: T,
    /// Trailing bytes.
    pub tail: Vec<u8>,
}

impl<T> Resource<T> {
    /// A resource without trailing bytes.
    pub fn new(platform: Platform, body: T) -> Self {
        Self { platform, body, tail: Vec::new() }
    }
}

impl<T: Class> Layout for Resource<T> {
    const TYPE: &'static str = T::ROOT;
    const MIN_SIZE: u64 = T::MIN_SIZE;
    const DOCS: &'static [(&'static str, &'static str)] = T::DOCS;
    const IS_FIXED: bool = T::IS_FIXED;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        self.platform.pass(pass)?;
        self.body.pass(pass, ())?;
        pass.rest("tail", &mut self.tail)
    }
}

/// Determines the storage variant, and whether the layout ends with the bytes.
fn reading<T: Class>(bytes: &[u8], len: u64) -> (Platform, bool) {
    let of_kind = T::KIND.and_then(|kind| Platform::of_kind(bytes, kind));
    let ways = Platform::all().filter(|way| of_kind.is_none_or(|known| known == *way));
    let tried = ways.map(|platform| {
        let start = platform.start() as u64;
        let skim = Measuring::new(bytes, len, start, platform.endian);
        let (extent, sense) = skim.weighed(&mut Resource::<T>::default().body, ());
        let (fits, reach) = match extent {
            Extent::Ends(end) if T::IS_OPEN => (end <= len, end),
            Extent::Ends(end) => (end == len, end),
            Extent::Unseen => (true, 0),
            Extent::Broken(at) => (false, at),
        };
        // A header of another kind does not belong to this class.
        let fits = fits && (T::KIND.is_none() || of_kind.is_some());
        (platform, fits, sense, reach)
    });
    // The first of several equally good ones; usual variants come first.
    let all: Vec<_> = tried.collect();
    let best = all.into_iter().rev().max_by_key(|(_, fits, sense, reach)| (*fits, *sense, *reach));
    best.map_or((Platform::default(), false), |(platform, fits, ..)| (platform, fits))
}

/// Storage variant of a file.
pub(super) fn platform<T: Class>(source: &Source) -> Platform {
    Platform::stated(source).unwrap_or_else(|| reading::<T>(source.bytes(), source.len()).0)
}

/// Reads a resource without a field tree; `None` if it cannot be read.
pub(super) fn read_quick<T: Class>(source: &Source) -> Option<Resource<T>> {
    let platform = platform::<T>(source);
    let mut file = Resource { platform, ..Resource::default() };
    let mut cur = Cursor::new(source, platform.endian, crate::bytes::NoRecorder);
    layout::read(&mut cur, &mut file, (), T::MIN_SIZE).ok()?;
    Some(file)
}

impl<T: Viewed> Records for Resource<T> {
    const INFO: FormatInfo = T::INFO;
    const ROOT: &'static str = T::ROOT;
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if !head.has_extension(T::INFO.extensions) {
            return None;
        }
        let (platform, fits) = reading::<T>(head.bytes, head.len);
        let console = platform.name();
        let (score, reason) = match fits {
            true => (95, format!("extension, and {console} fields that fill the file")),
            false => (20, "extension only".to_owned()),
        };
        Some(Probe { score, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        (platform::<T>(source).endian, Self::ROOT)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let platform = platform::<T>(source);
        let mut file = Self { platform, ..Self::default() };
        let needed = if T::KIND.is_some() { Header::LEN } else { 0 };
        layout::read(cur, &mut file, (), needed)?;
        if !file.tail.is_empty() {
            let len = file.tail.len() as u64;
            let at = (cur.source_len().saturating_sub(len), len);
            let message = format_args!("{len} unknown trailing bytes");
            cur.problem(Severity::Warning, at, "tail", message);
        }
        Ok(file)
    }

    fn sketch() -> std::result::Result<Sketch, String> {
        Sketch::of::<Self>()
    }

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        self.body.count(counts);
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        T::check(file, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }
}

impl<T: Viewed> Displayed for Loaded<Resource<T>> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        T::scene(self, context)
    }
}

impl<T: Viewed> Editable for Loaded<Resource<T>> {
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let mut new = self.kept()?.clone();
        let endian = new.platform.endian;
        crate::formats::list_edit::change_layout(&mut new, endian, change, T::LISTS)?;
        new.write()
    }

    fn with_asset(&self, _: Context<'_>, _: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        let stored = self.kept()?;
        Resource { body: stored.body.with_sound(new)?, ..stored.clone() }.write()
    }

    fn stored_as(
        &self,
        context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> EditResult<Fields> {
        T::stored_as(self, context, path, shown)
    }
}
