//! Exports for which the scene has to be drawn.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::app::model::SharedGpu;
use crate::export::{Job, Progress, Report};
use crate::render::{Easel, Gpu};
use crate::scene::Scene;

/// Runs an export; where somebody has to draw for it that is done on the window's device.
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
    match gpu.and_then(|gpu| Easel::of(gpu, scene, size).ok()) {
        Some(easel) => job.run_drawn(&easel.on(pictures.background), folder, progress),
        None => job.run(folder, progress),
    }
}
