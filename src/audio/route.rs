//! Choice of the output device, as it is kept.

use serde::{Deserialize, Serialize};

use super::{Device, DeviceName, Output, SilentClock};

/// A choice of output.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Route {
    /// The device that is the system's default.
    #[default]
    System,
    /// One device; the system's default while that is not there.
    Device(DeviceName),
    /// No device: time goes on without sound.
    Silent,
}

impl Route {
    /// An output that goes there, not yet started.
    pub fn output(&self) -> Box<dyn Output> {
        match self {
            Route::System => Box::new(Device::default()),
            Route::Device(device) => Box::new(Device::new(Some(device.clone()))),
            Route::Silent => Box::new(SilentClock::default()),
        }
    }

    /// Title of the route.
    pub fn title(&self) -> &str {
        match self {
            Route::System => "System default",
            Route::Device(device) => &device.name,
            Route::Silent => "No device (silent clock)",
        }
    }
}
