//! Background work in which a panic does not end the program.

use std::panic::{AssertUnwindSafe, catch_unwind};

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
