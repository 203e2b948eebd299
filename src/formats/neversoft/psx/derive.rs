//! Values that an author does not type in: they follow from the rest (section 27).

use super::chunk::{BlockMap, Cell};
use super::records::{Bounds, Model, Normal, Object, Vertex};
use crate::bytes::count32;

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

/// What the area of all footprints is widened by: 32 units.
const MARGIN: i64 = 0x20000;

/// A block map of `n` × `n` cells over objects with these footprints: always valid, square cells.
pub fn block_map(footprints: &[[i64; 4]], n: u16) -> BlockMap {
    let n = i64::from(n.max(1));
    let least = |i: usize| footprints.iter().map(|f| f[i]).min().unwrap_or(0) - MARGIN;
    let most = |i: usize| footprints.iter().map(|f| f[i]).max().unwrap_or(0) + MARGIN;
    let (xmin, zmin, xmax, zmax) = (least(0), least(1), most(2), most(3));
    let side = ((xmax - xmin + n - 1) / n).max((zmax - zmin + n - 1) / n);
    let bounds = [xmin, zmin, xmin + n * side, zmin + n * side];
    let cells = (0..n * n).map(|cell| {
        let (x, z) = (xmin + cell % n * side, zmin + cell / n * side);
        let touches = |f: &[i64; 4]| touches(f, [x, z, x + side, z + side]);
        let objects = footprints.iter().enumerate().filter(|(_, f)| touches(f));
        Cell { objects: objects.map(|(index, _)| count32(index)).collect(), ..Cell::default() }
    });
    let n = u16::try_from(n).unwrap_or(u16::MAX);
    let stored = |v: i64| i32::try_from(v).unwrap_or(if v < 0 { i32::MIN } else { i32::MAX });
    BlockMap { bounds: bounds.map(stored), nx: n, nz: n, cells: cells.collect() }
}

/// True when two boxes share a point, borders included.
pub fn touches(a: &[i64; 4], b: [i64; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}
