//! Shapes as grids of panels.

use glam::{DVec3, dvec3};

use super::light::TO_SUN;
use super::stage::{Look, Panel, Shade};
use crate::make_demo::craft::maths::{cos, sin};

/// A grid of panels over a surface: `u` runs to the right and `v` down, both 0 to 1, as seen from the
/// front. `texels` is the extent of the texture across and down; a texture of `tile` texels per side
/// repeats.
#[derive(Clone, Copy)]
pub struct Grid {
    pub across: usize,
    pub down: usize,
    pub texels: [f64; 2],
    pub tile: f64,
    pub look: Look,
}

impl Grid {
    pub fn new(across: usize, down: usize, look: Look) -> Self {
        Self { across, down, texels: [64.0, 64.0], tile: 64.0, look }
    }

    pub fn texels(self, across: f64, down: f64) -> Self {
        Self { texels: [across, down], ..self }
    }

    pub fn tile(self, tile: f64) -> Self {
        Self { tile, ..self }
    }

    /// Panels on the surface that `at` describes.
    pub fn on(&self, at: impl Fn(f64, f64) -> DVec3) -> Vec<Panel> {
        let corner = |i: usize, j: usize| {
            let (u, v) = (i as f64 / self.across as f64, j as f64 / self.down as f64);
            (at(u, v), normal(&at, u, v))
        };
        let mut panels = Vec::new();
        for j in 0..self.down {
            for i in 0..self.across {
                let four = [corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)];
                let (u, v) = (self.run(i, self.across, 0), self.run(j, self.down, 1));
                panels.extend(panel(
                    four,
                    [[u.0, v.0], [u.1, v.0], [u.0, v.1], [u.1, v.1]],
                    self.look,
                ));
            }
        }
        panels
    }

    /// A flat rectangle from its top left corner.
    pub fn flat(&self, origin: DVec3, right: DVec3, down: DVec3) -> Vec<Panel> {
        self.on(|u, v| origin + right * u + down * v)
    }

    /// First and last texel of a cell; whole repeats are dropped.
    fn run(&self, cell: usize, cells: usize, axis: usize) -> (u8, u8) {
        let at = |n: usize| (self.texels[axis] * n as f64 / cells as f64).round();
        let (first, last) = (at(cell), at(cell + 1));
        let whole = (first / self.tile).floor() * self.tile;
        ((first - whole) as u8, (last - whole).min(255.0) as u8)
    }
}

/// A quad, a triangle if two corners coincide, `None` if all do.
fn panel(four: [(DVec3, DVec3); 4], uv: [[u8; 2]; 4], look: Look) -> Option<Panel> {
    let same = |a: usize, b: usize| four[a].0.round() == four[b].0.round();
    let order: &[usize] = match (same(0, 1), same(2, 3), same(0, 2), same(1, 3)) {
        (true, true, ..) | (.., true, true) => return None,
        (true, ..) => &[0, 3, 2],
        (_, true, ..) => &[0, 1, 2],
        (.., true, _) => &[0, 1, 3],
        (.., true) => &[0, 1, 2],
        _ => &[0, 1, 2, 3],
    };
    let mut coordinates = [[0; 2]; 4];
    for (to, from) in coordinates.iter_mut().zip(order) {
        *to = uv[*from];
    }
    Some(Panel {
        corners: order.iter().map(|i| four[*i].0).collect(),
        normals: order.iter().map(|i| four[*i].1).collect(),
        uv: coordinates,
        look,
        sprite: None,
    })
}

fn normal(at: &impl Fn(f64, f64) -> DVec3, u: f64, v: f64) -> DVec3 {
    const STEP: f64 = 1e-3;
    // Evaluated inside the surface, since it may bend beyond its rim; also away from the rim of a fan,
    // where all points coincide.
    let (u, v) = (u.clamp(STEP, 1.0 - STEP), v.clamp(STEP, 1.0 - STEP));
    let right = at(u + STEP, v) - at(u - STEP, v);
    let down = at(u, v + STEP) - at(u, v - STEP);
    down.cross(right).normalize_or_zero()
}

/// A box on the ground with five visible sides: top, then around.
#[derive(Clone, Copy)]
pub struct Cuboid {
    pub min: DVec3,
    pub max: DVec3,
}

impl Cuboid {
    /// From the centre of its foot.
    pub fn standing(foot: DVec3, size: DVec3) -> Self {
        let half = dvec3(size.x / 2.0, 0.0, size.z / 2.0);
        Self { min: foot - half, max: foot + half + DVec3::Y * size.y }
    }

    pub fn between(a: [f64; 3], b: [f64; 3]) -> Self {
        Self { min: DVec3::from(a).min(b.into()), max: DVec3::from(a).max(b.into()) }
    }

