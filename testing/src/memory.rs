//! An allocator that records the peak memory use of each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Counting;

thread_local! {
    /// Current and peak memory use.
    static MEMORY: (Cell<isize>, Cell<isize>) = const { (Cell::new(0), Cell::new(0)) };
}

/// Runs `f` and returns the peak memory use of this thread above its use at the start.
pub fn peak<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.with(|(held, peak)| {
        peak.set(held.get());
        held.get()
    });
    let result = f();
    let most = MEMORY.with(|(_, peak)| peak.get());
    (result, usize::try_from(most - before).unwrap_or(0))
}

fn count(size: isize) {
    // Looked up once, since tests allocate all the time.
    MEMORY.with(|(held, peak)| {
        let now = held.get() + size;
        held.set(now);
        if now > peak.get() {
            peak.set(now);
        }
    });
}

// SAFETY: all calls are forwarded to the system allocator; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}
