//! What every class of resources is: a layout behind what a container may put in front, known by the
//! end of its name or by its archive, and read so that it ends with the file.
//!
//! A class says what only it knows ([`Class`]); reading, explaining, writing, its lists and its
//! probe follow from the layout.

use std::fmt::Debug;

use super::{Platform, header::Header};
use crate::bytes::layout::{self, Extent, Layout, Pass, Skimming};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Severity, Source, Value};
use crate::container::Context;
use crate::formats::{
    Ability, Counts, FormatInfo, Head, ListChange, Loaded, Probe, Records, Refusal, Report,
};
use crate::scene::{Replacement, Scene, Shown};

/// What can be done with a class of which there is something to look at.
pub(super) const SEEN: &[Ability] = &[Ability::View, Ability::Export, Ability::Write];

/// A class of resources.
pub trait Class: Layout + Clone + Debug + Default + PartialEq {
    const INFO: FormatInfo;
    const ROOT: &'static str;
    /// The kind in its transformation header; `None` for a class without one.
    const KIND: Option<u16> = None;
    /// What stands behind its known fields belongs to it, whatever that is.
    const IS_OPEN: bool = false;
    /// Paths of lists into which nothing counts: their elements may come and go. `[*]` stands for any
    /// element.
    const LISTS: &'static [&'static str] = &[];

    /// Its transformation header, where it has one.
    fn header(&self) -> Option<&Header> {
        None
    }

    /// See [`Records::count`].
    fn count(&self, _counts: &mut Counts) {}

    /// See [`Records::check`].
    fn check(_file: &Loaded<Resource<Self>>, _report: &mut Report<'_>) {}

    /// See [`Records::stored_as`].
    fn stored_as(
        _file: &Loaded<Resource<Self>>,
        _context: Context<'_>,
        path: &str,
        _shown: &Shown,
    ) -> std::result::Result<Vec<(String, Value)>, Refusal> {
        Err(Refusal(format!("{path} stands where its node puts it")))
    }

    /// The same with another sound.
    fn with_sound(&self, _new: &Replacement) -> std::result::Result<Self, Refusal> {
        Err(Refusal(format!("nothing of a {} can be replaced", Self::INFO.name)))
    }
}

/// What a class shows by itself. It stands apart from what the class holds, since a picture of one
/// class is made of many: `level` puts them together.
pub trait Viewed: Class {
    /// See [`Records::scene`].
    fn scene(_file: &Loaded<Resource<Self>>, _context: Context<'_>) -> Option<(Scene, Problems)> {
        None
    }
}

/// A row of the registry; the extension is the end of a resource's name.
pub(super) const fn info(
    id: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
    can: &'static [Ability],
) -> FormatInfo {
    FormatInfo { id, name, extensions, versions: &["GameCube", "PlayStation 2"], can }
}

/// A resource as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resource<T> {
    pub platform: Platform,
    pub body: T,
    /// Bytes behind it.
    pub tail: Vec<u8>,
}

impl<T> Resource<T> {
    /// A resource with nothing behind it.
    pub fn new(platform: Platform, body: T) -> Self {
        Self { platform, body, tail: Vec::new() }
    }
}

impl<T: Class> Layout for Resource<T> {
    const TYPE: &'static str = T::ROOT;
    const MIN_SIZE: u64 = T::MIN_SIZE;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        self.platform.pass(pass)?;
        self.body.pass(pass, ())?;
        pass.rest("tail", &mut self.tail)
    }
}

/// The way in which bytes are stored, and whether they end with the layout then.
fn reading<T: Class>(bytes: &[u8], len: u64) -> (Platform, bool) {
    let of_kind = T::KIND.and_then(|kind| Platform::of_kind(bytes, kind));
    let ways = Platform::all().filter(|way| of_kind.is_none_or(|known| known == *way));
    let tried = ways.map(|platform| {
        let start = platform.start() as u64;
        let skim = Skimming::new(bytes, len, start, platform.endian);
        let (extent, sense) = skim.weighed(&mut Resource::<T>::default().body, ());
        let (fits, reach) = match extent {
            Extent::Ends(end) if T::IS_OPEN => (end <= len, end),
            Extent::Ends(end) => (end == len, end),
            Extent::Unseen => (true, 0),
            Extent::Broken(at) => (false, at),
        };
        // A header of another kind is no header of this class.
        let fits = fits && (T::KIND.is_none() || of_kind.is_some());
        (platform, fits, sense, reach)
    });
    // The first of equals: the usual ones stand in front.
    let all: Vec<_> = tried.collect();
    let best = all.into_iter().rev().max_by_key(|(_, fits, sense, reach)| (*fits, *sense, *reach));
    best.map_or((Platform::default(), false), |(platform, fits, ..)| (platform, fits))
}

/// The way in which a file is stored.
pub(super) fn platform<T: Class>(source: &Source) -> Platform {
    Platform::stated(source).unwrap_or_else(|| reading::<T>(source.bytes(), source.len()).0)
}

/// What a resource holds, without a tree of where it stands; what cannot be read is left out.
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

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if !head.has_extension(T::INFO.extensions) {
            return None;
        }
        let (platform, fits) = reading::<T>(head.bytes, head.len);
        let console = platform.name();
        let (score, reason) = match fits {
            true => (95, format!("its name, and {console} fields that end with the file")),
            false => (20, "its name alone".to_owned()),
        };
        Some(Probe { score, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn endian(source: &Source) -> Endian {
        platform::<T>(source).endian
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

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        self.body.count(counts);
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        T::check(file, report);
    }

    fn scene(file: &Loaded<Self>, context: Context<'_>) -> Option<(Scene, Problems)> {
        T::scene(file, context)
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }

    fn with_list(
        file: &Loaded<Self>,
        _: Context<'_>,
        change: &ListChange<'_>,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        let mut new = file.kept()?.clone();
        let endian = new.platform.endian;
        crate::formats::relist::change_layout(&mut new, endian, change, T::LISTS)?;
        new.write()
    }

    fn with_asset(
        file: &Loaded<Self>,
        _: Context<'_>,
        _: &str,
        new: &Replacement,
    ) -> std::result::Result<Vec<u8>, Refusal> {
        let stored = file.kept()?;
        Resource { body: stored.body.with_sound(new)?, ..stored.clone() }.write()
    }

    fn stored_as(
        file: &Loaded<Self>,
        context: Context<'_>,
        path: &str,
        shown: &Shown,
    ) -> std::result::Result<Vec<(String, Value)>, Refusal> {
        T::stored_as(file, context, path, shown)
    }
}
