//! Bytes, textures and sounds of two files side by side.

use std::sync::Arc;

use egui::Key;
use egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::document::compared_contents::ComparedContents;
use gouraud::app::model::document::compared_sounds::ComparedSound;
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::document::pair_part::PairPart;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::app::panels::side_by_side::SideBySidePanel;
use gouraud::edit::EditOp;
use gouraud::scene::{Element, Id};
use gouraud_testing::build::tpa;
use gouraud_testing::level;

use super::compare::{compare, levels, without_face};
use super::single_panel;
use crate::driver::{Bench, Driver, painted, put, window};
use crate::walk::painted::faults;

/// The offset of the first selected byte.
fn selected(window: &Bench) -> Option<u64> {
    Some(window.model().selection.as_ref()?.span.start)
}

/// Shows the panel, and waits until bytes and sounds are compared.
fn show(window: &mut Bench) -> Arc<ComparedContents> {
    window.show(PanelId::SIDE_BY_SIDE);
    window.until("bytes and sounds are compared", |w| {
        w.is_idle() && w.state.comparing.contents().is_some()
    });
    window.model().comparing.contents().unwrap().clone()
}

/// Shows a view of the panel.
fn view(window: &mut Bench, name: &str) {
    // The tab of a panel with the same title may be above it.
    let top = |node: &egui_kittest::Node<'_>| node.rect().top() as i32;
    let all = window.get_all_by_label(name).filter(|node| top(node) < 120);
    all.max_by_key(top).unwrap().click();
    window.run_steps(2);
}

fn edit(window: &mut Bench, text: &str) {
    let edit = Edit {
        path: window.model().document_path().unwrap().to_owned(),
        orders: vec![EditOp::parse(text, None).unwrap()],
        ..Edit::default()
    };
    window.send(Command::Edit(Box::new(edit)));
}

#[test]
fn compares_bytes_only_while_they_are_visible() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    assert!(window.model().comparing.contents().is_none(), "the panel was never visible");
    let first = show(&mut window);
    window.show(PanelId::SCENE);
    let changes = window.model().comparing.changes;
    edit(&mut window, "models[0].faces[4].flags^=0x80");
    window.until("the edit is compared", |w| w.is_idle() && w.state.comparing.changes > changes);
    let same = window.model().comparing.contents().unwrap();
    assert!(Arc::ptr_eq(&first, same), "the panel is hidden");
    window.show(PanelId::SIDE_BY_SIDE);
    window.until("the bytes are compared again", |w| {
        let contents = w.state.comparing.contents();
        w.is_idle() && contents.is_some_and(|contents| !Arc::ptr_eq(contents, &first))
    });
    window.get_by_label_contains(" of 2");
}

#[test]
fn compares_the_last_known_bytes_while_the_other_file_is_missing() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other.clone()));
    let own = window.model().own_source();
    std::fs::remove_file(&other).unwrap();
    edit(&mut window, "models[0].faces[4].flags^=0x80");
    window.until("the edit cannot be compared", |w| {
        w.is_idle() && w.state.comparing.is_outdated() && w.state.own_source() != own
    });
    let contents = show(&mut window);
    assert_eq!(Some(contents.own.opened.document.source.id()), own, "the file before the edit");
    window.get_by_label("Difference 1 of 1");
    assert!(window.query_all_by_label_contains("these are the last known differences").count() > 0);
    window.press(Key::F3);
    window.run_steps(2);
    assert_eq!(selected(&window), None, "the bytes of the document are others");
}

#[test]
fn compares_files_without_a_format_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let other = put(folder.path(), "other.xyz", &[0x81, 1, 2, 3, 4, 0x90]);
    let path = put(folder.path(), "own.xyz", &[0x81, 1, 7, 3, 4, 0x90]);
    let mut window = window(vec![]);
    window.send(Command::OpenAs { path, format: Some("bytes") });
    window.until("the file is open", |w| w.is_idle() && w.state.doc.is_some());
    compare(&mut window, ComparedFile::File(other));
    show(&mut window);
    window.get_by_label("Difference 1 of 1");
}

