//! Skateable objects: quarter-pipes with a bowl corner, a funbox, ledges and rails.

use glam::{DVec3, dvec3};

use super::shapes::{Cuboid, Grid, faces, picture, shadow, slopes, tube};
use super::stage::{Look, Panel, Stage};
use crate::make_demo::craft::canvas::rgb;
use crate::make_demo::craft::maths::{cos, sin};

/// Centre of the bowl's corner, and distance at which the curve starts.
pub const BOWL: DVec3 = dvec3(-1400.0, 0.0, -1000.0);
pub const BOWL_RADIUS: f64 = 200.0;
/// Radius of the curve, and its angle in turns.
const CURVE: f64 = 300.0;
const RISE: f64 = 0.24;
/// Height of the decks.
pub const DECK: f64 = 281.0;
/// Distance from the bowl's centre to the walls.
const DEPTH: f64 = 740.0;
/// Top of the walls.
const WALL: f64 = 720.0;

/// Ledges to grind: centre of the foot, size.
pub const LEDGES: [([f64; 3], [f64; 3]); 5] = [
    ([-1420.0, 0.0, 1180.0], [620.0, 48.0, 70.0]),
    ([560.0, 0.0, 1180.0], [560.0, 40.0, 80.0]),
    ([-350.0, 120.0, 620.0], [420.0, 42.0, 56.0]),
    ([-820.0, 0.0, -820.0], [70.0, 52.0, 520.0]),
    ([1460.0, 0.0, 1120.0], [460.0, 30.0, 240.0]),
];

/// Corners of the rails.
pub const RAILS: [&[[f64; 3]]; 4] = [
    &[[-1060.0, 62.0, 1400.0], [-100.0, 62.0, 1400.0]],
    &[
        [1240.0, 212.0, -150.0],
        [1150.0, 212.0, -150.0],
        [880.0, 66.0, -150.0],
        [790.0, 66.0, -150.0],
    ],
    &[[-180.0, 55.0, -1080.0], [140.0, 95.0, -1080.0], [420.0, 55.0, -1080.0]],
    &[[1380.0, 55.0, 860.0], [1900.0, 55.0, 860.0]],
];

const METAL: Look = Look::plain([0.78, 0.78, 0.86]);
const VERT: u16 = 0x0040;
const WALL_RIDE: u16 = 0x0010;

pub fn add(stage: &mut Stage<'_>) {
    quarter_pipes(stage);
    decks(stage);
    walls(stage);
    funbox(stage);
    for (foot, size) in LEDGES {
        ledge(stage, Cuboid::standing(foot.into(), size.into()));
    }
    rails(stage);
    block_light(stage);
}

/// Horizontal and vertical position on the curve: `v` from the lip (0) down to the ground (1).
fn curve(v: f64) -> (f64, f64) {
    let turn = RISE * (1.0 - v);
    (CURVE * sin(turn), CURVE * (1.0 - cos(turn)))
}

/// A point outwards from the bowl's centre, `turn` from west to north.
fn outwards(turn: f64, distance: f64, y: f64) -> DVec3 {
    BOWL + dvec3(-cos(turn) * distance, y, -sin(turn) * distance)
}

fn quarter_pipes(stage: &mut Stage<'_>) {
    let wood = Look::new("wood").surface(VERT).subdivided();
    let west = Grid::new(12, 6, wood).texels(384.0, 96.0);
    stage.add(
        "quarter_west",
        west.on(|u, v| {
            let (run, height) = curve(v);
            dvec3(-1600.0 - run, height, 800.0 - 1800.0 * u)
        }),
    );
    let tiles = Look::new("tiles").surface(VERT | 0x0020);
    let corner = Grid::new(6, 6, tiles).texels(192.0, 128.0);
    stage.add(
        "bowl",
        corner.on(|u, v| {
            let (run, height) = curve(v);
            outwards(u / 4.0, BOWL_RADIUS + run, height)
        }),
    );
    let north = Grid::new(5, 6, wood).texels(149.0, 96.0);
    stage.add(
        "quarter_north",
        north.on(|u, v| {
            let (run, height) = curve(v);
            dvec3(-1400.0 + 700.0 * u, height, -1200.0 - run)
        }),
    );
    // Their open ends, and the coping along the lip.
    let side = Grid::new(9, 1, Look::new("concrete")).texels(176.0, 90.0);
    let outline = |u: f64| {
        if u < 0.34 {
            return (540.0 - (540.0 - 299.4) * u / 0.34, DECK);
        }
        curve((u - 0.34) / 0.66)
    };
    let mut ends = side.on(|u, v| {
        let (run, height) = outline(u);
        dvec3(-1600.0 - run, height * (1.0 - v), 800.0)
    });
    ends.extend(side.on(|u, v| {
        let (run, height) = outline(1.0 - u);
        dvec3(-700.0, height * (1.0 - v), -1200.0 - run)
    }));
    let (run, lip) = curve(0.0);
    let mut path = vec![dvec3(-1600.0 - run, lip, 800.0)];
    path.extend((0..=6).map(|i| outwards(f64::from(i) / 24.0, BOWL_RADIUS + run, lip)));
    path.push(dvec3(-700.0, lip, -1200.0 - run));
    ends.extend(tube(&path, 9.0, 5, METAL));
    stage.add("quarter_ends", ends);
}

