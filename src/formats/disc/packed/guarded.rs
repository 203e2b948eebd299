//! Runs decoders of other crates on untrusted data.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

thread_local! {
    /// `true` while foreign code runs on this thread; its panics are handled as errors.
    static IS_FOREIGN: Cell<bool> = const { Cell::new(false) };
}

/// Installs a panic hook that ignores panics of foreign code, and passes all others to the previous hook.
fn ignore_foreign_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_FOREIGN.get() {
                previous(panic);
            }
        }));
    });
}

/// Runs foreign code on possibly damaged data. A panic becomes an error, and nothing is printed.
///
/// # Errors
/// The error of the code, as a message.
pub fn guarded<T, E: Display>(f: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    // A panicking thread must not change the hook.
    if !std::thread::panicking() {
        ignore_foreign_panics();
    }
    let before = IS_FOREIGN.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    IS_FOREIGN.set(before);
    match result {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the data is damaged".to_owned()),
    }
}

/// A pool of decoders that each serve one caller at a time. Callers never wait: if no decoder is
/// free, the caller creates one.
pub struct Pool<T>(Mutex<Vec<T>>);

/// Maximum number of idle decoders.
const MAX_IDLE: usize = 4;

impl<T> Pool<T> {
    /// A pool with one decoder.
    pub fn new(first: T) -> Self {
        Self(Mutex::new(vec![first]))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an idle decoder.
    pub fn take(&self) -> Option<T> {
        self.idle().pop()
    }

    /// Returns a working decoder to the pool.
    pub fn give(&self, decoder: T) {
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE {
            idle.push(decoder);
        }
    }
}
