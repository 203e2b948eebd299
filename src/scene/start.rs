//! Player starts and cameras of a level.

use glam::{Mat4, Vec3};

use super::{Face, LayerKind, Mesh, Origin, Scene};

/// Distance of the look-at point of a start, relative to the height of the eye above the ground. The view
/// orbits it.
const LOOK_AHEAD: f32 = 6.0;
/// Tangents of half the horizontal and half the vertical angle of view from a start, in a wide picture.
const SLOPES: [f32; 2] = [0.74, 0.415];
/// Maximum number of starts that are tried for the first view.
const MAX_TRIED: usize = 16;

/// A point where the player enters a level, or returns to it; or a camera of the level.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Name of the start.
    pub name: String,
    /// Position as stored, in world space.
    pub at: Vec3,
    /// Direction of view, unit length; horizontal for players.
    pub ahead: Vec3,
    /// Height of the eye above `at`, in scene units.
    pub eye_height: f32,
    /// Distance from the eye to the look-at point, in scene units; a point ahead if none is stored.
    pub reach: f32,
    /// Bytes and field path of the start.
    pub origin: Origin,
}

impl Scene {
    /// The start from which a level is initially viewed: the first of [`MAX_TRIED`] from which a drawn face
    /// other than the sky is visible. `None` if no start qualifies.
    pub fn first_start(&self) -> Option<&Start> {
        if self.drawn_faces() == 0 {
            return self.starts.first().filter(|_| !self.nodes.is_empty());
        }
        let world = self.world_transforms();
        let is_candidate = |start: &&Start| self.has_face_in_sight(start, &world);
        self.starts.iter().take(MAX_TRIED).find(is_candidate)
    }

    /// `true` unless all drawn faces are outside the picture that is seen from a start.
    fn has_face_in_sight(&self, start: &Start, world: &[Mat4]) -> bool {
        let sight = VisibleSpace::of(start);
        self.nodes.iter().zip(world).any(|(node, world)| {
            let kind = self.layers.get(usize::from(node.layer)).map(|layer| layer.kind);
            let is_drawn =
                !matches!(kind, Some(LayerKind::Sky | LayerKind::Helper | LayerKind::Invisible));
            let mesh = self.mesh_of(node).filter(|_| is_drawn);
            let is_in_sight = |mesh: &Mesh, face: &Face| {
                let corners = face.corners.iter().take(face.sides());
                let at = corners.filter_map(|corner| mesh.positions.get(*corner as usize));
                !self.is_unseen(face.layer)
                    && sight.may_contain(at.map(|at| world.transform_point3(*at)))
            };
            mesh.is_some_and(|mesh| mesh.faces.iter().any(|face| is_in_sight(mesh, &face)))
        })
    }
}

/// The space that is visible from a start.
struct VisibleSpace {
    eye: Vec3,
    /// Directions right, up and ahead.
    axes: [Vec3; 3],
}

impl VisibleSpace {
    fn of(start: &Start) -> Self {
        let right = start.ahead.cross(Vec3::Y).normalize_or(Vec3::X);
        Self { eye: start.eye(), axes: [right, right.cross(start.ahead), start.ahead] }
    }

    /// `false` if all points are behind the eye, or beyond the same edge of the picture.
    fn may_contain(&self, points: impl Iterator<Item = Vec3>) -> bool {
        let [across, over] = SLOPES;
        let mut outside = [true; 5];
        for point in points {
            let [right, up, depth] = self.axes.map(|axis| (point - self.eye).dot(axis));
            let (wide, high) = (depth * across, depth * over);
            let beyond = [depth <= 0.0, right > wide, right < -wide, up > high, up < -high];
            for (outside, beyond) in outside.iter_mut().zip(beyond) {
                *outside &= beyond;
            }
        }
        !outside.contains(&true)
    }
}

impl Start {
    /// Creates a player start. Players are upright: only the horizontal part of the direction counts, and
    /// without one they look along −Z.
    pub fn new(name: String, at: Vec3, direction: Vec3, eye_height: f32, origin: Origin) -> Self {
        let (ahead, reach) = (level(direction), eye_height * LOOK_AHEAD);
        Self { name, at, ahead, eye_height, reach, origin }
    }

    /// Creates a camera that looks along `way` at its look-at point; along −Z if that is zero. The height
    /// of its eye is 0.
    pub fn of_camera(name: String, at: Vec3, way: Vec3, origin: Origin) -> Self {
        let ahead = way.try_normalize().unwrap_or(Vec3::NEG_Z);
        let reach = if way.is_finite() { way.length() } else { 0.0 };
        Self { name, at, ahead, eye_height: 0.0, reach, origin }
    }

    /// The start after its level was transformed by `by`, which scales lengths by `scale`.
    #[must_use]
    pub fn moved(self, by: Mat4, scale: f32) -> Self {
        let turned = by.transform_vector3(self.ahead);
        let stands = self.eye_height > 0.0;
        let ahead = if stands { level(turned) } else { turned.normalize_or(Vec3::NEG_Z) };
        let (eye_height, reach) = (self.eye_height * scale, self.reach * scale);
        Self { at: by.transform_point3(self.at), ahead, eye_height, reach, ..self }
    }

    /// Position of the eye, in world space.
    pub fn eye(&self) -> Vec3 {
        self.at + Vec3::Y * self.eye_height
    }
}

/// The horizontal part of a direction.
fn level(direction: Vec3) -> Vec3 {
    let level = Vec3::new(direction.x, 0.0, direction.z);
    if level.is_finite() { level.normalize_or(Vec3::NEG_Z) } else { Vec3::NEG_Z }
}
