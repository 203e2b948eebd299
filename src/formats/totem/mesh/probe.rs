//! Recognising a mesh, and the console it is for, by its structure.

use crate::formats::totem::{Platform, kind};
use crate::formats::{Head, Probe};

/// How far a chain of counted arrays holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Chain {
    /// The first array does not even fit.
    Broken,
    /// A later array reaches past the end, as in a cut file.
    Cut,
    /// As far as the head shows, everything fits.
    Holds,
    /// It ends exactly with the file.
    Whole,
}

/// Where the mesh's arrays start.
const BODY: usize = 100;

pub(super) fn probe(head: &Head<'_>) -> Option<Probe> {
    if let Some(platform) = Platform::of_kind(head.bytes, kind::MESH) {
        let chain = walk(platform, head.bytes, head.len);
        let (score, says) = match chain {
            Chain::Broken => (25, "its first list is broken"),
            Chain::Cut => (40, "its lists reach past the end"),
            Chain::Holds => (75, "its lists fit"),
            Chain::Whole => (90, "its lists end with the file"),
        };
        if chain == Chain::Broken && !starts_sane(platform, head.bytes) {
            return None;
        }
        let score = score + if head.has_extension(&["tmesh"]) { 10 } else { 0 };
        let reason = format!("a {} mesh by its kind and flags, {says}", platform.name());
        return Some(Probe { score, reason });
    }
    let platform = without_kind(head.bytes, head.len)?;
    let reason = format!("lists of a {} mesh that end with the file", platform.name());
    Some(Probe { score: 50, reason })
}

/// The best reading of a mesh's bytes.
pub(super) fn platform(bytes: &[u8], len: u64) -> Platform {
    let by_kind = Platform::of_kind(bytes, kind::MESH);
    by_kind.or_else(|| without_kind(bytes, len)).unwrap_or_else(|| {
        // Without any sign, the order whose lists hold longest.
        let both = [Platform::PS2, Platform::GAMECUBE];
        both.into_iter().max_by_key(|p| walk(*p, bytes, len)).unwrap_or_default()
    })
}

/// A mesh of another kind: its lists end exactly with the file.
fn without_kind(bytes: &[u8], len: u64) -> Option<Platform> {
    Platform::all().find(|platform| {
        let strips = vertex_count(*platform, bytes).is_some_and(|count| count > 2);
        strips && walk(*platform, bytes, len) == Chain::Whole
    })
}

fn vertex_count(platform: Platform, bytes: &[u8]) -> Option<u32> {
    platform.number(bytes, BODY)
}

/// Steps over the arrays of a mesh. `bytes` may be just the start of a file of `len` bytes.
fn walk(platform: Platform, bytes: &[u8], len: u64) -> Chain {
    let len = len.saturating_sub(platform.start() as u64);
    let mut walk = Walk { platform, bytes, len, at: BODY as u64 };
    if walk.array(12).is_none() || !starts_sane(platform, bytes) {
        return Chain::Broken;
    }
    match walk.rest() {
        Some(true) => Chain::Whole,
        Some(false) => Chain::Holds,
        None if walk.is_visible() => Chain::Cut,
        None => Chain::Holds,
    }
}

/// The numbers of the header and of the first position are ones that occur.
fn starts_sane(platform: Platform, bytes: &[u8]) -> bool {
    let float = |at: usize| platform.number::<f32>(bytes, at);
    let floats = (0..20).map(|i| i * 4).chain((0..3).map(|i| BODY + 4 + i * 4));
    let odd = floats.filter(|at| float(*at).is_some_and(|v| !v.is_finite() || v.abs() > 1e9));
    odd.count() < 4
}

struct Walk<'a> {
    platform: Platform,
    bytes: &'a [u8],
    /// Of the resource.
    len: u64,
    at: u64,
}

impl Walk<'_> {
    /// Whether the next count is among the bytes at hand, or past the file's end.
    fn is_visible(&self) -> bool {
        self.number().is_some() || self.at + 4 > self.len
    }

    fn number(&self) -> Option<u32> {
        self.platform.number(self.bytes, usize::try_from(self.at).ok()?)
    }

    fn skip(&mut self, bytes: u64) -> Option<()> {
        let end = self.at.checked_add(bytes).filter(|end| *end <= self.len)?;
        self.at = end;
        Some(())
    }

    fn array(&mut self, size: u64) -> Option<u32> {
        let count = self.number()?;
        let start = self.at;
        if self.skip(4 + u64::from(count) * size).is_none() {
            self.at = start;
            return None;
        }
        Some(count)
    }

    /// The arrays behind the vertices; true when the last one ends the file. `None` where an
    /// array does not fit, or is not at hand.
    fn rest(&mut self) -> Option<bool> {
        self.array(8)?;
        self.array(12)?;
        let strips = self.number()?;
        self.skip(4)?;
        for _ in 0..strips {
            self.array(2)?;
            self.skip(8)?;
        }
        let flags: u16 = self.platform.number(self.bytes, 0x62)?;
        if flags & crate::formats::totem::Header::STRIP_GROUPS != 0 {
            self.skip(4 * u64::from(strips))?;
        }
        let lists = self.number()?;
        self.skip(4)?;
        for _ in 0..lists {
            self.array(4)?;
        }
        for size in [4, 16, 80, 36] {
            self.array(size)?;
        }
        let left = self.len - self.at;
        let order = self.platform.number::<u32>(self.bytes, usize::try_from(self.at + 4).ok()?);
        Some(left == 0 || order.is_some_and(|count| left == 8 + 4 * u64::from(count)))
    }
}
