//! The progress line.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use gouraud::cli::progress::Progress;

#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[test]
fn overwrites_and_finally_clears_the_line() {
    let screen = Screen::default();
    let progress = Progress::to(Some(Box::new(screen.clone())));
    progress.expect(10_000);
    progress.done("a.psx");
    assert_eq!(screen.text(), "\r\x1b[K1 of 10,000, a.psx");
    drop(progress);
    assert_eq!(screen.text(), "\r\x1b[K1 of 10,000, a.psx\r\x1b[K");
}

#[test]
fn shortens_long_names_and_removes_control_characters() {
    let screen = Screen::default();
    let progress = Progress::to(Some(Box::new(screen.clone())));
    progress.expect(2);
    progress.done(&format!("{}\u{1b}/level.psx", "folder/".repeat(30)));
    let text = screen.text();
    let line = text.strip_prefix("\r\x1b[K").unwrap();
    assert_eq!(line.chars().count(), 76, "{line}");
    assert!(line.starts_with("1 of 2, …") && line.ends_with("/level.psx"), "{line}");
    assert!(!line.contains('\u{1b}'), "{line}");
}
