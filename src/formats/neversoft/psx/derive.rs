//! Values that an author does not type in: they follow from the rest (section 27).

use super::records::{Bounds, Model, Normal, Object, Vertex};

/// Largest of ceil(4096 · distance from the origin) over the vertices.
pub fn radius(vertices: &[Vertex]) -> u32 {
    let square = |v: &Vertex| {
        [v.x, v.y, v.z].iter().map(|c| i64::from(*c) * i64::from(*c)).sum::<i64>() as f64
    };
    let far = vertices.iter().map(square).fold(0.0, f64::max);
    (far.sqrt() * 4096.0).ceil() as u32
}

/// Minimum and maximum of the stored vertices.
pub fn bounds(vertices: &[Vertex]) -> Bounds {
    let range = |axis: fn(&Vertex) -> i16| {
        let values = vertices.iter().map(axis);
        (values.clone().max().unwrap_or(0), values.min().unwrap_or(0))
    };
    let ((xmax, xmin), (ymax, ymin), (zmax, zmin)) =
        (range(|v| v.x), range(|v| v.y), range(|v| v.z));
    Bounds { xmax, xmin, ymax, ymin, zmax, zmin }
}

/// (v2 − v0) × (v1 − v0) of the first three corners, scaled to 4096 and rounded; zero for a face
/// without area.
pub fn normal([v0, v1, v2]: [Vertex; 3]) -> Normal {
    let at = |v: Vertex| [v.x, v.y, v.z].map(f64::from);
    let (a, b, c) = (at(v0), at(v1), at(v2));
    let sub = |p: [f64; 3], q: [f64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let (e, f) = (sub(c, a), sub(b, a));
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    let length = n.iter().map(|c| c * c).sum::<f64>().sqrt();
    if length == 0.0 {
        return Normal::default();
    }
    let [x, y, z] = n.map(|c| (c / length * 4096.0).round() as i16);
    Normal { x, y, z, pad: 0 }
}

/// Bounds of a model's object in X and Z, 20.12: xmin, zmin, xmax, zmax.
pub fn footprint(object: &Object, model: &Model) -> [i64; 4] {
    let (x, z) = (i64::from(object.position.x), i64::from(object.position.z));
    let b = &model.bounds;
    let unit = |v: i16| i64::from(v) << 12;
    [x + unit(b.xmin), z + unit(b.zmin), x + unit(b.xmax), z + unit(b.zmax)]
}

/// True when two boxes share a point, borders included.
pub fn touches(a: &[i64; 4], b: [i64; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}
