//! Corners of triangles: positions, normals, texture coordinates and tangents.

use glam::{Vec2, Vec3, Vec4};
use gltf_json::{Index, Material as GltfMaterial};

use crate::export::blending::ExportedMaterial;
use crate::export::shape::{Shape, flat_normal, fraction, stored_normal, triangle_corners};
use crate::scene::{Face, Mesh, Winding};

/// Faces of one material with its appearance.
pub(super) struct MaterialFaces<'a> {
    /// Faces with their index in the mesh.
    pub faces: &'a [(usize, Face)],
    pub look: ExportedMaterial<'a>,
    /// Size of the texture that coordinates refer to.
    pub texels: Option<(u32, u32)>,
    pub material: Index<GltfMaterial>,
    /// The material has a normal map.
    pub relief: bool,
}

/// Corners of the triangles of some faces, in stored order.
#[derive(Clone, Copy)]
pub(super) struct Corners<'a> {
    pub shape: &'a Shape<'a>,
    pub faces: &'a [FaceTriangles<'a>],
}

/// A face as its triangles.
pub(super) struct FaceTriangles<'a> {
    /// Index of the face in its mesh.
    pub index: usize,
    pub face: &'a Face,
    /// Numbers of its triangles' corners.
    pub corners: &'static [usize],
    /// Number of its group.
    pub group: usize,
    pub dress: &'a MaterialFaces<'a>,
}

impl<'a> MaterialFaces<'a> {
    /// Faces of this group, whose number is `number`.
    pub fn drawn(
        &'a self,
        winding: Winding,
        number: usize,
    ) -> impl Iterator<Item = FaceTriangles<'a>> {
        self.faces.iter().map(move |(index, face)| {
            let index = *index;
            let corners = triangle_corners(face, winding);
            FaceTriangles { index, face, corners, group: number, dress: self }
        })
    }
}

impl FaceTriangles<'_> {
    /// Texture coordinate of a corner, as a fraction.
    pub fn fraction(&self, corner: usize) -> Vec2 {
        let uv = self.face.uvs.get(corner).copied().unwrap_or_default();
        let (width, height) = self.dress.texels.unwrap_or((1, 1));
        fraction(self.dress.look.material, uv, width, height)
    }
}

impl<'a> Corners<'a> {
    pub fn mesh(self) -> &'a Mesh {
        self.shape.mesh
    }

    pub fn all(self) -> impl Iterator<Item = (&'a Face, usize)> {
        self.faces.iter().flat_map(|drawn| drawn.corners.iter().map(|corner| (drawn.face, *corner)))
    }

    pub fn position(self, face: &Face, corner: usize) -> Vec3 {
        self.shape.positions.get(vertex(face, corner)).copied().unwrap_or_default()
    }

    /// Stored normal, otherwise that of the face's plane.
    pub fn normal(self, face: &Face, corner: usize) -> Vec3 {
        let mesh = self.mesh();
        stored_normal(mesh, face, corner)
            .unwrap_or_else(|| flat_normal(face, mesh.winding, &self.shape.positions))
    }

    /// Directions in which u and v increase on a triangle; not finite if they are constant.
    pub fn directions(self, drawn: &FaceTriangles<'_>, triangle: &[usize]) -> (Vec3, Vec3) {
        let corner = |at: usize| {
            let corner = triangle.get(at).copied().unwrap_or_default();
            (self.position(drawn.face, corner), drawn.fraction(corner))
        };
        let ((a, at), (b, right), (c, up)) = (corner(0), corner(1), corner(2));
        let (b, c, right, up) = (b - a, c - a, right - at, up - at);
        let area = right.perp_dot(up);
        ((b * up.y - c * right.y) / area, (c * right.x - b * up.x) / area)
    }
}

/// Tangent perpendicular to `normal`, along the rows of the picture. The fourth component is 1 if the
/// upper edge of the picture is to the left of it, −1 if it is to the right.
pub fn tangent(normal: Vec3, (u, v): (Vec3, Vec3)) -> Vec4 {
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
