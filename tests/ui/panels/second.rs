//! The second picture: wipe, blink and overlay with a kept picture, and with the file of a comparison.

use egui::{Key, Modifiers, Rect, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::view::second_picture::{Blending, SecondScene};
use gouraud::app::model::{Command, PanelId};
use gouraud::scene::Element;
use gouraud_testing::level;
use image::RgbaImage;

use super::compare::without_face;
use crate::driver::{Bench, Driver, put, window};

/// A window with a level, and another file with fewer faces.
fn levels() -> (tempfile::TempDir, Bench, String) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |faces| level::bytes(faces, level::Textures::default()).unwrap();
    let path = put(folder.path(), "level.psx", &bytes(60));
    let other = put(folder.path(), "other.psx", &bytes(20));
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    window.show(PanelId::SCENE);
    window.settle_scene();
    (folder, window, other)
}

/// Pixels in the middle of a half of the picture, without what is drawn over it.
fn half(window: &mut Bench, is_left: bool) -> RgbaImage {
    window.settle_scene();
    let rect = window.state().scene_panel().rect();
    let centre =
        pos2(rect.left() + rect.width() * if is_left { 0.3 } else { 0.7 }, rect.center().y);
    let part = Rect::from_center_size(centre, vec2(rect.width() * 0.2, rect.height() * 0.3));
    let scale = window.ctx.pixels_per_point();
    let picture = window.render().expect("the window can be drawn");
    let pixel = |at: f32| (at * scale) as u32;
    let (x, y) = (pixel(part.left()), pixel(part.top()));
    let (width, height) = (pixel(part.width()), pixel(part.height()));
    image::imageops::crop_imm(&picture, x, y, width, height).to_image()
}

fn both(window: &mut Bench) -> [RgbaImage; 2] {
    [half(window, true), half(window, false)]
}

/// Content of the second picture, as the bar shows it.
fn content(window: &Bench) -> String {
    let combo = window.get_by_role_and_label(egui::Role::ComboBox, "Second picture");
    combo.accesskit_node().value().unwrap_or_default()
}

fn blend(window: &mut Bench, blending: Blending, part: f32) {
    window.send(Command::BlendSecond { blending, part });
}

/// Clicks a point. Returns the element that is selected then.
fn select_at(window: &mut Bench, at: egui::Pos2) -> Option<Element> {
    window.send(Command::Deselect);
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.settle_scene();
    window.model().selected_element()
}

#[test]
fn a_kept_picture_is_left_of_the_line() {
    let (_folder, mut window, _) = levels();
    window.chord(Modifiers::SHIFT, Key::K);
    assert_eq!(content(&window), "Kept picture of level.psx");
    let ps1 = both(&mut window);
    window.press(Key::S);
    let [left, right] = both(&mut window);
    assert!(left == ps1[0], "the kept picture has the old style");
    assert!(right != ps1[1], "the picture has the new style");
    blend(&mut window, Blending::Wipe, 1.0);
    assert!(both(&mut window) == ps1, "the line is at the right end");
    blend(&mut window, Blending::Wipe, 0.0);
    let clean = both(&mut window);
    assert!(clean[0] != ps1[0] && clean[1] == right, "the line is at the left end");
    let before = window.model().second.shown;
    window.press(Key::V);
    window.settle_scene();
    assert!(window.query_by_label("Second picture").is_none());
    window.press(Key::V);
    assert_eq!(window.model().second.shown, before, "it is shown as before");
    blend(&mut window, Blending::Overlay, 1.0);
    assert!(both(&mut window) == ps1, "opaque");
    blend(&mut window, Blending::Overlay, 0.5);
    let mixed = both(&mut window);
    assert!(mixed != ps1 && mixed != clean);
    for (((mixed, one), two), what) in mixed.iter().zip(&ps1).zip(&clean).zip(["left", "right"]) {
        let far = |(channel, (a, b)): (&u8, (&u8, &u8))| {
            let mean = (f32::from(*a) + f32::from(*b)) / 2.0;
            (f32::from(*channel) - mean).abs() > 6.0
        };
        let pairs = one.as_raw().iter().zip(two.as_raw());
        let count = mixed.as_raw().iter().zip(pairs).filter(|pair| far(*pair)).count();
        assert!(count * 50 < mixed.as_raw().len(), "{what}: {count} channels are not mixed");
    }
}

#[test]
fn the_file_of_the_comparison_is_shown_from_the_same_camera() {
    let (_folder, mut window, other) = levels();
    window.send(Command::CompareWith(Some(ComparedFile::File(other))));
    window.until("the files are compared", |w| w.is_idle() && w.state.comparing.result().is_some());
    window.send(Command::ColourBy(None));
    window.send(Command::ShowPanel(PanelId::COMPARE));
    window.settle_scene();
    window.click("Show the other file over the picture");
    let shown = window.model().second.shown.expect("the second picture is shown");
    assert_eq!(shown.scene, SecondScene::Compared);
    assert_eq!(content(&window), "other.psx");
    blend(&mut window, Blending::Wipe, 0.0);
    let own = both(&mut window);
    blend(&mut window, Blending::Wipe, 1.0);
    let of_other = both(&mut window);
    assert!(of_other != own);
    window.send(Command::CompareWith(None));
    window.settle_scene();
    assert_eq!(window.model().second.shown, None, "it ends with the comparison");
}

