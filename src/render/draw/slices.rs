//! Submits a large picture in slices. A software adapter executes submissions in order: if a picture were
//! submitted at once, every frame of the window would wait until all of it is drawn.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::render::device::Gpu;

/// Time between two checks whether a slice is drawn.
const PAUSE: Duration = Duration::from_millis(1);

/// A function that requests a frame of the window.
#[derive(Clone)]
pub struct Wake(pub Arc<dyn Fn() + Send + Sync>);

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

/// A picture of which a thread submits one slice after the other.
#[derive(Debug)]
pub struct SlicedDrawing {
    ended: Arc<AtomicBool>,
    cancelled: Arc<AtomicBool>,
}

impl SlicedDrawing {
    /// Starts the thread; it calls `wake` at the end.
    pub fn start(gpu: &Gpu, slices: Vec<wgpu::CommandBuffer>, wake: Wake) -> Self {
        let drawing = Self { ended: Arc::default(), cancelled: Arc::default() };
        let (ended, cancelled) = (drawing.ended.clone(), drawing.cancelled.clone());
        let gpu = gpu.clone();
        let work = move || {
            let mut before: Option<Arc<AtomicBool>> = None;
            for slice in slices {
                if cancelled.load(Ordering::Relaxed) {
                    break;
                }
                // One slice is projected while the previous one is rasterized.
                let last = before.replace(submit(&gpu, slice));
                last.into_iter().for_each(|last| wait(&gpu, &last));
            }
            before.into_iter().for_each(|last| wait(&gpu, &last));
            ended.store(true, Ordering::Release);
            (wake.0)();
        };
        if let Err(error) = std::thread::Builder::new().name("picture".to_owned()).spawn(work) {
            log::error!("cannot start a thread: {error}");
            drawing.ended.store(true, Ordering::Release);
        }
        drawing
    }

    /// `true` if everything is drawn.
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }
}

impl Drop for SlicedDrawing {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Submits a slice; the result becomes `true` when it is drawn.
fn submit(gpu: &Gpu, slice: wgpu::CommandBuffer) -> Arc<AtomicBool> {
    let drawn = Arc::new(AtomicBool::new(false));
    let signal = drawn.clone();
    gpu.queue.submit([slice]);
    gpu.queue.on_submitted_work_done(move || signal.store(true, Ordering::Release));
    drawn
}

/// Waits without blocking other threads that use the device.
fn wait(gpu: &Gpu, drawn: &AtomicBool) {
    while !drawn.load(Ordering::Acquire) && gpu.faults().lost().is_none() {
        std::thread::sleep(PAUSE);
        gpu.poll_callbacks();
    }
}
