//! Reflections of the surroundings on faces, compared with values calculated from a sphere map of 4 × 4
//! texels that is redder to the right and greener downwards.

use std::sync::Arc;

use glam::Vec3;
use gouraud::render::Effects;
use gouraud::scene::{
    ColourScale, Id, Light, Material, Origin, Scene, Shine, Surface, TextureId, Winding,
};
use image::RgbaImage;

use crate::common::{options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, plain, rect};

const SIZE: (u32, u32) = (64, 48);
const ALL: Shine = Shine { surroundings: Id::new(0), gloss: None, amount: 1.0 };

fn draw_with(scene: Scene, effects: Effects) -> RgbaImage {
    picture(&Arc::new(scene), SIZE, &canvas_camera(SIZE.0, SIZE.1), &options(effects))
}

fn draw(scene: Scene) -> RgbaImage {
    draw_with(scene, Effects::CLEAN)
}

fn rgb(image: &RgbaImage, x: u32) -> [u8; 3] {
    let [r, g, b, _] = image.get_pixel(x, 20).0;
    [r, g, b]
}

fn builder() -> SceneBuilder {
    let mut builder = SceneBuilder::new();
    let texels: Vec<[u8; 4]> = (0..16u8).map(|at| [40 * (at % 4), 40 * (at / 4), 0, 255]).collect();
    assert_eq!(builder.rgba(4, &texels), ALL.surroundings);
    builder
}

/// A rectangle over the whole picture in one colour, with the same normal at all corners.
fn whole(mut builder: SceneBuilder, material: Material, colour: u8, normal: Vec3) -> Scene {
    let material = Material { colour: ColourScale::Modulate255, ..material };
    builder.rectangle(material, rect(0, 0, 64, 48), 0.0, [colour; 3]);
    let mesh = &mut builder.scene.meshes[0];
    mesh.winding = Winding::Clockwise;
    mesh.normals.push(normal);
    mesh.faces.update(|_, face| face.normals = [0; 4]);
    builder.scene
}

fn mirror(shine: Shine, colour: u8, normal: Vec3) -> Scene {
    whole(builder(), Material { shine: Some(shine), ..plain() }, colour, normal)
}

#[test]
fn looks_up_normals_in_the_sphere_map() {
    for (normal, shown) in [
        // The centre between four texels.
        (Vec3::Z, [60, 60, 0]),
        // The right edge, the left one, the upper and the lower one.
        (Vec3::X, [120, 60, 0]),
        (Vec3::NEG_X, [0, 60, 0]),
        (Vec3::Y, [60, 0, 0]),
        (Vec3::NEG_Y, [60, 120, 0]),
        // Half way to the right, at 3 of 4: half way between the third texel and the last.
        (Vec3::new(0.5, 0.0, 0.75f32.sqrt()), [100, 60, 0]),
    ] {
        assert_eq!(rgb(&draw(mirror(ALL, 0, normal)), 30), shown, "{normal}");
    }
}

#[test]
fn adds_the_reflection_to_the_face_and_saturates_at_white() {
    let half = Shine { amount: 0.5, ..ALL };
    assert_eq!(rgb(&draw(mirror(half, 100, Vec3::X)), 30), [160, 130, 100]);
    assert_eq!(rgb(&draw(mirror(ALL, 200, Vec3::X)), 30), [255, 255, 200]);
    let lit = Material { lit: true, shine: Some(half), ..plain() };
    let mut scene = whole(builder(), lit, 100, Vec3::Z);
    // Half of the light on a white face, and unshaded reflections.
    scene.light = Some(Light::sun("sun", Vec3::NEG_Z, 0.5, 0.5, Origin::default()));
    assert_eq!(rgb(&draw(scene), 30), [80, 80, 50]);
}

#[test]
fn gloss_map_limits_reflections() {
    let mut builder = builder();
    let black = builder.rgba(2, &[[0, 0, 0, 255]; 2]);
    // On the same face with four times the texels: all, and half of the red.
    let (shiny, dull) = ([255; 4], [128, 0, 0, 255]);
    let gloss: TextureId = builder.rgba(8, &[shiny, shiny, shiny, shiny, dull, dull, dull, dull]);
    let material = Material {
        surface: Surface::Textured { texture: black, palette: None },
        shine: Some(Shine { gloss: Some(gloss), ..ALL }),
        ..plain()
    };
    let mut scene = whole(builder, material, 255, Vec3::Z);
    scene.meshes[0].faces.update(|_, face| {
        face.uvs = [[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]];
    });
    let image = draw(scene);
    assert_eq!([rgb(&image, 10), rgb(&image, 50)], [[60, 60, 0], [30, 0, 0]]);
}

#[test]
fn reflections_can_be_disabled_and_are_cut_to_five_bits() {
    let off = Effects { shine: false, ..Effects::CLEAN };
    assert_eq!(rgb(&draw_with(mirror(ALL, 8, Vec3::X), off), 30), [8; 3]);
    let coarse = Effects { fifteen_bit: true, ..Effects::CLEAN };
    // 120 / 8 + 1 and 60 / 8 + 1, displayed with 8 bits.
    assert_eq!(rgb(&draw_with(mirror(ALL, 8, Vec3::X), coarse), 30), [132, 66, 8]);
}
