//! Initial positions of the camera.

use glam::{Vec3, Vec4};

use crate::app::model::DocScene;
use crate::library::demo;
use crate::render::{Bounds, Camera};

/// Margin factor around a framed element: if it filled the picture, its location would be unclear.
const ROOM: f32 = 1.6;
/// Camera distance from an element without a size: a share of the scene's radius, limited to
/// [`EXTRA_METRES`] if the scale is known.
const EXTRA_PART: f32 = 0.05;
const EXTRA_METRES: f32 = 8.0;

/// The first view of a scene: from the player start, otherwise of most of the scene. The demo has its own
/// view at its entrance.
pub fn first_look(path: &str, scene: &DocScene, aspect: f32) -> Camera {
    let mut camera = Camera::default();
    if path == demo::FIRST {
        // A narrow picture moves the camera back to show the same width.
        let distance = 3300.0 / (aspect / 1.2).clamp(0.25, 1.0);
        let target = Vec3::new(60.0, 330.0, -350.0);
        return Camera { target, pitch: 14.0, distance, ..camera };
    }
    if let Some(start) = &scene.first_start {
        return Camera::at_start(start);
    }
    camera.fill(&scene.outline, aspect);
    camera
}

/// `false` if the box around these points is entirely outside one edge of the picture.
pub fn may_see(camera: &Camera, points: &[Vec3], aspect: f32) -> bool {
    let Some(bounds) = Bounds::of(points.iter().copied()) else { return true };
    let matrix = camera.matrix(aspect);
    let corners = bounds.corners().map(|corner| matrix * corner.extend(1.0));
    let beyond: [fn(&Vec4) -> bool; 5] =
        [|c| c.x < -c.w, |c| c.x > c.w, |c| c.y < -c.w, |c| c.y > c.w, |c| c.w <= 0.0];
    !beyond.iter().any(|beyond| corners.iter().all(beyond))
}

/// Frames these points with a margin, without changing the view direction. Does nothing without points.
pub fn surround(camera: &mut Camera, points: &[Vec3], scene: &DocScene, aspect: f32) {
    let Some(bounds) = Bounds::of(points.iter().copied()) else { return };
    camera.frame(points, aspect);
    if bounds.radius() == 0.0 {
        let part = scene.bounds.map_or(0.0, |all| all.radius() * EXTRA_PART);
        let metres = scene.scene.metres_per_unit.filter(|unit| *unit > 0.0);
        let most = metres.map_or(f32::INFINITY, |unit| EXTRA_METRES / unit);
        let beside = part.min(most);
        // If the scene itself has no extent, the distance is kept.
        camera.distance = if beside > 0.0 { beside } else { camera.distance };
    }
    camera.distance *= ROOM;
}
