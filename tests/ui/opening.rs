//! Opening any path: unknown files, texts, empty files, unreadable folders.

use std::path::{Path, PathBuf};

use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::Window;
use gouraud::app::model::document::tabs::display_names;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::{Command, Listing, PanelId};
use gouraud::bytes::Severity;
use gouraud::edit::EditOp;
use gouraud::formats::ea::big::{Archive, Form};

use crate::driver::{Bench, Driver, painted, window};

/// A folder with one file.
fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn open(path: &Path) -> Bench {
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    window.until("the file is open", |w| w.state.doc.is_some() && w.is_idle());
    window
}

fn format(window: &Bench) -> &'static str {
    window.model().doc.as_ref().unwrap().opened.document.format.id
}

fn open_as(window: &mut Bench, path: &Path, format: Option<&'static str>) {
    let path = path.to_string_lossy().into_owned();
    let before = window.model().doc.as_ref().map_or(0, |doc| doc.generation);
    window.state_mut().push(Command::OpenAs { path, format });
    window.until("it is read again", |w| {
        w.is_idle() && w.state.doc.as_ref().is_some_and(|doc| doc.generation > before)
    });
}

#[test]
fn opens_unknown_files_as_bytes() {
    let (_folder, path) = file("noise.bin", &[0x81; 300]);
    let mut window = open(&path);
    assert_eq!(format(&window), "bytes");
    window.get_by_label_contains("Bytes, cursor at");
    assert_eq!(window.model().focus, PanelId::BYTES);
    window.show(PanelId::PROBLEMS);
    window.get_by_label_contains("unknown format; its bytes are shown");
    assert!(window.model().failure.is_none());
}

#[test]
fn opens_texts_as_lines() {
    let (_folder, path) = file("readme.txt", b"one\r\ntwo\r\n");
    let mut window = open(&path);
    assert_eq!(format(&window), "text");
    window.click("two");
    let selection = window.model().selection.as_ref().unwrap();
    assert_eq!(
        (selection.path.as_str(), selection.span.start, selection.span.len),
        ("lines[1]", 5, 5)
    );
}

#[test]
fn opens_empty_files_with_a_message() {
    let (_folder, path) = file("empty.psx", b"");
    let window = open(&path);
    window.get_by_label("This file is empty");
}

#[test]
fn keeps_the_chosen_format_on_reload() {
    let level =
        gouraud_testing::level::bytes(4, gouraud_testing::level::Textures { count: 1, side: 16 })
            .unwrap();
    let (_folder, path) = file("level.psx", &level);
    let mut window = open(&path);
    let own = format(&window);
    open_as(&mut window, &path, Some("bytes"));
    assert_eq!(format(&window), "bytes");
    let before = window.model().doc.as_ref().unwrap().generation;
    window.state_mut().push(Command::Reload);
    window.until("it is read again", |w| {
        w.is_idle() && w.state.doc.as_ref().is_some_and(|doc| doc.generation > before)
    });
    assert_eq!(format(&window), "bytes");
    // A format that cannot read the file reports why, above the bytes.
    open_as(&mut window, &path, Some("ps1.tim"));
    let doc = window.model().doc.clone().unwrap();
    assert_eq!(doc.problems.worst(), Some(Severity::Error));
    assert!(doc.opened.reason.starts_with("recognised as ps1.tim, but"), "{}", doc.opened.reason);
    open_as(&mut window, &path, None);
    assert_eq!(format(&window), own);
}

#[test]
fn reports_unreadable_folders() {
    let (folder, path) = file("noise.bin", &[0x81; 300]);
    let mut window = open(&path);
    let gone = folder.path().join("gone").to_string_lossy().into_owned();
    window.state_mut().push(Command::List(gone.clone()));
    window.until("it was looked at", |w| {
        w.is_idle() && w.state.files.listings.get(&gone) != Some(&Listing::Loading)
    });
    assert!(matches!(window.model().files.listings.get(&gone), Some(Listing::Failed(_))));
    window.get_by_label_contains("no such file or folder");
}

#[test]
fn keeps_the_list_during_a_reload() {
    let (folder, path) = file("noise.bin", &[0x81; 300]);
    for n in 0..20 {
        std::fs::write(folder.path().join(format!("other{n}.bin")), [0x81]).unwrap();
    }
    let mut window = open(&path);
    let root = folder.path().to_string_lossy().into_owned();
    window.state_mut().push(Command::Reload);
    window.until("it is read again", |w| {
        let listing = w.state.files.listings.get(&root);
        assert!(matches!(listing, Some(Listing::Entries(all)) if all.len() == 21));
        w.is_idle()
    });
}

#[test]
fn chooses_the_front_tab_by_content() {
    let (_folder, path) = file("readme.txt", b"one\r\ntwo\r\n");
    let mut window = open(&path);
    let in_front = |window: &Bench, label: &str| window.query_by_label(label).is_some();
    assert_eq!(window.model().focus, PanelId::TEXT);
    assert!(in_front(&window, "Search the text"), "a text is read");
    window.state_mut().push(Command::Open(crate::SAMPLE.to_owned()));
    window.until("the level is loaded", |w| {
        w.state.scene().is_some_and(|s| !s.scene.nodes.is_empty()) && w.is_idle()
    });
    assert_eq!(window.model().focus, PanelId::SCENE);
    assert!(!in_front(&window, "Search the text"));
}

