//! A level with many textures is displayed before they are all decoded.

use std::cell::RefCell;

use gouraud::app::Window;

use gouraud_testing::level::{self, Textures};

use crate::driver::{Bench, Driver, window};

/// The progress of textures in the status bar.
fn counted(window: &Window) -> Option<(u64, u64)> {
    window.state.jobs.iter().find(|job| job.name == "Textures").and_then(|job| job.progress)
}

/// A window with a level of many large textures.
fn large_level() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.psx");
    let bytes = level::bytes(600, Textures { count: 500, side: 256 }).unwrap();
    std::fs::write(&path, bytes).unwrap();
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    window.until("the scene is loaded", |w| w.state.scene().is_some());
    (folder, window)
}

#[test]
fn displays_a_level_before_all_textures_are_decoded() {
    let (_folder, mut window) = large_level();
    let counts = RefCell::new(Vec::new());
    window.until("the textures never came", |w| {
        counts.borrow_mut().extend(counted(w));
        w.is_idle() && w.scene_panel().is_settled()
    });
    let counts = counts.into_inner();
    // A fast machine decodes them all before the first picture.
    if let Some((done, total)) = counts.first() {
        assert!(done < total && *total > 100, "{done} of {total}");
    }
    assert!(counts.is_sorted(), "{counts:?}");
    window.remove_cursor();
    assert!(
        window.try_run_realtime().is_ok(),
        "frames are requested although everything is loaded"
    );
}

#[test]
fn opening_another_file_cancels_decoding() {
    let (_folder, mut window) = large_level();
    window.state_mut().push(gouraud::app::model::Command::Open(crate::SAMPLE.to_owned()));
    window.until("the other file is loaded", |w| {
        let doc = w.state.doc.as_ref();
        doc.is_some_and(|doc| doc.opened.path == crate::SAMPLE && doc.scene.is_some())
            && w.is_idle()
            && w.scene_panel().is_settled()
    });
    assert_eq!(counted(window.state()), None);
}
