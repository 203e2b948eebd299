//! Finds the group that draws a polygon, and the corners of the polygon.

use super::records::{Group, P, Polygon};

/// Corners of a polygon, as indices into the lists of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corners {
    pub vertices: [usize; 3],
    /// `None` in a group without a texture.
    pub texcoords: Option<[usize; 3]>,
}

impl Group {
    pub fn is_textured(&self) -> bool {
        self.textured != 0
    }

    /// The range of its polygons that exist.
    pub fn polygons(&self, there: usize) -> std::ops::Range<usize> {
        let start = index(self.first_polygon).min(there);
        start..start.saturating_add(index(self.polygon_count)).min(there)
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl P {
    /// The group of each polygon; if several include it, the first.
    pub fn owners(&self) -> Vec<Option<usize>> {
        let there = self.polygons.len();
        let mut owners = vec![None; there];
        // For each polygon, the next one that may have no group yet. This keeps many groups that
        // each span all polygons as fast as one.
        let mut free: Vec<usize> = (0..=there).collect();
        for (number, group) in self.groups.iter().enumerate() {
            let polygons = group.polygons(there);
            let mut at = first_free(&mut free, polygons.start);
            while at < polygons.end {
                if let (Some(owner), Some(next)) = (owners.get_mut(at), free.get_mut(at)) {
                    (*owner, *next) = (Some(number), at + 1);
                }
                at = first_free(&mut free, at + 1);
            }
        }
        owners
    }

    /// Corners of a polygon of a group; `None` if one is out of range.
    pub fn corners(&self, group: &Group, polygon: &Polygon) -> Option<Corners> {
        let within = |first: u32, len: usize| {
            let mut found = [0; 3];
            for (slot, vertex) in found.iter_mut().zip(polygon.vertices) {
                *slot = index(first).checked_add(vertex.into()).filter(|at| *at < len)?;
            }
            Some(found)
        };
        let is_inside = |vertex: &u16| u32::from(*vertex) < group.vertex_count;
        let vertices = within(group.first_vertex, self.vertices.len())?;
        if !polygon.vertices.iter().all(is_inside) {
            return None;
        }
        let texcoords = match group.is_textured() {
            true => Some(within(group.first_texcoord, self.texcoords.len())?),
            false => None,
        };
        Some(Corners { vertices, texcoords })
    }

    /// Index of the normal of a vertex.
    pub fn normal(&self, vertex: usize) -> Option<usize> {
        let normal = index(*self.normal_indices.get(vertex)?);
        (normal < self.normals.len()).then_some(normal)
    }
}

/// The first free index at or after `at`. Stores it for all indices that were passed.
fn first_free(free: &mut [usize], at: usize) -> usize {
    let mut end = at;
    while let Some(next) = free.get(end).copied().filter(|next| *next != end) {
        end = next;
    }
    let mut passed = at;
    while passed != end {
        let Some(next) = free.get_mut(passed) else { break };
        passed = std::mem::replace(next, end);
    }
    end
}