/// A level and another file in which texels, a colour of a palette, and a texture of its own differ.
fn retextured() -> (tempfile::TempDir, Bench, String) {
    let folder = tempfile::tempdir().unwrap();
    let textures = |count| level::bytes(9, level::Textures { count, side: 64 }).unwrap();
    let path = put(folder.path(), "level.psx", &textures(4));
    let mut other = textures(3);
    let library = gouraud::library::Library::new();
    let source = gouraud::bytes::Source::from_bytes("other.psx", other.clone());
    let scene = library.open_source(&source, None).unwrap().scene(&library).unwrap();
    let span = scene.textures.get(Id::new(1)).unwrap().origin.span;
    other[span.end() as usize - 1] ^= 0x11;
    let palette = scene.palettes.get(Id::new(0)).unwrap();
    other[palette.entries.origin(5).span.start as usize] ^= 1;
    let other = put(folder.path(), "other.psx", &other);
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    compare(&mut window, ComparedFile::File(other.clone()));
    show(&mut window);
    view(&mut window, "Textures");
    (folder, window, other)
}

#[test]
fn shows_differing_textures_of_both_files_and_their_difference() {
    let (_folder, mut window, _) = retextured();
    let name = |index| {
        let scene = &window.model().scene().unwrap().scene;
        scene.textures.get(Id::new(index)).unwrap().name.clone()
    };
    let (changed, added) =
        (format!("Texture {}: changed", name(1)), format!("Texture {}: added", name(2)));
    window.wait_for("Difference, 64×64");
    for part in ["Other file", "Open file", "Difference"] {
        window.get_by_label(&format!("{changed}, {part}, 64×64"));
    }
    // The keys select the textures of the open file.
    window.press(Key::ArrowDown);
    let selected = |window: &Bench| window.model().selected_element();
    assert_eq!(selected(&window), Some(Element::Texture(Id::new(2))));
    window.wait_for(&format!("{added}, Other file: This file does not have the texture"));
    window.get_by_label(&format!("{added}, Difference: Only one file has this texture"));
    window.select(Element::Palette(Id::new(0)));
    window.run_steps(2);
    window.get_by_label_contains("Other file, 16 colours, 1 changed");
    window.get_by_label(&changed).click();
    window.run_steps(2);
    assert_eq!(selected(&window), Some(Element::Texture(Id::new(1))));
}

#[test]
fn a_colour_of_a_palette_can_be_selected() {
    let (_folder, mut window, _) = retextured();
    window.select(Element::Palette(Id::new(0)));
    window.run_steps(2);
    let grids = window
        .get_all_by_role(egui::Role::Grid)
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()));
    let (_, rect) = grids.into_iter().find(|(label, _)| label.contains("Open file, 16")).unwrap();
    let side = rect.height();
    let at = rect.min + egui::vec2(5.5, 0.5) * side;
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.run_steps(3);
    let entry = Element::PaletteEntry { palette: Id::new(0), entry: 5 };
    assert_eq!(window.model().selected_element(), Some(entry));
}

#[test]
fn next_difference_moves_both_files() {
    let (_folder, mut window, other) = levels();
    assert!(window.query_by_label("Side by side").is_none(), "the tab is hidden");
    compare(&mut window, ComparedFile::File(other));
    window.get_by_label("Side by side");
    let span = {
        let doc = window.model().doc.clone().unwrap();
        doc.opened.document.tree.span("models[0].faces[2].flags").unwrap()
    };
    show(&mut window);
    window.get_by_label("Difference 1 of 1");
    window.get_by_label("models[0].faces[2].flags");
    window.press(Key::F3);
    window.run_steps(2);
    assert_eq!(selected(&window), Some(span.start));
    let source = window.model().own_source().unwrap();
    window.send(Command::Select(SelectionTarget::Byte { source, offset: 0 }));
    window.run_steps(2);
    window.get_by_label("Bytes side by side, cursor at 0x00000000");
    window.get_by_label("Previous difference (Shift+F3)").click();
    window.run_steps(3);
    assert_eq!(selected(&window), Some(span.start));
    window.press(Key::ArrowRight);
    window.run_steps(2);
    window.get_by_label(&format!("Bytes side by side, cursor at 0x{:08x}", span.start + 1));
}