fn decks(stage: &mut Stage<'_>) {
    let deck = Look::new("concrete").tint([0.94, 0.92, 0.92]);
    let mut panels = faces(
        deck,
        200.0,
        32.0,
        dvec3(-2140.0, DECK, -1000.0),
        DVec3::X * 240.6,
        DVec3::Z * 1800.0,
    );
    panels.extend(faces(
        deck,
        200.0,
        32.0,
        dvec3(-1400.0, DECK, -1740.0),
        DVec3::X * 700.0,
        DVec3::Z * 240.6,
    ));
    let corner = Grid::new(8, 2, deck).texels(256.0, 96.0);
    panels.extend(corner.on(|u, v| {
        let turn = u / 4.0;
        let far = DEPTH / cos(turn).max(sin(turn));
        outwards(turn, far + (BOWL_RADIUS + 299.4 - far) * v, DECK)
    }));
    stage.add("decks", panels);
}

/// The rideable walls behind the decks; the western one has graffiti.
fn walls(stage: &mut Stage<'_>) {
    let brick = Look::new("brick").surface(WALL_RIDE);
    let wall = |look: Look, from: [f64; 3], right: DVec3, high: f64| {
        faces(look, 220.0, 32.0, from.into(), right, DVec3::NEG_Y * high)
    };
    // West, seen from the east: south is left.
    let mut west = wall(brick, [-2140.0, WALL, 800.0], DVec3::NEG_Z * 200.0, WALL - DECK);
    west.extend(wall(brick, [-2140.0, WALL, -1000.0], DVec3::NEG_Z * 740.0, WALL - DECK));
    west.extend(wall(brick, [-2140.0, 321.0, 600.0], DVec3::NEG_Z * 1600.0, 40.0));
    let paint = Look::new("graffiti").surface(WALL_RIDE);
    let grid = Grid::new(10, 2, paint).texels(255.0, 63.0).tile(256.0);
    west.extend(grid.flat(
        dvec3(-2140.0, WALL, 600.0),
        DVec3::NEG_Z * 1600.0,
        DVec3::NEG_Y * 399.0,
    ));
    stage.add("wall_west", west);
    let north = wall(brick, [-2140.0, WALL, -1740.0], DVec3::X * 1540.0, WALL - DECK);
    stage.add("wall_north", north);
    // Outside, ends and top.
    let plain = Look::new("brick_sand");
    let mut backs = wall(plain, [-2200.0, WALL, -1800.0], DVec3::Z * 2600.0, WALL);
    backs.extend(wall(plain, [-600.0, WALL, -1800.0], DVec3::NEG_X * 1600.0, WALL));
    backs.extend(wall(plain, [-2200.0, WALL, 800.0], DVec3::X * 60.0, WALL));
    stage.add("wall_backs", backs);
    let cap = Look::new("border");
    let mut caps = Cuboid::between([-2210.0, WALL, -1810.0], [-2130.0, WALL + 22.0, 810.0])
        .all(cap, 400.0, 24.0);
    let north = Cuboid::between([-2130.0, WALL, -1810.0], [-600.0, WALL + 22.0, -1730.0]);
    caps.extend(north.all(cap, 400.0, 24.0));
    stage.add("wall_caps", caps);
    // Posters, pasted over the bricks.
    let mut posters = Vec::new();
    for (number, x) in [-1980.0, -1800.0, -1560.0, -1380.0, -980.0, -800.0].into_iter().enumerate()
    {
        let name = if number % 2 == 0 { "poster_jam" } else { "poster_sun" };
        let low = f64::from((number as i32 * 7) % 3) * 9.0;
        let (look, corner) = (Look::new(name).surface(1), dvec3(x, 560.0 - low, -1738.0));
        let (right, down) = (DVec3::X * 140.0, DVec3::NEG_Y * 140.0);
        posters.extend(picture(look, 64.0, corner, right, down));
    }
    stage.add("posters", posters);
}

