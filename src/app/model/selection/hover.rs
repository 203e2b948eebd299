//! Scene position under the pointer.

use glam::{Mat4, Vec3};

use crate::app::model::State;
use crate::render::Ray;
use crate::scene::{Element, FaceRef, HelperShape};

impl State {
    /// Intersection of a ray with an element in the current pose, in the scene's axes; `None` if it has
    /// no surface or the ray misses it.
    pub fn place_on(&self, element: Element, ray: &Ray) -> Option<Vec3> {
        match element {
            Element::Face(face) => self.place_on_face(face, ray),
            Element::Helper(helper) => {
                let shape = &self.scene()?.scene.helpers.get(helper)?.shape;
                let level = match shape {
                    HelperShape::Area { min, .. } | HelperShape::Grid { min, .. } => min.y,
                    _ => return None,
                };
                on_plane(ray, Vec3::new(0.0, level, 0.0), Vec3::Y)
            }
            _ => None,
        }
    }

    fn place_on_face(&self, at: FaceRef, ray: &Ray) -> Option<Vec3> {
        let scene = self.scene()?;
        let (_, face) = scene.face(at)?;
        let mesh = scene.scene.nodes.get(at.node)?.mesh?;
        let posed = &self.motion.posed;
        let positions = posed.positions(&scene.scene, mesh);
        let world = posed.placed().get(at.node.index()).copied().unwrap_or(Mat4::IDENTITY);
        let corner = |corner: usize| {
            let vertex = *face.corners.get(corner)?;
            Some(world.transform_point3(*positions.get(vertex as usize)?))
        };
        let halves = face.triangles().iter().filter_map(|[a, b, c]| {
            let [a, b, c] = [corner(*a)?, corner(*b)?, corner(*c)?];
            let hit = on_plane(ray, a, (b - a).cross(c - a))?;
            Some((hit, distance_from([a, b, c], hit)))
        });
        halves.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(hit, _)| hit)
    }
}

/// Intersection of a ray with a plane, in front of the ray's origin.
pub fn on_plane(ray: &Ray, through: Vec3, normal: Vec3) -> Option<Vec3> {
    let along = normal.dot(through - ray.origin) / normal.dot(ray.direction);
    (along.is_finite() && along >= 0.0).then(|| ray.origin + ray.direction * along)
}

/// Distance of a point in a triangle's plane from the triangle, as the sum of its negative barycentric
/// coordinates; 0 inside.
pub fn distance_from([a, b, c]: [Vec3; 3], point: Vec3) -> f32 {
    let normal = (b - a).cross(c - a);
    let whole = normal.length_squared().max(f32::MIN_POSITIVE);
    let shares = [(b, c), (c, a), (a, b)]
        .map(|(from, to)| (to - from).cross(point - from).dot(normal) / whole);
    shares.into_iter().map(|share| (-share).max(0.0)).sum()
}
