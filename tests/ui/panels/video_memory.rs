//! The video memory of a level, and the faces that use its textures.

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::scene::{Element, Id};

use crate::driver::{self, Driver};

#[test]
fn lists_the_faces_of_the_selected_texture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.psx");
    std::fs::write(&path, super::level::bytes(2)).unwrap();
    let mut bench = driver::open(&path);
    bench.show(PanelId::VIDEO_MEMORY);
    bench.wait_for("placed by Gouraud: no positions are stored");
    assert!(bench.query_by_label_contains("of 1 model").is_none());
    bench.send(Command::Select(SelectionTarget::Element(Element::Texture(Id::new(0)))));
    bench.get_by_label_contains("of 1 model");
    // The texture with 256 colours is wider, and was placed first.
    bench.get_by_label_contains("8 × 32 words at 16, 0");
    bench.click_part("face 0 of ");
    assert_eq!(bench.model().selected_face().map(|face| face.face), Some(0));
    // Its texture stays selected here.
    bench.get_by_label_contains("8 × 32 words at 16, 0");
}

#[test]
fn arrow_keys_select_the_next_rectangle() {
    let folder = tempfile::tempdir().unwrap();
    let path = driver::put(folder.path(), "level.psx", &super::level::bytes(2));
    let mut bench = driver::open(&path);
    bench.show(PanelId::VIDEO_MEMORY);
    bench.wait_for("placed by Gouraud: no positions are stored");
    bench.press(Key::ArrowRight);
    let first = bench.model().selected_element();
    assert!(matches!(first, Some(Element::Texture(_) | Element::Palette(_))));
    bench.press(Key::ArrowLeft);
    let left = bench.model().selected_element();
    bench.press(Key::ArrowRight);
    assert!(left != first || bench.model().selected_element() != first);
}
