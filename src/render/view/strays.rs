//! Points that can only be a mistake.

use glam::Vec3;

/// Of this many points one may be a stray, on either side of each axis.
const RARE: usize = 100;

/// How many times as far from the middle as all others a stray is.
const FAR: f32 = 4.0;

/// The points without the few that are so far from all others that showing them would make a dot
/// of everything else, as the vertices of a damaged file are; what is no number is left out, too.
/// Fewer than a hundred points all count.
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
    // Where all but a few are at one point there is no saying what is far.
    if reach > 0.0 && reach.is_finite() {
        points.retain(|point| point.distance(middle) <= reach);
    }
    points
}
