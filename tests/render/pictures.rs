//! Whole pictures equal those of a small CPU rasterizer, except along edges.

use std::sync::Arc;

use glam::Vec3;
use gouraud::render::{Camera, DrawOrder, Effects, Projection};
use gouraud::scene::{Blend, ColourScale, Material, Scene, TexelFormat};

use crate::common::{five_bits, options, picture};
use crate::cpu_raster::FrameBuffer;
use crate::scene_builder::{SceneBuilder, canvas_camera, on_canvas, plain, rect, textured};

const SIZE: (u32, u32) = (96, 64);

fn assert_equal(scene: &Arc<Scene>, camera: &Camera, effects: Effects) {
    let image = picture(scene, SIZE, camera, &options(effects));
    let wanted = FrameBuffer::draw(scene, camera, SIZE.0, SIZE.1, effects.dither);
    let mut compared = 0;
    let mut coloured = 0;
    for (i, pixel) in image.pixels().enumerate() {
        let drawn = five_bits(pixel);
        if wanted.sure[i] {
            let (x, y) = (i as u32 % SIZE.0, i as u32 / SIZE.0);
            assert_eq!(drawn, wanted.pixels[i], "pixel {x}, {y}");
            compared += 1;
            coloured += usize::from(drawn != [0; 3]);
        }
    }
    assert!(compared > image.pixels().len() / 3, "only {compared} pixels are away from edges");
    assert!(coloured > 400, "only {coloured} pixels show anything");
}

fn assert_equal_on_canvas(builder: SceneBuilder) {
    let camera = canvas_camera(SIZE.0, SIZE.1);
    let scene = builder.build();
    for order in [DrawOrder::Depth, DrawOrder::OrderingTable] {
        for dither in [false, true] {
            assert_equal(&scene, &camera, Effects { order, dither, ..Effects::PS1 });
        }
    }
}

/// Reproducible pseudo-random numbers.
pub struct Random(pub u32);

impl Random {
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % sides
    }

    pub fn rgb(&mut self) -> [u8; 3] {
        [0; 3].map(|_| self.roll(256) as u8)
    }
}

fn words(dice: &mut Random, count: usize) -> Vec<u16> {
    (0..count).map(|_| dice.roll(0x1_0000) as u16).collect()
}

#[test]
fn draws_flat_faces() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(3, 3, 40, 50), 0.0, [200, 100, 7]);
    let corners =
        [on_canvas(50.0, 5.0, 0.0), on_canvas(90.0, 20.0, 0.0), on_canvas(60.0, 60.0, 0.0)];
    builder.face(plain(), &corners, [[8, 129, 255]; 4], [[0.0; 2]; 4]);
    assert_equal_on_canvas(builder);
}

#[test]
fn draws_gouraud_faces_with_the_crease_of_quads() {
    let mut builder = SceneBuilder::new();
    let gouraud = Material { gouraud: true, ..plain() };
    let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]];
    builder.face(gouraud.clone(), &rect(2, 2, 60, 60).corners(0.0), colours, [[0.0; 2]; 4]);
    let corners =
        [on_canvas(64.0, 2.0, 0.0), on_canvas(94.0, 30.0, 0.0), on_canvas(66.0, 62.0, 0.0)];
    builder.face(gouraud, &corners, colours, [[0.0; 2]; 4]);
    assert_equal_on_canvas(builder);
}

#[test]
fn draws_textures_of_every_depth_raw_and_modulated_with_holes() {
    let mut dice = Random(1);
    let mut builder = SceneBuilder::new();
    let sixteen = {
        let mut words = words(&mut dice, 16);
        words[3] = 0;
        builder.palette(&words)
    };
    let many = {
        let words = words(&mut dice, 256);
        builder.palette(&words)
    };
    let four: Vec<u8> = (0..16 * 16).map(|_| dice.roll(16) as u8).collect();
    let eight: Vec<u8> = (0..32 * 8).map(|_| dice.roll(256) as u8).collect();
    let direct = words(&mut dice, 8 * 8);
    let four = builder.indexed(16, TexelFormat::Indexed4, &four);
    let eight = builder.indexed(32, TexelFormat::Indexed8, &eight);
    let direct = builder.direct(8, &direct);
    let looks = [(four, Some(sixteen)), (eight, Some(many)), (direct, None)];
    builder.rectangle(plain(), rect(0, 0, 96, 64), -10.0, [255, 0, 255]);
    for (i, (texture, palette)) in looks.into_iter().enumerate() {
        let modulated = textured(texture, palette);
        let raw = Material { colour: ColourScale::Raw, ..modulated.clone() };
        let x = i as i32 * 32;
        builder.rectangle(modulated, rect(x + 1, 1, 30, 30), 0.0, dice.rgb());
        builder.rectangle(raw, rect(x + 1, 33, 30, 30), 0.0, dice.rgb());
    }
    assert_equal_on_canvas(builder);
}

