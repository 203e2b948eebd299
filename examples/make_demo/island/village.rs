//! Man-made objects: a hut, a jetty with a boat, crates, a fire.

use gouraud_testing::build::groff::{InstanceTransform, Level, Property, Surface};

use super::fire;
use super::land::{SEA, height};
use super::pictures::map;
use super::props::helper_box;
use super::shapes::{Point, Shape};

/// Crates whose position differs between scene and level.
pub type Moved = Vec<(String, InstanceTransform)>;

fn planks() -> Surface {
    Surface::map(&map("Plankst2"))
}

fn hut() -> Shape {
    let mut shape =
        Shape::new(vec![planks(), Surface::map(&map("Thatcht2")), Surface::map(&map("Barkt2"))]);
    // A platform on posts.
    shape.cuboid([-3.2, -2.8, 0.55], [3.2, 2.8, 0.75], 0.35, 0);
    for [x, y] in [[-3.0, -2.6], [3.0, -2.6], [3.0, 2.6], [-3.0, 2.6]] {
        shape.cuboid([x - 0.14, y - 0.14, -0.6], [x + 0.14, y + 0.14, 3.1], 0.8, 2);
    }
    // Walls, with a door in the front one and a window on either side.
    let (low, high) = (0.75, 3.0);
    shape.cuboid([-2.9, 2.4, low], [2.9, 2.55, high], 0.35, 0);
    for x in [-2.9, 2.75] {
        shape.cuboid([x, -2.4, low], [x + 0.15, 2.4, 1.6], 0.35, 0);
        shape.cuboid([x, -2.4, 2.4], [x + 0.15, 2.4, high], 0.35, 0);
        shape.cuboid([x, -2.4, 1.6], [x + 0.15, -0.8, 2.4], 0.35, 0);
        shape.cuboid([x, 0.8, 1.6], [x + 0.15, 2.4, 2.4], 0.35, 0);
    }
    shape.cuboid([-2.9, -2.55, low], [-0.7, -2.4, high], 0.35, 0);
    shape.cuboid([0.7, -2.55, low], [2.9, -2.4, high], 0.35, 0);
    shape.cuboid([-0.7, -2.55, 2.6], [0.7, -2.4, high], 0.35, 0);
    // Steps up to the door.
    shape.cuboid([-0.8, -3.7, 0.0], [0.8, -3.2, 0.25], 0.5, 0);
    shape.cuboid([-0.8, -3.25, 0.25], [0.8, -2.8, 0.5], 0.5, 0);
    // The roof, visible from inside as well.
    let eaves = [[-3.8, -3.5, 2.7], [3.8, -3.5, 2.7], [3.8, 3.5, 2.7], [-3.8, 3.5, 2.7]];
    let ridge = [[-1.6, 0.0, 5.0], [1.6, 0.0, 5.0]];
    let slopes: [&[(Point, [f64; 2])]; 4] = [
        &[
            (eaves[0], [0.0, 0.0]),
            (eaves[1], [3.0, 0.0]),
            (ridge[1], [2.1, 1.5]),
            (ridge[0], [0.9, 1.5]),
        ],
        &[
            (eaves[2], [0.0, 0.0]),
            (eaves[3], [3.0, 0.0]),
            (ridge[0], [2.1, 1.5]),
            (ridge[1], [0.9, 1.5]),
        ],
        &[(eaves[1], [0.0, 0.0]), (eaves[2], [2.8, 0.0]), (ridge[1], [1.4, 1.5])],
        &[(eaves[3], [0.0, 0.0]), (eaves[0], [2.8, 0.0]), (ridge[0], [1.4, 1.5])],
    ];
    for slope in slopes {
        shape.polygon(slope, 1);
        let inside: Vec<_> = slope.iter().rev().copied().collect();
        shape.polygon(&inside, 1);
    }
    shape
}

fn jetty() -> Shape {
    let mut shape = Shape::new(vec![planks(), Surface::map(&map("Barkt2"))]);
    for board in 0..16 {
        let y = -f64::from(board) * 0.95;
        shape.cuboid([-1.1, y - 0.8, 0.0], [1.1, y, 0.12], 0.45, 0);
    }
    for post in 0..5 {
        let y = -f64::from(post) * 3.6 - 0.3;
        for x in [-1.0, 0.85] {
            let high = if post == 4 { 1.0 } else { 0.1 };
            shape.cuboid([x, y, -3.4], [x + 0.16, y + 0.16, high], 0.8, 1);
        }
    }
    shape
}

