//! Computes values that follow from other data (section 27).

use super::chunk::{BlockMap, Cell};
use super::kind::Kind;
use super::records::{Bounds, File, Model, Normal, Object, Vertex};

/// Vertex units per world unit: 16 in characters, otherwise 1 (section 14). Radii and bounds are in world
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

/// The radius as the official tool stores it: [`radius`] without its low 12 bits.
pub fn stored_radius(vertices: &[Vertex], units: u16) -> u32 {
    radius(vertices, units) & !0xFFF
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
    footprint_of(object, &model.bounds)
}

/// Same as [`footprint`], for a model with bounds other than the stored ones.
pub fn footprint_of(object: &Object, b: &Bounds) -> [i64; 4] {
    let (x, z) = (i64::from(object.position.x), i64::from(object.position.z));
    let unit = |v: i16| i64::from(v) << 12;
    [x + unit(b.xmin), z + unit(b.zmin), x + unit(b.xmax), z + unit(b.zmax)]
}

/// `true` if two boxes overlap or touch.
pub fn touches(a: &[i64; 4], b: [i64; 4]) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/// Margin around the area of all objects: 32 units.
const MARGIN: i64 = 0x20000;
/// Cells per side of a new block map, as in every retail level; the PC loader refuses more.
const CELLS: u16 = 20;
/// Largest number of references in a new block map. Retail levels have at most a few thousand.
const MAX_REFERENCES: usize = 1 << 22;

/// Square cells over X and Z.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// xmin, zmin, xmax, zmax in 20.12.
    bounds: [i64; 4],
    nx: i64,
    nz: i64,
    side: i64,
}

impl Grid {
    /// Grid of a map; `None` if its cells are not square or have a fractional size.
    pub fn of(map: &BlockMap) -> Option<Self> {
        let (nx, nz) = (i64::from(map.nx), i64::from(map.nz));
        let bounds = map.bounds.map(i64::from);
        let side = (bounds[2] - bounds[0]).checked_div(nx)?;
        let is_square = bounds[2] - bounds[0] == nx * side && bounds[3] - bounds[1] == nz * side;
        (side > 0 && nz > 0 && is_square).then_some(Self { bounds, nx, nz, side })
    }

    /// Grid of `nx` by `nz` cells over all boxes, with a margin. `None` without a box.
    fn around(footprints: &[(u32, [i64; 4])], nx: i64, nz: i64) -> Option<Self> {
        let least = |of: fn(&[i64; 4]) -> i64| footprints.iter().map(|(_, f)| of(f)).min();
        let most = |of: fn(&[i64; 4]) -> i64| footprints.iter().map(|(_, f)| of(f)).max();
        let (x, z) = (least(|f| f[0])? - MARGIN, least(|f| f[1])? - MARGIN);
        let (width, depth) = (most(|f| f[2])? + MARGIN - x, most(|f| f[3])? + MARGIN - z);
        let ceil = |length: i64, cells: i64| (length + cells - 1) / cells;
        let side = ceil(width, nx).max(ceil(depth, nz));
        Some(Self { bounds: [x, z, x + nx * side, z + nz * side], nx, nz, side })
    }

    /// `true` if a box is inside the area or touches its border from inside.
    pub fn encloses(&self, f: &[i64; 4]) -> bool {
        let [xmin, zmin, xmax, zmax] = self.bounds;
        f[0] >= xmin && f[1] >= zmin && f[2] <= xmax && f[3] <= zmax
    }

    /// `true` if a box overlaps or touches a cell.
    pub fn touches(&self, cell: usize, f: &[i64; 4]) -> bool {
        let cell = i64::try_from(cell).unwrap_or(i64::MAX);
        let x = self.bounds[0] + cell % self.nx * self.side;
        let z = self.bounds[1] + (cell / self.nx).min(self.nz) * self.side;
        touches(f, [x, z, x + self.side, z + self.side])
    }

    /// Indices of the cells that a box overlaps or touches, in order.
    pub fn cells(&self, f: &[i64; 4]) -> impl Iterator<Item = usize> + use<> {
        let range = |low: i64, high: i64, start: i64, count: i64| {
            let first = -(start - low).div_euclid(self.side) - 1;
            first.max(0)..((high - start).div_euclid(self.side) + 1).min(count)
        };
        let columns = range(f[0], f[2], self.bounds[0], self.nx);
        let nx = self.nx;
        range(f[1], f[3], self.bounds[1], self.nz)
            .flat_map(move |z| columns.clone().map(move |x| z * nx + x))
            .filter_map(|cell| usize::try_from(cell).ok())
    }
}

/// Builds a block map in which each cell lists the objects that touch it. The grid of `old` is reused if
/// it covers all objects. Otherwise a new grid has as many cells as `old`, or 20 by 20 if `old` is
/// missing or incomplete. `None` if there is no object, or if the area or the map would be too large.
pub fn block_map(file: &File, old: Option<&BlockMap>) -> Option<BlockMap> {
    let footprints: Vec<(u32, [i64; 4])> = (0u32..)
        .zip(&file.objects)
        .filter_map(|(index, object)| {
            let model = file.models.get(usize::from(object.model))?;
            Some((index, footprint(object, model)))
        })
        .collect();
    let old = old.filter(|map| !map.cells.is_empty() && map.is_complete());
    let (nx, nz) = old.map_or((CELLS, CELLS), |map| (map.nx, map.nz));
    let covers = |grid: &Grid| footprints.iter().all(|(_, footprint)| grid.encloses(footprint));
    let grid = match old.and_then(Grid::of).filter(covers) {
        Some(grid) => grid,
        None => Grid::around(&footprints, nx.into(), nz.into())?,
    };
    let mut cells = vec![Cell::default(); usize::from(nx) * usize::from(nz)];
    let mut references = 0;
    for (index, footprint) in &footprints {
        for at in grid.cells(footprint) {
            references += 1;
            if references > MAX_REFERENCES {
                return None;
            }
            cells.get_mut(at)?.objects.push(*index);
        }
    }
    let stored = |at: usize| i32::try_from(grid.bounds[at]).ok();
    Some(BlockMap { bounds: [stored(0)?, stored(1)?, stored(2)?, stored(3)?], nx, nz, cells })
}
