//! A whole window without a screen, driven frame by frame.

use std::time::{Duration, Instant};

use egui::vec2;
use egui_kittest::Harness;
use gouraud::app::{Options, Window};

pub fn window(paths: Vec<String>) -> Harness<'static, Window> {
    window_with(paths, Options { remember: false, ..Options::default() })
}

pub fn window_with(paths: Vec<String>, options: Options) -> Harness<'static, Window> {
    Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        // What leaves by itself is to be there still when a test has waited for threads.
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(8)
        .wgpu()
        .build_eframe(move |cc| Window::new(cc, paths, options))
}

/// Runs frames until `done`, as threads finish their work meanwhile.
pub fn until(window: &mut Harness<'static, Window>, what: &str, done: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    while !done(window.state()) {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long until {what}");
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(2);
}
