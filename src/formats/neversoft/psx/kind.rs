//! Distinguishes levels and banks from characters.

use super::chunk::tag;
use super::records::{File, Version, vertex_kind};

/// Relation of objects to models, and scale of vertices (sections 3 and 14).
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Object *i* uses model *i*.
    pub character: bool,
    /// The file has clips.
    pub animated: bool,
    /// Objects are bones, moved by clips of this file or of a companion; also in files with a block map.
    pub bones: bool,
    /// World units per vertex unit.
    pub scale: f32,
}

impl Kind {
    pub fn of(file: &File) -> Self {
        let has = |tag| file.chunks().iter().any(|chunk| chunk.tag == tag);
        let hier = has(tag::HIER);
        let animated = has(tag::ANIMATION) || has(tag::PACKED_ANIMATION);
        let stitch = vertex_kind::STITCH_SOURCE | vertex_kind::STITCH_REFERENCE;
        let mut vertices = file.models.iter().flat_map(|model| &model.vertices);
        let mut stitched =
            || vertices.any(|v| v.kind & stitch != 0 && v.kind & vertex_kind::SPRITE == 0);
        let level = has(tag::BLOCK_MAP);
        let character = !level && ((hier && animated) || stitched());
        let apocalypse = file.version == Version::V3 { lod: false };
        let sixteenths = !apocalypse && (animated || (hier && character));
        let scale = if sixteenths { 1.0 / 16.0 } else { 1.0 };
        Self { character, animated, bones: character || animated, scale }
    }
}
