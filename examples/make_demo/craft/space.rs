//! Rotations and directions from sums and products only.

use glam::{DMat3, DVec3, dvec3};

use super::maths::{cos, sin};

/// Rotation as FF7 composes it: about z, then x, then y, in degrees.
pub fn rotation([x, y, z]: [f64; 3]) -> DMat3 {
    let part = |degrees: f64| (sin(degrees / 360.0), cos(degrees / 360.0));
    let ((sx, cx), (sy, cy), (sz, cz)) = (part(x), part(y), part(z));
    DMat3::from_cols(
        dvec3(cy * cz + sy * sx * sz, cx * sz, cy * sx * sz - sy * cz),
        dvec3(sy * sx * cz - cy * sz, cx * cz, sy * sz + cy * sx * cz),
        dvec3(sy * cx, -sx, cy * cx),
    )
}

/// Angles of [`rotation`], in 4096ths of a turn.
pub fn angles(turn: DMat3) -> [i16; 3] {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = turn;
    let level = (z.x * z.x + z.z * z.z).sqrt();
    [angle(-z.y, level), angle(z.x, z.z), angle(x.y, y.y)]
}

/// Angle of the direction (x, y) = (cosine, sine) in 4096ths of a turn: the step with the nearest
/// direction.
fn angle(sine: f64, cosine: f64) -> i16 {
    let along = |step: i32| {
        let turns = f64::from(step) / 4096.0;
        cosine * cos(turns) + sine * sin(turns)
    };
    let mut best = 0;
    // Coarse to fine; the cosine of the difference has one peak.
    for step in [1024, 256, 64, 16, 4, 1] {
        let near = (-4..=4).map(|k| best + k * step);
        best = near.max_by(|a, b| along(*a).total_cmp(&along(*b))).unwrap_or(best);
    }
    // Half a turn either side.
    ((best + 2048).rem_euclid(4096) - 2048) as i16
}

/// Converts degrees to 4096ths of a turn.
pub fn steps(degrees: f64) -> i16 {
    (degrees * 4096.0 / 360.0).round() as i16
}

/// Order of the corners for which the front faces `out`, clockwise as seen from there, where Y is down
/// and Z away.
pub fn facing(points: &[DVec3], out: DVec3) -> &'static [usize] {
    let normal = (points[1] - points[0]).cross(points[2] - points[0]);
    match (normal.dot(out) <= 0.0, points.len()) {
        (true, 4) => &[0, 1, 2, 3],
        (true, _) => &[0, 1, 2],
        (false, 4) => &[1, 0, 3, 2],
        (false, _) => &[0, 2, 1],
    }
}

/// Rounded to integers, as stored.
pub fn whole(point: DVec3) -> [i16; 3] {
    point.to_array().map(|v| v.round() as i16)
}

/// Angles, in turns, at both ends of each of `sides` sides of a ring.
pub fn around(sides: usize) -> impl Iterator<Item = [f64; 2]> {
    (0..sides).map(move |side| [side, side + 1].map(|end| end as f64 / sides as f64))
}

/// Values at both ends above and below, in strip order.
pub fn strip<T>(ends: [f64; 2], above: impl Fn(f64) -> T, below: impl Fn(f64) -> T) -> [T; 4] {
    let [from, to] = ends;
    [above(from), above(to), below(from), below(to)]
}
