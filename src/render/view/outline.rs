//! Reduces points to those that determine the framing of a camera.

use std::f64::consts::FRAC_PI_4;

use glam::{DVec2, Vec3};

use super::camera::Camera;

impl Camera {
    /// The points that determine the result of [`Camera::frame`] and [`Camera::fill`] for a camera with
    /// this direction, for any shape of the picture: all others are between them. A large scene has a few
    /// hundred, so that a camera is placed quickly.
    pub fn outline(&self, points: &[Vec3]) -> Vec<Vec3> {
        let (right, up, back) = self.basis();
        let points: Vec<Vec3> = points.iter().copied().filter(|p| p.is_finite()).collect();
        // The horizontal position in the picture depends on the position seen from above, and the
        // vertical one on the position seen from the side.
        let mut outline = hull(&points, right, back);
        outline.extend(hull(&points, up, back));
        // The first target is the centre of a box.
        for axis in Vec3::AXES {
            let along = |a: &&Vec3, b: &&Vec3| a.dot(axis).total_cmp(&b.dot(axis));
            outline.extend(points.iter().min_by(along));
            outline.extend(points.iter().max_by(along));
        }
        outline
    }
}

/// Corners of the convex hull of points that are projected onto two directions.
fn hull(points: &[Vec3], across: Vec3, along: Vec3) -> Vec<Vec3> {
    let seen = |p: &Vec3| DVec2::new(p.dot(across).into(), p.dot(along).into());
    let mut sorted: Vec<(DVec2, Vec3)> = points.iter().map(|p| (seen(p), *p)).collect();
    let edges = edges(&sorted);
    let is_inside = |at| !edges.is_empty() && edges.iter().all(|edge| edge.is_left(at));
    sorted.retain(|(at, _)| !is_inside(*at));
    sorted.sort_unstable_by(|(a, _), (b, _)| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut corners = one_side(sorted.iter());
    corners.extend(one_side(sorted.iter().rev()));
    corners
}

/// Edge from one point to another.
struct Edge(DVec2, DVec2);

impl Edge {
    fn is_left(&self, at: DVec2) -> bool {
        (self.1 - self.0).perp_dot(at - self.0) > 0.0
    }
}

/// Edges between the extreme points in eight directions: nearly all points are inside them and need
/// not be sorted.
fn edges(points: &[(DVec2, Vec3)]) -> Vec<Edge> {
    let farthest = |eighth: u8| {
        let way = DVec2::from_angle(f64::from(eighth) * FRAC_PI_4);
        let along = points.iter().map(|(at, _)| (at.dot(way), *at));
        along.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
    };
    let ring: Vec<DVec2> = (0..8).filter_map(farthest).collect();
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).filter(|(a, b)| a != b).map(|(a, b)| Edge(*a, *b)).collect()
}

/// One side of a hull: every turn along it is to the left.
fn one_side<'a>(sorted: impl Iterator<Item = &'a (DVec2, Vec3)>) -> Vec<Vec3> {
    let mut chain: Vec<(DVec2, Vec3)> = Vec::new();
    for next in sorted {
        while let [.., (before, _), (last, _)] = chain.as_slice()
            && (last - before).perp_dot(next.0 - last) <= 0.0
        {
            chain.pop();
        }
        chain.push(*next);
    }
    chain.into_iter().map(|(_, point)| point).collect()
}
