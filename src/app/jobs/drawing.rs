//! Exports that draw the scene.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use image::{ImageFormat, RgbaImage};

use crate::app::model::SharedGpu;
use crate::app::model::export::preview::Request;
use crate::export::{Job, Progress, Report};
use crate::render::{Gpu, GpuFrameRenderer};
use crate::scene::{FrameRenderer, Scene};

/// Runs an export; pictures are drawn on the window's device.
pub fn run(
    job: &Job<'_>,
    gpu: &SharedGpu,
    folder: &Path,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Report {
    if !job.needs_painter() {
        return job.run(folder, progress);
    }
    let scene: Arc<Scene> = Arc::new(job.scene.clone());
    let gpu = gpu.wait().as_ref().and_then(Gpu::aside);
    let pictures = job.options.pictures;
    let size = (pictures.side, pictures.side);
    match gpu.and_then(|gpu| GpuFrameRenderer::of(gpu, scene, size).ok()) {
        Some(renderer) => job.run_drawn(&renderer.on(pictures.background), folder, progress),
        None => job.run(folder, progress),
    }
}

/// The first picture of a series and the properties of all of them.
pub struct FirstPicture {
    pub picture: RgbaImage,
    /// Bytes of the picture as PNG.
    pub bytes: u64,
    pub count: u32,
    pub seconds: f64,
}

/// Draws the first picture of a series; `None` if it cannot be drawn.
pub fn first(gpu: &SharedGpu, scene: &Arc<Scene>, request: &Request) -> Option<FirstPicture> {
    let Request { reel, settings, .. } = *request;
    let gpu = gpu.wait().as_ref().and_then(Gpu::aside)?;
    let renderer = GpuFrameRenderer::of(gpu, scene.clone(), (settings.side, settings.side)).ok()?;
    let drawn = renderer.on(settings.background).paint(reel, 0).ok()?;
    let pixels = drawn.pixels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect();
    let picture = RgbaImage::from_raw(drawn.width, drawn.height, pixels)?;
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).ok()?;
    let bytes = file.into_inner().len() as u64;
    Some(FirstPicture { picture, bytes, count: reel.pictures(scene), seconds: reel.seconds(scene) })
}
