//! The Files panel: several roots, many marked files, and their actions.

use std::io::Write;
use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::thumbnails::{Item, Thumbnail};
use gouraud::app::model::export::bulk::{Existing, Stage};
use gouraud::app::model::{Command, Listing, PanelId};
use gouraud::formats::ea::big::{Archive, Form};

use crate::driver::{Bench, Driver, put, window};

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Archive::new(Form::BigF);
    members.iter().for_each(|(name, bytes)| archive.add(name, bytes.to_vec()));
    archive.write().unwrap()
}

fn open(window: &mut Bench, path: &str) {
    window.state_mut().push(Command::Open(path.to_owned()));
    window.until("it is shown", |w| {
        w.is_idle() && !w.state.loading && w.state.files.root_of(path).is_some()
    });
}

fn roots(window: &Bench) -> Vec<String> {
    window.model().files.roots.clone()
}

fn marked(window: &Bench) -> Vec<String> {
    let marked = window.model().files.marked.iter();
    marked.map(|path| path.rsplit('/').next().unwrap().to_owned()).collect()
}

/// A window with a folder of five small files.
fn five() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    for at in 1..=5u8 {
        put(folder.path(), &format!("file{at}.bin"), &[0x81; 40]);
    }
    let mut window = window(vec![folder.path().to_string_lossy().into_owned()]);
    window.until("it is listed", |w| w.is_idle() && !w.state.files.roots.is_empty());
    window.show(PanelId::FILES);
    (folder, window)
}

fn click_with(window: &mut Bench, name: &str, modifiers: Modifiers) {
    let at = window.get_by_label(name).rect().center();
    for pressed in [true, false] {
        window.event(egui::Event::PointerMoved(at));
        let button = egui::PointerButton::Primary;
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.step();
    }
    window.run_steps(2);
}

#[test]
fn lists_several_roots_and_closes_them_one_by_one() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [one, other] = [&one, &other].map(|folder| folder.path());
    let inner = put(one, "sub/deep.bin", &[0x81; 40]);
    put(other, "loose.bin", &[0x81; 40]);
    let big = put(other, "some.big", &archive(&[("a.bin", &[0x81; 40])]));
    let disc = gouraud_testing::fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let one = one.to_string_lossy().into_owned();
    let mut window = window(vec![one.clone()]);
    for path in [&one, &big, &disc] {
        open(&mut window, path);
    }
    let all = [one.clone(), big.clone(), disc.clone()];
    assert_eq!(roots(&window), all);
    // A path below a root does not become another root.
    open(&mut window, &inner);
    open(&mut window, &format!("{disc}//ENEMY1/A.TIM"));
    assert_eq!(roots(&window), all);
    for name in ["deep.bin", "A.TIM"] {
        window.get_all_by_label(name).next().expect("its row is in sight");
    }
    // A folder absorbs roots below it.
    let folder = other.to_string_lossy().into_owned();
    open(&mut window, &folder);
    assert_eq!(roots(&window), [one.clone(), folder.clone(), disc.clone()]);
    let name = Path::new(&one).file_name().unwrap().to_string_lossy().into_owned();
    window.click(&format!("Close {name}"));
    assert_eq!(roots(&window), [folder, disc]);
}

#[test]
fn dropping_with_ctrl_adds_roots() {
    let folder = tempfile::tempdir().unwrap();
    let big = put(folder.path(), "some.big", &archive(&[("a.bin", &[0x81; 40])]));
    let mut window = window(vec!["demo//plaza.psx".to_owned()]);
    window.settle_scene();
    assert_eq!(roots(&window), ["demo"]);
    window.state_mut().push(Command::AddRoot(big.clone()));
    window.until("the second root is listed", |w| w.is_idle() && w.state.files.roots.len() == 2);
    assert_eq!(roots(&window), ["demo".to_owned(), big]);
    assert!(window.model().scene().is_some(), "the open file stays open");
}

