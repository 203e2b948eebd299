//! Report of a crash, stored for the next start.

use std::backtrace::Backtrace;
use std::fs;
use std::io::Read;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::library::timestamp;

/// Maximum size of a report that is read.
const MAX_SIZE: u64 = 256 << 10;
/// Maximum number of characters of a panic's message.
const MAX_MESSAGE: usize = 160;

/// Open file at the time of a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Format id.
    pub format: &'static str,
    /// Offset of the selected field.
    pub offset: Option<u64>,
}

static WORK: Mutex<Option<Work>> = Mutex::new(None);
/// Panics are not reported, see [`set_device_lost`].
static DEVICE_LOST: AtomicBool = AtomicBool::new(false);

/// Sets that the graphics device is lost. Until the next one works, panics are not reported: they come
/// from calls of the libraries that need a device.
pub fn set_device_lost(lost: bool) {
    DEVICE_LOST.store(lost, Ordering::Relaxed);
}

fn work() -> MutexGuard<'static, Option<Work>> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the open file, for a later report.
pub fn set_work(now: Option<Work>) {
    *work() = now;
}

/// The file in the settings folder that contains the report.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("crash.txt")
}

/// Writes a report to `file` at every panic from now on, after the previous panic hook. Panics on worker
/// threads are caught later, but they are faults as well.
pub fn install(file: PathBuf) {
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if DEVICE_LOST.load(Ordering::Relaxed) {
            return;
        }
        previous(panic);
        let text = report(panic);
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        // Nothing else can be done if the disk is full.
        let _ = folder.and_then(|()| fs::write(&file, text));
    }));
}

fn report(panic: &PanicHookInfo) -> String {
    let place = panic.location().map_or("unknown".to_owned(), ToString::to_string);
    let message = message(panic);
    let thread = std::thread::current();
    let mut lines = vec![
        format!("Gouraud {}", env!("CARGO_PKG_VERSION")),
        format!("system    {} {}", std::env::consts::OS, std::env::consts::ARCH),
        format!("time      {}", timestamp::now()),
        format!("thread    {}", thread.name().unwrap_or("without a name")),
        format!("place     {place}"),
        format!("message   {message}"),
    ];
    // The panic may have happened while the lock was held.
    if let Some(Work { format, offset }) = WORK.try_lock().ok().and_then(|work| *work) {
        lines.push(format!("format    {format}"));
        lines.extend(offset.map(|offset| format!("offset    {offset:#x}")));
    }
    lines.push(format!("backtrace\n{}", Backtrace::force_capture()));
    lines.join("\n")
}

/// The message of a panic up to the first quotation mark: what follows may come from a file.
fn message(panic: &PanicHookInfo) -> String {
    let whole = panic.payload_as_str().unwrap_or("unknown");
    let line = whole.lines().next().unwrap_or_default();
    let safe = line.split(['"', '\'', '`']).next().unwrap_or_default();
    safe.chars().take(MAX_MESSAGE).collect()
}

/// The stored report.
pub fn read(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.take(MAX_SIZE).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
