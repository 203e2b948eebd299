//! Computes values that follow from other data (section 27).

use super::chunk::{BlockMap, Cell};
use super::kind::Kind;
use super::records::{Bounds, File, Model, Normal, Object, Vertex};

/// Vertex units per world unit: 16 in characters, else 1 (section 14). Radii and bounds are in world
/// units.
pub fn vertex_units(file: &File) -> u16 {
    if Kind::of(file).scale < 1.0 { 16 } else { 1 }
}

/// Largest distance of a vertex from the origin, in world units << 12, rounded up. `units` is the number
/// of vertex units per world unit.
pub fn radius(vertices: &[Vertex], units: u16) -> u32 {
    let square = |v: &Vertex| {
        [v.x, v.y, v.z].iter().map(|c| i64::from(*c) * i64::from(*c)).sum::<i64>() as f64
    };
    let far = vertices.iter().map(square).fold(0.0, f64::max);
    (far.sqrt() * 4096.0 / f64::from(units.max(1))).ceil() as u32
}

/// Minimum and maximum of the vertices, in whole world units, rounded outwards.
pub fn bounds(vertices: &[Vertex], units: u16) -> Bounds {
    let units = i32::from(units.max(1));
    let range = |axis: fn(&Vertex) -> i16| {
        let values = vertices.iter().map(|vertex| i32::from(axis(vertex)));
        let most = values.clone().max().unwrap_or(0);
        let least = values.min().unwrap_or(0);
        // The quotients fit, as they are not larger than the dividends.
        (-(-most).div_euclid(units) as i16, least.div_euclid(units) as i16)
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

/// Bounds of a model's object in X and Z, 20.12 fixed point: xmin, zmin, xmax, zmax.
pub fn footprint(object: &Object, model: &Model) -> [i64; 4] {
    let (x, z) = (i64::from(object.position.x), i64::from(object.position.z));
    let b = &model.bounds;
    let unit = |v: i16| i64::from(v) << 12;
    [x + unit(b.xmin), z + unit(b.zmin), x + unit(b.xmax), z + unit(b.zmax)]
}

/// `true` if two boxes share a point, borders included.
pub fn touches(a: &[i64; 4], b: [i64; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// Margin around the area of all objects: 32 units.
const MARGIN: i64 = 0x20000;

/// Rebuilds a block map so that each cell lists the objects that touch it. The area is preserved unless
/// it does not cover all objects. `None` if the new area cannot be stored.
pub fn block_map(file: &File, old: &BlockMap) -> Option<BlockMap> {
    let footprints: Vec<(u32, [i64; 4])> = (0u32..)
        .zip(&file.objects)
        .filter_map(|(index, object)| {
            let model = file.models.get(usize::from(object.model))?;
            Some((index, footprint(object, model)))
        })
        .collect();
    let (nx, nz) = (i64::from(old.nx.max(1)), i64::from(old.nz.max(1)));
    let kept = old.bounds.map(i64::from);
    let side = (kept[2] - kept[0]) / nx;
    let is_square = side > 0 && kept[2] - kept[0] == nx * side && kept[3] - kept[1] == nz * side;
    let inside =
        |f: &[i64; 4]| f[0] >= kept[0] && f[1] >= kept[1] && f[2] <= kept[2] && f[3] <= kept[3];
    let covers = is_square && footprints.iter().all(|(_, footprint)| inside(footprint));
    let (bounds, side) = match covers {
        true => (kept, side),
        false => area(&footprints, (nx, nz))?,
    };
    let cell = |at: i64| {
        let (x, z) = (bounds[0] + at % nx * side, bounds[1] + at / nx * side);
        let there = footprints.iter().filter(|(_, f)| touches(f, [x, z, x + side, z + side]));
        Cell { objects: there.map(|(index, _)| *index).collect(), ..Cell::default() }
    };
    let stored = |at: usize| i32::try_from(bounds[at]).ok();
    Some(BlockMap {
        bounds: [stored(0)?, stored(1)?, stored(2)?, stored(3)?],
        nx: old.nx.max(1),
        nz: old.nz.max(1),
        cells: (0..nx * nz).map(cell).collect(),
    })
}

/// Square cells over all objects: bounds, and the side of a cell.
fn area(footprints: &[(u32, [i64; 4])], (nx, nz): (i64, i64)) -> Option<([i64; 4], i64)> {
    let least = |of: fn(&[i64; 4]) -> i64| footprints.iter().map(|(_, f)| of(f)).min();
    let most = |of: fn(&[i64; 4]) -> i64| footprints.iter().map(|(_, f)| of(f)).max();
    let (x, z) = (least(|f| f[0])? - MARGIN, least(|f| f[1])? - MARGIN);
    let (width, depth) = (most(|f| f[2])? + MARGIN - x, most(|f| f[3])? + MARGIN - z);
    let ceil = |length: i64, cells: i64| (length + cells - 1) / cells;
    let side = ceil(width, nx).max(ceil(depth, nz));
    Some(([x, z, x + nx * side, z + nz * side], side))
}
