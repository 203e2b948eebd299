//! The triggers: files to load, player start, rails, and pickups.

use glam::DVec3;
use gouraud::formats::Records;
use gouraud::formats::neversoft::hash::model_name;
use gouraud::formats::neversoft::trg::node::{Body, Light};
use gouraud::formats::neversoft::trg::pieces::Rgb;
use gouraud::formats::neversoft::trg::{
    Angles, Command, Node, Operand, Position, Region, Trg, opcodes, script,
};
use gouraud_testing::build::trg;

use super::bank::{PLATFORM, SKY};
use super::furniture::LAMPS;
use super::ramps::{DECK, LEDGES, RAILS};

const SET_RESTART: u16 = 0x8C;
/// Surface types of rails.
const CONCRETE: u16 = 0;
const METAL: u16 = 1;
/// Pickups: the letters and a tape.
pub const LETTERS: [(u16, [f64; 3]); 5] = [
    (5, [-2000.0, 360.0, -100.0]),
    (4, [-350.0, 330.0, 620.0]),
    (6, [1010.0, 330.0, -150.0]),
    (15, [330.0, 560.0, -330.0]),
    (10, [1450.0, 420.0, -1150.0]),
];
const TAPE: (u16, [f64; 3]) = (16, [-1640.0, 520.0, -1240.0]);
const MONEY: [(u16, [f64; 3]); 4] = [
    (24, [-1420.0, 90.0, 1180.0]),
    (25, [560.0, 80.0, 1180.0]),
    (26, [-820.0, 90.0, -820.0]),
    (21, [1640.0, 100.0, 860.0]),
];

pub fn file() -> Vec<u8> {
    let mut trg = trg::file(Vec::new());
    trg::add(&mut trg, trg::autoexec(start("plaza")));
    restarts(&mut trg);
    rails(&mut trg);
    // A gem of the bank hangs above each letter.
    let letters = LETTERS.map(|(kind, [x, y, z])| (kind, [x, y - 120.0, z]));
    for (kind, at) in letters.into_iter().chain([TAPE]).chain(MONEY) {
        trg::add(&mut trg, trg::powerup(kind, place(at)));
    }
    things(&mut trg);
    reaches(&mut trg);
    trg::add(&mut trg, Node { kind: 15, ..trg::autoexec(start("plaza_2")) });
    trg.write().expect("the plaza's triggers can be stored")
}

fn place(at: impl Into<DVec3>) -> Position {
    // Converted to the file's axes and integers.
    let at = at.into();
    let [x, y, z] = [at.x, -at.y, -at.z].map(|v| v.round() as i32);
    Position::new(x, y, z)
}

fn hash(name: &str) -> u32 {
    model_name(name.as_bytes())
}

/// Commands that run when the level starts.
fn start(geometry: &str) -> Vec<Command> {
    let mut commands = vec![
        trg::spool_in("plaza_l"),
        trg::set_obj_file("plaza_o"),
        trg::spool_env(geometry),
        trg::words(0x93, &[7]),
        trg::words(opcodes::SET_FOG, &[0, 1500, 4096]),
        trg::colour(opcodes::SET_FADE_COLOUR, 0x5A_4468),
        trg::colour(opcodes::SET_SKY_COLOUR, 0xC8_7A86),
        trg::words(0xA6, &[32]),
        trg::words(0x9D, &[4]),
    ];
    commands.extend(SKY.map(|name| trg::background(hash(name), [0, 0, 0])));
    commands.push(trg::words(0x83, &[1]));
    commands.push(trg::cheat_restarts(&["Plaza", "Bowl", "Terrace"]));
    commands.push(trg::text(SET_RESTART, "Plaza"));
    commands
}

fn restarts(trg: &mut Trg) {
    // Angle 2048 faces +Z of the file, which is north.
    for (name, at, turn) in [
        ("Plaza", [-100.0, 10.0, 1300.0], 0),
        ("Bowl", [-2000.0, DECK + 10.0, -300.0], 1024),
        ("Terrace", [1500.0, 160.0, 500.0], -700),
    ] {
        let angles = Angles { x: 0, y: turn + 2048, z: 0 };
        let commands = vec![trg::words(0x87, &[180, 30])];
        trg::add(trg, trg::restart(name, place(at), angles, [], commands));
    }
}

