//! The device that draws.

use std::sync::{Arc, OnceLock};

use crate::render::Gpu;

/// The device, once it is ready; `None` when there is none. Pipelines take a while to compile, so
/// that a job makes it.
pub type SharedGpu = Arc<OnceLock<Option<Gpu>>>;
