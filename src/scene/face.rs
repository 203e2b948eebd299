//! One polygon.

use glam::Vec2;

use super::MaterialId;

/// Fourth corner of a triangle, and index of missing normals.
pub const NO_CORNER: u32 = u32::MAX;

/// A polygon. Corners are in strip order (see the [module](super)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Indices into [`Mesh::positions`](super::Mesh::positions); the fourth is [`NO_CORNER`] for a
    /// triangle.
    pub corners: [u32; 4],
    /// Indices into [`Mesh::normals`](super::Mesh::normals); [`NO_CORNER`] if missing.
    pub normals: [u32; 4],
    /// R, G, B per corner; all equal on flat faces.
    pub colours: [[u8; 3]; 4],
    /// Table entry of each corner's colour, if colours come from a table.
    pub colour_refs: CornerRefs,
    /// Texture coordinates as stored, in the unit of [`Material::uv`](super::Material::uv).
    pub uvs: [[f32; 2]; 4],
    /// Index into [`Scene::materials`](super::Scene::materials).
    pub material: MaterialId,
    /// Index into [`Scene::layers`](super::Scene::layers).
    pub layer: u16,
    /// Index of the face in the file, which differs from its index here if some were dropped.
    pub index: u32,
}

/// Indices of the four corner colours in the mesh's colour table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CornerRefs {
    /// Colours that do not come from a table.
    #[default]
    None,
    /// Table entry of each corner.
    Table([u8; 4]),
}

impl Default for Face {
    /// A white face without corners.
    fn default() -> Self {
        Self {
            corners: [NO_CORNER; 4],
            normals: [NO_CORNER; 4],
            colours: [[u8::MAX; 3]; 4],
            colour_refs: CornerRefs::None,
            uvs: [[0.0; 2]; 4],
            material: MaterialId::default(),
            layer: 0,
            index: 0,
        }
    }
}

impl Face {
    /// `true` if the face has three corners.
    pub fn is_triangle(&self) -> bool {
        self.corners[3] == NO_CORNER
    }

    /// Number of corners, 3 or 4.
    pub fn sides(&self) -> usize {
        if self.is_triangle() { 3 } else { 4 }
    }

    /// Vertex and texture coordinates of each corner.
    pub fn tex_coords(&self) -> impl Iterator<Item = (u32, Vec2)> {
        let corners = self.corners.into_iter().zip(self.uvs).take(self.sides());
        corners.map(|(vertex, uv)| (vertex, Vec2::from_array(uv)))
    }

    /// Corner numbers of the triangles, in the face's winding. Both triangles of a quad have the
    /// same front.
    pub fn triangles(&self) -> &'static [[usize; 3]] {
        const BOTH: [[usize; 3]; 2] = [[0, 1, 2], [2, 1, 3]];
        if self.is_triangle() { &BOTH[..1] } else { &BOTH }
    }

    /// Indices of the corners, in order around the face.
    pub fn perimeter(&self) -> &'static [usize] {
        if self.is_triangle() { &[0, 1, 2] } else { &[0, 1, 3, 2] }
    }
}