/// Rails and the long edges of ledges, as chains of points.
fn rails(trg: &mut Trg) {
    for rail in RAILS {
        chain(trg, rail, METAL);
    }
    for (foot, size) in LEDGES {
        let y = foot[1] + size[1];
        let (x, z) = (size[0] / 2.0, size[2] / 2.0);
        for side in [-1.0, 1.0] {
            let ends = if x > z {
                [[-x, z * side], [x, z * side]]
            } else {
                [[x * side, -z], [x * side, z]]
            };
            let ends = ends.map(|[dx, dz]| [foot[0] + dx, y, foot[2] + dz]);
            chain(trg, &ends, CONCRETE);
        }
    }
    // The coping.
    chain(trg, &[[-1899.0, DECK, 800.0], [-1899.0, DECK, -1000.0]], METAL);
    chain(trg, &[[-1400.0, DECK, -1499.0], [-700.0, DECK, -1499.0]], METAL);
}

fn chain(trg: &mut Trg, corners: &[[f64; 3]], flags: u16) {
    let mut before: Option<u16> = None;
    for corner in corners {
        let node = match before {
            None => trg::rail_def(place(*corner), flags, []),
            Some(_) => trg::rail_point(place(*corner), flags, []),
        };
        let index = trg::add(trg, node);
        if let Some(before) = before.and_then(|before| trg.nodes.get_mut(usize::from(before)))
            && let Body::Rail(rail) = &mut before.body
        {
            rail.links.0.push(index);
        }
        before = Some(index);
    }
}

/// Triggers with a volume: boxes with commands, and lamps.
fn reaches(trg: &mut Trg) {
    let region = |low: [f64; 3], high: [f64; 3]| {
        let (a, b) = (place(low), place(high));
        // After the conversion, the higher end of Y and Z is the lower one.
        let least = |a: i32, b: i32| a.min(b);
        let most = |a: i32, b: i32| a.max(b);
        let min = Position::new(least(a.x, b.x), least(a.y, b.y), least(a.z, b.z));
        let max = Position::new(most(a.x, b.x), most(a.y, b.y), most(a.z, b.z));
        Region { pad: Vec::new(), min, max }
    };
    let fountain = region([110.0, 0.0, -560.0], [550.0, 240.0, -110.0]);
    let below = region([-2400.0, -600.0, -2000.0], [2400.0, -120.0, 2000.0]);
    let kill = trg::command(opcodes::KILL_IN_BOX, vec![Operand::Boxes(vec![below])]);
    trg::add(trg, trg::command_point(hash("gap_funbox"), [], vec![kill]));
    let bowl = region([-2300.0, -40.0, -1600.0], [-1300.0, 700.0, 900.0]);
    let operands = vec![Operand::Word(1), Operand::Word(1), Operand::Boxes(vec![fountain, bowl])];
    let show = trg::command(opcodes::SHOW_IN_BOX, operands);
    trg::add(trg, trg::command_point(hash("gap_stairs"), [], vec![show]));
    for (foot, way) in LAMPS.into_iter().take(4) {
        let head = [foot[0] + way[0] * 74.0, foot[1] + 356.0, foot[2] + way[1] * 74.0];
        let light = Light {
            position: place(head).into(),
            range: 420,
            inner: 256,
            outer: 640,
            falloff: 64,
            colour_0: Rgb { r: 255, g: 232, b: 176 },
            colour_1: Rgb { r: 120, g: 84, b: 48 },
            ..Light::default()
        };
        trg::add(trg, trg::node(500, light));
    }
}

fn things(trg: &mut Trg) {
    let gap =
        trg::add(trg, trg::command_point(hash("gap_stairs"), [], vec![trg::words(0x03, &[])]));
    trg::add(trg, trg::command_point(hash("gap_funbox"), [gap], vec![trg::words(0x0A, &[])]));
    trg::add(trg, trg::object(2, hash("crates"), []));
    trg::add(trg, trg::object(12, hash("letter_g"), []));
    let still = Angles { x: 0, y: 0, z: 0 };
    let end = trg::word(script::END);
    let lift = trg::add(trg, trg::point(place([1060.0, 240.0, 1060.0]), []));
    trg::add(
        trg,
        trg::baddy(
            402,
            place([1060.0, 12.0, 1060.0]),
            still,
            [lift],
            vec![trg::places(hash(PLATFORM)), end],
        ),
    );
    let high = trg::add(trg, trg::camera(place([-900.0, 700.0, 900.0]), 1, 1, []));
    trg::add(trg, trg::camera(place([1500.0, 620.0, 1000.0]), 2, 6, [high]));
    trg::add(trg, trg::point(place([330.0, 200.0, -330.0]), []));
}
