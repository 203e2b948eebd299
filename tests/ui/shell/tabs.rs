//! Tabs of the panels.

use egui::epaint::Shape;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::PanelId;

use crate::driver::{Bench, Driver, open, painted};
use crate::opened;

/// A truncated file, with hundreds of problems.
fn with_problems(folder: &tempfile::TempDir) -> Bench {
    let path = folder.path().join("cut.psx");
    let whole =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx")).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    open(&path)
}

/// Titles of the tabs above the scene.
fn titles(window: &Bench) -> Vec<String> {
    let scene = window.state().scene_panel().rect();
    let texts = painted(window).into_iter();
    let above = texts.filter(|(_, rect)| {
        scene.x_range().contains(rect.center().x) && rect.bottom() < scene.top()
    });
    above.map(|(text, _)| text).collect()
}

#[test]
fn keep_their_names_when_a_file_has_problems() {
    let folder = tempfile::tempdir().unwrap();
    let window = with_problems(&folder);
    let titles = titles(&window);
    for name in ["Scene", "Gallery", "Animations", "Sounds", "Log"] {
        assert!(titles.iter().any(|title| title == name), "{name} in {titles:?}");
    }
    assert!(titles.iter().any(|title| title.starts_with("Problems")), "{titles:?}");
}

#[test]
fn show_the_keyboard_focus() {
    let mut window = opened();
    window.get_by_label("Gallery").focus();
    window.run_steps(2);
    let rect = window.get_by_label("Gallery").rect();
    assert!(window.get_by_label("Gallery").is_focused());
    let is_ring = |shape: &Shape| match shape {
        Shape::Rect(found) => found.rect == rect && found.stroke.width > 0.0,
        _ => false,
    };
    assert!(window.output().shapes.iter().any(|shape| is_ring(&shape.shape)));
    window.press(egui::Key::Enter);
    assert_eq!(window.model().focus, PanelId::GALLERY);
}

#[test]
fn palette_buttons_of_a_texture_stay_beside_its_list() {
    let mut window = opened();
    window.show(PanelId::TEXTURE);
    let row = |name: &str| window.get_by_label(name).rect().center().y;
    assert_eq!(row("Previous palette (-)"), row("Next palette (+)"));
}
