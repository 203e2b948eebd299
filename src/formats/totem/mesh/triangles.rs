//! Strips to triangles (`totem-mesh.md` section 4).

use super::records::{Mesh, Strip};

/// A triangle of a strip: which of the strip's corners it has, counter-clockwise around its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    pub strip: usize,
    /// Number in the strip, degenerate ones counted.
    pub number: usize,
    /// Positions in [`Strip::vertex_ids`].
    pub corners: [usize; 3],
}

impl Strip {
    /// The corner positions of triangle `number`. Orders other than 1 and 2 count as 1.
    pub fn corners(&self, number: usize) -> [usize; 3] {
        // Order 1 starts turned, order 2 straight; every other triangle is the other way round.
        let turned = (self.tri_order == 2) == (number % 2 == 1);
        let (a, b) = (number + 1, number + 2);
        if turned { [number, b, a] } else { [number, a, b] }
    }

    /// The vertices of corner positions, where all are there and differ: equal ones only stitch
    /// strips together.
    pub fn triangle(&self, corners: [usize; 3]) -> Option<[u16; 3]> {
        let id = |corner: usize| self.vertex_ids.get(corner).copied();
        let [a, b, c] = [id(corners[0])?, id(corners[1])?, id(corners[2])?];
        (a != b && b != c && c != a).then_some([a, b, c])
    }
}

impl Mesh {
    /// Every triangle that has an area to show, as far as its vertex numbers tell, with them.
    pub fn triangles(&self) -> impl Iterator<Item = (Triangle, [u16; 3])> + '_ {
        self.strips.iter().enumerate().flat_map(|(index, strip)| {
            (0..strip.triangle_count()).filter_map(move |number| {
                let corners = strip.corners(number);
                let ids = strip.triangle(corners)?;
                Some((Triangle { strip: index, number, corners }, ids))
            })
        })
    }

    /// The index in the list of materials that a strip means; `None` without materials.
    ///
    /// With strip groups, numbers count from the smallest of all strips and are wrapped around.
    pub fn material_of(&self, strip: &Strip) -> Option<usize> {
        let count = u32::try_from(self.materials.len()).ok()?;
        if !self.header.has_groups() {
            return (strip.material < count).then_some(strip.material as usize);
        }
        let least = self.strips.iter().map(|strip| strip.material).min().unwrap_or(0);
        (strip.material - least).checked_rem(count).map(|index| index as usize)
    }
}
