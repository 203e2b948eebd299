//! Decoders of other crates, run on files that nobody vouches for.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs foreign code on damaged bytes: where it gives up altogether, that too is an error.
///
/// # Errors
/// What the code gives, as a sentence.
pub fn guarded<T, E: Display>(f: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the data is damaged".to_owned()),
    }
}

/// Decoders that work for one at a time. Nobody waits for another's: who finds none makes one.
pub struct Pool<T>(Mutex<Vec<T>>);

/// Decoders that are kept while nobody needs them.
const MAX_IDLE: usize = 4;

impl<T> Pool<T> {
    /// A pool of one.
    pub fn new(first: T) -> Self {
        Self(Mutex::new(vec![first]))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that nobody uses.
    pub fn take(&self) -> Option<T> {
        self.idle().pop()
    }

    /// Gives one back that works.
    pub fn give(&self, decoder: T) {
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE {
            idle.push(decoder);
        }
    }
}
