//! The folder of samples beside the checkout, which may be absent.

use std::path::{Path, PathBuf};

/// The folder of samples: `GOURAUD_SAMPLES`, or `shared/samples` beside the checkout.
pub fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples");
    std::env::var_os("GOURAUD_SAMPLES").map_or_else(beside, PathBuf::from)
}