#[test]
fn blinking_shows_both_pictures_in_turn() {
    let (_folder, mut window, _) = levels();
    window.send(Command::KeepPicture);
    window.settle_scene();
    blend(&mut window, Blending::Blink, 0.5);
    let mut seen = [false; 2];
    for _ in 0..200 {
        window.step();
        let labels = window.query_all_by_label_contains("Kept picture").count();
        seen[usize::from(labels > 0)] = true;
    }
    assert_eq!(seen, [true, true]);
}

#[test]
fn explaining_a_pixel_hides_a_picture_over_it() {
    let (_folder, mut window, _) = levels();
    window.send(Command::KeepPicture);
    window.settle_scene();
    blend(&mut window, Blending::Beside, 0.5);
    window.send(Command::ExplainPixel);
    window.settle_scene();
    assert!(window.model().second.shown.is_some(), "the second picture is next to the first");
    blend(&mut window, Blending::Wipe, 0.5);
    window.send(Command::ExplainPixel);
    window.settle_scene();
    assert_eq!(window.model().second.shown, None);
}

#[test]
fn dragging_the_line_moves_it() {
    let (_folder, mut window, _) = levels();
    window.send(Command::KeepPicture);
    window.settle_scene();
    let rect = window.state().scene_panel().rect();
    window.drag_at(rect.center());
    window.step();
    window.hover_at(rect.center() + vec2(rect.width() * 0.25, 0.0));
    window.step();
    window.drop_at(rect.center() + vec2(rect.width() * 0.25, 0.0));
    window.run_steps(2);
    let part = window.model().second.shown.expect("the second picture is shown").part;
    assert!((part - 0.75).abs() < 0.02, "{part}");
}

#[test]
fn another_tab_is_shown_beside_with_its_own_camera() {
    let (_folder, mut window, other) = levels();
    let first = window.model().tab.id;
    window.send(Command::NewTab);
    window.send(Command::Open(other));
    window.until("the other level is open", |w| w.is_idle() && w.state.scene().is_some());
    window.send(Command::ShowSecond(SecondScene::Tab(first)));
    window.settle_scene();
    assert_eq!(content(&window), "Tab level.psx");
    let rect = window.state().scene_panel().rect();
    let cameras = |window: &Bench| {
        let tab = window.model().tabs.get(first).expect("the tab is open");
        (tab.view.camera, window.model().view.camera)
    };
    let drag = |window: &mut Bench, from: egui::Pos2| {
        window.hover_at(from);
        window.step();
        window.drag_at(from);
        window.step();
        for x in [10.0, 20.0] {
            window.hover_at(from + vec2(x, 0.0));
            window.step();
        }
        window.drop_at(from + vec2(20.0, 0.0));
        window.event(egui::Event::PointerGone);
        window.settle_scene();
    };
    let before = cameras(&window);
    drag(&mut window, rect.center() - vec2(rect.width(), 0.0));
    let after = cameras(&window);
    assert!(after.0 != before.0 && after.1 == before.1, "the camera of the other tab moved");
    window.send(Command::LinkCameras);
    drag(&mut window, rect.center() - vec2(rect.width(), 0.0));
    let linked = cameras(&window);
    assert!(linked.0 == after.0 && linked.1 != after.1, "the own camera moved");
    window.send(Command::CloseTab(first));
    window.settle_scene();
    assert_eq!(content(&window), "There is no second picture");
}

#[test]
fn a_hidden_second_picture_does_not_keep_the_scene_of_a_closed_tab() {
    let (_folder, mut window, other) = levels();
    let first = window.model().tab.id;
    window.send(Command::NewTab);
    window.send(Command::Open(other));
    window.until("the other level is open", |w| w.is_idle() && w.state.scene().is_some());
    window.send(Command::ShowSecond(SecondScene::Tab(first)));
    window.settle_scene();
    let kept = std::sync::Arc::downgrade(window.model().second_scene().expect("it is shown"));
    window.send(Command::ToggleSecond);
    window.send(Command::CloseTab(first));
    window.settle_scene();
    assert!(kept.upgrade().is_none());
    assert!(!window.model().has_second(SecondScene::Tab(first)));
}

#[test]
fn a_click_on_the_picture_beside_selects() {
    let (_folder, mut window, _) = levels();
    window.send(Command::KeepPicture);
    window.settle_scene();
    blend(&mut window, Blending::Beside, 0.5);
    window.settle_scene();
    // The right half; the second picture is left of it.
    let rect = window.state().scene_panel().rect();
    let element = select_at(&mut window, rect.center());
    assert!(element.is_some(), "there is a face in the middle");
    let beside = select_at(&mut window, rect.center() - vec2(rect.width() + 2.0, 0.0));
    assert_eq!(beside, element);
}

#[test]
fn a_click_on_the_compared_file_selects_the_counterpart_of_a_shifted_object() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = level::bytes(60, level::Textures::default()).unwrap();
    let other = put(folder.path(), "other.psx", &bytes);
    // The faces after the removed one have other indices.
    let path = put(folder.path(), "level.psx", &without_face(&bytes, 0));
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    window.send(Command::CompareWith(Some(ComparedFile::File(other))));
    window.until("the files are compared", |w| w.is_idle() && w.state.comparing.result().is_some());
    window.show(PanelId::SCENE);
    window.send(Command::ShowSecond(SecondScene::Compared));
    blend(&mut window, Blending::Beside, 0.5);
    window.settle_scene();
    let rect = window.state().scene_panel().rect();
    let own = select_at(&mut window, rect.center());
    let Some(Element::Face(face)) = own else { panic!("{own:?}") };
    assert!(face.face > 0, "its index differs in the other file");
    let other = select_at(&mut window, rect.center() - vec2(rect.width() + 2.0, 0.0));
    assert_eq!(other, own);
}
