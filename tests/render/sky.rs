//! A sky without faces equals the ray casts that are computed here.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use gouraud::render::{
    Camera, Effects, Overlay, PictureRenderer, Projection, SceneBuffers, Shot, Viewport,
};
use gouraud::scene::*;
use image::RgbaImage;

use crate::common::{expand, gpu, options, picture};
use crate::scene_builder::{SceneBuilder, plain, rect, textured};

const SIZE: (u32, u32) = (96, 64);
const SHARP: Effects = Effects { filtered: false, ..Effects::CLEAN };
const HORIZON: [u8; 3] = [200, 220, 240];
const PLAIN: [u8; 3] = [10, 60, 120];
/// Texels along each side.
const SIDE: i32 = 4;

/// One texel with alpha 0, which a sky draws like any other.
fn texel(x: i32, y: i32) -> [u8; 4] {
    match (x + y) % 2 {
        _ if (x, y) == (0, 0) => [250, 0, 0, 0],
        0 => [240, 240, 200, 255],
        _ => [20, (40 * x) as u8, (40 * y) as u8, 255],
    }
}

fn with_sky(texture: bool) -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    let texels: Vec<_> = (0..SIDE * SIDE).map(|i| texel(i % SIDE, i / SIDE)).collect();
    let texture = texture.then(|| builder.rgba(SIDE as u32, &texels));
    let layer = builder.scene.layer("sky", LayerKind::Sky, true);
    builder.scene.sky = Some(Sky {
        name: "sky".into(),
        texture,
        plain: PLAIN,
        height: 100.0,
        repeat: 400.0,
        horizon: HORIZON,
        fade: [0.25, 0.05],
        layer,
        origin: Origin::default(),
    });
    builder
}

/// A camera that looks ahead and up by this many degrees.
fn camera(up: f32) -> Camera {
    let target = Vec3::new(37.0, 11.0, -83.0);
    Camera { target, yaw: 30.0, pitch: -up, distance: 5.0, ..Camera::default() }
}

fn rgb(image: &RgbaImage, x: u32, y: u32) -> [u8; 3] {
    let [r, g, b, _] = image.get_pixel(x, y).0;
    [r, g, b]
}

/// Colour that the ray through the centre of a pixel hits, and whether it is reliable, that is, not at
/// the edge of a texel.
fn hit(camera: &Camera, (x, y): (u32, u32)) -> ([f32; 3], bool) {
    let at = Vec2::new((x as f32 + 0.5) / SIZE.0 as f32, (y as f32 + 0.5) / SIZE.1 as f32);
    let ray = camera.ray(at, SIZE.0 as f32 / SIZE.1 as f32);
    let way = ray.direction;
    let horizon = HORIZON.map(f32::from);
    if way.y <= 0.05 {
        return (horizon, way.y < 0.049);
    }
    // The plane is at a fixed height above the viewer.
    let point = ray.origin + way * (100.0 / way.y);
    let uv = Vec2::new(point.x, -point.z) / 400.0 * SIDE as f32;
    let cell = uv.floor();
    let [column, row] = [cell.x, cell.y].map(|c| (c as i32).rem_euclid(SIDE));
    let [r, g, b, _] = texel(column, row);
    let share = ((0.25 - way.y) / 0.2).clamp(0.0, 1.0);
    let mixed = |i: usize| f32::from([r, g, b][i]) * (1.0 - share) + horizon[i] * share;
    let inside = uv - cell;
    let sure = inside.min_element() > 0.02 && inside.max_element() < 0.98 && way.y > 0.051;
    ([mixed(0), mixed(1), mixed(2)], sure)
}

fn assert_hits(image: &RgbaImage, camera: &Camera, value: impl Fn(f32) -> f32, most: f32) {
    let mut compared = 0;
    for (x, y, pixel) in image.enumerate_pixels() {
        let (wanted, sure) = hit(camera, (x, y));
        if !sure {
            continue;
        }
        compared += 1;
        for (wanted, found) in wanted.map(&value).iter().zip(pixel.0) {
            let away = (wanted - f32::from(found)).abs();
            assert!(away <= most, "{:?} instead of {wanted} at {x}, {y}", pixel.0);
        }
    }
    assert!(compared > image.pixels().len() * 3 / 4, "only {compared} pixels are reliable");
}

#[test]
fn pixels_equal_ray_casts() {
    let scene = with_sky(true).build();
    for up in [-20.0, 0.0, 15.0, 50.0, 85.0] {
        let camera = camera(up);
        let image = picture(&scene, SIZE, &camera, &options(SHARP));
        assert_hits(&image, &camera, |v| v, 1.5);
    }
    // Below the horizon there is only its colour.
    let image = picture(&scene, SIZE, &camera(-40.0), &options(SHARP));
    assert!(image.enumerate_pixels().all(|(x, y, _)| rgb(&image, x, y) == HORIZON));
}

#[test]
fn ps1_style_truncates_and_dithers_the_sky() {
    let scene = with_sky(true).build();
    let camera = camera(15.0);
    let truncated = |v: f32| f32::from(expand(((v + 0.5) as u32) >> 3));
    let effects = Effects { dither: false, ..Effects::PS1 };
    let image = picture(&scene, SIZE, &camera, &options(effects));
    // One step of five bits, where rounding differs.
    assert_hits(&image, &camera, truncated, 9.0);
    let dithered = picture(&scene, SIZE, &camera, &options(Effects::PS1));
    assert_ne!(dithered, image);
    for pixel in image.pixels().chain(dithered.pixels()) {
        crate::common::five_bits(pixel);
    }
}

