//! A complete window without a screen, driven frame by frame.

use std::path::Path;
use std::time::{Duration, Instant};

use egui::vec2;
use egui_kittest::Harness;
use gouraud::app::{Options, Window};

pub fn window(paths: Vec<String>) -> Harness<'static, Window> {
    window_with(paths, Options { remember: false, ..Options::default() })
}

/// A window that indexes nothing for Find.
pub fn window_with(paths: Vec<String>, options: Options) -> Harness<'static, Window> {
    build(paths, options, None, false)
}

/// A window that indexes the open files for Find, into `cache` or in memory.
pub fn indexing(paths: Vec<String>, cache: Option<&Path>) -> Harness<'static, Window> {
    let cache = cache.map(Path::to_path_buf);
    build(paths, Options { remember: false, cache, ..Options::default() }, None, true)
}

/// A window of a later session that stores its data in `folder` and starts with the stored settings.
pub fn again(folder: &Path, kept: Box<dyn eframe::Storage>) -> Harness<'static, Window> {
    let options = Options { config: Some(folder.join("app.ron")), ..Options::default() };
    build(Vec::new(), options, Some(Box::leak(kept)), false)
}

fn build(
    paths: Vec<String>,
    options: Options,
    storage: Option<&'static dyn eframe::Storage>,
    index: bool,
) -> Harness<'static, Window> {
    Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        // Short steps, so that timed messages are still visible after a test has waited for threads.
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(8)
        .wgpu()
        .build_eframe(move |cc| {
            cc.storage = storage.or(cc.storage);
            let mut window = Window::new(cc, paths, options);
            window.state.settings.index = index;
            window
        })
}

/// Runs frames until `done`, while threads finish their work.
#[track_caller]
pub fn until(window: &mut Harness<'static, Window>, what: &str, done: impl Fn(&Window) -> bool) {
    let start = Instant::now();
    while !done(window.state()) {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long until {what}");
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(2);
}

/// Painted texts with their rectangles.
pub fn painted(window: &Harness<'static, Window>) -> Vec<(String, egui::Rect)> {
    fn collect(shape: &egui::Shape, found: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, found)),
            egui::Shape::Text(text) => {
                found.push((text.galley.text().to_owned(), text.visual_bounding_rect()));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    window.output().shapes.iter().for_each(|shape| collect(&shape.shape, &mut found));
    found
}
