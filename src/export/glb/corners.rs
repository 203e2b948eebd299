//! The corners of triangles: places, normals, and how a texture lies on them.

use glam::{Vec3, Vec4};

use crate::export::look::Look;
use crate::export::shape::{Group, Shape, flat_normal, fraction, stored_normal, triangle_corners};
use crate::scene::{Face, Mesh};

/// The corners of a group's triangles, in the order they are stored.
#[derive(Clone, Copy)]
pub(super) struct Corners<'a> {
    pub shape: &'a Shape<'a>,
    pub group: &'a Group<'a>,
}

impl<'a> Corners<'a> {
    pub fn mesh(self) -> &'a Mesh {
        self.shape.mesh
    }

    /// Every face with its index in the mesh and the numbers of its triangles' corners.
    pub fn faces(self) -> impl Iterator<Item = (usize, &'a Face, &'static [usize])> {
        let winding = self.mesh().winding;
        self.group.faces.iter().map(move |(i, face)| (*i, *face, triangle_corners(face, winding)))
    }

    pub fn all(self) -> impl Iterator<Item = (&'a Face, usize)> {
        self.faces().flat_map(|(_, face, corners)| corners.iter().map(move |c| (face, *c)))
    }

    pub fn position(self, face: &Face, corner: usize) -> Vec3 {
        self.shape.positions.get(vertex(face, corner)).copied().unwrap_or_default()
    }

    /// The stored normal, else that of the face's plane.
    pub fn normal(self, face: &Face, corner: usize) -> Vec3 {
        let mesh = self.mesh();
        stored_normal(mesh, face, corner)
            .unwrap_or_else(|| flat_normal(face, mesh.winding, &self.shape.positions))
    }

    /// The directions in which u and v grow on a triangle; not finite where they do not.
    pub fn directions(
        self,
        face: &Face,
        triangle: &[usize],
        look: &Look<'_>,
        (width, height): (u32, u32),
    ) -> (Vec3, Vec3) {
        let corner = |at: usize| {
            let corner = triangle.get(at).copied().unwrap_or_default();
            let uv = face.uvs.get(corner).copied().unwrap_or_default();
            (self.position(face, corner), fraction(look.material, uv, width, height))
        };
        let ((a, at), (b, right), (c, up)) = (corner(0), corner(1), corner(2));
        let (b, c, right, up) = (b - a, c - a, right - at, up - at);
        let area = right.perp_dot(up);
        ((b * up.y - c * right.y) / area, (c * right.x - b * up.x) / area)
    }
}

/// A tangent at right angles to `normal`, in which the picture's rows run, and 1 where its upper edge
/// is to the left of that, −1 where it is to the right.
pub(super) fn tangent(normal: Vec3, (u, v): (Vec3, Vec3)) -> Vec4 {
    let flat = (u - normal * normal.dot(u)).try_normalize();
    let along = flat.filter(|_| v.is_finite()).unwrap_or_else(|| {
        normal.try_normalize().map_or(Vec3::X, |normal| normal.any_orthonormal_vector())
    });
    let side = if normal.cross(along).dot(v) > 0.0 { -1.0 } else { 1.0 };
    along.extend(side)
}

/// Index of a corner's position.
pub(super) fn vertex(face: &Face, corner: usize) -> usize {
    face.corners.get(corner).copied().unwrap_or_default() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_follow_u_and_know_where_the_upper_edge_is() {
        // v grows downwards on an upright picture.
        let upright = tangent(Vec3::Z, (Vec3::X * 2.0, Vec3::NEG_Y));
        assert_eq!(upright, Vec3::X.extend(1.0));
        assert_eq!(tangent(Vec3::Z, (Vec3::X, Vec3::Y)), Vec3::X.extend(-1.0));
        let none = tangent(Vec3::Z, (Vec3::NAN, Vec3::NAN));
        assert!(none.is_finite() && none.truncate().is_normalized());
    }
}
