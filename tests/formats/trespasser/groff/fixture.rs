//! Test fixtures: a small level with every feature, a scene that moves one of its instances, and a
//! savegame.

use gouraud::bytes::{Severity, Source};
use gouraud::formats::trespasser::groff::grf::region::Version;
use gouraud::formats::trespasser::groff::scn::block::{
    Block, Inside, Trigger, TriggerBlock, TriggerMore,
};
use gouraud::formats::trespasser::groff::{File as Any, Groff, Level as Grf, Parsed};
use gouraud::formats::trespasser::texture_id;
use gouraud::formats::{Document, Loaded, Records};
use gouraud_testing::build::groff::{
    Corner, Face, InstanceTransform, Level, Model, Polygons, Property, Scene, Surface, Triangles,
    picture, saved_place,
};
use gouraud_testing::build::pid;
use gouraud_testing::build::pid::{Image, ImagePixels};
pub use gouraud_testing::document::open as open_as;

pub const CRATE: &str = r"Map\mini\Cratet2.bmp";
pub const CRATE_BUMP: &str = r"Map\mini\Crateb8.bmp";
pub const LEAF: &str = r"Map\mini\Leaft2.bmp";

const SIDES: [[u32; 4]; 6] =
    [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];

/// Corners of a box: x, then y, then z from low to high.
pub fn box_points(half: f32) -> Vec<[f32; 3]> {
    let sign = |bits: u32, bit: u32| if bits >> bit & 1 == 1 { half } else { -half };
    (0..8).map(|bits| [sign(bits, 2), sign(bits, 1), sign(bits, 0)]).collect()
}

