//! Turns and points, from sums and products alone, in the file's axes: X right, Y down, Z away.

use super::maths::{cos, sin};

pub type Point = [f64; 3];

/// Rows of a rotation.
#[derive(Clone, Copy, Debug)]
pub struct Turn(pub [Point; 3]);

impl Turn {
    /// As the game composes them: about z, then x, then y, in degrees.
    pub fn of([x, y, z]: Point) -> Self {
        let part = |degrees: f64| (sin(degrees / 360.0), cos(degrees / 360.0));
        let ((sx, cx), (sy, cy), (sz, cz)) = (part(x), part(y), part(z));
        Self([
            [cy * cz + sy * sx * sz, sy * sx * cz - cy * sz, sy * cx],
            [cx * sz, cx * cz, -sx],
            [cy * sx * sz - sy * cz, sy * sz + cy * sx * cz, cy * cx],
        ])
    }

    pub fn apply(&self, v: Point) -> Point {
        self.0.map(|row| dot(row, v))
    }

    /// This turn after `other`.
    pub fn after(&self, other: &Turn) -> Self {
        let column = |c: usize| other.0.map(|row| row[c]);
        let columns = [0, 1, 2].map(|c| self.apply(column(c)));
        Self([0, 1, 2].map(|r| [columns[0][r], columns[1][r], columns[2][r]]))
    }

    /// The angles of [`Turn::of`] in 4096ths of a turn.
    pub fn angles(&self) -> [i16; 3] {
        let m = &self.0;
        let level = (m[0][2] * m[0][2] + m[2][2] * m[2][2]).sqrt();
        [angle(-m[1][2], level), angle(m[0][2], m[2][2]), angle(m[1][0], m[1][1])]
    }
}

pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn times(a: Point, by: f64) -> Point {
    a.map(|v| v * by)
}

pub fn unit(a: Point) -> Point {
    let len = dot(a, a).sqrt();
    if len > 0.0 { times(a, 1.0 / len) } else { a }
}

/// The direction (x, y) = (cosine, sine) as 4096ths of a turn: the step whose direction is nearest.
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

/// Degrees as 4096ths of a turn.
pub fn steps(degrees: f64) -> i16 {
    (degrees * 4096.0 / 360.0).round() as i16
}

/// The order of the corners in which the front looks along `out`: clockwise as seen from there.
pub fn facing(points: &[Point], out: Point) -> Vec<usize> {
    let normal = cross(sub(points[1], points[0]), sub(points[2], points[0]));
    // With Y down and Z away, what runs clockwise turns away from its front.
    if dot(normal, out) <= 0.0 {
        (0..points.len()).collect()
    } else if points.len() == 4 {
        vec![1, 0, 3, 2]
    } else {
        vec![0, 2, 1]
    }
}

/// As stored.
pub fn whole(point: Point) -> [i16; 3] {
    point.map(|v| v.round() as i16)
}
