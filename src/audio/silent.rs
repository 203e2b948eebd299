//! An output without a device, which keeps time silently.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Mixer, Output};

/// Pulls from the mixer in real time.
#[derive(Default)]
pub struct SilentClock {
    running: Option<Running>,
}

struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

const RATE: u32 = 48_000;
const TICK: Duration = Duration::from_millis(5);
/// Frames that are pulled at a time; after the machine was asleep there are many.
const BATCH: usize = 4_800;

impl SilentClock {
    fn end(&mut self) {
        if let Some(Running { stop, thread }) = self.running.take() {
            stop.store(true, Ordering::Relaxed);
            // A panic of that thread was already reported.
            let _ = thread.join();
        }
    }
}

impl Output for SilentClock {
    fn start(&mut self, mut mixer: Mixer) -> Result<(), String> {
        self.end();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let run = move || {
            let mut scratch = vec![0.0; BATCH];
            let (start, mut done) = (Instant::now(), 0u64);
            while !stopped.load(Ordering::Relaxed) {
                let due = (start.elapsed().as_secs_f64() * f64::from(RATE)) as u64;
                while done < due {
                    let frames = usize::try_from(due - done).unwrap_or(BATCH).min(BATCH);
                    if let Some(part) = scratch.get_mut(..frames) {
                        mixer.render(part, 1, RATE);
                    }
                    done += frames as u64;
                }
                std::thread::sleep(TICK);
            }
        };
        let thread = std::thread::Builder::new().name("silent clock".to_owned()).spawn(run);
        let thread = thread.map_err(|error| error.to_string())?;
        self.running = Some(Running { stop, thread });
        Ok(())
    }

    fn stop(&mut self) {
        self.end();
    }

    fn name(&self) -> String {
        "no device (silent clock)".to_owned()
    }
}

impl Drop for SilentClock {
    fn drop(&mut self) {
        self.end();
    }
}