#[test]
fn marks_files_with_ctrl_and_shift_and_clears_with_escape() {
    let (_folder, mut window) = five();
    click_with(&mut window, "file2.bin", Modifiers::COMMAND);
    click_with(&mut window, "file4.bin", Modifiers::COMMAND);
    assert_eq!(marked(&window), ["file2.bin", "file4.bin"]);
    window.get_by_label("2 marked");
    click_with(&mut window, "file5.bin", Modifiers::SHIFT);
    assert_eq!(marked(&window), ["file4.bin", "file5.bin"]);
    assert!(window.model().doc.is_none(), "nothing was opened for it");
    window.chord(Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(marked(&window), ["file4.bin"]);
    window.chord(Modifiers::COMMAND, Key::A);
    assert_eq!(marked(&window).len(), 5);
    window.press(Key::Escape);
    assert!(marked(&window).is_empty());
    assert!(window.query_by_label_contains(" marked").is_none());
    // A plain click opens the file.
    click_with(&mut window, "file1.bin", Modifiers::COMMAND);
    click_with(&mut window, "file3.bin", Modifiers::NONE);
    window.until("it is open", |w| {
        w.is_idle()
            && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with("file3.bin"))
    });
    assert!(marked(&window).is_empty());
}

#[test]
fn opens_the_file_menu_by_right_button_and_menu_key() {
    let (_folder, mut window) = five();
    window.get_by_label("file3.bin").click_secondary();
    window.run_steps(3);
    for entry in
        ["Open as…", "Open as bytes", "Extract…", "Export…", "Show in file manager", "Copy path"]
    {
        window.get_by_label_contains(entry);
    }
    window.press(Key::Escape);
    assert!(window.query_by_label_contains("Extract…").is_none());
    window.press(Key::ArrowDown);
    window.press(Key::Menu);
    window.get_by_label_contains("Extract…");
    // A root has one more item.
    let root = "Close ";
    let others = window.get_all_by_label_contains("Close").count();
    let buttons = window.get_all_by_label_contains(root).count();
    assert_eq!(others, buttons + 1);
}

#[test]
fn lists_files_that_are_added_and_removed_while_the_folder_is_open() {
    let (folder, mut window) = five();
    let names = |w: &gouraud::app::Window| -> Vec<String> {
        let listings = w.state.files.listings.values();
        let entries = listings.filter_map(|listing| match listing {
            Listing::Entries(entries) => Some(entries.iter()),
            _ => None,
        });
        entries.flatten().map(|entry| entry.name.clone()).collect()
    };
    std::fs::remove_file(folder.path().join("file3.bin")).unwrap();
    put(folder.path(), "file6.bin", &[0x81; 40]);
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    window.until("it is listed again", |w| {
        let names = names(w);
        let has = |name: &str| names.iter().any(|own| own == name);
        !has("file3.bin") && has("file6.bin") && has("sub")
    });
    let sub = folder.path().join("sub").to_string_lossy().into_owned();
    window.send(Command::List(sub.clone()));
    window.until("it is listed", |w| {
        matches!(w.state.files.listings.get(&sub), Some(Listing::Entries(_))) && w.is_idle()
    });
    put(&folder.path().join("sub"), "inner.bin", &[0x81; 40]);
    window.until("its file is listed", |w| names(w).iter().any(|name| name == "inner.bin"));
    std::fs::remove_dir_all(folder.path().join("sub")).unwrap();
    window.until("it is not listed", |w| !names(w).iter().any(|name| name == "sub"));
    window.settle();
    assert!(window.query_by_label("Dismiss message").is_none(), "a deleted folder is no error");
    // Created again, the folder is followed again.
    put(&folder.path().join("sub"), "other.bin", &[0x81; 40]);
    window.until("its file is listed", |w| names(w).iter().any(|name| name == "other.bin"));
    put(&folder.path().join("sub"), "third.bin", &[0x81; 40]);
    window.until("its file is listed", |w| names(w).iter().any(|name| name == "third.bin"));
    // Replaced by another folder of the same name.
    let aside = tempfile::tempdir().unwrap();
    std::fs::rename(folder.path().join("sub"), aside.path().join("old")).unwrap();
    put(&folder.path().join("sub"), "fourth.bin", &[0x81; 40]);
    window.until("its file is listed", |w| names(w).iter().any(|name| name == "fourth.bin"));
}

