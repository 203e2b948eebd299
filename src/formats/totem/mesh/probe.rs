//! Recognising a mesh, and the console it is for, by its structure.

use crate::formats::totem::walk::{BODY, Chain, Walk};
use crate::formats::totem::{Platform, kind};
use crate::formats::{Head, Probe};

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
    let mut walk = Walk::of_body(platform, bytes, len);
    if walk.array(12).is_none() || !starts_sane(platform, bytes) {
        return Chain::Broken;
    }
    let ends = rest(&mut walk);
    walk.chain(ends)
}

/// The numbers of the header and of the first position are ones that occur.
fn starts_sane(platform: Platform, bytes: &[u8]) -> bool {
    let float = |at: usize| platform.number::<f32>(bytes, at);
    let floats = (0..20).map(|i| i * 4).chain((0..3).map(|i| BODY + 4 + i * 4));
    let odd = floats.filter(|at| float(*at).is_some_and(|v| !v.is_finite() || v.abs() > 1e9));
    odd.count() < 4
}

/// The arrays behind the vertices; true when the last one ends the file. `None` where an
/// array does not fit, or is not at hand.
fn rest(walk: &mut Walk<'_>) -> Option<bool> {
    walk.array(8)?;
    walk.array(12)?;
    let strips = walk.number()?;
    walk.skip(4)?;
    for _ in 0..strips {
        walk.array(2)?;
        walk.skip(8)?;
    }
    let flags: u16 = walk.platform.number(walk.bytes, 0x62)?;
    if flags & crate::formats::totem::Header::STRIP_GROUPS != 0 {
        walk.skip(4 * u64::from(strips))?;
    }
    let lists = walk.number()?;
    walk.skip(4)?;
    for _ in 0..lists {
        walk.array(4)?;
    }
    for size in [4, 16, 80, 36] {
        walk.array(size)?;
    }
    let left = walk.len - walk.at;
    let order = walk.platform.number::<u32>(walk.bytes, usize::try_from(walk.at + 4).ok()?);
    Some(left == 0 || order.is_some_and(|count| left == 8 + 4 * u64::from(count)))
}