#[test]
fn contents_filter_is_per_file() {
    let mut window = crate::opened();
    let show = |window: &mut Bench, path: &str| {
        window.state_mut().push(Command::Open(path.to_owned()));
        window.until("it is open", |w| {
            w.state.document_path() == Some(path) && w.state.scene().is_some() && w.is_idle()
        });
        window.run_steps(2);
    };
    let typed = |window: &Bench| {
        let filter = window.get_by_label("Filter contents");
        filter.accesskit_node().value().unwrap_or_default()
    };
    window.get_by_label("Filter contents").focus();
    window.run_steps(2);
    window.type_into("Filter contents", "shops");
    assert_eq!(typed(&window), "shops");
    show(&mut window, "demo//skater.psx");
    assert_eq!(typed(&window), "");
    show(&mut window, crate::SAMPLE);
    assert_eq!(typed(&window), "shops");
}

#[test]
fn shows_resolved_names_of_hashed_files() {
    let folder = tempfile::tempdir().unwrap();
    let extracted = |name: &str| {
        let [with_extension, _] = gouraud::formats::neversoft::hash::extracted_names(name);
        folder.path().join(with_extension).to_string_lossy().into_owned()
    };
    for name in ["plaza.psx", "plaza_l.psx", "plaza_t.trg"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        std::fs::copy(format!("{demo}{name}"), extracted(name)).unwrap();
    }
    let mut window = open(Path::new(&extracted("plaza.psx")));
    window.settle_scene();
    let library = &window.model().library;
    assert_eq!(library.display_name(&extracted("plaza.psx")), "plaza.psx");
    // In Files and in the status bar.
    assert!(window.get_all_by_label("plaza.psx").count() >= 2);
    window.get_by_label("plaza_t.trg");
    let path = extracted("plaza.psx");
    // With folders if there are two.
    let names = display_names(library, &[&path, "/other/plaza.psx", "/other/plaza_l.psx"]);
    let above = folder.path().file_name().unwrap().to_string_lossy();
    assert_eq!(
        names,
        [format!("{above}/plaza.psx"), "other/plaza.psx".into(), "plaza_l.psx".into()]
    );
    // In the question about unsaved changes.
    let orders = vec![EditOp::set("models[0].faces[0].flags", "0")];
    let edit = Edit { path, name: "set it".to_owned(), orders, ..Edit::default() };
    window.change(Command::Edit(Box::new(edit)));
    window.send(Command::CloseFile);
    window.get_by_label("Close without saving?");
    window.get_by_label_contains("    plaza.psx: 1 change");
}

#[test]
fn lists_members_of_an_archive_in_contents() {
    let mut archive = Archive::new(Form::BigF);
    archive.add("one.bin", vec![0x81; 64]);
    archive.add("two.bin", vec![0x81; 80]);
    let bytes = archive.write().unwrap();
    let (_folder, path) = file("some.big", &bytes);
    let mut window = open(&path);
    window.until("it is listed", |w| w.is_idle() && !w.state.loading);
    window.get_by_label("Member one.bin");
    window.get_by_label("Member two.bin").click();
    window.until("the member is open", |w: &Window| {
        w.is_idle()
            && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with("//two.bin"))
    });
}

/// A file on a disc is listed below its folders, and its bytes have offsets in the image too.
#[test]
fn opens_discs_like_folders() {
    let cue = gouraud_testing::fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let mut window = open(Path::new(&cue));
    assert_eq!(format(&window), "disc.iso9660");
    window.until("its folders are listed", |w| w.state.files.listings.contains_key(&cue));
    window.run_steps(3);
    window.get_by_label("ENEMY1").click();
    window.until("the folder is listed", |w| {
        matches!(
            w.state.files.listings.get(&format!("{cue}//ENEMY1")),
            Some(Listing::Entries(entries)) if entries.len() == 1
        )
    });
    window.run_steps(3);
    let path = format!("{cue}//ENEMY1/A.TIM");
    window.state_mut().push(Command::Open(path.clone()));
    window.until("the picture is open", |w| {
        w.is_idle() && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path == path)
    });
    window.run_steps(3);
    window.get_by_label_contains("Stored in ps1mini.bin 0x00012618, sector 32");
}

#[test]
fn a_folder_leaves_no_panel_about_files_in_front() {
    let (first, _) = file("noise.bin", &[0x81; 300]);
    let (folder, _) = file("noise.bin", &[0x82; 300]);
    let mut window = window(vec![first.path().to_string_lossy().into_owned()]);
    window.until("the folder is listed", |w| w.is_idle() && w.state.files.roots.len() == 1);
    window.show(PanelId::TEXTURE);
    window.get_by_label("No textures");
    window.state_mut().push(Command::Open(folder.path().to_string_lossy().into_owned()));
    window.until("both folders are listed", |w| w.is_idle() && w.state.files.roots.len() == 2);
    assert!(window.query_by_label("No textures").is_none());
    window.get_by_label_contains("Choose a file in Files");
}

#[test]
fn a_picture_has_no_count_of_faces() {
    let picture = gouraud_testing::small::ff7::picture();
    let (_folder, path) = file("picture.tim", &gouraud::formats::Records::write(&picture).unwrap());
    let window = open(&path);
    let texts = painted(&window);
    assert!(texts.iter().any(|(text, _)| text.contains("4 bit")));
    assert!(texts.iter().all(|(text, _)| !text.contains("0 faces")));
}