#[test]
fn a_file_that_is_written_slowly_has_its_final_size() {
    let (folder, mut window) = five();
    let size = |w: &gouraud::app::Window| {
        let listing = w.state.files.listings.values().next().cloned();
        let Some(Listing::Entries(entries)) = listing else { return None };
        entries.iter().find(|entry| entry.name == "slow.bin").map(|entry| entry.size)
    };
    let mut file = std::fs::File::create(folder.path().join("slow.bin")).unwrap();
    file.write_all(&[0x81; 10]).unwrap();
    window.until("it is listed", |w| size(w).is_some());
    file.write_all(&[0x81; 90]).unwrap();
    drop(file);
    window.until("it has its final size", |w| size(w) == Some(100));
}

#[test]
fn folders_of_a_closed_root_are_listed_anew() {
    let (folder, mut window) = five();
    let root = folder.path().to_string_lossy().into_owned();
    window.send(Command::CloseFile);
    window.send(Command::CloseRoot(root.clone()));
    assert!(window.model().files.listings.is_empty());
    put(folder.path(), "file6.bin", &[0x81; 40]);
    window.send(Command::AddRoot(root.clone()));
    window.until("it is listed", |w| {
        let listing = w.state.files.listings.get(&root);
        let Some(Listing::Entries(entries)) = listing else { return false };
        entries.iter().any(|entry| entry.name == "file6.bin")
    });
}

#[test]
fn typed_letters_move_to_the_file_of_that_name() {
    let (_folder, mut window) = five();
    let open = |window: &mut Bench, name: &str| {
        window.press(Key::Enter);
        window.until("it is open", |w| {
            w.is_idle() && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with(name))
        });
    };
    for (key, letter) in
        [(Key::F, "f"), (Key::I, "i"), (Key::L, "l"), (Key::E, "e"), (Key::Num4, "4")]
    {
        window.event(egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        window.event(egui::Event::Text(letter.to_owned()));
        window.step();
    }
    open(&mut window, "file4.bin");
    window.show(PanelId::FILES);
    window.press(Key::End);
    open(&mut window, "file5.bin");
}

/// Commands of the scene are meant for what is selected there.
#[test]
fn keys_in_files_do_not_change_the_scene() {
    let mut window = crate::driver::open("demo//plaza.psx");
    let object = gouraud::scene::Element::Node(gouraud::scene::Id::new(3));
    window.select(object);
    let count = window.model().scene().unwrap().scene.nodes.len();
    window.show(PanelId::FILES);
    for key in [Key::Delete, Key::W, Key::H] {
        window.chord(Modifiers::NONE, key);
    }
    window.settle();
    assert_eq!(window.model().scene().unwrap().scene.nodes.len(), count);
    assert!(!window.model().view.marks.wireframe);
    assert!(window.model().edits.get("demo//plaza.psx").is_none());
}

#[test]
fn menu_of_marked_files_applies_to_all() {
    let (_folder, mut window) = five();
    click_with(&mut window, "file2.bin", Modifiers::COMMAND);
    click_with(&mut window, "file4.bin", Modifiers::COMMAND);
    window.get_by_label("file4.bin").click_secondary();
    window.run_steps(3);
    window.get_by_label_contains("Export 2 marked files…");
    window.get_by_label_contains("Copy paths");
    window.click_part("Extract 2 marked files…");
    window.settle();
    window.get_by_label("2 files");
    let out = tempfile::tempdir().unwrap();
    window.state_mut().files_dialog().unwrap().folder = out.path().to_string_lossy().into_owned();
    window.run_steps(3);
    // The list still has the focus, but the dialog is above it.
    window.press(Key::Enter);
    window.settle();
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 2);
    assert!(window.model().doc.is_none());
}

