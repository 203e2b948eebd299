//! Chooses the elements that the camera frames until the user moves it.

use glam::Vec3;

use crate::render::{Bounds, Visibility, placed_bounds, posed_points, without_strays};
use crate::scene::{Animation, Clip, Posed, Scene};

/// Number of sampled frames of an animation; its extent between them is hardly larger.
const FRAMES: u32 = 16;
/// Maximum number of points over all sampled frames, which limits the time for large scenes.
const POINTS: usize = 400_000;
/// An animation whose extent exceeds that of its model by this factor is not framed.
const LEADS_AWAY: f32 = 3.0;

/// Minimum number of elements in a crowded part.
const CROWD: usize = 24;
/// Largest radius of an element as a share of the whole scene; larger ones are ground.
const GROUND: f32 = 0.1;
/// Largest radius of a crowded part as a share of the whole scene; otherwise the whole scene is framed.
const CROWDED: f32 = 0.5;

/// All visible points in this pose and over this animation, without outliers.
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

/// Corners of the boxes of most placed elements, if these are concentrated in one part of the scene.
pub fn crowded_part(
    scene: &Scene,
    shown: &Visibility,
    posed: &Posed,
    all: Bounds,
) -> Option<Vec<Vec3>> {
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
    let crowded_part = Bounds::of(corners.iter().copied())?;
    (crowded_part.radius() < all.radius() * CROWDED).then_some(corners)
}
