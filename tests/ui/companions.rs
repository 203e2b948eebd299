//! Companions in other folders, and lists of names.

use std::path::Path;

use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;

use crate::driver::{Driver, open, window};

fn copy(name: &str, to: &Path) -> String {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo").join(name);
    std::fs::copy(from, to.join(name)).unwrap();
    to.join(name).to_string_lossy().into_owned()
}

#[test]
fn asks_for_a_missing_companion_until_it_is_found() {
    let [game, wrong, right] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let path = copy("prop.DGC", game.path());
    copy("prop.NGC", right.path());
    let mut window = window(vec![path.clone()]);
    window.until("the archive is open", |window| window.state.doc.is_some() && window.is_idle());
    let state = window.model();
    let doc = state.doc.clone().unwrap();
    let miss = |problem: &gouraud::bytes::Problem| {
        state.library.missing_companion(&doc.opened.stored, &problem.message)
    };
    let miss = doc
        .problems
        .iter()
        .find_map(|problem| miss(&problem))
        .expect("the missing file is reported");
    let name = miss.name.clone();
    let window_mut = window.state_mut();
    window_mut.push(Command::WhereIs { name: miss.name, looked_in: miss.looked_in });
    window.run_steps(3);
    window.get_by_label_contains("is missing.");
    let choose = |place: &Path| Command::ChoosePlace {
        name: name.clone(),
        path: place.to_string_lossy().into_owned(),
    };
    // The box has the focus.
    window.event(egui::Event::Text(wrong.path().to_string_lossy().into_owned()));
    window.step();
    window.key_press(egui::Key::Enter);
    window.step();
    window.until("the wrong place was looked at", gouraud::app::Window::is_idle);
    window.get_by_label_contains("does not contain prop");
    window.state_mut().push(choose(right.path()));
    window.step();
    window.until("the file is read again", |window| {
        let doc = window.state.doc.as_ref().filter(|doc| doc.opened.path == path);
        let has_message = |doc: &gouraud::app::model::Doc| {
            doc.problems
                .iter()
                .any(|problem| problem.message.contains("not found next to the file; using "))
        };
        doc.is_some_and(|doc| has_message(doc)) && window.is_idle()
    });
    assert!(window.query_by_label_contains("is missing.").is_none(), "the dialog is closed");
    let folders = window.model().library.game_folders();
    assert_eq!(folders["totem"], [right.path()]);
}

#[test]
fn message_about_a_missing_image_offers_to_locate_it() {
    let [sheets, images] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    for (name, folder) in [("ps1mini.cue", &sheets), ("ps1mini.bin", &images)] {
        let bytes = gouraud_testing::fixtures::read(&format!("disc/{name}"));
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let path = sheets.path().join("ps1mini.cue").to_string_lossy().into_owned();
    let mut window = open(&path);
    let doc = window.model().doc.clone().unwrap();
    assert_eq!(doc.opened.document.format.id, "text");
    window.click("Locate…");
    window.get_by_label_contains("ps1mini.bin is missing.");
    window.event(egui::Event::Text(images.path().to_string_lossy().into_owned()));
    window.step();
    window.key_press(egui::Key::Enter);
    window.step();
    window.until("the disc is open", |window| {
        let id = window.state.doc.as_ref().map(|doc| doc.opened.document.format.id);
        id == Some("disc.iso9660") && window.is_idle()
    });
    assert!(window.query_by_label("Locate…").is_none(), "nothing is missing");
}

#[test]
fn reads_and_remembers_a_list_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("mine.txt");
    std::fs::write(&list, "0x12345678 a name of mine\n").unwrap();
    let mut window = window(Vec::new());
    window.state_mut().push(Command::LoadNamesFrom(list.clone()));
    window.until("the list is remembered", |window| !window.state.settings.name_lists.is_empty());
    let state = window.model();
    assert_eq!(state.settings.name_lists, [list.to_string_lossy()]);
    let known = state.library.names.all();
    let expected = (0x1234_5678, "a name of mine".to_owned(), "mine.txt".to_owned());
    assert!(known.contains(&expected));
}
