//! Removes outlier points.

use glam::Vec3;

/// Number of points per permitted outlier, on either side of each axis.
const RARE: usize = 100;

/// Distance of an outlier from the centre, relative to that of all other points.
const FAR: f32 = 4.0;

/// Removes points that are not finite, and points that are so far away that everything else would
/// appear as a dot, such as vertices of damaged files. Of fewer than a hundred points, all finite
/// ones are kept.
pub fn without_strays(mut points: Vec<Vec3>) -> Vec<Vec3> {
    points.retain(|point| point.is_finite());
    let tail = points.len() / RARE;
    if tail == 0 {
        return points;
    }
    let (mut low, mut high) = (Vec3::ZERO, Vec3::ZERO);
    for axis in 0..3 {
        let mut along: Vec<f32> = points.iter().map(|point| point[axis]).collect();
        let last = along.len() - 1;
        low[axis] = *along.select_nth_unstable_by(tail, f32::total_cmp).1;
        high[axis] = *along.select_nth_unstable_by(last - tail, f32::total_cmp).1;
    }
    let (middle, reach) = (low.midpoint(high), low.distance(high) * 0.5 * FAR);
    // If nearly all points coincide, no distance is exceptional.
    if reach > 0.0 && reach.is_finite() {
        points.retain(|point| point.distance(middle) <= reach);
    }
    points
}
