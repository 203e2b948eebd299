//! Rotates a model of the gallery: draws a sequence of pictures while they are requested.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::thumbnails::OpenFile;
use super::{Handle, Message};
use crate::app::model::SharedGpu;
use crate::app::model::document::thumbnails::Item;
use crate::library::Library;
use crate::scene::Element;

/// Degrees per second.
const SPEED: f32 = 45.0;
/// Time between pictures, on a graphics card and on a software adapter.
const FRAME: Duration = Duration::from_millis(33);
const SOFTWARE_FRAME: Duration = Duration::from_millis(100);
/// Time for which a file is kept open for another of its models.
const LINGER: Duration = Duration::from_millis(800);

/// The model to rotate; `None` stops. Only the newest one counts.
pub type RotationRequest = Option<Item>;

/// Rotates the requested models, until none is requested for a while.
pub fn turn(handle: &Handle, gpu: &SharedGpu, wishes: &Receiver<RotationRequest>) {
    // A separate library, so that closing files here does not affect those of the window.
    let library = Library::new();
    let mut last: Option<OpenFile> = None;
    let mut next = wait(wishes, LINGER);
    while let Some(wish) = next.filter(|_| !handle.cancelled()) {
        next = match wish {
            None => wait(wishes, LINGER),
            Some(item) => {
                let file = last.take().filter(|file| file.path == item.path);
                last = file.or_else(|| OpenFile::new(&library, &item.path));
                last.as_mut().and_then(|file| turn_one(handle, gpu, wishes, file, &item)).or_else(
                    // The model cannot be drawn.
                    || wait(wishes, LINGER),
                )
            }
        };
    }
}

/// Rotates a model until another request arrives, and returns that; `None` if the model cannot be drawn
/// or the window is closed.
fn turn_one(
    handle: &Handle,
    gpu: &SharedGpu,
    wishes: &Receiver<RotationRequest>,
    file: &mut OpenFile,
    item: &Item,
) -> Option<RotationRequest> {
    let Element::Mesh(mesh) = file.element(item.part.as_ref()?)? else { return None };
    let (drawing, alone) = file.model(gpu, mesh)?;
    let frame = if drawing.gpu().is_software() { SOFTWARE_FRAME } else { FRAME };
    let front = drawing.turntable(&alone);
    let start = Instant::now();
    while !handle.cancelled() {
        let begun = Instant::now();
        let mut camera = front;
        camera.orbit(start.elapsed().as_secs_f32() * SPEED, 0.0);
        let picture = drawing.take(&alone, &camera)?;
        handle.send(Message::Turned { item: item.clone(), picture });
        // Pause at least as long as drawing took, to leave time for other work.
        match wishes.recv_timeout(frame.saturating_sub(begun.elapsed()).max(begun.elapsed())) {
            Ok(wish) => return Some(newest(wish, wishes)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

/// The newest request that arrives within `time`.
fn wait(wishes: &Receiver<RotationRequest>, time: Duration) -> Option<RotationRequest> {
    wishes.recv_timeout(time).ok().map(|wish| newest(wish, wishes))
}

fn newest(wish: RotationRequest, wishes: &Receiver<RotationRequest>) -> RotationRequest {
    wishes.try_iter().last().unwrap_or(wish)
}
