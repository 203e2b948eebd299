//! Stored choice of the output device.

use serde::{Deserialize, Serialize};

use super::{Device, DeviceName, Output, SilentClock};

/// A choice of output.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Route {
    /// The system's default device.
    #[default]
    System,
    /// One device; the system's default while it is not available.
    Device(DeviceName),
    /// No device: time advances without sound.
    Silent,
}

impl Route {
    /// Creates the output, not yet started.
    pub fn output(&self) -> Box<dyn Output> {
        match self {
            Route::System => Box::new(Device::default()),
            Route::Device(device) => Box::new(Device::new(Some(device.clone()))),
            Route::Silent => Box::new(SilentClock::default()),
        }
    }

    /// Displayed name of the choice.
    pub fn title(&self) -> &str {
        match self {
            Route::System => "System default",
            Route::Device(device) => &device.name,
            Route::Silent => "No device (silent clock)",
        }
    }
}