/// Opens the dialog, waits for its plan, and writes into `folder`.
fn write(window: &mut Bench, command: Command, folder: &Path, existing: Existing, says: &str) {
    window.send(command);
    let bulk = window.state_mut().files_dialog().expect("the dialog is open");
    (bulk.folder, bulk.existing) = (folder.to_string_lossy().into_owned(), existing);
    window.settle();
    window.settle();
    window.get_by_label_contains(says);
    window.press(Key::Enter);
    window.settle();
    let bulk = window.state_mut().files_dialog().expect("the report is shown");
    assert!(matches!(bulk.stage, Stage::Done(..)));
    window.get_by_label("Open folder");
    window.press(Key::Escape);
}

#[test]
fn extraction_keeps_replaces_or_renames_existing_files() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let members: &[(&str, &[u8])] = &[("A/one.bin", b"1"), ("../two.bin", b"2")];
    let big = put(folder.path(), "some.big", &archive(members));
    let out = out.path().join("out");
    put(&out, "A/one.bin", b"mine");
    let read = |name: &str| std::fs::read(out.join(name)).ok();
    let mut window = window(vec![folder.path().to_string_lossy().into_owned()]);
    window.until("it is listed", |w| w.is_idle() && !w.state.files.roots.is_empty());
    let extract = Command::ExtractFiles(vec![big]);
    let says = "2 files, 1 exists: skipped";
    write(&mut window, extract.clone(), &out, Existing::Keep, says);
    assert_eq!((read("A/one.bin"), read("_/two.bin")), (Some(b"mine".into()), Some(b"2".into())));
    let says = "2 files, 2 exist: the new one is numbered";
    write(&mut window, extract.clone(), &out, Existing::Rename, says);
    assert_eq!((read("A/one.bin"), read("A/one~2.bin")), (Some(b"mine".into()), Some(b"1".into())));
    let says = "2 files, 2 exist: will be overwritten";
    write(&mut window, extract, &out, Existing::Replace, says);
    assert_eq!(read("A/one.bin"), Some(b"1".into()));
    let beside = std::fs::read_dir(out.parent().unwrap()).unwrap().count();
    assert_eq!(beside, 1, "nothing lands outside the folder");
}

#[test]
fn extracts_several_archives_into_folders_of_their_names() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let one = put(folder.path(), "one.big", &archive(&[("same.bin", b"1")]));
    let two = put(folder.path(), "two.big", &archive(&[("same.bin", b"2")]));
    let sub = put(folder.path(), "sub/same.bin", b"3");
    let sub = Path::new(&sub).parent().unwrap().to_string_lossy().into_owned();
    let loose = put(folder.path(), "loose.bin", b"4");
    let mut window = window(vec![folder.path().to_string_lossy().into_owned()]);
    window.until("it is listed", |w| w.is_idle() && !w.state.files.roots.is_empty());
    let extract = Command::ExtractFiles(vec![one, two, sub, loose]);
    write(&mut window, extract, out.path(), Existing::Keep, "4 files");
    let read = |name: &str| std::fs::read(out.path().join(name)).unwrap();
    assert_eq!(
        ["one.big/same.bin", "two.big/same.bin", "sub/same.bin", "loose.bin"].map(read),
        [b"1", b"2", b"3", b"4"]
    );
}