#[test]
fn filtering_blends_texels() {
    let scene = with_sky(true).build();
    let camera = camera(60.0);
    let colours = |effects| {
        let image = picture(&scene, SIZE, &camera, &options(effects));
        image.pixels().map(|pixel| pixel.0).collect::<std::collections::BTreeSet<_>>().len()
    };
    let (sharp, smooth) = (colours(SHARP), colours(Effects::CLEAN));
    assert!(sharp <= (SIDE * SIDE) as usize && smooth > 200, "{sharp} and {smooth} colours");
}

#[test]
fn repeats_near_the_horizon_average_to_one_colour() {
    let mut builder = with_sky(true);
    // Hundreds of texels per pixel, before the fade begins.
    let sky = builder.scene.sky.as_mut().unwrap();
    (sky.height, sky.repeat, sky.fade) = (1e4, 1.0, [0.02, 0.01]);
    let scene = builder.build();
    let image = picture(&scene, SIZE, &camera(30.0), &options(Effects::CLEAN));
    let green: Vec<u8> = (0..SIZE.0).map(|x| rgb(&image, x, 60)[1]).collect();
    let (low, high) = (green.iter().min().unwrap(), green.iter().max().unwrap());
    assert!(high - low < 60, "{low} to {high}");
}

#[test]
fn sky_keeps_its_height_and_position() {
    let scene = with_sky(true).build();
    let camera = camera(40.0);
    let here = picture(&scene, SIZE, &camera, &options(SHARP));
    // Higher than the plane is above the ground, and one repeat sideways.
    for by in [Vec3::Y * 5000.0, Vec3::X * 400.0, Vec3::NEG_Z * 400.0] {
        let there = Camera { target: camera.target + by, ..camera };
        let moved = picture(&scene, SIZE, &there, &options(SHARP));
        let different = here.pixels().zip(moved.pixels()).filter(|(a, b)| a != b).count();
        assert!(different < 40, "{different} pixels differ {by} away");
    }
    let there = Camera { target: camera.target + Vec3::X * 100.0, ..camera };
    assert_ne!(picture(&scene, SIZE, &there, &options(SHARP)), here);
}

#[test]
fn sky_without_a_texture_is_a_gradient() {
    let scene = with_sky(false).build();
    let image = picture(&scene, SIZE, &camera(85.0), &options(Effects::CLEAN));
    assert_eq!(rgb(&image, 40, 30), PLAIN);
    let image = picture(&scene, SIZE, &camera(5.0), &options(Effects::CLEAN));
    let column: Vec<u8> = (0..SIZE.1).map(|y| rgb(&image, 48, y)[0]).collect();
    assert!(column.is_sorted(), "{column:?}");
    assert_eq!((column[0], column[SIZE.1 as usize - 1]), (PLAIN[0], HORIZON[0]));
}

#[test]
fn palettes_colour_the_sky() {
    let mut builder = with_sky(false);
    let palette = builder.palette(&[0, 0x001F, 0x03E0, 0x7C00]);
    let texture = builder.indexed(1, TexelFormat::Indexed8, &[2]);
    builder.scene.textures[texture.index()].palette = Some(palette);
    builder.scene.sky.as_mut().unwrap().texture = Some(texture);
    let image = picture(&builder.build(), SIZE, &camera(85.0), &options(Effects::CLEAN));
    assert_eq!(rgb(&image, 40, 30), [0, 255, 0]);
}

#[test]
fn sky_is_behind_everything_and_hides_with_its_layer() {
    let mut builder = with_sky(true);
    let look = textured(builder.direct(1, &[0x8000 | 31]), None);
    builder.rectangle(look, rect(-30, -30, 60, 60), 0.0, [128; 3]);
    builder.rectangle(
        Material { blend: Some(Blend::Add), ..plain() },
        rect(40, 0, 8, 8),
        0.0,
        [255, 255, 255],
    );
    let scene = builder.build();
    let camera = Camera { yaw: 0.0, pitch: 0.0, distance: 100.0, ..Camera::default() };
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let options = options(Effects::CLEAN);
    let mut draw = |buffers: &SceneBuffers, camera: &Camera| {
        still.render(gpu(), &Shot::new(buffers, camera, &options)).unwrap()
    };
    let image = draw(&buffers, &camera);
    assert_eq!(rgb(&image, 48, 32), [255, 0, 0], "the face");
    assert_eq!(rgb(&image, 1, 63), HORIZON);
    // In a parallel view all rays have the same direction.
    let parallel = Camera { projection: Projection::Orthographic, ..camera };
    assert_eq!(rgb(&draw(&buffers, &parallel), 1, 63), [0; 3]);
    let hidden = buffers.visibility().clone().without_sky(&scene);
    buffers.set_visibility(gpu(), &hidden);
    let image = draw(&buffers, &camera);
    assert_eq!((rgb(&image, 48, 32), rgb(&image, 1, 63)), ([255, 0, 0], [0; 3]));
}

#[test]
fn picking_ignores_the_sky() {
    let scene: Arc<Scene> = with_sky(true).build();
    let buffers = SceneBuffers::new(gpu(), scene.clone());
    let overlay = Overlay::new(&scene);
    let mut viewport = Viewport::new(gpu(), SIZE.0, SIZE.1);
    let options = options(Effects::CLEAN);
    assert!(viewport.render(gpu(), &Shot::new(&buffers, &camera(40.0), &options).with(&overlay)));
    assert!(
        !viewport.render(gpu(), &Shot::new(&buffers, &camera(40.0), &options).with(&overlay)),
        "nothing changed"
    );
    viewport.request_pick(gpu(), 48, 20);
    let pick = loop {
        if let Some(pick) = viewport.poll_pick(gpu()) {
            break pick;
        }
    };
    assert_eq!(pick.element, None);
}
