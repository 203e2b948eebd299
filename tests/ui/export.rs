//! Edited colours are exported, and survive closing or reloading the file.

use std::path::Path;

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::app::model::command::ExportRequest;
use gouraud::export::{Choice, Options, Subject};
use gouraud::scene::{Element, FaceRef, Id, Node, Surface};
use gouraud_testing::kind;

use super::{SAMPLE, opened};
use crate::driver::{Bench, Driver};

/// The file that a texture is exported to in `folder`.
fn exported(window: &mut Bench, texture: Subject, folder: &Path) -> Vec<u8> {
    let options = Options {
        kinds: vec![kind("png")],
        choice: Choice::These(vec![texture]),
        force: true,
        ..Options::default()
    };
    let request = ExportRequest { options, folder: folder.to_owned() };
    window.state_mut().push(Command::RunExport(Box::new(request)));
    window.settle();
    let file = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap();
    std::fs::read(file.path()).unwrap()
}

#[test]
fn exports_and_restores_changed_colours() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened();
    let scene = window.model().scene().unwrap().scene.clone();
    let shown = scene.materials.iter().find_map(|material| match material.surface {
        Surface::Textured { texture, palette: Some(palette) } => Some((texture, palette)),
        _ => None,
    });
    let (texture, palette) = shown.expect("a texture with a palette");
    let subject = Subject::Texture { texture, palette: Some(palette) };
    let before = exported(&mut window, subject, folder.path());
    let stored = &scene.palettes[palette.index()].stored;
    let words: Vec<u16> = stored.iter().map(|word| word ^ 0x1234).collect();
    window.send(Command::SetPalette { palette, words: Some(words.clone()) });
    window.until("they are in the file", |w| w.state.to_save().is_some() && w.is_idle());
    let after = exported(&mut window, subject, folder.path());
    assert_ne!(before, after);

    window.send(Command::CloseFile);
    window.state_mut().push(Command::Open(SAMPLE.to_owned()));
    window.settle_scene();
    let scene = window.model().scene().unwrap().scene.clone();
    assert_eq!(scene.palettes[palette.index()].stored, words);
    assert_eq!(exported(&mut window, subject, folder.path()), after);
}

#[test]
fn keeps_changed_colours_when_another_file_opens_during_a_reload() {
    let mut window = opened();
    let scene = window.model().scene().unwrap().scene.clone();
    let palette = &scene.palettes[0];
    let words: Vec<u16> = palette.stored.iter().map(|word| word ^ 0x1234).collect();
    window
        .state_mut()
        .push(Command::SetPalette { palette: Id::new(0), words: Some(words.clone()) });
    window.run_steps(2);
    window.until("they are in the file", |w| {
        w.state.to_save().is_some() && w.state.scene().is_some() && w.is_idle()
    });
    let layers = window.model().view.visibility.layers.len();
    for frames in [0, 1, 5] {
        window.state_mut().push(Command::Reload);
        window.run_steps(frames);
        window.state_mut().push(Command::Open("demo//skater.psx".to_owned()));
        window.until("the other file is open", |w| {
            let path = w.state.doc.as_ref().map(|doc| doc.opened.path.ends_with("skater.psx"));
            path == Some(true) && w.state.scene().is_some() && w.is_idle()
        });
        let state = window.model();
        assert!(state.palettes.is_empty(), "after {frames} frames");
        let own = state.scene().unwrap().scene.layers.len();
        assert_eq!(state.view.visibility.layers.len(), own, "it had {layers}");
        for command in [Command::Open(SAMPLE.to_owned()), Command::Reload] {
            let before = window.model().doc.as_ref().unwrap().generation;
            window.state_mut().push(command);
            window.until("the scene is back", |w| {
                let doc = w.state.doc.as_ref();
                doc.is_some_and(|doc| doc.generation > before && doc.scene.is_some()) && w.is_idle()
            });
            let scene = window.model().scene().unwrap().scene.clone();
            assert_eq!(scene.palettes[0].stored, words, "after {frames} frames");
        }
    }
}

#[test]
fn exports_selected_faces_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened();
    let scene = window.model().scene().unwrap().scene.clone();
    let many = |node: &Node| scene.mesh_of(node).is_some_and(|mesh| mesh.faces.len() > 4);
    let (node, placed) = scene.nodes.pairs().find(|(_, node)| many(node)).unwrap();
    let faces = [1, 3].map(|face| Element::Face(FaceRef { node, face }));
    window.send(Command::SelectThese(faces.to_vec()));
    window.send(Command::ExportSelection);
    window.get_by_label(&format!("Selection (2 faces of {})", placed.name));
    let choices = window.state_mut().export_choices();
    choices.folder = folder.path().to_string_lossy().into_owned();
    choices.kinds = vec![kind("obj")];
    window.run_steps(3);
    assert!(window.get_by_role_and_label(egui::Role::Button, "Export").is_focused());
    window.press(Key::Enter);
    window.settle();
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
    let model = files.into_iter().find(|file| file.extension().is_some_and(|end| end == "obj"));
    let text = std::fs::read_to_string(model.expect("a model")).unwrap();
    let written = text.lines().filter(|line| line.starts_with("f ")).count();
    let stored = |face: usize| {
        let mesh = scene.mesh_of(placed).unwrap();
        mesh.faces.get(face).unwrap()
    };
    let most = if stored(1).is_triangle() && stored(3).is_triangle() { 2 } else { 4 };
    assert!((1..=most).contains(&written), "{written} of {most}");
}
