//! Faults of a device that its calls do not return: its loss, and failed commands.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Part of the message if commands were submitted while the surface was resized. The next frame finds the
/// surface outdated, and egui resizes it again.
const BUSY_SURFACE: &str = "wait for GPU to come idle before reconfiguring the Surface";

/// The faults of a device. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct DeviceFaults(Arc<Faults>);

#[derive(Debug, Default)]
struct Faults {
    lost: OnceLock<String>,
    /// The first failed command since the last [`DeviceFaults::take_error`].
    error: Mutex<Option<String>>,
}

impl DeviceFaults {
    /// Records the faults of `device` from now on, and calls `wake` after each. Without this, a failed
    /// command ends the program.
    pub fn watch(&self, device: &wgpu::Device, wake: impl Fn() + Send + Sync + 'static) {
        let wake = Arc::new(wake);
        let (faults, woken) = (self.clone(), wake.clone());
        device.set_device_lost_callback(move |_, why| {
            faults.set_lost(why);
            woken();
        });
        let faults = self.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            match error {
                wgpu::Error::OutOfMemory { .. } => {
                    faults.add_error("the graphics memory is full".to_owned());
                }
                other => match one_line(&other.to_string()) {
                    busy if busy.contains(BUSY_SURFACE) => log::debug!("the surface is busy"),
                    why => faults.add_error(why),
                },
            }
            wake();
        }));
    }

    /// Records that the device no longer works.
    pub fn set_lost(&self, why: String) {
        let why = if why.is_empty() { "the device was removed".to_owned() } else { one_line(&why) };
        log::error!("the graphics device stopped working: {why}");
        let _ = self.0.lost.set(why);
    }

    /// Reason why the device no longer works.
    pub fn lost(&self) -> Option<&str> {
        self.0.lost.get().map(String::as_str)
    }

    fn add_error(&self, why: String) {
        log::error!("a graphics command failed: {why}");
        let mut error = self.0.error.lock().unwrap_or_else(PoisonError::into_inner);
        error.get_or_insert(why);
    }

    /// The first failed command since the last call.
    pub fn take_error(&self) -> Option<String> {
        self.0.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A message of several lines with indented causes, in one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
