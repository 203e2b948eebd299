//! Loading of textures while the scene is displayed.

use std::sync::Arc;
use std::time::Duration;

use gouraud::render::{
    BUDGET, Camera, Effects, PictureRenderer, RenderOptions, SceneBuffers, Shot, TextureLoader,
    faces_at,
};
use gouraud::scene::*;
use image::RgbaImage;

use crate::common::{gpu, options, picture};
use crate::scene_builder::{SceneBuilder, canvas_camera, rect, textured};
use gouraud_testing::island::{self, Plan, STEP};

const SIZE: (u32, u32) = (96, 64);
const ASPECT: f32 = 1.5;

/// Four patches, each with its own texture.
const FOUR: Plan = Plan { instances: 4, meshes: 4, textures: 4, side: 16, quads: 2 };

/// Bytes of one of their textures.
const ONE: u64 = 16 * 16 * 4;

fn draw(buffers: &SceneBuffers, camera: &Camera) -> RgbaImage {
    let mut still = PictureRenderer::new(gpu(), SIZE.0, SIZE.1).unwrap();
    still.render(gpu(), &Shot::new(buffers, camera, &options(Effects::CLEAN))).unwrap()
}

/// Draws frames until all textures for this camera are loaded.
fn settle(buffers: &mut SceneBuffers, camera: &Camera) {
    buffers.stream_textures(gpu(), camera, ASPECT);
    while buffers.is_streaming() {
        if let Some(loader) = buffers.texture_loader().cloned() {
            loader.run(|| true);
        }
        buffers.stream_textures(gpu(), camera, ASPECT);
    }
}

/// A camera so near to one patch that no other is in the picture.
fn before(patch: usize) -> Camera {
    let (x, z) = ((patch % 2) as f32 * STEP, (patch / 2) as f32 * STEP);
    let target = glam::Vec3::new(x, 0.0, z);
    Camera { target, pitch: 80.0, distance: 6.0, ..Camera::default() }
}

#[test]
fn draws_before_textures_load_and_equals_the_full_scene_after() {
    let scene = Arc::new(island::scene(FOUR));
    let camera = before(0);
    let mut buffers = SceneBuffers::streamed(gpu(), scene.clone(), Duration::ZERO, BUDGET);
    assert!(buffers.is_streaming() && buffers.notes().is_empty());
    let first = draw(&buffers, &camera);
    settle(&mut buffers, &camera);
    let whole = picture(&scene, SIZE, &camera, &options(Effects::CLEAN));
    assert!(first != whole, "the first picture has no texels");
    assert_eq!(draw(&buffers, &camera), whole);
    assert!(buffers.texture_loader().is_none());
}

#[test]
fn loads_small_scenes_immediately() {
    let scene = Arc::new(island::scene(FOUR));
    let long = Duration::from_secs(60);
    let buffers = SceneBuffers::streamed(gpu(), scene.clone(), long, BUDGET);
    assert!(!buffers.is_streaming() && buffers.texture_loader().is_none());
    let whole = picture(&scene, SIZE, &before(0), &options(Effects::CLEAN));
    assert_eq!(draw(&buffers, &before(0)), whole);
}

/// A texture with a fixed colour while its texels are not loaded.
struct Filled(Option<[u8; 3]>);

impl TextureData for Filled {
    fn decode(&self) -> Texels {
        Texels::Rgba(vec![[255, 0, 0, 255]; 4])
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }

    fn fill(&self) -> Option<[u8; 3]> {
        self.0
    }
}