/// A box of six quads; the last one has the second surface.
pub fn crate_model() -> Model {
    const UVS: [[f32; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let faces = SIDES.iter().enumerate().map(|(side, points)| Face {
        corners: points
            .iter()
            .zip(UVS)
            .map(|(point, uv)| Corner { point: *point, uv, normal: None })
            .collect(),
        surface: u32::from(side == 5),
        flags: 0,
    });
    Model::Polygons(Polygons {
        points: box_points(0.5),
        faces: faces.collect(),
        surfaces: vec![
            Surface::map(CRATE).bumpy(CRATE_BUMP),
            Surface::map(LEAF).see_through(r"Map\mini\Leafo8.bmp"),
        ],
        default_colour: 0x0080_8080,
    })
}

/// A pentagon without a material.
fn sign_model() -> Model {
    let points: Vec<[f32; 3]> = (0..5)
        .map(|corner| {
            let angle = corner as f32 * std::f32::consts::TAU / 5.0;
            [angle.cos(), 0.0, angle.sin()]
        })
        .collect();
    let corners = (0..5).rev().map(|point| Corner { point, uv: [0.0; 2], normal: None });
    let faces = vec![Face { corners: corners.collect(), surface: 0, flags: 0 }];
    Model::Polygons(Polygons { points, faces, surfaces: Vec::new(), default_colour: 0x0020_40FF })
}

/// A box of twelve triangles, textured if `mapped`.
pub fn helper_box(half: f32, mapped: bool) -> Model {
    let split = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    let faces: Vec<[u32; 3]> = SIDES.into_iter().flat_map(split).collect();
    let mapping = faces.iter().map(|_| ([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 0));
    Model::Triangles(Triangles {
        points: box_points(half),
        mapping: if mapped { mapping.collect() } else { Vec::new() },
        faces,
        colour: [128; 3],
        surfaces: if mapped { vec![Surface::map(CRATE)] } else { Vec::new() },
    })
}

/// An unfinished level of any version; bit 31 has no effect here.
pub fn level_of(version: Version) -> Groff {
    let mut level = Level::new(version);
    add_things(&mut level);
    level.finish()
}

/// Adds all instances of the level; returns the model of a box.
pub fn add_things(level: &mut Level) -> usize {
    let box_of = level.model("Crate-00", crate_model());
    let sign = level.model("Sign", sign_model());
    let physics = level.model("$CrateBox", helper_box(0.6, false));
    let trigger = level.model("Entrance", helper_box(1.0, true));
    let text = Property::text;
    let crates = level.values(
        "Crate-00",
        vec![
            ("Class", text("CInstance")),
            ("Model00", text("$CrateBox")),
            ("Detail1", text("CrateFar")),
            ("SoundMaterial", text("WOOD")),
            ("Moveable", Property::Bool(true)),
            ("Mass", Property::Float(12.5)),
            ("Height", Property::Int(3)),
            ("Height", Property::Float(0.5)),
        ],
    );
    let entrance = level.values(
        "Entrance",
        vec![
            ("Class", text("CLocationTrigger")),
            ("BoundVol", Property::Int(1)),
            ("FireExpression", text("#Player")),
            ("Letter", Property::Char(b'x')),
            (
                "Action00",
                Property::group(vec![
                    ("ActionType", Property::Int(0)),
                    ("Sample", text(r"VO\AM01")),
                ]),
            ),
            (
                "Action01",
                Property::group(vec![("ActionType", Property::Int(22)), ("Target", text("Sign"))]),
            ),
        ],
    );
    let hidden = level.values("Sign", vec![("Visible", Property::Bool(false))]);
    level.instance("Crate-00", box_of, InstanceTransform::at(1.0, 2.0, 3.0), crates);
    let turned = InstanceTransform::at(10.0, 0.0, 1.0).turned(0.1, 0.2, 0.3).scaled(2.0);
    level.instance("Crate-01", box_of, turned, crates);
    level.instance("CrateFar", box_of, InstanceTransform::at(1.0, 3.0, 3.0).scaled(0.5), 0);
    level.instance("$CrateBox", physics, InstanceTransform::at(1.0, 2.0, 3.5), 0);
    level.instance("Sign", sign, InstanceTransform::at(-5.0, 4.0, 2.0), hidden);
    level.instance("Post", sign, InstanceTransform::at(-5.0, 4.0, 0.0), 0);
    level.instance("Entrance", trigger, InstanceTransform::at(0.0, 8.0, 1.0).scaled(3.0), entrance);
    box_of
}

pub fn level() -> Groff {
    level_of(Version::SHIPPED)
}

/// A texture directory with the level's textures, and its pixels.
pub fn textures() -> (Vec<u8>, Vec<u8>) {
    let image = |id, width: u32, holes| Image {
        id,
        width,
        height: 8,
        pixels: ImagePixels::Indices((0..width * 8).map(|at| (at % 4) as u8).collect()),
        palette: Some(0),
        holes,
        mips: false,
        fill: [10, 20, 30],
        occlusion: 0,
    };
    let colours = vec![[0, 0, 255, 0], [0, 255, 0, 0], [255, 0, 0, 0], [9, 9, 9, 0]];
    let palette = pid::palette(colours);
    let images = [
        image(texture_id(CRATE, CRATE_BUMP, 1.0), 16, false),
        image(texture_id(LEAF, "", 1.0), 8, true),
    ];
    let (pid, pixels) = pid::build(vec![palette], &images);
    (pid.write().unwrap(), pixels)
}

pub const MOVED: [f32; 3] = [20.0, 30.0, 4.0];

fn scene_builder() -> Scene {
    let mut scene = Scene::new(r"D:\JP2\data\mini.grf");
    let outer = scene.partition([0.0, 0.0, 5.0], [40.0, 40.0, 6.0]);
    let inner = scene.partition([0.0, 8.0, 1.0], [4.0, 4.0, 3.0]);
    let hash = gouraud::formats::trespasser::groff::instance_hash;
    scene.hang(0, outer, 0);
    scene.hang(0, hash("Crate-00"), outer);
    scene.hang(0, hash("Crate-01"), hash("Crate-00"));
    scene.hang(2, inner, 0);
    scene.hang(2, hash("Entrance"), inner);
    let turned = InstanceTransform::at(10.0, 0.0, 1.0).turned(0.1, 0.2, 0.3).scaled(2.0);
    scene.moved("Crate-01", turned, 0x10);
    scene.moved(
        "Crate-00",
        InstanceTransform { position: MOVED, ..InstanceTransform::at(0.0, 0.0, 0.0) },
        0x10,
    );
    scene.block(
        "Gun",
        Block::Gun {
            place: saved_place(InstanceTransform::at(1.0, 1.0, 1.0)),
            flags: Some(0x10),
            ammo: 10,
            can_shoot: 0.0,
        },
    );
    let state = Trigger {
        fires_left: u32::MAX,
        probability: u32::MAX,
        fire_time: -1.0,
        ..Trigger::default()
    };
    scene.block(
        "Entrance",
        Block::Trigger(TriggerBlock {
            expression: Some(vec![0xCD; 64]),
            unknown_00: None,
            state,
            more: TriggerMore::Location(Inside::default()),
        }),
    );
    scene.block("Player", Block::Opaque(vec![7; 256]));
    scene
}

pub fn scene() -> Groff {
    scene_builder().finish()
}

pub fn savegame() -> Groff {
    let picture = picture(100, 75, |x, y| [x as u8, y as u8, 200]);
    scene_builder().saved("By the entrance", "mini.scn", picture).finish()
}

pub fn bytes(file: &Groff) -> Vec<u8> {
    file.write().expect("the records are complete")
}

/// Records of a file of any format.
pub fn parsed(source: &Source) -> Parsed {
    Loaded::<Any<Grf>>::open(source).unwrap().0.records.parsed
}

pub fn open(bytes: &[u8]) -> Document {
    open_as("mini.grf", bytes)
}

/// Messages of all warnings and errors.
pub fn problems(document: &Document) -> Vec<String> {
    let list = document.problems.iter().filter(|problem| problem.severity > Severity::Note);
    list.map(|problem| problem.to_string()).collect()
}
