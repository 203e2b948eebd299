//! Stack for files and expressions that nest deeply.

use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Size of the stack, sufficient for [`MAX_LEVELS`] without optimisation.
const STACK: usize = 128 << 20;
/// Maximum number of nested evaluations of expressions and fields.
pub(super) const MAX_LEVELS: usize = 8192;

/// Runs on a large stack; `None` if there is no memory for it.
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()?;
        Some(spawned.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
