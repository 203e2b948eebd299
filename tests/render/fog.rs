//! Fog and background colour, compared with calculated values.

use glam::Vec3;
use gouraud::render::{Camera, Effects, Projection};
use gouraud::scene::{Backdrop, Blend, Fog, Growth, LayerKind, Material, Origin};
use image::RgbaImage;

use crate::common::{expand, options, picture};
use crate::scene_builder::{SceneBuilder, plain, textured};

const SIZE: (u32, u32) = (16, 12);

/// 1000 units in front of z = 0.
fn camera() -> Camera {
    Camera { target: Vec3::ZERO, yaw: 0.0, pitch: 0.0, distance: 1000.0, ..Camera::default() }
}

/// A wall that fills the picture, in fog of 50 %.
fn wall(material: Material, colour: [u8; 3]) -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    foggy(&mut builder);
    wall_in(&mut builder, material, colour);
    builder
}

fn foggy(builder: &mut SceneBuilder) {
    let colour = Some([0, 128, 255]);
    builder.scene.air.fog = Some(Fog {
        start: 500.0,
        range: 1000.0,
        growth: Growth::Even,
        colour,
        origin: Origin::default(),
    });
}

fn wall_in(builder: &mut SceneBuilder, material: Material, colour: [u8; 3]) {
    let far = 5000.0;
    let corners =
        [[-far, far], [far, far], [-far, -far], [far, -far]].map(|[x, y]| Vec3::new(x, y, 0.0));
    builder.face(material, &corners, [colour; 4], [[0.0; 2]; 4]);
}

fn middle(builder: SceneBuilder, effects: Effects, camera: &Camera) -> [u8; 3] {
    let image: RgbaImage = picture(&builder.build(), SIZE, camera, &options(effects));
    let [r, g, b, _] = image.get_pixel(8, 6).0;
    [r, g, b]
}

/// Fog without dithering.
const FOGGY: Effects = Effects { fog: true, dither: false, ..Effects::PS1 };

#[test]
fn ps1_style_fades_vertex_colours_before_texturing() {
    let textured_wall = || {
        let mut builder = SceneBuilder::new();
        foggy(&mut builder);
        let texture = builder.direct(1, &[16 | 16 << 5 | 16 << 10]);
        wall_in(&mut builder, textured(texture, None), [128; 3]);
        builder
    };
    // 128 half way to 0, 128 and 255 is 64, 128 and 192; 16 times these, over 128, in 5 bits.
    let faded = [8, 16, 24].map(expand);
    assert_eq!(middle(textured_wall(), FOGGY, &camera()), faded);
    let clear = Effects { fog: false, ..FOGGY };
    assert_eq!(middle(textured_wall(), clear, &camera()), [16; 3].map(expand));
    let black = Effects { fade_colour: false, ..FOGGY };
    assert_eq!(middle(textured_wall(), black, &camera()), [8; 3].map(expand));
}

#[test]
fn clean_style_fades_every_pixel() {
    let clean = Effects { fog: true, ..Effects::CLEAN };
    // Half way from 200, 200 and 201 to 0, 128 and 255.
    assert_eq!(middle(wall(plain(), [200, 200, 201]), clean, &camera()), [100, 164, 228]);
    // Additive faces fade into black.
    let glow = Material { blend: Some(Blend::Add), ..plain() };
    assert_eq!(middle(wall(glow, [200; 3]), clean, &camera()), [100; 3]);
}

#[test]
fn fog_begins_at_its_start_and_is_complete_after_its_range() {
    let at = |distance: f32| {
        let camera = Camera { distance, ..camera() };
        middle(wall(plain(), [248; 3]), FOGGY, &camera)
    };
    assert_eq!(at(500.0), [31; 3].map(expand), "no fog yet");
    // A quarter: 186, 218 and 250 of 256 in 5 bits.
    assert_eq!(at(750.0), [23, 27, 31].map(expand));
    assert_eq!(at(1500.0), [0, 16, 31].map(expand));
    assert_eq!(at(9000.0), [0, 16, 31].map(expand));
}

#[test]
fn sky_and_parallel_views_have_no_fog() {
    let mut sky = wall(plain(), [248; 3]);
    let layer = sky.scene.layer("sky", LayerKind::Sky, true);
    sky.scene.nodes[0].layer = layer;
    sky.scene.meshes[0].positions.iter_mut().for_each(|at| at.z = -50.0);
    assert_eq!(middle(sky, FOGGY, &camera()), [31; 3].map(expand));
    let parallel = Camera { projection: Projection::Orthographic, ..camera() };
    assert_eq!(middle(wall(plain(), [248; 3]), FOGGY, &parallel), [31; 3].map(expand));
}

#[test]
fn background_has_the_sky_colour_if_requested() {
    let empty = || {
        let mut builder = SceneBuilder::new();
        let colour = [200, 122, 134];
        builder.scene.air.backdrop = Some(Backdrop { colour, origin: Origin::default() });
        builder
    };
    assert_eq!(middle(empty(), Effects::PS1, &camera()), [25, 15, 16].map(expand));
    let clean = Effects { sky_colour: true, ..Effects::CLEAN };
    assert_eq!(middle(empty(), clean, &camera()), [200, 122, 134]);
    assert_eq!(middle(empty(), Effects::CLEAN, &camera()), [0; 3], "the background");
}

#[test]
fn supports_power_and_exponential_fog() {
    for growth in [Growth::Even, Growth::Power(2.0), Growth::Power(0.5), Growth::Halves] {
        let mut builder = wall(plain(), [248; 3]);
        let fog = builder.scene.air.fog.as_mut().unwrap();
        fog.growth = growth;
        for distance in [600.0, 1000.0, 1400.0, 5000.0] {
            let share = fog.at(distance);
            let camera = Camera { distance, ..camera() };
            let clean = Effects { fog: true, ..Effects::CLEAN };
            let mut again = wall(plain(), [248; 3]);
            again.scene.air.fog = Some(fog.clone());
            let shown = middle(again, clean, &camera);
            // From 248 to 0 in red.
            let expected = 248.0 * (1.0 - share);
            assert!(
                (f32::from(shown[0]) - expected).abs() <= 1.0,
                "{growth:?} at {distance}: {shown:?}"
            );
        }
    }
    let halves = Fog {
        start: 0.0,
        range: 10.0,
        growth: Growth::Halves,
        colour: None,
        origin: Origin::default(),
    };
    assert_eq!([0.0, 10.0, 20.0].map(|at| halves.at(at)), [0.0, 0.5, 0.75]);
}