#[test]
fn stretched_and_rotated_textures_have_the_expected_texels() {
    let mut dice = Random(2);
    let mut builder = SceneBuilder::new();
    let words = words(&mut dice, 64 * 64);
    let texture = builder.direct(64, &words);
    let material = Material { gouraud: true, ..textured(texture, None) };
    let corners =
        [(5.0, 9.0), (88.0, 2.0), (11.0, 61.0), (93.0, 49.0)].map(|(x, y)| on_canvas(x, y, 0.0));
    let uvs = [[7.0, 3.0], [60.0, 1.0], [2.0, 55.0], [63.0, 63.0]];
    builder.face(material, &corners, [[128; 3], [255; 3], [40; 3], [200, 90, 10]], uvs);
    assert_equal_on_canvas(builder);
}

#[test]
fn maps_a_floor_without_perspective_correction() {
    let mut dice = Random(3);
    let mut builder = SceneBuilder::new();
    let words = words(&mut dice, 64 * 64);
    let texture = builder.direct(64, &words);
    let floor = [(-50.0, -60.0), (50.0, -60.0), (-40.0, 30.0), (40.0, 30.0)]
        .map(|(x, z)| Vec3::new(x, 0.0, z));
    let uvs = [[0.0, 0.0], [63.0, 0.0], [0.0, 63.0], [63.0, 63.0]];
    builder.face(textured(texture, None), &floor, [[128; 3]; 4], uvs);
    let camera = Camera {
        yaw: 10.0,
        pitch: 25.0,
        distance: 110.0,
        projection: Projection::Perspective,
        ..Camera::default()
    };
    assert_equal(&builder.build(), &camera, Effects::PS1);
}

/// A wall of many colours, as background of translucent faces.
fn wall(dice: &mut Random) -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    let words: Vec<u16> = words(dice, 96 * 64).iter().map(|word| word | 1).collect();
    let texture = builder.direct(96, &words);
    let wall = Material { colour: ColourScale::Raw, ..textured(texture, None) };
    builder.rectangle(wall, rect(0, 0, 96, 64), -100.0, [128; 3]);
    builder
}

#[test]
fn draws_translucent_faces_of_each_mode() {
    for mode in Blend::MODES.into_iter().chain([Blend::Alpha(0.2)]) {
        let mut dice = Random(4);
        let mut builder = wall(&mut dice);
        let glass = Material { blend: Some(mode), ..plain() };
        builder.rectangle(glass, rect(2, 2, 44, 60), 0.0, dice.rgb());
        // Some of these texels blend, some are opaque, some are holes.
        let mut stained = words(&mut dice, 16 * 16);
        stained.iter_mut().step_by(5).for_each(|word| *word = 0);
        let texture = builder.direct(16, &stained);
        let stained = Material { blend: Some(mode), ..textured(texture, None) };
        builder.rectangle(stained, rect(50, 2, 44, 60), 0.0, dice.rgb());
        assert_equal_on_canvas(builder);
    }
}

#[test]
fn draws_stacked_translucent_faces_of_all_modes() {
    for seed in 5..15 {
        let mut dice = Random(seed);
        let mut builder = wall(&mut dice);
        let stained = words(&mut dice, 16 * 16);
        let texture = builder.direct(16, &stained);
        for layer in 0..8 {
            let blend = Some(Blend::from_mode(dice.roll(4)));
            let look = if dice.roll(2) == 0 { plain() } else { textured(texture, None) };
            let at = rect(dice.roll(8) as i32, dice.roll(8) as i32, 85, 54);
            builder.rectangle(Material { blend, ..look }, at, layer as f32, dice.rgb());
        }
        assert_equal_on_canvas(builder);
    }
}

#[test]
fn opaque_faces_hide_translucent_ones() {
    let mut dice = Random(20);
    let mut builder = wall(&mut dice);
    let glass = Material { blend: Some(Blend::Average), ..plain() };
    builder.rectangle(glass.clone(), rect(2, 2, 60, 60), 1.0, [255, 255, 0]);
    builder.rectangle(plain(), rect(20, 10, 40, 40), 2.0, [0, 0, 255]);
    builder.rectangle(glass, rect(40, 4, 50, 50), 3.0, [0, 255, 0]);
    assert_equal_on_canvas(builder);
}

#[test]
fn rendering_is_deterministic() {
    let mut dice = Random(30);
    let mut builder = wall(&mut dice);
    let glass = Material { blend: Some(Blend::Add), gouraud: true, ..plain() };
    builder.rectangle(glass, rect(2, 2, 60, 60), 1.0, [99, 98, 97]);
    let scene = builder.build();
    let camera = Camera { distance: 90.0, ..canvas_camera(SIZE.0, SIZE.1) };
    let draw = || picture(&scene, SIZE, &camera, &options(Effects::PS1));
    assert!(draw() == draw());
}