    /// The top face, in cells of about `cell` units, with `texels` texels per hundred units.
    pub fn top(&self, look: Look, cell: f64, texels: f64) -> Vec<Panel> {
        let size = self.max - self.min;
        let origin = dvec3(self.min.x, self.max.y, self.min.z);
        faces(look, cell, texels, origin, DVec3::X * size.x, DVec3::Z * size.z)
    }

    /// Sides: south (towards the viewer), east, north, west.
    pub fn sides(&self, look: Look, cell: f64, texels: f64) -> Vec<Panel> {
        (0..4).flat_map(|side| self.side(side, look, cell, texels)).collect()
    }

    /// One of the sides.
    pub fn side(&self, side: usize, look: Look, cell: f64, texels: f64) -> Vec<Panel> {
        let (a, b) = (self.min, self.max);
        let (from, to) = match side {
            0 => ([a.x, b.z], [b.x, b.z]),
            1 => ([b.x, b.z], [b.x, a.z]),
            2 => ([b.x, a.z], [a.x, a.z]),
            _ => ([a.x, a.z], [a.x, b.z]),
        };
        let origin = dvec3(from[0], b.y, from[1]);
        let right = dvec3(to[0] - from[0], 0.0, to[1] - from[1]);
        faces(look, cell, texels, origin, right, DVec3::NEG_Y * (b.y - a.y))
    }

    /// The bottom face.
    pub fn bottom(&self, look: Look, cell: f64, texels: f64) -> Vec<Panel> {
        let size = self.max - self.min;
        let origin = dvec3(self.min.x, self.min.y, self.max.z);
        faces(look, cell, texels, origin, DVec3::X * size.x, DVec3::NEG_Z * size.z)
    }

    pub fn all(&self, look: Look, cell: f64, texels: f64) -> Vec<Panel> {
        let mut panels = self.top(look, cell, texels);
        panels.extend(self.sides(look, cell, texels));
        panels
    }
}

/// A rectangle in cells of about `cell` units with `texels` texels per hundred units.
pub fn faces(
    look: Look,
    cell: f64,
    texels: f64,
    origin: DVec3,
    right: DVec3,
    down: DVec3,
) -> Vec<Panel> {
    let cells = |length: f64| (length / cell).ceil().max(1.0) as usize;
    let (wide, high) = (right.length(), down.length());
    Grid::new(cells(wide), cells(high), look)
        .texels((wide * texels / 100.0).max(2.0), (high * texels / 100.0).max(2.0))
        .flat(origin, right, down)
}

/// One panel with a whole texture, `side` texels wide and high.
pub fn picture(look: Look, side: f64, corner: DVec3, right: DVec3, down: DVec3) -> Vec<Panel> {
    Grid::new(1, 1, look).texels(side - 1.0, side - 1.0).flat(corner, right, down)
}

/// An upright prism or cone of `sides`, from its foot.
pub struct Column {
    pub foot: DVec3,
    pub height: f64,
    pub radius: [f64; 2],
    pub sides: usize,
}

impl Column {
    pub fn new(foot: DVec3, height: f64, bottom: f64, top: f64, sides: usize) -> Self {
        Self { foot, height, radius: [bottom, top], sides }
    }

    pub fn around(&self, look: Look, rows: usize, texels: [f64; 2]) -> Vec<Panel> {
        let grid = Grid::new(self.sides, rows, look).texels(texels[0], texels[1]);
        grid.on(|u, v| self.at(u, v))
    }

    /// The lid: a fan, made of quads if the number of sides is even.
    pub fn lid(&self, look: Look, texels: f64) -> Vec<Panel> {
        let top = self.foot + DVec3::Y * self.height;
        let grid = Grid::new(self.sides, 1, look).texels(texels * 4.0, texels).tile(texels);
        grid.on(|u, v| top + (self.at(u, 0.0) - top) * v)
    }

    /// A point of its side: `u` in turns around from the south, `v` from top to bottom.
    pub fn at(&self, u: f64, v: f64) -> DVec3 {
        let radius = self.radius[1] + (self.radius[0] - self.radius[1]) * v;
        let (x, z) = (sin(u) * radius, cos(u) * radius);
        self.foot + dvec3(x, self.height * (1.0 - v), z)
    }
}

/// A billboard with its base at `foot`; upright ones are 1.6 times as wide as `half_width` states.
pub fn sprite(foot: DVec3, height: f64, half_width: f64, size: u8, look: Look) -> Panel {
    let corners = vec![foot, foot + DVec3::Y * height];
    let uv = [[0, 0], [size, 0], [0, size], [size, size]];
    Panel { normals: vec![DVec3::Y; 2], corners, uv, look, sprite: Some(half_width) }
}

