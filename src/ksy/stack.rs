//! Stack for files and expressions that nest deeply.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::thread::{self, Builder};

/// Size of the stack, sufficient for [`MAX_LEVELS`] without optimisation.
const STACK: usize = 128 << 20;
/// Maximum number of nested evaluations of expressions and fields on the large stack.
const MAX_LEVELS: usize = 8192;
/// Maximum number of nested evaluations on the stack of any other thread.
const MAX_LEVELS_ELSEWHERE: usize = 100;

thread_local! {
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// Maximum number of nested evaluations on this thread.
pub(super) fn max_levels() -> usize {
    if IS_LARGE.get() { MAX_LEVELS } else { MAX_LEVELS_ELSEWHERE }
}

/// Runs on a large stack; `None` if there is no memory for it.
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Option<T> {
    if IS_LARGE.get() {
        return Some(run());
    }
    let run = || {
        IS_LARGE.set(true);
        run()
    };
    thread::scope(|scope| {
        let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()?;
        Some(spawned.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
