//! The device that all tests share, and helpers that draw a picture in one call.

use std::sync::{Arc, OnceLock};

use gouraud::render::{
    AdapterChoice, Camera, Effects, Gpu, Overlay, PictureRenderer, RenderOptions, SceneBuffers,
    Shot,
};
use gouraud::scene::Scene;
use image::RgbaImage;

/// The software adapter. Without one, tests fail with the message that users would see.
pub fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| Gpu::headless(AdapterChoice::Cpu).unwrap_or_else(|e| panic!("{e}")))
}

/// Black background.
pub fn options(effects: Effects) -> RenderOptions {
    RenderOptions { background: [0; 3], ..RenderOptions::new(effects) }
}

pub fn picture(
    scene: &Arc<Scene>,
    size: (u32, u32),
    camera: &Camera,
    options: &RenderOptions,
) -> RgbaImage {
    overlaid(scene, size, camera, options, None)
}

pub fn overlaid(
    scene: &Arc<Scene>,
    size: (u32, u32),
    camera: &Camera,
    options: &RenderOptions,
    overlay: Option<&Overlay>,
) -> RgbaImage {
    let buffers = SceneBuffers::new(gpu(), scene.clone());
    let mut still = PictureRenderer::new(gpu(), size.0, size.1).expect("the size can be drawn");
    still
        .render(gpu(), &Shot::new(&buffers, camera, options).with(overlay))
        .expect("the device works")
}

/// 5 bits of a channel as 8, for display.
pub fn expand(v: u32) -> u8 {
    ((v * 527 + 23) >> 6) as u8
}

/// A pixel's channels as 5 bits; each must be one of the 32 valid values.
pub fn five_bits(pixel: &image::Rgba<u8>) -> [u32; 3] {
    [0, 1, 2].map(|channel| {
        let v = pixel.0[channel];
        let five = u32::from(v >> 3);
        assert_eq!(expand(five), v, "a channel value that is not one of 32");
        five
    })
}
