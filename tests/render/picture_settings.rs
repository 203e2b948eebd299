//! Settings of finished pictures: supersampling, field of view, transparency.

use glam::Vec3;
use gouraud::render::{Camera, Effects, PictureRenderer, Pixels, SceneBuffers, Shot};
use image::{Rgba, RgbaImage};

use crate::common::{gpu, options, picture};
use crate::scene_builder::{SceneBuilder, plain};

const SIZE: (u32, u32) = (96, 64);

/// A slanted triangle in front of the camera.
fn triangle() -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    let corners = [(-30.0, -21.0), (27.0, -13.0), (3.0, 24.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    builder.face(plain(), &corners, [[248, 128, 8]; 4], [[0.0; 2]; 4]);
    builder
}

fn front() -> Camera {
    Camera { yaw: 0.0, pitch: 0.0, distance: 90.0, ..Camera::default() }
}

fn draw(samples: u32, effects: Effects, is_transparent: bool) -> RgbaImage {
    let (scene, camera, options) = (triangle().build(), front(), options(effects));
    let buffers = SceneBuffers::new(gpu(), scene);
    let still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    let mut still = still.supersampled(gpu(), samples).unwrap();
    let shot = Shot::new(&buffers, &camera, &options);
    let drawn = match is_transparent {
        true => still.render_transparent(gpu(), &shot),
        false => still.render(gpu(), &shot),
    };
    drawn.unwrap()
}

/// The mean of squares of `side` × `side` pixels.
fn averaged(large: &RgbaImage, side: u32) -> RgbaImage {
    RgbaImage::from_fn(large.width() / side, large.height() / side, |x, y| {
        let mut sums = [0u32; 4];
        for (dx, dy) in (0..side).flat_map(|dx| (0..side).map(move |dy| (dx, dy))) {
            let pixel = large.get_pixel(x * side + dx, y * side + dy);
            sums.iter_mut().zip(pixel.0).for_each(|(sum, channel)| *sum += u32::from(channel));
        }
        Rgba(sums.map(|sum| ((sum + side * side / 2) / (side * side)) as u8))
    })
}

#[test]
fn supersampled_picture_is_the_average_of_a_larger_one() {
    for side in [2, 4] {
        let size = (SIZE.0 * side, SIZE.1 * side);
        let large = picture(&triangle().build(), size, &front(), &options(Effects::CLEAN));
        let (wanted, drawn) = (averaged(&large, side), draw(side, Effects::CLEAN, false));
        let mut mixed = 0;
        for (x, y, pixel) in drawn.enumerate_pixels() {
            let wanted = wanted.get_pixel(x, y);
            let is_near = pixel.0.iter().zip(wanted.0).all(|(a, b)| a.abs_diff(b) <= 1);
            assert!(is_near, "{x}, {y}: {pixel:?} instead of {wanted:?}, {side} × {side}");
            mixed += usize::from(pixel.0[0] != 0 && pixel.0[0] < 248);
        }
        assert!(mixed > 40, "{mixed} pixels of the edges are mixed");
    }
}

#[test]
fn enlarged_pixels_are_not_supersampled() {
    let effects = Effects { pixels: Pixels::Enlarged { lines: 32 }, ..Effects::PS1 };
    assert_eq!(draw(4, effects, false), draw(1, effects, false));
}

#[test]
fn supersampling_beyond_the_device_is_refused() {
    let still = PictureRenderer::new(gpu(), 4096, 4096).unwrap();
    assert!(still.supersampled(gpu(), 1000).is_err());
    let still = PictureRenderer::new(gpu(), 1100, 1000).unwrap();
    let error = still.supersampled(gpu(), 8).unwrap_err().to_string();
    assert!(
        error.starts_with("expected at most 67108864 rendered pixels, found 70400000"),
        "{error}"
    );
}

#[test]
fn supersampled_vertices_keep_the_grid_of_the_picture() {
    let effects = Effects { size_limit: true, ..Effects::PS1 };
    let (drawn, single) = (draw(8, effects, false), draw(1, effects, false));
    let inside = |picture: &RgbaImage| picture.pixels().filter(|pixel| pixel.0[0] > 200).count();
    assert!(inside(&drawn).abs_diff(inside(&single)) < inside(&single) / 10);
    assert!(inside(&single) > 500, "{}", inside(&single));
}

#[test]
fn transparent_picture_has_no_background() {
    for effects in [Effects::CLEAN, Effects::PS1] {
        let drawn = draw(1, effects, true);
        let alphas = |alpha: u8| drawn.pixels().filter(|pixel| pixel.0[3] == alpha).count();
        assert!(alphas(0) > 3000 && alphas(255) > 800, "{} {}", alphas(0), alphas(255));
        assert_eq!(drawn.get_pixel(0, 0).0, [0; 4]);
        assert_eq!(drawn.get_pixel(48, 34).0[3], 255);
    }
    let mixed = draw(4, Effects::CLEAN, true);
    let partly = mixed.pixels().filter(|pixel| (1..255).contains(&pixel.0[3])).count();
    assert!(partly > 40, "{partly} pixels of the edges are partly transparent");
}

#[test]
fn wider_field_of_view_shows_more() {
    let rows = |field_of_view| {
        let camera = Camera { field_of_view, ..front() };
        let drawn = picture(&triangle().build(), SIZE, &camera, &options(Effects::CLEAN));
        drawn.pixels().filter(|pixel| pixel.0[0] > 0).count() as f32
    };
    // The area is inversely proportional to the square of the visible height.
    let ratio = (45f32.to_radians() / 2.0).tan() / (90f32.to_radians() / 2.0).tan();
    let measured = rows(90.0) / rows(45.0);
    assert!((measured / (ratio * ratio) - 1.0).abs() < 0.1, "{measured}");
}

#[test]
fn framing_depends_on_the_field_of_view() {
    for field_of_view in [20.0, 45.0, 100.0] {
        let mut camera = Camera { field_of_view, ..Camera::default() };
        let points = [(-3.0, 1.0), (5.0, 2.0), (0.0, -4.0)].map(|(x, y)| Vec3::new(x, y, x * y));
        camera.frame(&points, 1.5);
        let farthest = points.map(|point| {
            let clip = camera.matrix(1.5) * point.extend(1.0);
            (clip.x / clip.w).abs().max((clip.y / clip.w).abs())
        });
        let farthest = farthest.into_iter().fold(0.0, f32::max);
        // The margin of the distance counts more for points near the eye.
        assert!((0.8..=1.0).contains(&farthest), "{farthest} at {field_of_view}");
    }
}
