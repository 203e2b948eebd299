//! Lighting of faces: which normals are used, and in which space.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Mat4, Vec3};
use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::format_of;
use gouraud::formats::trespasser::wtd::{Terrain, Wtd};
use gouraud::render::{Camera, Effects};
use gouraud::scene::{Id, *};
use image::RgbaImage;

use crate::common::{options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, on_canvas, plain, rect};

const SIZE: (u32, u32) = (64, 48);
/// Brightness of a face that is lit perpendicularly, along its plane, and from behind.
const BRIGHT: u8 = 191;
const DARK: u8 = 64;

fn lit() -> Material {
    Material { lit: true, colour: ColourScale::Modulate255, ..plain() }
}

fn sun(to_light: Vec3) -> Option<Light> {
    Some(Light::sun("sun", to_light, 0.25, 0.5, Origin::default()))
}

fn draw(scene: Scene) -> RgbaImage {
    picture(&Arc::new(scene), SIZE, &canvas_camera(SIZE.0, SIZE.1), &options(Effects::CLEAN))
}

fn red(image: &RgbaImage, x: u32, y: u32) -> u8 {
    image.get_pixel(x, y).0[0]
}

/// A white rectangle over the whole picture, with the same normal at all corners.
fn with_normal(normal: Vec3) -> Scene {
    let mut builder = SceneBuilder::new();
    builder.rectangle(lit(), rect(0, 0, 64, 48), 0.0, [255; 3]);
    let mesh = &mut builder.scene.meshes[0];
    mesh.winding = Winding::Clockwise;
    mesh.normals.push(normal);
    mesh.faces.update(|at, face| {
        if at == 0 {
            face.normals = [0; 4];
        }
    });
    builder.scene
}

#[test]
fn collinear_corners_have_the_light_of_their_quad() {
    let mut builder = SceneBuilder::new();
    // Around the edge: the first corner is between the third and the second.
    let corners = [(32.0, 0.0), (0.0, 0.0), (64.0, 0.0), (32.0, 48.0)];
    let corners = corners.map(|(x, y)| on_canvas(x, y, 0.0));
    builder.face(lit(), &corners, [[255; 3]; 4], [[0.0; 2]; 4]);
    let triangle = [(0.0, 4.0), (0.0, 48.0), (24.0, 48.0)].map(|(x, y)| on_canvas(x, y, 0.0));
    builder.face(lit(), &triangle, [[255; 3]; 4], [[0.0; 2]; 4]);
    let mut scene = builder.scene;
    scene.light = sun(Vec3::Z);
    let image = draw(scene);
    assert_eq!([red(&image, 32, 10), red(&image, 3, 40)], [BRIGHT; 2]);
}

#[test]
fn uses_stored_normals() {
    for (normal, to_light, shown) in [
        (Vec3::Z, Vec3::Z, BRIGHT),
        (Vec3::X, Vec3::Z, DARK),
        (Vec3::X, Vec3::X, BRIGHT),
        (Vec3::new(-1.0, 0.0, -1.0), Vec3::X, DARK),
        // An invalid normal: the face normal is used.
        (Vec3::ZERO, Vec3::Z, BRIGHT),
    ] {
        let scene = Scene { light: sun(to_light), ..with_normal(normal) };
        assert_eq!(red(&draw(scene), 30, 20), shown, "{normal} in the light of {to_light}");
    }
}

#[test]
fn interpolates_light_between_corners() {
    let mut scene = Scene { light: sun(Vec3::Z), ..with_normal(Vec3::Z) };
    scene.meshes[0].normals.push(Vec3::X);
    scene.meshes[0].faces.update(|at, face| {
        if at == 0 {
            face.normals = [0, 1, 0, 1];
        }
    });
    let image = draw(scene);
    let row: Vec<u8> = (0..64).map(|x| red(&image, x, 20)).collect();
    assert!(row.windows(2).all(|pair| pair[0] >= pair[1]), "{row:?}");
    assert!(row[0] > BRIGHT - 4 && row[63] < DARK + 4, "{row:?}");
}

#[test]
fn lights_rotated_nodes_in_world_space() {
    let turned = Mat4::from_rotation_z(90f32.to_radians());
    let middle = Mat4::from_translation(on_canvas(32.0, 24.0, 0.0));
    for (name, change) in [
        ("turned", Mat4::IDENTITY),
        ("and twice as large", Mat4::from_scale(Vec3::splat(2.0))),
        ("and mirrored", Mat4::from_scale(Vec3::new(1.0, -1.0, 1.0))),
    ] {
        // +X becomes +Y.
        let mut scene = Scene { light: sun(Vec3::Y), ..with_normal(Vec3::X) };
        scene.nodes[0].local = middle * turned * change * middle.inverse();
        assert_eq!(red(&draw(scene), 32, 24), BRIGHT, "{name}");
    }
}

#[test]
fn normals_follow_bones() {
    let mut scene = Scene { light: sun(Vec3::Y), ..with_normal(Vec3::X) };
    let middle = Mat4::from_translation(on_canvas(32.0, 24.0, 0.0));
    let local = middle * Mat4::from_rotation_z(90f32.to_radians()) * middle.inverse();
    scene.nodes.push(Node { local, ..Node::default() });
    let mut influences = [Influence::default(); 4];
    influences[0] = Influence { joint: 0, weight: 1.0 };
    scene.meshes[0].skin = Some(Skin {
        joints: vec![Joint { node: Id::new(1), inverse_bind: Mat4::IDENTITY }],
        influences: vec![influences; 4],
    });
    assert_eq!(red(&draw(scene), 32, 24), BRIGHT);
}

