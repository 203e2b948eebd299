//! Exports for which the scene has to be drawn.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::app::model::SharedGpu;
use crate::export::{Job, Progress, Report};
use crate::render::{Easel, Gpu};
use crate::scene::Scene;

/// Pixels of what is drawn.
const DRAWN: (u32, u32) = (480, 480);

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
    match gpu.and_then(|gpu| Easel::of(gpu, scene, DRAWN).ok()) {
        Some(easel) => job.run_drawn(&easel, folder, progress),
        None => job.run(folder, progress),
    }
}
