//! Recognises a mesh and its platform by structure.

use super::Mesh;
use crate::bytes::Shaped;
use crate::formats::totem::chain::{Chain, has_matrix};
use crate::formats::totem::{Header, Platform, kind};
use crate::formats::{Head, Probe};

/// Offset of the kind in a header.
const KIND: usize = 0x60;

pub(super) fn probe(head: &Head<'_>) -> Option<Probe> {
    let is_named = head.has_extension(&["tmesh"]);
    let Some(platform) = Platform::of_kind(head.bytes, kind::MESH) else {
        let platform = without_kind(head.bytes, head.len)?;
        let reason = format!("lists of a {} mesh fill the file", platform.name());
        return Some(Probe { score: 50, reason });
    };
    let is_sane = starts_sane(platform, head.bytes);
    // Without the extension, the header must have a matrix, or be empty except for the kind.
    let has_matrix = has_matrix(platform, head.bytes);
    let is_blank = || head.bytes.iter().take(platform.start() + KIND).all(|byte| *byte == 0);
    let has_vertices = vertex_count(platform, head.bytes).is_some_and(|count| count > 0);
    let is_bare = has_vertices && is_blank();
    let chain = if is_sane { Chain::of_file::<Mesh>(platform, head) } else { Chain::Broken };
    let (score, chain_text) = match chain {
        Chain::Whole if is_named || has_matrix || is_bare => (90, "lists fill the file"),
        _ if !is_named && !has_matrix => return None,
        Chain::Whole | Chain::Holds => (75, "matching lists"),
        Chain::Cut => (40, "lists extend past the end"),
        Chain::Broken if is_sane => (25, "invalid first list"),
        Chain::Broken => return None,
    };
    let score = score + if is_named { 10 } else { 0 };
    let reason = format!("kind and flags of a {} mesh, {chain_text}", platform.name());
    Some(Probe { score, reason })
}

/// The most plausible storage variant of a mesh.
pub(super) fn platform(bytes: &[u8], len: u64) -> Platform {
    let by_kind = Platform::of_kind(bytes, kind::MESH);
    by_kind.or_else(|| without_kind(bytes, len)).unwrap_or_else(|| {
        // Without any other sign, the byte order with the longest valid chain of lists.
        let both = [Platform::PS2, Platform::GAMECUBE];
        both.into_iter().max_by_key(|p| chain(*p, bytes, len)).unwrap_or_default()
    })
}

/// A mesh with another kind, whose lists end exactly with the file.
fn without_kind(bytes: &[u8], len: u64) -> Option<Platform> {
    Platform::all().find(|platform| {
        let strips = vertex_count(*platform, bytes).is_some_and(|count| count > 2);
        strips && has_matrix(*platform, bytes) && chain(*platform, bytes, len) == Chain::Whole
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

/// `true` if the numbers of the header and of the first position are plausible.
fn starts_sane(platform: Platform, bytes: &[u8]) -> bool {
    let float = |at: usize| platform.number::<f32>(bytes, at);
    let floats = (0..20).map(|i| i * 4).chain((0..3).map(|i| Header::SIZE + 4 + i * 4));
    let odd = floats.filter(|at| float(*at).is_some_and(|v| !v.is_finite() || v.abs() > 1e9));
    odd.count() < 4
}
