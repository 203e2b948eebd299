//! Volumes, ranges and colours of nodes, and the fog.

use glam::Vec3;
use gouraud::formats::Records;
use gouraud::formats::neversoft::trg::node::Light;
use gouraud::formats::neversoft::trg::pieces::Rgb;
use gouraud::formats::neversoft::trg::{Angles, Node, Operand, Region, opcodes};
use gouraud::scene::{Helper, HelperId, HelperShape, Scene};
use gouraud_testing::build::trg;

use super::fixtures::at;
use super::{field, open, scene};

fn layer<'a>(scene: &'a Scene, name: &str) -> Vec<(HelperId, &'a Helper)> {
    let index = scene.layers.iter().position(|layer| layer.name == name).expect(name);
    scene.helpers.pairs().filter(|(_, helper)| usize::from(helper.layer) == index).collect()
}

fn of(nodes: Vec<Node>) -> Scene {
    scene(&open(trg::file(nodes).write().unwrap()))
}

#[test]
fn command_boxes_have_their_stored_extent() {
    let region = |min, max| Region { pad: Vec::new(), min, max };
    let kill = trg::command(
        0x85,
        vec![Operand::Boxes(vec![
            region(at(-1, -20, 3), at(10, 2, 30)),
            region(at(0, 0, 0), at(1, 1, 1)),
        ])],
    );
    let show = trg::command(
        0x8D,
        vec![
            Operand::Word(1),
            Operand::Word(1),
            Operand::Boxes(vec![region(at(5, 5, 5), at(6, 7, 8))]),
        ],
    );
    let nodes = vec![trg::autoexec(vec![]), trg::command_point(0, [], vec![kill, show])];
    let document = open(trg::file(nodes).write().unwrap());
    let scene = scene(&document);
    let [(_, first), (_, second)] = layer(&scene, "Kill boxes")[..] else { panic!("two boxes") };
    // Y −20..2 down is −2..20 up, Z 3..30 ahead is −30..−3.
    let shape =
        HelperShape::Box { min: Vec3::new(-1.0, -2.0, -30.0), max: Vec3::new(10.0, 20.0, -3.0) };
    assert_eq!(first.shape, shape);
    assert_eq!(first.origin.path, "nodes[1].commands[0].boxes[0]");
    assert_eq!(first.origin.span, field(&document, &first.origin.path).span);
    assert_eq!(first.origin.span.len, 2 + 24, "padding and six numbers");
    assert_eq!(second.name, "COMMANDPOINT 1: KillEverythingInBox 1");
    let [(_, seen)] = layer(&scene, "Visibility boxes")[..] else { panic!("one box") };
    let shape =
        HelperShape::Box { min: Vec3::new(5.0, -7.0, -8.0), max: Vec3::new(6.0, -5.0, -5.0) };
    assert_eq!(seen.shape, shape);
}

#[test]
fn lights_have_a_range_in_units_and_colours_from_words() {
    let light = Light {
        position: at(1, -30, 2).into(),
        range: 500,
        colour_0: Rgb { r: 255, g: 128, b: 0 },
        colour_1: Rgb { r: 1, g: 2, b: 3 },
        ..Light::default()
    };
    let none = Light { range: -1, ..light.clone() };
    let document =
        open(trg::file(vec![trg::node(500, light), trg::node(501, none)]).write().unwrap());
    let colour = field(&document, "nodes[0].colour_1");
    assert_eq!(field(&document, "nodes[0]").span.end(), colour.span.end(), "no bytes are left");
    assert_eq!(colour.span.len, 6);
    let scene = scene(&document);
    let [(ball, range)] = layer(&scene, "Light ranges")[..] else { panic!("one range") };
    let shape = HelperShape::Sphere { centre: Vec3::new(1.0, 30.0, -2.0), radius: 500.0 };
    assert_eq!(range.shape, shape);
    assert_eq!(scene.tints.get(&ball), Some(&[255, 128, 0]));
    let [(point, _), _] = layer(&scene, "Lights")[..] else { panic!("two lights") };
    assert_eq!(scene.tints.get(&point), Some(&[1, 2, 3]), "the second colour");
}

#[test]
fn replay_cameras_are_named_by_their_mode() {
    let scene = of(vec![trg::camera(at(4, -5, 6), 1, 1, []), trg::camera(at(4, -5, 6), 2, 6, [])]);
    let names: Vec<_> = layer(&scene, "Cameras").iter().map(|(_, c)| c.name.clone()).collect();
    assert_eq!(names, ["CAMPT 0 normal", "CAMPT 1 follow normal, leading"]);
}

#[test]
fn rails_are_coloured_by_surface_and_separated_by_players() {
    let scene = of(vec![
        trg::rail_def(at(0, 0, 0), 0x00, [1]),
        trg::rail_point(at(5, 0, 0), 0x01, [2]),
        trg::rail_point(at(9, 0, 0), 0x22, []),
    ]);
    let tints =
        |name| layer(&scene, name).iter().map(|(id, _)| scene.tints[id]).collect::<Vec<_>>();
    let [concrete, metal, wood] = [[206, 206, 196], [122, 178, 255], [222, 160, 92]];
    // Two points, each followed by its line.
    assert_eq!(tints("Rails"), [concrete, concrete, metal, metal]);
    assert_eq!(tints("Rails, players 2"), [wood]);
}

#[test]
fn fog_and_sky_are_those_at_level_start() {
    let fog = |start| trg::words(opcodes::SET_FOG, &[0, start, 2048]);
    let restart = |name, commands| trg::restart(name, at(0, 0, 0), Angles::default(), [], commands);
    let first = trg::autoexec(vec![
        fog(1000),
        fog(6000),
        // The lowest byte of the fade colour is red, that of the sky is blue.
        trg::words(opcodes::SET_FADE_COLOUR, &[0x0019, 0x0900]),
        trg::words(opcodes::SET_SKY_COLOUR, &[0x0000, 0x0919]),
        trg::text(opcodes::SET_RESTART, "Gate"),
    ]);
    let scene = of(vec![restart("Roof", vec![fog(7)]), first.clone()]);
    let air = scene.air.fog.as_ref().expect("fog");
    assert_eq!((air.start, air.range, air.colour), (6000.0, 2048.0, Some([0, 9, 25])));
    assert_eq!(air.origin.path, "nodes[1].commands[1]");
    // (7024 − 6000) / 2048
    assert_eq!([0.0, 7024.0, 9000.0].map(|distance| air.at(distance)), [0.0, 0.5, 1.0]);
    assert_eq!(scene.air.backdrop.expect("a sky colour").colour, [0, 9, 25]);
    let begins = of(vec![first, restart("gate", vec![fog(50)])]);
    assert_eq!(begins.air.fog.expect("fog").start, 50.0, "the restart's commands come last");
    let none = of(vec![trg::autoexec(vec![
        trg::words(opcodes::SET_FOG, &[0, 5, 0]),
        trg::words(opcodes::SET_SKY_COLOUR, &[0xFFFF, 0xFFFF]),
    ])]);
    assert!(none.air.fog.is_none() && none.air.backdrop.is_none());
}
