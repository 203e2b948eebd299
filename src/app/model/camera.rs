//! Initial positions of the camera.

use glam::{Vec3, Vec4};

use super::DocScene;
use crate::library::demo;
use crate::render::{Bounds, Camera};

/// Room around what is framed: a thing that fills the picture does not say where it is.
const ROOM: f32 = 1.6;
/// How far from a thing without a size one stands: part of the scene's radius, and at most so many
/// metres where those are known.
const BESIDE: f32 = 0.05;
const METRES_BESIDE: f32 = 8.0;

/// The first look at a scene: from where the player starts, else at where most of it is, except
/// that the demo is entered where a visitor would.
pub fn first_look(path: &str, scene: &DocScene, aspect: f32) -> Camera {
    let mut camera = Camera::default();
    if path == demo::FIRST {
        // A narrow picture steps back to see as much from side to side.
        let distance = 3300.0 / (aspect / 1.2).clamp(0.25, 1.0);
        let target = Vec3::new(60.0, 330.0, -350.0);
        return Camera { target, pitch: 14.0, distance, ..camera };
    }
    if let Some(start) = scene.scene.first_start() {
        return Camera::at_start(start);
    }
    camera.fill(&scene.outline, aspect);
    camera
}

/// Returns false if the box around these points is outside one edge of the picture.
pub fn may_see(camera: &Camera, points: &[Vec3], aspect: f32) -> bool {
    let Some(bounds) = Bounds::of(points.iter().copied()) else { return true };
    let matrix = camera.matrix(aspect);
    let corners = bounds.corners().map(|corner| matrix * corner.extend(1.0));
    let beyond: [fn(&Vec4) -> bool; 5] =
        [|c| c.x < -c.w, |c| c.x > c.w, |c| c.y < -c.w, |c| c.y > c.w, |c| c.w <= 0.0];
    !beyond.iter().any(|beyond| corners.iter().all(beyond))
}

/// Comes as near to these points as they need, with room around them, and looks from the same side.
/// Does nothing without points.
pub fn surround(camera: &mut Camera, points: &[Vec3], scene: &DocScene, aspect: f32) {
    let Some(bounds) = Bounds::of(points.iter().copied()) else { return };
    camera.frame(points, aspect);
    if bounds.radius() == 0.0 {
        let part = scene.bounds.map_or(0.0, |all| all.radius() * BESIDE);
        let metres = scene.scene.metres_per_unit.filter(|unit| *unit > 0.0);
        let most = metres.map_or(f32::INFINITY, |unit| METRES_BESIDE / unit);
        let beside = part.min(most);
        // A scene without a size is no larger than a point.
        camera.distance = if beside > 0.0 { beside } else { camera.distance };
    }
    camera.distance *= ROOM;
}
