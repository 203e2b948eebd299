//! Animated surfaces through the real shaders: a moment equals a scene that was built with its values,
//! and the start equals the scene itself.

use std::sync::Arc;

use gouraud::render::{Camera, Effects, PictureRenderer, SceneBuffers, Shot, faces_at};
use gouraud::scene::*;
use image::RgbaImage;

use crate::common::{gpu, options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, plain, rect, textured};

const SIZE: (u32, u32) = (32, 8);
const STYLES: [Effects; 2] = [Effects::PS1, Effects::CLEAN];

fn camera() -> Camera {
    canvas_camera(SIZE.0, SIZE.1)
}

/// Squares with a UV animation, a palette animation, a flipbook, and a material animation.
fn scene() -> Scene {
    let mut builder = SceneBuilder::new();
    let shade = |step: u32| (0..8u32).map(move |x| (0x421 * ((x * step) % 31 + 1)) as u16);
    let rows: Vec<u16> = (0..8).flat_map(|_| shade(3)).collect();
    let other: Vec<u16> = (0..8).flat_map(|_| shade(7)).collect();
    let [flowing, second] = [rows, other].map(|words| builder.direct(8, &words));
    let neutral = [128; 3];
    let flow = Material { tiled: true, ..textured(flowing, None) };
    builder.rectangle(flow, rect(0, 0, 8, 8), 0.0, neutral);
    let square = builder.rectangle(plain(), rect(8, 0, 8, 8), 0.0, [8, 16, 24]);
    let book = Material { name: "book".into(), ..textured(flowing, None) };
    builder.rectangle(book, rect(16, 0, 8, 8), 0.0, neutral);
    let fading = Material { name: "fading".into(), ..plain() };
    builder.rectangle(fading, rect(24, 0, 8, 8), 0.0, [160, 80, 40]);
    let mut scene = builder.scene;
    let mesh = &mut scene.meshes[0];
    mesh.colour_table = Some(Id::new(0));
    mesh.faces.update(|at, face| {
        if at == square {
            face.colour_refs = CornerRefs::Table([1; 4]);
        }
    });
    mesh.uv_animations = vec![UvAnimation {
        faces: UvAnimatedFaces::Material(mesh.faces.get(0).unwrap().material),
        // Three texels a second.
        scroll: [3.0 / TICKS, 0.0],
        course: None,
        turns: 0.0,
        round: 0,
        grain: 0.0,
        origin: Origin::default(),
    }];
    let material = mesh.faces.get(2).unwrap().material;
    scene.colour_tables.push(ColourTable {
        name: "table".into(),
        colours: [[0; 3], [8, 16, 24]].into(),
        origin: Origin::default(),
        entries: Spans::default(),
        ..Default::default()
    });
    let key = |colour| PaletteKey { colour, ticks: 60 };
    let keys = vec![key([8, 16, 24]), key([200, 96, 48])];
    scene.palette_animations =
        vec![PaletteAnimation { entry: 1, keys, ..PaletteAnimation::default() }];
    let page = |texture| FlipFrame {
        name: "page".into(),
        surface: Surface::Textured { texture, palette: None },
        origin: Origin::default(),
    };
    // Half of the red and the green, and a blue glow: 0.2 of 255 is 51.
    scene.material_animations = vec![MaterialAnimation {
        material: scene.meshes[0].faces.get(3).unwrap().material,
        rest: Paint { colour: [1.0; 3], glow: [0.0; 3] },
        colour: Keyframes::new(true, [(0, [1.0; 3]), (120, [0.0, 1.0, 1.0])]),
        glow: Keyframes::new(false, [(60, [0.0; 3]), (60, [0.0, 0.0, 0.2])]),
        round: 240,
        ..MaterialAnimation::default()
    }];
    scene.flipbooks = vec![Flipbook {
        material,
        frames: vec![page(flowing), page(second)],
        round: 2,
        seconds: 1.0,
        ..Flipbook::default()
    }];
    scene
}

/// The scene as it looks after a second, without animations.
fn after_a_second() -> Scene {
    let mut scene = scene();
    let mesh = &mut scene.meshes[0];
    mesh.uv_animations.clear();
    mesh.faces.update(|at, face| match at {
        0 => face.uvs.iter_mut().for_each(|uv| uv[0] += 3.0),
        1 => face.colours = [[200, 96, 48]; 4],
        3 => face.colours = [[80, 80, 91]; 4],
        _ => {}
    });
    let book = mesh.faces.get(2).unwrap().material.index();
    scene.materials[book].surface = scene.flipbooks[0].frames[1].surface;
    scene.palette_animations.clear();
    scene.material_animations.clear();
    scene.flipbooks.clear();
    scene
}

/// The picture after passing through all of these moments.
fn moments(scene: &Arc<Scene>, seconds: &[f32], effects: Effects) -> RgbaImage {
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    for seconds in seconds {
        buffers.set_moved(gpu(), &Arc::new(scene.moved(*seconds, FlashLimit::Free)));
    }
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    still.render(gpu(), &Shot::new(&buffers, &camera(), &options(effects))).unwrap()
}

#[test]
fn moments_equal_scenes_built_with_their_values() {
    let (scene, built) = (Arc::new(scene()), Arc::new(after_a_second()));
    for effects in STYLES {
        let start = picture(&scene, SIZE, &camera(), &options(effects));
        let wanted = picture(&built, SIZE, &camera(), &options(effects));
        assert!(start != wanted);
        assert!(moments(&scene, &[1.0], effects) == wanted, "{effects:?}");
        assert!(
            moments(&scene, &[0.5, 1.0], effects) == wanted,
            "does not depend on earlier moments"
        );
        assert!(moments(&scene, &[1.0, 0.0], effects) == start, "back at the start");
        assert!(moments(&scene, &[], effects) == start);
    }
}

#[test]
fn every_square_is_animated_separately() {
    let scene = Arc::new(scene());
    let square = |picture: &RgbaImage, number: u32| {
        image::imageops::crop_imm(picture, number * 8, 0, 8, 8).to_image()
    };
    let start = moments(&scene, &[], Effects::CLEAN);
    let later = moments(&scene, &[0.5], Effects::CLEAN);
    let changed: Vec<bool> = (0..4).map(|n| square(&start, n) != square(&later, n)).collect();
    assert_eq!(changed, [true, true, false, true], "the flipbook advances after a second");
}

#[test]
fn picking_returns_current_texture_coordinates() {
    let scene = Arc::new(scene());
    let mut buffers = SceneBuffers::new(gpu(), scene.clone());
    let at = |buffers: &SceneBuffers| {
        let hits = faces_at(&Shot::new(buffers, &camera(), &options(Effects::CLEAN)), SIZE, (2, 4));
        hits[0].uv[0]
    };
    let before = at(&buffers);
    buffers.set_moved(gpu(), &Arc::new(scene.moved(1.0, FlashLimit::Free)));
    assert!((at(&buffers) - before - 3.0).abs() < 1e-4);
}
