//! Converts strips to triangles (`totem-mesh.md` section 4).

use super::records::{Mesh, Strip};

/// A triangle of a strip, with corners counter-clockwise around its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    pub strip: usize,
    /// Index in the strip, counting degenerate triangles.
    pub number: usize,
    /// Indices into [`Strip::vertex_ids`].
    pub corners: [usize; 3],
}

impl Strip {
    /// Corner indices of triangle `number`. Orders other than 1 and 2 count as 1.
    pub fn corners(&self, number: usize) -> [usize; 3] {
        // Order 1 starts reversed, order 2 does not; the orientation alternates.
        let turned = (self.tri_order == 2) == (number % 2 == 1);
        let (a, b) = (number + 1, number + 2);
        if turned { [number, b, a] } else { [number, a, b] }
    }

    /// Vertex indices of these corners, if they exist and differ: equal ones only stitch strips together.
    pub fn triangle(&self, corners: [usize; 3]) -> Option<[u16; 3]> {
        let id = |corner: usize| self.vertex_ids.get(corner).copied();
        let [a, b, c] = [id(corners[0])?, id(corners[1])?, id(corners[2])?];
        (a != b && b != c && c != a).then_some([a, b, c])
    }
}

impl Mesh {
    /// All triangles that are not degenerate by their vertex indices, with these indices.
    pub fn triangles(&self) -> impl Iterator<Item = (Triangle, [u16; 3])> + '_ {
        self.strips.iter().enumerate().flat_map(|(index, strip)| {
            (0..strip.triangle_count()).filter_map(move |number| {
                let corners = strip.corners(number);
                let ids = strip.triangle(corners)?;
                Some((Triangle { strip: index, number, corners }, ids))
            })
        })
    }

    /// Index of a strip's material; `None` without materials.
    ///
    /// With strip groups, numbers are relative to the smallest of all strips, modulo the number of
    /// materials.
    pub fn material_of(&self, strip: &Strip) -> Option<usize> {
        let count = u32::try_from(self.materials.len()).ok()?;
        if !self.header.has_groups() {
            return (strip.material < count).then_some(strip.material as usize);
        }
        let least = self.strips.iter().map(|strip| strip.material).min().unwrap_or(0);
        (strip.material - least).checked_rem(count).map(|index| index as usize)
    }
}