#[test]
fn exports_a_disc_through_its_archives() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let disc = gouraud_testing::fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let tim = gouraud::library::Library::new();
    let tim = tim.open(&format!("{disc}//ENEMY1/A.TIM"), None).unwrap().stored.bytes().to_vec();
    let inner = archive(&[("textures/inner.tim", &tim)]);
    let nested = put(folder.path(), "outer.big", &archive(&[("inner.big", &inner)]));
    let mut window = window(vec![nested.clone()]);
    window.until("it is open", |w| w.is_idle() && w.state.doc.is_some());
    let export = Command::ExportFiles(vec![nested, format!("{disc}//ENEMY1")]);
    window.send(export);
    let png = gouraud_testing::kind("png");
    let bulk = window.state_mut().files_dialog().unwrap();
    bulk.wanted.kinds = vec![png];
    bulk.folder = out.path().to_string_lossy().into_owned();
    window.settle();
    window.get_by_label("2 files");
    window.click("Export");
    window.settle();
    window.get_by_label_contains("2 files written");
    let pictures = |below: &str| std::fs::read_dir(out.path().join(below)).unwrap().count();
    assert_eq!(pictures("outer.big/inner.big/textures/inner.tim"), 1);
    assert_eq!(pictures("ENEMY1/A.TIM"), 1);
}

#[test]
fn lists_write_errors_with_reasons() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let big = put(folder.path(), "some.big", &archive(&[("A/one.bin", b"1"), ("two.bin", b"2")]));
    // A file already exists at the path of the folder.
    put(out.path(), "A", b"in the way");
    let mut window = window(vec![folder.path().to_string_lossy().into_owned()]);
    window.until("it is listed", |w| w.is_idle() && !w.state.files.roots.is_empty());
    let extract = Command::ExtractFiles(vec![big]);
    window.send(extract);
    window.state_mut().files_dialog().unwrap().folder = out.path().to_string_lossy().into_owned();
    window.settle();
    window.press(Key::Enter);
    window.settle();
    window.get_by_label_contains("1 file written, 1 failed");
    let bulk = window.state_mut().files_dialog().unwrap();
    let Stage::Done(report, _) = &bulk.stage else { panic!("the job has not ended") };
    assert!(!report.failed[0].message.is_empty());
    assert_eq!(std::fs::read(out.path().join("two.bin")).unwrap(), b"2");
}

#[test]
fn shows_members_as_tiles_and_opens_by_double_click() {
    let folder = tempfile::tempdir().unwrap();
    let disc = gouraud_testing::fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let tim = gouraud::library::Library::new();
    let tim = tim.open(&format!("{disc}//ENEMY1/A.TIM"), None).unwrap().stored.bytes().to_vec();
    let members: &[(&str, &[u8])] =
        &[("a.tim", &tim), ("noise.bin", &[0x81; 300]), ("DATA/deep.bin", &[0x81; 40])];
    let big = put(folder.path(), "some.big", &archive(members));
    let mut window = window(vec![big.clone()]);
    window.until("its pictures are drawn", |w| {
        let picture = w.state.files.thumbnails.get(&Item::file(&format!("{big}//a.tim")));
        let is_ready = matches!(picture, Some(Thumbnail::Ready { .. }));
        w.is_idle() && is_ready
    });
    let size = gouraud::app::model::numbers::size(tim.len() as u64);
    window.click(&format!("a.tim, {size}"));
    assert!(marked(&window).is_empty(), "a click moves the cursor");
    window.chord(Modifiers::COMMAND, Key::A);
    assert_eq!(marked(&window).len(), 3);
    window.press(Key::Escape);
    assert!(window.model().doc.as_ref().unwrap().opened.path == big);
    let double = |window: &mut Bench, label: &str| {
        window.run_steps(40);
        for _ in 0..2 {
            window.get_by_label(label).click();
            window.step();
        }
        window.run_steps(2);
    };
    double(&mut window, "DATA, folder");
    window.settle();
    window.get_by_label("deep.bin, 40 B");
    window.press(Key::Backspace);
    double(&mut window, "noise.bin, 300 B");
    window.until("it is open as bytes", |w| {
        let doc = w.state.doc.as_ref();
        w.is_idle() && doc.is_some_and(|doc| doc.opened.document.format.id == "bytes")
    });
    assert!(marked(&window).is_empty(), "opening marks nothing");
}