#[test]
fn inserted_bytes_have_no_counterpart() {
    let folder = tempfile::tempdir().unwrap();
    let [short, long] =
        [8, 9].map(|faces| level::bytes(faces, level::Textures::default()).unwrap());
    let other = put(folder.path(), "short.psx", &short);
    let path = put(folder.path(), "long.psx", &long);
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    compare(&mut window, ComparedFile::File(other));
    let contents = show(&mut window);
    let pairs = contents.bytes.as_ref().unwrap();
    assert!(pairs.len() >= long.len() as u64);
    let alone = (0..pairs.len()).find(|at| matches!(pairs.offsets(*at), [None, Some(_)])).unwrap();
    let offset = pairs.offsets(alone)[1].unwrap();
    let source = window.model().own_source().unwrap();
    window.send(Command::Select(SelectionTarget::Byte { source, offset }));
    window.run_steps(3);
    window.get_by_label_contains("Only in the open file: ");
}

#[test]
fn plays_both_sounds_and_their_difference() {
    let folder = tempfile::tempdir().unwrap();
    let bank = |name: &str, samples: &[i16]| {
        let sounds = vec![tpa::pcm16(22_050, 1, &[1000; 400]), tpa::pcm16(22_050, 1, samples)];
        let bank = tpa::bank(vec![tpa::id(7, 0), tpa::id(8, 1)], sounds, Vec::new());
        put(folder.path(), name, &bank.write().unwrap())
    };
    let other = bank("other.tpa", &[3000; 40_000]);
    let mut window = window(vec![bank("bank.tpa", &[5000; 40_000])]);
    window.until("the bank is open", |w| w.is_idle() && w.state.has_sounds());
    compare(&mut window, ComparedFile::File(other));
    show(&mut window);
    window.get_by_label_contains("1 sound");
    view(&mut window, "Sounds");
    window.wait_for("Waveform of the difference");
    window.settle();
    window.get_by_label("00000008: changed");
    for name in ["Other file: other.tpa", "Open file: bank.tpa", "Difference"] {
        assert!(painted(&window).iter().any(|(text, _)| text == name), "{name}");
    }
    let contents = window.model().comparing.contents().unwrap().clone();
    for (part, name, sample) in [
        (PairPart::Own, "Play the open file", 5000),
        (PairPart::Other, "Play the other file", 3000),
        (PairPart::Difference, "Play the difference", 2000),
    ] {
        let (key, _) = contents.sounds.find(ComparedSound { pair: 0, part }).unwrap();
        window.click(name);
        window.until("the sound plays", |w| {
            w.is_idle() && w.state.sound.now().is_some_and(|now| now.key == key)
        });
        let track = window.model().sound.now().unwrap().track.clone();
        assert_eq!(track.clip.stretch(100..101).to_vec(), [sample]);
    }
}

#[test]
fn bytes_fit_at_any_width() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    show(&mut window);
    let state = std::mem::take(&mut window.state_mut().state);
    let panel = SideBySidePanel::default();
    let bench = single_panel::Bench { panel, state, asked: Vec::new() };
    let mut panel = single_panel::window(bench, [200.0, 500.0]);
    for width in (200..=1000).step_by(9) {
        panel.set_size(egui::vec2(width as f32, 500.0));
        panel.run_steps(2);
        let output = panel.output();
        let screen = panel.ctx.content_rect();
        assert_eq!(faults(&panel.ctx, &output.shapes, screen), [""; 0], "{width} points");
        // Each row has the offset and the bytes of both files.
        let is_row = |shape: &&egui::epaint::ClippedShape| match &shape.shape {
            egui::Shape::Text(text) => text.galley.text().starts_with("0x"),
            _ => false,
        };
        let rows: Vec<egui::Rect> = output
            .shapes
            .iter()
            .filter(is_row)
            .map(|shape| shape.shape.visual_bounding_rect())
            .collect();
        assert!(rows.len() > 10 && rows.len().is_multiple_of(2), "{width} points: {}", rows.len());
        let right = rows.iter().map(|row| row.right()).fold(0.0, f32::max);
        assert!(right <= width as f32 - 12.0, "{width} points: {right}");
    }
}

