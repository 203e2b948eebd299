//! Bytes and sounds of two files side by side.

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::compared_sounds::{ComparedSound, SoundPart};
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud_testing::build::tpa;
use gouraud_testing::level;

use super::compare::{compare, levels};
use crate::driver::{Bench, Driver, put, window};

/// The offset of the first selected byte.
fn selected(window: &Bench) -> Option<u64> {
    Some(window.model().selection.as_ref()?.span.start)
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
    window.send(Command::ShowPanel(PanelId::SIDE_BY_SIDE));
    window.run_steps(2);
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
    let comparison = window.model().comparing.comparison().unwrap().clone();
    let (_, Ok(pairs)) = comparison.bytes.as_ref().unwrap() else { panic!() };
    assert!(pairs.len() >= long.len() as u64);
    let alone = (0..pairs.len()).find(|at| matches!(pairs.offsets(*at), [None, Some(_)])).unwrap();
    let offset = pairs.offsets(alone)[1].unwrap();
    let source = window.model().own_source().unwrap();
    window.send(Command::ShowPanel(PanelId::SIDE_BY_SIDE));
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
    window.get_by_label_contains("1 sound");
    window.send(Command::ShowPanel(PanelId::SIDE_BY_SIDE));
    window.run_steps(2);
    // The tab of the panel with the same title is above it.
    let top = |node: &egui_kittest::Node<'_>| node.rect().top() as i32;
    let all = window.get_all_by_label("Sounds").filter(|node| top(node) < 120);
    all.max_by_key(top).unwrap().click();
    window.run_steps(2);
    window.wait_for("Waveform of the difference");
    window.settle();
    window.get_by_label("00000008: changed");
    let comparison = window.model().comparing.comparison().unwrap().clone();
    for (part, name, sample) in [
        (SoundPart::Own, "Play the open file", 5000),
        (SoundPart::Other, "Play the other file", 3000),
        (SoundPart::Difference, "Play the difference", 2000),
    ] {
        let (key, _) = comparison.sounds.find(ComparedSound { pair: 0, part }).unwrap();
        window.click(name);
        window.until("the sound plays", |w| {
            w.is_idle() && w.state.sound.now().is_some_and(|now| now.key == key)
        });
        let track = window.model().sound.now().unwrap().track.clone();
        assert_eq!(track.clip.stretch(100..101).to_vec(), [sample]);
    }
}