/// The shadow of a box on the horizontal plane `ground`: dark inside, fading out over `soft` units. It is
/// subtracted from the ground, exactly in its plane.
pub fn shadow(cuboid: Cuboid, ground: f64, soft: f64) -> Vec<Panel> {
    let throw = |p: DVec3| {
        let fall = (p.y - ground).max(0.0) / TO_SUN.y;
        dvec3(p.x - TO_SUN.x * fall, ground, p.z - TO_SUN.z * fall)
    };
    let (a, b) = (cuboid.min, cuboid.max);
    let mut points = Vec::new();
    for x in [a.x, b.x] {
        for z in [a.z, b.z] {
            points.extend([throw(dvec3(x, ground, z)), throw(dvec3(x, b.y, z))]);
        }
    }
    let hull = hull(points);
    let centre = hull.iter().sum::<DVec3>() / hull.len() as f64;
    let outer: Vec<DVec3> =
        hull.iter().map(|p| *p + (*p - centre).normalize_or_zero() * soft).collect();
    let mut panels = Vec::new();
    for i in 0..hull.len() {
        let next = (i + 1) % hull.len();
        panels.push(shade_panel(&[outer[i], outer[next], hull[i], hull[next]], 2));
    }
    // The inside as a strip of quads and one triangle.
    let count = hull.len();
    let (mut low, mut high) = (0, count - 1);
    while high - low >= 3 {
        panels.push(shade_panel(&[hull[low], hull[low + 1], hull[high], hull[high - 1]], 4));
        (low, high) = (low + 1, high - 1);
    }
    if high - low == 2 {
        panels.push(shade_panel(&[hull[low], hull[low + 1], hull[high]], 4));
    }
    panels
}

/// A panel that is dark at the last `dark` corners.
fn shade_panel(corners: &[DVec3], dark: usize) -> Panel {
    let dark_from = corners.len().saturating_sub(dark);
    let colour = |i: usize| if i >= dark_from { [0.28, 0.2, 0.12] } else { [0.0; 3] };
    let look =
        Look::plain([0.0; 3]).shade(Shade::Corners([0, 1, 2, 3].map(colour))).blend(2).surface(1);
    let normals = vec![DVec3::Y; corners.len()];
    Panel { corners: corners.to_vec(), normals, uv: [[0; 2]; 4], look, sprite: None }
}

/// Convex hull on the ground, clockwise as seen from above.
fn hull(mut points: Vec<DVec3>) -> Vec<DVec3> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.z.total_cmp(&b.z)));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = DVec3>| {
        let mut chain: Vec<DVec3> = Vec::new();
        for p in points {
            while let [.., a, b] = chain.as_slice() {
                if (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x) > 1e-6 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

/// A round bar along a line of points.
pub fn tube(points: &[DVec3], radius: f64, sides: usize, look: Look) -> Vec<Panel> {
    // Each ring is rotated as little as possible from the previous one.
    let mut rings: Vec<(DVec3, DVec3, DVec3)> = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let before = points[i.saturating_sub(1)];
        let after = points[(i + 1).min(points.len() - 1)];
        let way = (after - before).normalize_or_zero();
        let side = match rings.last() {
            Some((_, side, _)) => *side - way * side.dot(way),
            None if way.y.abs() > 0.9 => way.cross(DVec3::X),
            None => way.cross(DVec3::Y),
        };
        let side = side.normalize_or_zero();
        rings.push((*point, side, side.cross(way)));
    }
    let grid = Grid::new(sides, points.len() - 1, look);
    grid.on(|u, v| {
        let along = v * (rings.len() - 1) as f64;
        let ring = (along.floor() as usize).min(rings.len() - 2);
        let part = along - ring as f64;
        let (a, b) = (rings[ring], rings[ring + 1]);
        let at =
            |(p, side, top): (DVec3, DVec3, DVec3)| p + (side * cos(u) + top * sin(u)) * radius;
        at(a).lerp(at(b), part)
    })
}

/// The four slopes between a rectangle on the ground and a smaller one above it: south, east,
/// north, west.
pub fn slopes(base: Cuboid, top: Cuboid, grid: Grid) -> Vec<Panel> {
    let ring = |c: Cuboid, y: f64| {
        [
            dvec3(c.min.x, y, c.max.z),
            dvec3(c.max.x, y, c.max.z),
            dvec3(c.max.x, y, c.min.z),
            dvec3(c.min.x, y, c.min.z),
        ]
    };
    let (low, high) = (ring(base, base.min.y), ring(top, top.max.y));
    let side = |i: usize| {
        let next = (i + 1) % 4;
        grid.on(|u, v| high[i].lerp(high[next], u).lerp(low[i].lerp(low[next], u), v))
    };
    (0..4).flat_map(side).collect()
}

/// A flat ring around `centre`, seen from above.
pub fn annulus(centre: DVec3, inner: f64, outer: f64, grid: Grid) -> Vec<Panel> {
    grid.on(|u, v| {
        let radius = outer + (inner - outer) * v;
        centre + dvec3(-cos(u), 0.0, -sin(u)) * radius
    })
}
