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
    // Where all but a few are in one place there is no saying what is far.
    if reach > 0.0 && reach.is_finite() {
        points.retain(|point| point.distance(middle) <= reach);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flat square of 20 by 20 points, one unit apart.
    fn square() -> Vec<Vec3> {
        (0..400).map(|at| Vec3::new((at % 20) as f32, 0.0, (at / 20) as f32)).collect()
    }

    #[test]
    fn a_runaway_point_is_left_out() {
        let runaways = [Vec3::splat(32_000.0), Vec3::new(0.0, -9e9, 0.0), Vec3::splat(f32::NAN)];
        let points: Vec<Vec3> = square().into_iter().chain(runaways).collect();
        assert_eq!(without_strays(points), square());
    }

    #[test]
    fn towers_and_the_ground_around_stay() {
        let far = [Vec3::new(10.0, 40.0, 10.0), Vec3::new(-25.0, 0.0, 10.0)];
        let points: Vec<Vec3> = square().into_iter().chain(far).collect();
        assert_eq!(without_strays(points.clone()), points);
    }

    #[test]
    fn few_points_and_those_in_one_place_all_count() {
        let few = vec![Vec3::ZERO, Vec3::splat(1e6)];
        assert_eq!(without_strays(few.clone()), few);
        let mut heap = vec![Vec3::ONE; 500];
        heap.push(Vec3::ZERO);
        assert_eq!(without_strays(heap.clone()), heap);
        assert_eq!(without_strays(Vec::new()), []);
    }
}
