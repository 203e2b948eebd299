//! What a camera is to hold when it is placed by itself.

use glam::Vec3;

use super::state::DocScene;
use crate::library::demo;
use crate::render::{Bounds, Camera, Visibility, placed_bounds, posed_points, without_strays};
use crate::scene::{Animation, Clip, Posed, Scene};

/// Frames of an animation that are looked at: what it reaches in between is hardly more.
const FRAMES: u32 = 16;
/// Points of all those frames together, so that a large scene is fitted at once, too.
const POINTS: usize = 400_000;
/// An animation that leads farther away than this many times the size of what it moves is not
/// followed.
const LEADS_AWAY: f32 = 3.0;

/// Fewer things than this are no crowd.
const CROWD: usize = 24;
/// A thing is at most this large a part of everything; what is larger is ground.
const GROUND: f32 = 0.1;
/// A crowd takes up at most this much of everything; else everything is as good to look at.
const CROWDED: f32 = 0.5;

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
    let is_placed = !scene.scene.nodes.is_empty();
    if let Some(start) = scene.scene.starts.first().filter(|_| is_placed) {
        return Camera::at_start(start);
    }
    camera.fill(&scene.outline, aspect);
    camera
}

/// Everything that is shown, in this pose and in the course of this animation, strays apart.
pub fn everything(
    scene: &Scene,
    shown: &Visibility,
    posed: &Posed,
    moving: Option<(&Animation, &Clip)>,
) -> Vec<Vec3> {
    let mut points = without_strays(posed_points(scene, shown, posed));
    let Some((animation, clip)) = moving.filter(|(_, clip)| !clip.tracks.is_empty()) else {
        return points;
    };
    let still = points.len();
    let steps = FRAMES.min(clip.frames).min(u32::try_from(POINTS / still.max(1)).unwrap_or(FRAMES));
    for step in 0..steps {
        let frame = u64::from(step) * u64::from(clip.frames) / u64::from(steps);
        let pose = clip.pose(frame as f32, false, animation.looped);
        points.extend(without_strays(posed_points(scene, shown, &Posed::new(scene, &pose))));
    }
    let radius = |points: &[Vec3]| Bounds::of(points.iter().copied()).map_or(0.0, |b| b.radius());
    let most = points.get(..still).map_or(0.0, radius) * LEADS_AWAY;
    if radius(&points) > most {
        points.truncate(still);
    }
    points
}

/// The corners of the boxes around most of the things that stand in a scene, where they stand in
/// one part of it.
pub fn crowd(scene: &Scene, shown: &Visibility, posed: &Posed, all: Bounds) -> Option<Vec<Vec3>> {
    let mut things = placed_bounds(scene, shown, posed);
    things.retain(|thing| thing.radius() < all.radius() * GROUND);
    if things.len() < CROWD {
        return None;
    }
    let half = things.len() / 2;
    let middle = [0, 1, 2].map(|axis| {
        let along = |thing: &Bounds| thing.centre()[axis];
        let (_, middle, _) =
            things.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)));
        along(middle)
    });
    let middle = Vec3::from(middle);
    let far = |thing: &Bounds| thing.centre().distance_squared(middle);
    things.sort_unstable_by(|a, b| far(a).total_cmp(&far(b)));
    things.truncate(half + half / 2);
    let corners: Vec<Vec3> = things.iter().flat_map(Bounds::corners).collect();
    let crowd = Bounds::of(corners.iter().copied())?;
    (crowd.radius() < all.radius() * CROWDED).then_some(corners)
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

#[cfg(test)]
#[path = "framing_tests.rs"]
mod tests;
