//! Palettes of a texture in the whole window: open, cycle, compare, apply, undo.

use std::path::Path;

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId};
use gouraud::scene::{Element, Id, PaletteId, TextureId};

use super::level;
use crate::driver::{Bench, Driver, open, put, shown};

const TEXTURE: TextureId = Id::new(0);

fn tried(window: &Bench) -> Option<PaletteId> {
    window.model().palettes.tried.get(&TEXTURE).copied()
}

/// The panel with the first texture of a level, which has two palettes of 16 colours.
fn panel(folder: &Path) -> Bench {
    let mut window = open(put(folder, "level.psx", &level::bytes(2)));
    window.select(Element::Texture(TEXTURE));
    window.show(PanelId::PALETTES);
    window.wait_for("Palette 1: 16000002");
    window.settle();
    window
}

#[test]
fn cycles_palettes_on_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel(folder.path());
    assert!(window.query_by_label_contains("Palette 2:").is_none(), "only palettes that fit");
    window.click_part("Palette 1: 16000002");
    assert_eq!(tried(&window), Some(Id::new(1)));
    window.press(Key::ArrowLeft);
    assert_eq!(tried(&window), None, "its own palette");
    window.press(Key::ArrowRight);
    assert_eq!(tried(&window), Some(Id::new(1)));
    window.press(Key::Escape);
    assert_eq!(tried(&window), None);
    assert!(window.model().selection.is_some(), "the first Esc only resets the palette");
    window.press(Key::Plus);
    assert_eq!(tried(&window), Some(Id::new(1)));
    window.press(Key::Plus);
    assert_eq!(tried(&window), None, "cycles");
    window.press(Key::Plus);
    // Consecutive previews are undone in one step.
    window.send(Command::Undo);
    assert_eq!(tried(&window), None);
}

#[test]
fn compares_two_palettes_and_lists_faces() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel(folder.path());
    window.click_part("Palette 1: 16000002");
    window.settle();
    assert!(window.query_by_label_contains("A: present").is_some());
    assert!(window.query_by_label_contains("B: 1: 16000002").is_some());
    window.press(Key::A);
    window.press(Key::ArrowLeft);
    assert!(window.query_by_label_contains("A: 1: 16000002").is_some());
    assert!(window.query_by_label_contains("B: 0: 16000001").is_some());
    window.press(Key::ArrowRight);
    window.settle();
    window.wait_for("Faces (7)");
    window.settle();
    window.click("Faces (7)");
    window.click_part("face 0 of ");
    let selected = window.model().selected_face().unwrap();
    assert_eq!(selected.face, 0);
}

#[test]
fn applies_a_palette_as_one_edit() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = panel(folder.path());
    assert_eq!(shown(&window, "textures[0].palette"), "0x16000001");
    window.click_part("Palette 1: 16000002");
    window.settle();
    window.click("Apply");
    window.settle_scene();
    assert_eq!(shown(&window, "textures[0].palette"), "0x16000002");
    assert_eq!(tried(&window), None);
    window.send(Command::Undo);
    window.settle_scene();
    assert_eq!(shown(&window, "textures[0].palette"), "0x16000001");
    assert_eq!(tried(&window), None);
}

#[test]
fn previews_palettes_of_open_folders() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "more/other.psx", &level::bytes(1));
    let mut window = panel(folder.path());
    let more = folder.path().join("more").to_string_lossy().into_owned();
    window.send(Command::AddRoot(more));
    window.settle();
    window.click("Files with palettes");
    window.click("Open folders");
    window.wait_for("Palette 1: 16000002");
    window.settle();
    window.click_part("Palette 1: 16000002");
    let (palette, _) = window.model().palettes.preview.clone().unwrap();
    assert_eq!((palette, tried(&window)), (Id::new(0), None));
    window.settle();
    window.click("Apply");
    window.settle_scene();
    assert!(window.model().palettes.preview.is_none());
    assert_eq!(shown(&window, "palettes16[0].colours[1]"), "0x8421");
    assert_eq!(shown(&window, "textures[0].palette"), "0x16000001");
}

#[test]
fn follows_the_explained_pixel() {
    let mut window = open("demo//plaza.psx");
    window.key_press(Key::E);
    window.wait_for("Corner weights");
    let report = window.model().pixel.clone().expect("a report");
    let texel = report.explanation.top().and_then(|top| top.texel).expect("a textured face");
    let (texture, palette) = (texel.texture, texel.palette.expect("a palette"));
    window.show(PanelId::PALETTES);
    window.wait_for(&format!("Palette {palette}"));
    window.settle();
    // The arrow keys try palettes on the texture of the pixel.
    window.press(Key::ArrowRight);
    window.press(Key::ArrowRight);
    let tried = |window: &Bench| window.model().palettes.tried.get(&texture).copied();
    assert!(tried(&window).is_some_and(|tried| tried != palette));
    window.press(Key::Escape);
    assert_eq!(tried(&window), None);
}

#[test]
fn enter_chooses_a_texture_and_closes_the_list() {
    let mut window = open("demo//plaza.psx");
    window.show(PanelId::PALETTES);
    window.wait_for("distance");
    window.press(Key::Tab);
    window.press(Key::Enter);
    window.press(Key::ArrowDown);
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    assert!(matches!(window.model().selected_element(), Some(Element::Texture(_))));
    assert!(!egui::Popup::is_any_open(&window.ctx));
}
