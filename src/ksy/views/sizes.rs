//! Memory of the elements of scenes, in bytes.

use super::entry::Entry;
use crate::scene::{Caption, Helper, ListedSpan, Material, Mesh, Node, Sound, TableRow, Texture};

/// Memory of a small allocation in addition to its content.
const ALLOCATION: usize = 24;
/// Memory of what is stored about a picture, palette, sound or member in addition to its scene element.
const RECORD: usize = 384;

/// Memory of a member without its names, in all lists of members.
const MEMBER: usize = 320;

/// Memory of a stored text.
pub(super) fn size_of_text(text: &str) -> usize {
    text.len().saturating_add(ALLOCATION)
}

/// Memory of a texture of a picture.
pub(super) const TEXTURE: usize = size_of::<Texture>() + RECORD;
/// Memory of a material.
pub(super) const MATERIAL: usize = 2 * size_of::<Material>() + ALLOCATION;
/// Memory of an entry of a palette.
pub(super) const COLOUR: usize = size_of::<ListedSpan>() + 3 * size_of::<u32>();

/// Approximate memory of what an entry makes of one element, in bytes, without texts and lists.
pub(super) fn size_of_element(entry: &Entry) -> usize {
    // Lists inside entries have no names.
    let is_list = entry.kind.key("name").is_none();
    match entry.kind.name {
        "positions" | "normals" => 32,
        "uvs" => 16,
        "colours" => 3,
        "points" if is_list => 12,
        "points" | "lines" | "boxes" => size_of::<Helper>(),
        "meshes" => size_of::<Mesh>() + size_of::<Node>() + RECORD,
        "nodes" => 3 * size_of::<Node>(),
        "tables" => size_of::<TableRow>() + entry.columns("columns").len() * ALLOCATION,
        "pictures" => TEXTURE + RECORD,
        "palettes" => RECORD,
        "members" => MEMBER,
        "entries" => COLOUR,
        "sounds" => size_of::<Sound>() + RECORD,
        "captions" => size_of::<Caption>(),
        "names" => 64,
        // Lists and faces are counted where they are stored.
        _ => 0,
    }
}
