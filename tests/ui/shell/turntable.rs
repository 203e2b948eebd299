//! Export of turntables.

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::export::Subject;
use gouraud::scene::{Element, FaceRef};

use crate::driver::{Bench, Driver, open};
use crate::opened;

/// Delays and pixels of the frames of a GIF.
fn frames_of(file: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(file).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        frames.push((frame.delay, frame.buffer.to_vec()));
    }
    frames
}

#[test]
fn turntable_has_size_frames_duration_and_background() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("demo//skater.psx");
    window.send(Command::ExportTurn);
    for label in ["Size", "Frames", "Duration", "Background", "If a file exists"] {
        window.get_all_by_label(label).next().expect(label);
    }
    let pictures = gouraud::scene::PictureSettings {
        side: 64,
        background: [10, 200, 30],
        pictures: 6,
        milliseconds: 1_200,
    };
    let options = gouraud::export::Options {
        kinds: vec![gouraud_testing::kind("gif")],
        choice: gouraud::export::Choice::These(vec![Subject::Scene]),
        pictures,
        ..gouraud::export::Options::default()
    };
    let request =
        gouraud::app::model::command::ExportRequest { options, folder: folder.path().to_owned() };
    window.state_mut().push(Command::RunExport(Box::new(request)));
    window.settle();
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
    let bytes = std::fs::read(file.path()).unwrap();
    let frames = frames_of(&bytes);
    assert_eq!(frames.iter().map(|(delay, _)| *delay).collect::<Vec<_>>(), [20; 6]);
    let (_, pixels) = &frames[0];
    assert_eq!(pixels.len(), 64 * 64 * 4);
    assert!(pixels[1] > 150 && pixels[0] < 60, "{:?}", &pixels[..3]);
}

#[test]
fn turntable_command_draws_the_same_pictures_as_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/assets/demo/skater.psx", env!("CARGO_MANIFEST_DIR"));
    let mut window = open(&path);
    window.send(Command::ExportTurn);
    let choices = window.state_mut().export_choices();
    choices.folder = folder.path().join("dialog").to_string_lossy().into_owned();
    choices.pictures = gouraud::scene::PictureSettings {
        side: 64,
        background: [10, 200, 30],
        pictures: 5,
        milliseconds: 1_000,
    };
    window.run_steps(3);
    window.get_by_label("Copy as command");
    let line = window.state_mut().export_choices().command_line(&path, None);
    window.press(Key::Enter);
    window.settle();

    let line = line.replace("/dialog ", "/command ");
    let words = line.split(' ').skip(1);
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_gouraud")).args(words).output();
    let run = run.unwrap();
    assert!(run.status.success(), "{line}: {}", String::from_utf8_lossy(&run.stderr));
    let read = |name: &str| {
        let files: Vec<_> = std::fs::read_dir(folder.path().join(name)).unwrap().collect();
        let [Ok(file)] = &files[..] else { panic!("one file in {name}, found {}", files.len()) };
        frames_of(&std::fs::read(file.path()).unwrap())
    };
    let (dialog, command) = (read("dialog"), read("command"));
    assert_eq!(dialog.len(), 5, "{line}");
    for (dialog, command) in dialog.iter().zip(&command) {
        assert_eq!(dialog.0, command.0, "delay, from {line}");
        // Adapters may round differently.
        let differ = dialog.1.iter().zip(&command.1).filter(|(a, b)| a.abs_diff(**b) > 8).count();
        assert!(differ * 100 < dialog.1.len(), "{differ} of {} values differ", dialog.1.len());
    }
    assert_eq!(dialog.len(), command.len(), "{line}");
}

#[test]
fn turntable_shows_everything_unless_the_selection_is_chosen() {
    let mut window = opened();
    let scene = window.model().scene().unwrap().scene.clone();
    let (node, placed) =
        scene.nodes.pairs().find(|(_, node)| scene.mesh_of(node).is_some()).unwrap();
    let model = placed.mesh.unwrap();
    window.send(Command::SelectThese(vec![Element::Face(FaceRef { node, face: 0 })]));
    window.send(Command::ExportTurn);
    assert_eq!(window.state_mut().export_choices().these, Some(vec![Subject::Scene]));
    window.click_part("Selection (model ");
    assert_eq!(window.state_mut().export_choices().these, Some(vec![Subject::Model(model)]));
    window.click("Everything");
    assert_eq!(window.state_mut().export_choices().these, Some(vec![Subject::Scene]));
}

#[test]
fn turntable_previews_first_frame_and_file_size() {
    let mut window = open("demo//skater.psx");
    window.send(Command::ExportTurn);
    let drawn = |window: &Bench| window.query_by_label("Preview of the first frame").is_some();
    for _ in 0..8 {
        window.settle();
    }
    assert!(drawn(&window));
    window.get_by_label_contains("48 frames · 4.00 s · 480×480 · up to about ");
}
