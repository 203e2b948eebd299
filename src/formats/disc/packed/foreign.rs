//! Decoders of other crates, run on files that nobody vouches for.

use std::cell::Cell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

thread_local! {
    /// Whether foreign code runs on this thread, whose panics are answers like others.
    static IS_FOREIGN: Cell<bool> = const { Cell::new(false) };
}

/// Has panics of foreign code told nowhere, and all others told as before, by whoever did.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_FOREIGN.get() {
                told(panic);
            }
        }));
    });
}

/// Runs foreign code on damaged bytes: where it gives up altogether, that too is an error, and
/// nothing is printed.
///
/// # Errors
/// What the code gives, as a sentence.
pub fn guarded<T, E: Display>(f: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    // A panicking thread may not touch the hook.
    if !std::thread::panicking() {
        hush();
    }
    let before = IS_FOREIGN.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    IS_FOREIGN.set(before);
    match result {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// One test, as there is one hook.
    #[test]
    fn panics_of_foreign_code_are_errors_and_silent_and_others_are_told() {
        let told = Arc::new(AtomicUsize::new(0));
        let (own, counter) = (std::thread::current().id(), told.clone());
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if std::thread::current().id() == own {
                counter.fetch_add(1, Ordering::Relaxed);
            } else {
                before(panic);
            }
        }));
        let gives_up = || -> Result<(), String> { panic!("lost") };
        assert_eq!(guarded(gives_up), Err("the data is damaged".to_owned()));
        let nested = guarded(|| guarded(gives_up).or_else(|_| gives_up()));
        assert_eq!(nested, Err("the data is damaged".to_owned()));
        assert_eq!(told.load(Ordering::Relaxed), 0);
        assert!(catch_unwind(gives_up).is_err());
        assert_eq!(told.load(Ordering::Relaxed), 1);
        assert_eq!(guarded(|| Ok::<_, String>(1)), Ok(1));
    }
}
