//! Work behind the window's back, where a panic ends the work and not the program.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` makes; when it panics, the sentence that says so.
pub fn caught<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    let failed = |_| format!("{name} crashed; please report this");
    catch_unwind(AssertUnwindSafe(work)).map_err(failed)
}

/// Does `work` on a worker, then tells `done` what it made: `None` when it panicked, which is
/// logged. A bare panic there would end the process.
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
