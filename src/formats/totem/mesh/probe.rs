//! Recognising a mesh, and the console it is for, by its structure.

use super::Mesh;
use crate::bytes::Shaped;
use crate::formats::totem::chain::Chain;
use crate::formats::totem::{Header, Platform, kind};
use crate::formats::{Head, Probe};

pub(super) fn probe(head: &Head<'_>) -> Option<Probe> {
    if let Some(platform) = Platform::of_kind(head.bytes, kind::MESH) {
        let chain = chain(platform, head.bytes, head.len);
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
        both.into_iter().max_by_key(|p| chain(*p, bytes, len)).unwrap_or_default()
    })
}

/// A mesh of another kind: its lists end exactly with the file.
fn without_kind(bytes: &[u8], len: u64) -> Option<Platform> {
    Platform::all().find(|platform| {
        let strips = vertex_count(*platform, bytes).is_some_and(|count| count > 2);
        strips && chain(*platform, bytes, len) == Chain::Whole
    })
}

fn vertex_count(platform: Platform, bytes: &[u8]) -> Option<u32> {
    platform.number(bytes, Header::SIZE)
}

/// Steps over the lists of a mesh. `bytes` may be just the start of a file of `len` bytes.
fn chain(platform: Platform, bytes: &[u8], len: u64) -> Chain {
    match starts_sane(platform, bytes) {
        true => Chain::of(&mut Mesh::default(), platform, bytes, len),
        false => Chain::Broken,
    }
}

/// The numbers of the header and of the first position are ones that occur.
fn starts_sane(platform: Platform, bytes: &[u8]) -> bool {
    let float = |at: usize| platform.number::<f32>(bytes, at);
    let floats = (0..20).map(|i| i * 4).chain((0..3).map(|i| Header::SIZE + 4 + i * 4));
    let odd = floats.filter(|at| float(*at).is_some_and(|v| !v.is_finite() || v.abs() > 1e9));
    odd.count() < 4
}