#[test]
fn folder_tiles_have_no_count_until_they_are_listed() {
    let disc = gouraud_testing::fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let mut window = window(vec![disc]);
    window.settle();
    window.get_by_label("4 folders, 4 files");
    window.run_steps(40);
    for _ in 0..2 {
        window.get_by_label("ENEMY1, folder").click();
        window.step();
    }
    let mut entered = false;
    for _ in 0..10 {
        window.step();
        if window.query_by_label("ps1mini.cue/ENEMY1").is_some() {
            entered = true;
            let of_the_root = window.query_by_label("4 folders, 4 files");
            assert!(of_the_root.is_none(), "the number of another folder");
        }
    }
    assert!(entered);
    window.settle();
    window.get_by_label("1 file");
}

#[test]
fn opens_the_first_file_among_paths_with_folders() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    put(folder.path(), "loose.bin", &[0x81; 40]);
    let file = put(other.path(), "file.bin", &[0x81; 40]);
    let folder = folder.path().to_string_lossy().into_owned();
    let mut window = window(vec![folder.clone(), file.clone()]);
    window.until("the file is open", |w| w.state.doc.is_some() && w.is_idle());
    assert_eq!(window.model().doc.as_ref().unwrap().opened.path, file);
    assert!(roots(&window).contains(&folder), "the folder is listed beside it");
}

#[test]
fn only_visible_tiles_request_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let disc = gouraud_testing::fixtures::path("disc/ps1mini.cue").to_string_lossy().into_owned();
    let tim = gouraud::library::Library::new();
    let tim = tim.open(&format!("{disc}//ENEMY1/A.TIM"), None).unwrap().stored.bytes().to_vec();
    let names: Vec<String> = (0..400).map(|at| format!("t{at:03}.tim")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &*tim)).collect();
    let big = put(folder.path(), "many.big", &archive(&members));
    let mut window = window(vec![big.clone()]);
    // Files is folded, since its rows request pictures as well.
    window.until("it is open", |w| w.is_idle() && w.state.gallery().is_some());
    let is_asked = |window: &Bench, name: &str| {
        window.model().files.thumbnails.get(&Item::file(&format!("{big}//{name}"))).is_some()
    };
    assert!(is_asked(&window, "t000.tim"));
    assert!(!is_asked(&window, "t399.tim"));
}

#[test]
fn exports_a_level_with_its_dependencies() {
    let out = tempfile::tempdir().unwrap();
    let mut window = crate::opened();
    window.chord(Modifiers::COMMAND, Key::E);
    window.settle();
    window.click_part("Include dependencies: ");
    let choices = window.state_mut().export_choices();
    choices.folder = out.path().to_string_lossy().into_owned();
    let used: Vec<String> = choices.used().iter().map(|used| used.name.clone()).collect();
    assert!(used.contains(&"plaza_t.trg".to_owned()), "{used:?}");
    window.run_steps(3);
    window.press(Key::Enter);
    window.settle();
    window.get_by_label("Open folder");
    let there = |name: &str| out.path().join(name).is_file();
    assert!(there("plaza.glb"), "the level");
    assert!(there("plaza_t.json"), "its triggers");
}

/// A disc that is missing in the tables of games is named by its serial.
#[test]
fn shows_the_game_of_a_disc() {
    let sheet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/disc/ps1mini.cue");
    let path = sheet.to_string_lossy().into_owned();
    let mut window = window(vec![path.clone()]);
    window.until("it is listed", |w| w.is_idle() && !w.state.files.games.is_empty());
    assert_eq!(window.model().files.games[&path].title, "SLUS-99901");
}

#[test]
fn a_filter_without_matches_says_so() {
    let (_folder, mut window) = five();
    window.get_by_label("Filter files").focus();
    window.run_steps(2);
    window.type_into("Filter files", "file3");
    window.get_by_label("file3.bin");
    assert!(window.query_by_label("file1.bin").is_none());
    assert!(window.query_by_label("No file matches").is_none());
    window.type_into("Filter files", "nothing");
    window.get_by_label("No file matches");
    assert!(window.query_by_label("file3.bin").is_none());
}