#[test]
fn unloaded_textures_have_their_fill_colour_or_grey() {
    let mut builder = SceneBuilder::new();
    for (at, fill) in [(0, Some([10, 200, 30])), (32, None)] {
        let texture = builder.rgba(2, &[[0; 4]; 4]);
        builder.scene.textures[texture.index()].pixels = Arc::new(Filled(fill));
        let raw = Material { colour: ColourScale::Raw, ..textured(texture, None) };
        builder.rectangle(raw.clone(), rect(at, 0, 32, 32), 0.0, [255; 3]);
        // The same face, transparent.
        let glass = Material { blend: Some(Blend::Average), ..raw };
        builder.rectangle(glass, rect(at, 32, 32, 32), 0.0, [255; 3]);
    }
    let scene = builder.build();
    let camera = canvas_camera(64, 64);
    let mut buffers = SceneBuffers::streamed(gpu(), scene.clone(), Duration::ZERO, BUDGET);
    let mut still = PictureRenderer::new(gpu(), 64, 64).unwrap();
    let black = options(Effects::CLEAN);
    let shown = still.render(gpu(), &Shot::new(&buffers, &camera, &black)).unwrap();
    let at = |x, y| shown.get_pixel(x, y).0;
    assert_eq!((at(16, 16), at(48, 16)), ([10, 200, 30, 255], [128, 128, 128, 255]));
    assert_eq!((at(16, 48), at(48, 48)), ([5, 100, 15, 255], [64, 64, 64, 255]));
    // Picking works without texels, too.
    let hit = |buffers: &SceneBuffers, at| {
        let plain = RenderOptions::new(Effects::CLEAN);
        faces_at(&Shot::new(buffers, &camera, &plain), (64, 64), at)
            .first()
            .map(|hit| hit.face.face)
    };
    assert_eq!((hit(&buffers, (16, 16)), hit(&buffers, (48, 48))), (Some(0), Some(3)));
    settle(&mut buffers, &camera);
    let shown = still.render(gpu(), &Shot::new(&buffers, &camera, &black)).unwrap();
    assert_eq!(shown.get_pixel(16, 16).0, [255, 0, 0, 255]);
}

#[test]
fn evicts_textures_that_are_not_visible() {
    let scene = Arc::new(island::scene(FOUR));
    let mut buffers = SceneBuffers::streamed(gpu(), scene.clone(), Duration::ZERO, ONE * 2);
    assert_eq!(buffers.notes().len(), 1, "{:?}", buffers.notes());
    assert!(buffers.notes()[0].contains("are resident"), "{:?}", buffers.notes());
    for patch in [3, 0, 2, 1, 3] {
        let camera = before(patch);
        settle(&mut buffers, &camera);
        let whole = picture(&scene, SIZE, &camera, &options(Effects::CLEAN));
        assert_eq!(draw(&buffers, &camera), whole, "patch {patch}");
    }
    // All four are visible, and two of them have texels: no endless reloading.
    let far = Camera { target: glam::Vec3::new(6.0, 0.0, 6.0), distance: 40.0, ..before(0) };
    settle(&mut buffers, &far);
    let seen = draw(&buffers, &far);
    settle(&mut buffers, &far);
    assert_eq!(draw(&buffers, &far), seen);
}

#[test]
fn reports_textures_larger_than_the_budget() {
    let scene = Arc::new(island::scene(Plan { textures: 1, ..FOUR }));
    let mut buffers = SceneBuffers::streamed(gpu(), scene, Duration::from_secs(9), ONE / 2);
    assert!(buffers.notes().iter().any(|note| note.contains("texture 0 exceeds video memory")));
    settle(&mut buffers, &before(0));
    assert!(!buffers.is_streaming());
}

#[test]
fn stopped_loader_requests_nothing() {
    let scene = Arc::new(island::scene(FOUR));
    let mut buffers = SceneBuffers::streamed(gpu(), scene, Duration::ZERO, BUDGET);
    let loader: Arc<TextureLoader> = buffers.texture_loader().unwrap().clone();
    assert_eq!(loader.progress(), (0, 4));
    let first = draw(&buffers, &before(0));
    loader.run(|| false);
    loader.stop();
    settle(&mut buffers, &before(0));
    assert!(buffers.texture_loader().is_none());
    assert_eq!(draw(&buffers, &before(0)), first);
}

#[test]
fn loads_nearer_textures_first() {
    let scene = Arc::new(island::scene(Plan { instances: 16, meshes: 16, textures: 16, ..FOUR }));
    let mut buffers = SceneBuffers::streamed(gpu(), scene.clone(), Duration::ZERO, BUDGET);
    // In front of the last patch of four rows.
    let target = glam::Vec3::new(STEP * 3.0, 0.0, STEP * 3.0);
    let camera = Camera { target, pitch: 80.0, distance: 6.0, ..Camera::default() };
    buffers.stream_textures(gpu(), &camera, ASPECT);
    let loader = buffers.texture_loader().unwrap().clone();
    loader.run(|| loader.progress().0 == 0);
    buffers.stream_textures(gpu(), &camera, ASPECT);
    let whole = picture(&scene, SIZE, &camera, &options(Effects::CLEAN));
    assert_eq!(draw(&buffers, &camera), whole);
}
