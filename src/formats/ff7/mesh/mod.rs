//! Mesh blocks: the polygons of a bone, a weapon or a part of a stage.
//!
//! | part | size |
//! |---|---|
//! | `pool_size` in bytes | 4 |
//! | `vertices`: x, y, z, a pad of 0 | 8 each |
//! | count, `texture_page` of both textured lists | 4 |
//! | `textured_triangles` | 16 each |
//! | count, an unused word; `textured_quads` | 4, 20 each |
//! | count, an unused word; `coloured_triangles` | 4, 20 each |
//! | count, an unused word; `coloured_quads` | 4, 24 each |
//!
//! Polygons refer to vertices by their byte offsets in the pool. Quads are in strip order. Front faces
//! are clockwise on the screen. A textured polygon has one shade for all corners, and 128 leaves texels
//! unchanged; a coloured one has a colour for each corner, and 255 is full intensity.
//!
//! Source: format document `ff7-battle.md`, section 5.

mod records;
mod scene;

pub use records::{
    ColouredQuad, ColouredTriangle, Corner, List, Mesh, Polygon, Skin, TexturedQuad,
    TexturedTriangle, Vertex, command, polygons_in_words,
};
pub use scene::{BlockUse, Maker, empty_scene, turn};
