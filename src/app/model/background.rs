//! Background work in which a panic does not end the program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Runs `work` and returns its result, or a message if it panicked.
pub fn caught<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    let failed = |_| format!("{name} crashed; please report this");
    catch_unwind(AssertUnwindSafe(work)).map_err(failed)
}

/// Runs `work` on a worker thread and passes its result to `done`: `None` if it panicked, which is
/// logged. An uncaught panic on a worker would abort the process.
pub fn spawn<T>(
    name: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
    done: impl FnOnce(Option<T>) + Send + 'static,
) {
    rayon::spawn(move || {
        let made = caught(name, work);
        done(made.inspect_err(|why| log::error!("{why}")).ok());
    });
}

/// A worker that computes only the newest request: the next one replaces one that has not begun.
pub struct Newest<T>(Arc<Mutex<Slot<T>>>);

struct Slot<T> {
    /// The request after the one in progress.
    next: Option<Box<dyn FnOnce() -> T + Send>>,
    busy: bool,
    result: Option<T>,
}

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Slot { next: None, busy: false, result: None })))
    }
}

impl<T: Send + 'static> Newest<T> {
    /// Runs `work` on a worker after the one in progress, and calls `ready` after each result.
    pub fn request(
        &self,
        name: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
        ready: impl Fn() + Send + 'static,
    ) {
        let mut slot = self.lock();
        slot.next = Some(Box::new(work));
        if !std::mem::replace(&mut slot.busy, true) {
            let worker = Self(self.0.clone());
            rayon::spawn(move || {
                while worker.run_next(name) {
                    ready();
                }
            });
        }
    }

    /// The last result, once.
    pub fn take(&self) -> Option<T> {
        self.lock().result.take()
    }

    /// `true` while a request or a result is pending.
    pub fn is_pending(&self) -> bool {
        let slot = self.lock();
        slot.busy || slot.result.is_some()
    }

    /// Runs the next request. Returns `false` if no request is waiting.
    fn run_next(&self, name: &'static str) -> bool {
        let mut slot = self.lock();
        let work = slot.next.take();
        slot.busy = work.is_some();
        drop(slot);
        let Some(work) = work else { return false };
        match caught(name, work) {
            Ok(made) => self.lock().result = Some(made),
            Err(why) => log::error!("{why}"),
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, Slot<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