/// A hull of two sides and a bottom, a mast and a sail.
fn boat() -> Shape {
    let cloth = Surface::map(&map("Clotht2"));
    let mut shape = Shape::new(vec![planks(), Surface::map(&map("Barkt2")), cloth]);
    let outline: [[f64; 2]; 5] = [[0.0, -2.3], [0.75, -1.0], [0.8, 0.6], [0.6, 1.9], [0.0, 2.0]];
    for pair in outline.windows(2) {
        let ([x0, y0], [x1, y1]) = (pair[0], pair[1]);
        for side in [1.0, -1.0] {
            let (top, keel) = (0.75, 0.0);
            let a = [side * x0 * 0.5, y0 * 0.9, keel];
            let b = [side * x1 * 0.5, y1 * 0.9, keel];
            let c = [side * x1, y1, top];
            let d = [side * x0, y0, top];
            let corners = if side > 0.0 { [a, b, c, d] } else { [b, a, d, c] };
            shape.card(corners, [y0 * 0.4, 0.0, y1 * 0.4, 0.5], 0);
            let middle = [[0.0, y0 * 0.9, 0.05], [0.0, y1 * 0.9, 0.05]];
            let floor = if side > 0.0 {
                [middle[0], a, b, middle[1]]
            } else {
                [middle[1], b, a, middle[0]]
            };
            shape.card(floor, [0.0, 0.0, 0.4, 0.6], 0);
        }
    }
    shape.cuboid([-0.05, -0.6, 0.1], [0.05, -0.5, 3.6], 0.8, 1);
    let sail = [[0.06, -0.45, 0.9], [0.3, 1.7, 0.95], [0.06, -0.45, 3.5], [0.06, -0.45, 3.5]];
    let uvs = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let front: Vec<_> = sail.into_iter().zip(uvs).collect();
    let back: Vec<_> = front.iter().rev().copied().collect();
    shape.polygon(&front, 2);
    shape.polygon(&back, 2);
    shape
}

fn crate_shape() -> Shape {
    let mut shape = Shape::new(vec![Surface::map(&map("Cratet2")).bumpy(&map("Crateb8"))]);
    shape.cuboid([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5], 1.0, 0);
    shape
}

/// Adds everything; returns the positions that differ in the scene.
pub fn add(level: &mut Level) -> Moved {
    let text = Property::text;
    let hut = level.model("Hut", hut().model());
    let wood = level.values(
        "Hut",
        vec![
            ("Class", text("CInstance")),
            ("SoundMaterial", text("WOOD")),
            ("Frozen", Property::Bool(true)),
        ],
    );
    let ground = height(0.0, -6.0) as f32;
    level.instance("Hut", hut, InstanceTransform::at(-4.0, 0.0, ground), wood);
    let jetty = level.model("Jetty", jetty().model());
    level.instance("Jetty", jetty, InstanceTransform::at(8.0, -38.5, SEA as f32 + 0.6), wood);
    let boat = level.model("Boat", boat().model());
    let group = level.values(
        "Boat",
        vec![
            ("Class", text("CInstance")),
            ("SoundMaterial", text("WOOD")),
            ("Moveable", Property::Bool(true)),
            ("Mass", Property::Float(180.0)),
        ],
    );
    let place = InstanceTransform::at(10.9, -49.0, SEA as f32 - 0.25).turned(0.0, 0.0, 0.3);
    level.instance("Boat", boat, place, group);
    let fire = level.model("Fire", fire::shape().model());
    let burns = fire::properties();
    let burns = burns.iter().map(|(name, value)| (name.as_str(), value.clone()));
    let group = level.values("Fire", burns.collect());
    level.instance("Fire", fire, InstanceTransform::at(3.5, -6.5, ground), group);
    crates(level, ground)
}

fn crates(level: &mut Level, ground: f32) -> Moved {
    let text = Property::text;
    let model = level.model("Crate-00", crate_shape().model());
    let physics = level.model("$CrateBox", helper_box([0.5, 0.5, 0.5]));
    let group = level.values(
        "Crate-00",
        vec![
            ("Class", text("CInstance")),
            ("Model00", text("$CrateBox")),
            ("SoundMaterial", text("WOOD")),
            ("Moveable", Property::Bool(true)),
            ("Mass", Property::Float(12.5)),
            ("Elasticity", Property::Float(0.25)),
            ("Friction", Property::Float(0.6)),
        ],
    );
    let base = ground + 0.5;
    let places = [
        InstanceTransform::at(2.2, 1.6, base),
        InstanceTransform::at(3.4, 1.4, base).turned(0.0, 0.0, 0.4),
        InstanceTransform::at(2.7, 1.5, base + 1.0).turned(0.0, 0.0, 0.2),
        InstanceTransform::at(4.9, 0.6, base).scaled(1.25),
        InstanceTransform::at(8.6, -51.6, SEA as f32 + 1.22),
    ];
    for (index, place) in places.into_iter().enumerate() {
        level.instance(&format!("Crate-{index:02}"), model, place, group);
    }
    level.instance("$CrateBox", physics, places[0], 0);
    // In the scene one crate has been carried to the fire, and one is unchanged.
    let carried = InstanceTransform::at(5.0, -8.0, base);
    vec![("Crate-00".to_owned(), places[0]), ("Crate-03".to_owned(), carried)]
}