#[test]
fn lamps_add_up_and_saturate_at_white() {
    let lamp = |to_light, colour: [f32; 3]| Lamp { to_light, colour: colour.into() };
    let light = Light {
        name: "rig".to_owned(),
        ambient: Vec3::new(0.25, 0.0, 0.125),
        lamps: vec![
            lamp(Vec3::Z, [0.25, 0.5, 2.0]),
            lamp(Vec3::NEG_Z, [1.0; 3]),
            lamp(Vec3::Z, [0.25, 0.25, 0.0]),
        ],
        origin: Origin::default(),
    };
    let scene = Scene { light: Some(light), ..with_normal(Vec3::Z) };
    assert_eq!(draw(scene).get_pixel(10, 10).0, [191, 191, 255, 255]);
}

#[test]
fn unlit_faces_and_scenes_without_lights_keep_their_colours() {
    let dark = Scene { light: None, ..with_normal(Vec3::X) };
    assert_eq!(red(&draw(dark), 30, 20), 255);
    let mut unlit = Scene { light: sun(Vec3::Z), ..with_normal(Vec3::X) };
    unlit.materials[0].lit = false;
    assert_eq!(red(&draw(unlit), 30, 20), 255);
}

#[test]
fn relief_is_visible_on_uncoloured_terrain() {
    let height = |x: f64, y: f64| 4.0 * (x / 3.0).sin() + 4.0 * (y / 4.0).cos() + 8.0;
    let side = || (0..32).map(f64::from);
    let points: Vec<[f64; 3]> =
        side().flat_map(|x| side().map(move |y| [x, y, height(x, y)])).collect();
    let terrain = Wtd::of_points(&points, 16).unwrap().write();
    let document = format_of::<Terrain>().open(&Source::from_bytes("hills.wtd", terrain)).unwrap();
    let scene = Arc::new(document.content.displayed().scene(Context::ALONE).unwrap().0);
    let camera = Camera {
        target: Vec3::new(16.0, 8.0, -16.0),
        pitch: 60.0,
        distance: 60.0,
        ..Camera::default()
    };
    let image = picture(&scene, SIZE, &camera, &options(Effects::CLEAN));
    let shades: BTreeSet<u8> = image.pixels().map(|pixel| pixel.0[0]).filter(|v| *v > 0).collect();
    assert!(shades.len() > 30, "{shades:?}");
}

/// Texels whose normals lean in different directions.
struct Leaning {
    bottom_up: bool,
}

impl TextureData for Leaning {
    fn decode(&self) -> Texels {
        Texels::Rgba(vec![[255; 4]; 4])
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }

    fn bottom_up(&self) -> bool {
        self.bottom_up
    }

    fn has_relief(&self) -> bool {
        true
    }

    fn normals(&self) -> Option<Vec<[u8; 3]>> {
        // Right, left; up in the picture, straight ahead.
        Some(vec![[255, 128, 128], [0, 128, 128], [128, 255, 128], [128, 128, 255]])
    }
}

/// A rectangle over the whole picture with that texture; v points down in the picture.
fn embossed(bottom_up: bool, to_light: Vec3, relief: bool) -> RgbaImage {
    let mut builder = SceneBuilder::new();
    let texture = builder.scene.textures.push(Texture {
        name: "leaning".to_owned(),
        id: 0,
        width: 2,
        height: 2,
        format: TexelFormat::Rgba8,
        palette: None,
        pixels: Arc::new(Leaning { bottom_up }),
        origin: Origin::default(),
    });
    let surface = Surface::Textured { texture, palette: None };
    let material = Material { surface, uv: UvSpace::Fraction, ..lit() };
    // With the front towards the viewer.
    let [left, right, low_left, low_right] = rect(0, 0, 64, 48).corners(0.0);
    let uvs = [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    builder.face(material, &[right, left, low_right, low_left], [[255; 3]; 4], uvs);
    builder.scene.light = sun(to_light);
    let effects = Effects { relief, ..Effects::CLEAN };
    picture(&Arc::new(builder.scene), SIZE, &canvas_camera(SIZE.0, SIZE.1), &options(effects))
}

#[test]
fn bump_maps_change_light_per_texel() {
    let quarters =
        |image: &RgbaImage| [(16, 12), (48, 12), (16, 36), (48, 36)].map(|(x, y)| red(image, x, y));
    let near = |shown: [u8; 4], expected: [u8; 4]| {
        shown.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 2)
    };
    // From the right: normals that lean right are lit, the others are dark or perpendicular.
    let right = quarters(&embossed(false, Vec3::X, true));
    assert!(near(right, [BRIGHT, DARK, DARK, DARK]), "{right:?}");
    let straight = quarters(&embossed(false, Vec3::Z, true));
    assert!(near(straight, [DARK, DARK, DARK, BRIGHT]), "{straight:?}");
    // v points down here: up in the picture is negative v, unless the first row is the lowest.
    let above = quarters(&embossed(false, Vec3::Y, true));
    assert!(near(above, [DARK, DARK, BRIGHT, DARK]), "{above:?}");
    let below = quarters(&embossed(true, -Vec3::Y, true));
    assert!(near(below, [DARK, DARK, BRIGHT, DARK]), "{below:?}");
    let flat = quarters(&embossed(false, Vec3::Z, false));
    assert_eq!(flat, [BRIGHT; 4]);
}
