//! Subdivision of large faces: textures are less distorted, and nothing else changes.

use glam::Vec3;
use gouraud::render::{Camera, Effects, Projection};
use gouraud::scene::{ColourScale, Material, Scene};
use image::RgbaImage;

use crate::common::{five_bits, options, picture};
use crate::scene_builder::{SceneBuilder, textured};

const SIZE: (u32, u32) = (96, 72);

/// A floor that extends away from the viewer, with 32 bands of grey across it.
fn floor(subdivided: bool, sides: usize) -> std::sync::Arc<Scene> {
    let mut builder = SceneBuilder::new();
    let bands: Vec<u16> = (0..32).map(|grey| 0x8000 | (grey * 0x0421)).collect();
    let texture = builder.direct(1, &bands);
    let look = Material { colour: ColourScale::Raw, subdivided, ..textured(texture, None) };
    let corners = [(-30.0, -60.0), (30.0, -60.0), (-30.0, 24.0), (30.0, 24.0)];
    let corners = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
    let uvs = [[0.0, 0.0], [0.0, 0.0], [0.0, 31.0], [0.0, 31.0]];
    builder.face(look, &corners[..sides], [[128; 3]; 4], uvs);
    builder.build()
}

fn camera() -> Camera {
    Camera { yaw: 0.0, pitch: 25.0, distance: 40.0, ..Camera::default() }
}

fn draw(scene: &std::sync::Arc<Scene>, effects: Effects) -> RgbaImage {
    picture(scene, SIZE, &camera(), &options(effects))
}

/// Average distance of the bands' greys from a perspective-correct picture.
fn error(subdivided: bool, sides: usize, effects: Effects) -> f64 {
    let scene = floor(subdivided, sides);
    let drawn = draw(&scene, effects);
    let truth = draw(&scene, Effects { affine: false, ..effects });
    let pairs: Vec<u32> = drawn
        .pixels()
        .zip(truth.pixels())
        .map(|(drawn, truth)| five_bits(drawn)[0].abs_diff(five_bits(truth)[0]))
        .collect();
    f64::from(pairs.iter().sum::<u32>()) / pairs.len() as f64
}

#[test]
fn subdivision_reduces_texture_distortion() {
    for snap in [false, true] {
        let effects = Effects { snap, ..Effects::PS1 };
        for sides in [3, 4] {
            let (whole, cut) = (error(false, sides, effects), error(true, sides, effects));
            assert!(whole > 1.0, "{whole} greys off");
            assert!(cut > 0.0 && cut < whole / 4.0, "{cut} of {whole} greys off, {sides} sides");
        }
    }
}

#[test]
fn subdivides_only_marked_faces_if_enabled() {
    let whole = draw(&floor(false, 4), Effects::PS1);
    let off = Effects { subdivide: false, ..Effects::PS1 };
    assert!(draw(&floor(true, 4), off) == whole);
    assert!(draw(&floor(true, 4), Effects::PS1) != whole);
    let clean = |subdivided| draw(&floor(subdivided, 4), Effects::CLEAN);
    assert!(clean(true) == clean(false), "perspective mapping needs no subdivision");
}

#[test]
fn subdivision_does_not_change_small_faces_and_parallel_views() {
    let far = Camera { distance: 1000.0, ..camera() };
    let look = |subdivided, camera: &Camera| {
        picture(&floor(subdivided, 4), SIZE, camera, &options(Effects::PS1))
    };
    assert!(look(true, &far) == look(false, &far), "too small to be subdivided");
    // Without perspective, the result is the same except for the pixels that vertices snap to.
    let parallel = Camera { projection: Projection::Orthographic, ..camera() };
    let effects = Effects { snap: false, ..Effects::PS1 };
    let [whole, cut] = [false, true]
        .map(|subdivided| picture(&floor(subdivided, 4), SIZE, &parallel, &options(effects)));
    let off = whole.pixels().zip(cut.pixels());
    let off = off.map(|(a, b)| five_bits(a)[0].abs_diff(five_bits(b)[0])).max();
    assert!(off <= Some(1), "{off:?}");
}

#[test]
fn subdivided_faces_meet_without_gaps() {
    // Faces meet without a gap, wherever the new vertices snap to.
    let image = draw(&floor(true, 4), Effects::PS1);
    let whole = draw(&floor(false, 4), Effects::PS1);
    // The background is visible through black bands, so that lit pixels must be covered in both pictures.
    let lit = |image: &RgbaImage| image.pixels().filter(|p| five_bits(p)[0] > 2).count();
    let (cut, whole) = (lit(&image) as f64, lit(&whole) as f64);
    assert!((cut / whole - 1.0).abs() < 0.25, "{cut} of {whole} pixels");
}
