//! Draws strips of small pictures of animations.

use std::sync::Arc;

use image::{RgbaImage, imageops};

use super::{Handle, Message};
use crate::app::model::SharedGpu;
use crate::render::{Gpu, GpuFrameRenderer};
use crate::scene::{AnimationId, FrameRenderer, FrameSequence, Scene};

/// Side of a picture in pixels.
pub const SIDE: u32 = 96;
/// Maximum number of pictures in a strip.
const PICTURES: u32 = 16;

/// Draws strips of these animations, and sends each when it is ready.
pub fn draw(
    handle: &Handle,
    gpu: &SharedGpu,
    scene: &Arc<Scene>,
    generation: u64,
    animations: &[AnimationId],
) {
    let gpu = gpu.wait().as_ref().and_then(Gpu::aside);
    let renderer = gpu.and_then(|gpu| GpuFrameRenderer::of(gpu, scene.clone(), (SIDE, SIDE)).ok());
    for animation in animations {
        if handle.cancelled() {
            return;
        }
        let strip = renderer.as_ref().and_then(|renderer| strip(renderer, scene, *animation));
        handle.send(Message::Strip { generation, animation: *animation, strip });
    }
}

/// The strip and its number of pictures.
fn strip(
    renderer: &GpuFrameRenderer,
    scene: &Scene,
    animation: AnimationId,
) -> Option<(RgbaImage, u32)> {
    let reel = FrameSequence::Animation(animation);
    let frames = reel.pictures(scene);
    let count = frames.min(PICTURES);
    let mut picture = RgbaImage::new(SIDE * count.max(1), SIDE);
    for at in 0..count {
        let frame = u64::from(at) * u64::from(frames) / u64::from(count.max(1));
        let drawn = renderer.paint(reel, u32::try_from(frame).ok()?).ok()?;
        let bytes = drawn.pixels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
        let one = RgbaImage::from_raw(drawn.width, drawn.height, bytes)?;
        imageops::replace(&mut picture, &one, i64::from(at * SIDE), 0);
    }
    (count > 0).then_some((picture, count))
}