fn funbox(stage: &mut Stage<'_>) {
    let base = Cuboid::between([-980.0, 0.0, 320.0], [280.0, 0.0, 930.0]);
    let top = Cuboid::between([-600.0, 0.0, 490.0], [-100.0, 120.0, 760.0]);
    let look = Look::new("concrete").tint([1.06, 1.0, 0.94]).subdivided();
    let mut panels = slopes(base, top, Grid::new(6, 3, look).texels(256.0, 96.0));
    panels.extend(top.top(Look::new("wood").subdivided(), 125.0, 32.0));
    stage.add("funbox", panels);
    let block = Cuboid::between([-720.0, 0.0, 430.0], [20.0, 110.0, 820.0]);
    stage.add("funbox_shadow", shadow(block, 0.0, 60.0));
}

fn ledge(stage: &mut Stage<'_>, cuboid: Cuboid) {
    let mut panels = cuboid.all(Look::new("border"), 180.0, 48.0);
    // Metal on the two long edges.
    let size = cuboid.max - cuboid.min;
    let y = cuboid.max.y - 2.0;
    let (a, b) = (cuboid.min, cuboid.max);
    let edges = if size.x > size.z {
        [[[a.x, y, b.z], [b.x, y, b.z]], [[a.x, y, a.z], [b.x, y, a.z]]]
    } else {
        [[[a.x, y, a.z], [a.x, y, b.z]], [[b.x, y, a.z], [b.x, y, b.z]]]
    };
    for edge in edges {
        panels.extend(tube(&edge.map(DVec3::from), 4.0, 4, METAL));
    }
    stage.add("ledge", panels);
    if a.y == 0.0 {
        stage.add("ledge_shadow", shadow(cuboid, 0.0, 16.0));
    }
    stage.light.block(a, b);
}

fn rails(stage: &mut Stage<'_>) {
    for (number, rail) in RAILS.iter().enumerate() {
        let path: Vec<DVec3> = rail.iter().map(|p| DVec3::from(*p)).collect();
        let paint = [rgb(0xF0B848), rgb(0xC8C8D8), rgb(0xD85A4A), rgb(0x58A8B8)][number];
        let mut panels = tube(&path, 6.0, 5, Look::plain(paint));
        for (i, corner) in path.iter().enumerate() {
            let foot = foot_of(number, i, *corner);
            panels.extend(tube(&[*corner, foot], 4.0, 4, METAL));
        }
        stage.add("rail", panels);
        let slim = dvec3(0.0, 0.0, 8.0);
        for pair in path.windows(2) {
            if pair.iter().all(|p| p.y < 100.0) && number != 1 {
                let low = dvec3(pair[0].x, pair[0].y - 8.0, pair[0].z) - slim;
                let high = dvec3(pair[1].x, pair[1].y.max(pair[0].y), pair[1].z) + slim;
                let bar = Cuboid { min: low, max: high };
                stage.add("rail_shadow", thrown(bar));
            }
        }
    }
}

/// Foot of a rail's post; the upper end of the stairs' rail is on the terrace.
fn foot_of(rail: usize, corner: usize, at: DVec3) -> DVec3 {
    let ground = if rail == 1 && corner < 2 { super::terrace::HEIGHT } else { 0.0 };
    dvec3(at.x, ground, at.z)
}

/// The shadow of a bar above the ground: moved, not stretched.
fn thrown(bar: Cuboid) -> Vec<Panel> {
    let to_sun = super::light::TO_SUN;
    let fall = bar.max.y / to_sun.y;
    let way = dvec3(-to_sun.x * fall, 0.0, -to_sun.z * fall);
    let flat = |p: DVec3| dvec3(p.x, 0.0, p.z) + way;
    shadow(Cuboid { min: flat(bar.min), max: flat(bar.max) }, 0.0, 8.0)
}

/// Boxes that block the sun, roughly in the shape of the ramps.
fn block_light(stage: &mut Stage<'_>) {
    let light = &mut stage.light;
    let mut block = |a: [f64; 3], b: [f64; 3]| {
        light.block(DVec3::from(a).min(b.into()), DVec3::from(a).max(b.into()));
    };
    block([-2200.0, 0.0, -1800.0], [-2140.0, WALL + 22.0, 800.0]);
    block([-2200.0, 0.0, -1800.0], [-600.0, WALL + 22.0, -1740.0]);
    block([-2140.0, 0.0, -1000.0], [-1899.0, DECK, 800.0]);
    block([-2140.0, 0.0, -1740.0], [-700.0, DECK, -1500.0]);
    block([-1899.0, 0.0, -1000.0], [-1800.0, 70.0, 800.0]);
    block([-600.0, 0.0, 490.0], [-100.0, 120.0, 760.0]);
}