#[test]
fn narrow_bytes_name_both_files() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    show(&mut window);
    let state = std::mem::take(&mut window.state_mut().state);
    let panel = SideBySidePanel::default();
    let bench = single_panel::Bench { panel, state, asked: Vec::new() };
    let panel = single_panel::window(bench, [290.0, 500.0]);
    panel.get_by_label("Above: other.psx");
    panel.get_by_label("Below: level.psx");
}

/// Position of the current difference, and the row of Compare that is marked.
fn position(window: &Bench) -> (Option<usize>, Vec<String>) {
    let rows = window.get_all_by_role(egui::Role::ListItem);
    let marked = rows.filter(|row| row.accesskit_node().toggled() == Some(Toggled::True));
    let labels = marked.map(|row| row.accesskit_node().label().unwrap_or_default());
    let of_elements = labels.filter(|label| label.starts_with("models["));
    (window.model().comparing.current(), of_elements.collect())
}

/// A level without the face 4 of another file, and with other flags of the faces 2 and 6.
fn three_differences() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = level::bytes(9, level::Textures::default()).unwrap();
    let mut changed = bytes.clone();
    let source = gouraud::bytes::Source::from_bytes("level.psx", bytes.clone());
    let opened = gouraud::library::Library::new().open_source(&source, None).unwrap();
    for face in [2, 6] {
        let span = opened.document.tree.span(&format!("models[0].faces[{face}].flags")).unwrap();
        changed[span.start as usize] ^= 0x80;
    }
    let path = put(folder.path(), "level.psx", &without_face(&changed, 4));
    let other = put(folder.path(), "other.psx", &bytes);
    let mut window = window(vec![path]);
    window.until("the level is open", |w| w.is_idle() && w.state.scene().is_some());
    compare(&mut window, ComparedFile::File(other));
    show(&mut window);
    (folder, window)
}

#[test]
fn the_row_of_compare_follows_the_difference_in_the_bytes() {
    let (_folder, mut window) = three_differences();
    let changes = window.model().comparing.comparison().unwrap().elements.clone();
    let paths: Vec<&str> = changes.iter().map(|change| &*change.path).collect();
    assert_eq!(paths, ["models[0].faces[2]", "models[0].faces[4]", "models[0].faces[5]"]);
    window.show(PanelId::SIDE_BY_SIDE);
    let mut seen = Vec::new();
    for _ in 0..8 {
        window.press(Key::F3);
        window.run_steps(3);
        let (current, marked) = position(&window);
        assert_eq!(marked.len(), usize::from(current.is_some()), "{marked:?}");
        if let Some(current) = current {
            assert!(marked[0].starts_with(&*changes[current].path), "{marked:?}");
            seen.push(current);
        }
        // The caret is at a difference, not only near one.
        window.get_by_label_contains("Difference ");
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1, 2]);
}

#[test]
fn the_bytes_follow_the_row_of_compare() {
    let (_folder, mut window) = three_differences();
    window.show(PanelId::COMPARE);
    for (row, field) in [
        (0, "models[0].faces[2].flags"),
        (1, "models[0].faces[4]"),
        (2, "models[0].faces[5].flags"),
        (0, "models[0].faces[2].flags"),
    ] {
        window.press(Key::F3);
        window.run_steps(3);
        assert_eq!(position(&window).0, Some(row));
        window.get_by_label_contains("Difference ");
        assert!(painted(&window).iter().any(|(text, _)| text.contains(field)), "{field}");
    }
    window.chord(egui::Modifiers::SHIFT, Key::F3);
    window.run_steps(3);
    assert_eq!(position(&window).0, Some(2));
}

#[test]
fn a_byte_that_is_equal_is_not_called_a_difference() {
    let (_folder, mut window, other) = levels();
    compare(&mut window, ComparedFile::File(other));
    show(&mut window);
    let source = window.model().own_source().unwrap();
    window.send(Command::Select(SelectionTarget::Byte { source, offset: 0 }));
    window.run_steps(2);
    window.get_by_label("1 difference, not here");
    assert!(painted(&window).iter().all(|(text, _)| !text.starts_with("Difference ")));
}
