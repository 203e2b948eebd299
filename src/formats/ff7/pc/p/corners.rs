//! Which group draws a polygon, and what its corners are.

use super::records::{Group, P, Polygon};

/// Corners of a polygon, as indices into the lists of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corners {
    pub vertices: [usize; 3],
    /// None of a group without a texture.
    pub texcoords: Option<[usize; 3]>,
}

impl Group {
    pub fn is_textured(&self) -> bool {
        self.textured != 0
    }

    /// The polygons of it that are there.
    pub fn polygons(&self, there: usize) -> std::ops::Range<usize> {
        let start = index(self.first_polygon).min(there);
        start..start.saturating_add(index(self.polygon_count)).min(there)
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl P {
    /// The group of each polygon: of several that count it in, the first.
    pub fn owners(&self) -> Vec<Option<usize>> {
        let there = self.polygons.len();
        let mut owners = vec![None; there];
        // The first polygon from each one on that has no group, as far as is known: groups that are
        // all of the polygons cost no more than one.
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

    /// The corners of a polygon of a group; `None` where one of them leads nowhere.
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

    /// The normal of a vertex, as an index.
    pub fn normal(&self, vertex: usize) -> Option<usize> {
        let normal = index(*self.normal_indices.get(vertex)?);
        (normal < self.normals.len()).then_some(normal)
    }
}

/// The first place from `at` on that is free, remembered for all that were passed.
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
