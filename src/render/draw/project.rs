//! Projection of a face to the screen: the processor's counterpart of `place` in `geometry.wgsl`.

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::facing::seen;
use super::frame::{Frame, Pass, PosedShot, near};
use super::projected::{Cull, Projected};
use super::subdivision::{self, native};
use crate::render::device::ViewRecord;
use crate::render::upload::PosedScene;
use crate::render::view::{BackFaces, Effects};
use crate::scene::{Face, FaceRef, Mesh, NO_CORNER, QuadTest};

/// Factor for the depth of faces that are seen from behind, as in `geometry.wgsl`: if a back face
/// and a front face lie in one plane, the front face is drawn, whatever the rounding of their depths.
const BACK_DEPTH: f32 = 1.0 - 1.0 / 16384.0;

/// Projects faces like a picture's shader.
pub struct Projector<'a> {
    posed: &'a PosedScene,
    effects: &'a Effects,
    view: ViewRecord,
    matrix: Mat4,
    near: f32,
}

impl<'a> Projector<'a> {
    pub fn new(
        PosedShot { scene, camera, options, .. }: &PosedShot<'a>,
        frame: &Frame,
        pass: Pass,
    ) -> Self {
        let effects = &options.effects;
        let view = frame.view(camera, effects, pass);
        let matrix = Mat4::from_cols_array_2d(&view.matrix);
        Self { posed: scene, effects, view, matrix, near: near(camera) }
    }

    /// `None` for a face that does not exist or has corners out of range.
    pub fn project(&self, at: FaceRef) -> Option<Projected> {
        let scene = self.posed.scene();
        let node = scene.nodes.get(at.node)?;
        let mesh = scene.mesh_of(node)?;
        let positions = self.posed.posed().positions(scene, node.mesh?);
        let face = mesh.faces.get(at.face as usize)?;
        let world = self.posed.transforms().get(at.node.index())?;
        let world = &seen(node, world, Vec4::from_array(self.view.eye));
        let material = scene.materials.get(face.material)?;

        let mut corners = [Vec3::ZERO; 4];
        let mut clip = [Vec4::ZERO; 4];
        let mut pixel = [Vec2::ZERO; 4];
        let mut crosses_near = false;
        for (i, corner) in strip(&face).into_iter().enumerate() {
            let position = self.corner(mesh, positions, world, corner)?;
            corners[i] = position;
            clip[i] = product(&self.matrix, position);
            crosses_near |= clip[i].w < self.near;
            (clip[i], pixel[i]) = self.snap(clip[i]);
        }
        let turn = |i: usize, j: usize, k: usize| {
            if crosses_near {
                let [a, b, c] = [clip[i], clip[j], clip[k]].map(|v| Vec3::new(v.x, v.y, v.w));
                -a.dot(b.cross(c))
            } else {
                (pixel[j] - pixel[i]).perp_dot(pixel[k] - pixel[i])
            }
        };
        let fronts_clockwise = self.posed.visibility().fronts_clockwise(scene, node, world);
        let side = if fronts_clockwise { 1.0 } else { -1.0 };
        let first = side * turn(0, 1, 2);
        let front = match mesh.quad_test {
            QuadTest::FirstHalf => first,
            // The second half of a strip runs the other way.
            QuadTest::EitherHalf => first.max(side * turn(1, 3, 2)),
        };
        let from_behind = front <= 0.0 && !material.double_sided;
        if from_behind {
            clip.iter_mut().for_each(|corner| corner.z *= BACK_DEPTH);
        }
        let culled = from_behind && self.effects.back_faces == BackFaces::Hide;
        let too_large = self.effects.size_limit && !crosses_near && too_large(&pixel);
        // The console drops a face of this kind instead of splitting it.
        let grid = Vec2::from_array(self.view.grid);
        let lost = material.vanishes
            && self.effects.vanishing
            && (crosses_near || subdivision::halvings(&clip, grid) > 0);
        let reasons = [(culled, Cull::Back), (too_large, Cull::Size), (lost, Cull::Vanishes)];
        let cull = reasons.into_iter().find_map(|(applies, reason)| applies.then_some(reason));
        Some(Projected { corners, clip, crosses_near, from_behind, cull })
    }

    fn corner(&self, mesh: &Mesh, positions: &[Vec3], world: &Mat4, corner: u32) -> Option<Vec3> {
        let to_world =
            |vertex: u32| positions.get(vertex as usize).map(|p| product(world, *p).truncate());
        let Some(found) = mesh.billboard(corner) else { return to_world(corner) };
        let (anchor, mate) = (to_world(found.anchor)?, to_world(found.mate)?);
        let eye = Vec4::from_array(self.view.eye);
        let to_viewer = eye.truncate() - anchor * eye.w;
        let across = (mate - anchor).cross(to_viewer).normalize_or_zero();
        Some(anchor + across * found.half_width * world.x_axis.truncate().length())
    }

    /// The snapped corner, and its native pixel.
    fn snap(&self, clip: Vec4) -> (Vec4, Vec2) {
        let grid = Vec2::from_array(self.view.grid);
        let pixel = native(clip, grid);
        if !self.effects.snap || clip.w <= 0.0 {
            return (clip, pixel);
        }
        let pixel = (pixel + 1.0 / 512.0).floor();
        let ndc = (pixel + self.view.pixel_offset) / grid * 2.0 - 1.0;
        (Vec4::new(ndc.x * clip.w, -ndc.y * clip.w, clip.z, clip.w), pixel)
    }
}

/// Product of a transform and a position, in the order in which the software adapter adds.
fn product(matrix: &Mat4, p: Vec3) -> Vec4 {
    ((matrix.w_axis + matrix.z_axis * p.z) + matrix.y_axis * p.y) + matrix.x_axis * p.x
}

/// The fourth corner of a triangle equals its third.
fn strip(face: &Face) -> [u32; 4] {
    let mut corners = face.corners;
    if corners[3] == NO_CORNER {
        corners[3] = corners[2];
    }
    corners
}

fn too_large(pixel: &[Vec2; 4]) -> bool {
    let low = pixel.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = pixel.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    (high - low).cmpgt(Vec2::new(1023.0, 511.0)).any()
}
