//! Bookmarks, notes and views in the whole window, and across sessions.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::{Command, Note, PanelId, SelectionTarget, Settings};
use gouraud::scene::{Element, FaceRef, Node, NodeId};
use gouraud_testing::level;

use crate::driver::{Bench, Driver, window, window_with};

const SAMPLE: &str = gouraud::library::demo::FIRST;
const CTRL: Modifiers = Modifiers::COMMAND;
const ALT: Modifiers = Modifiers::ALT;

fn ready(window: &mut Bench) {
    window.until("the file and its notes are loaded", |w| {
        w.state.scene().is_some() && w.is_idle() && !w.state.notes.entries().is_empty()
    });
}

fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    ready(&mut window);
    window
}

/// A window that stores its notes in `folder`, with a file open.
fn remembering(folder: &Path, file: &str) -> Bench {
    let options = Options { config: Some(folder.join("app.ron")), ..Options::default() };
    let mut window = window_with(vec![file.to_owned()], options);
    ready(&mut window);
    window
}

fn kept(folder: &Path) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder.join("notes")).into_iter().flatten();
    all.map(|entry| entry.unwrap().path()).collect()
}

/// Selects a face and writes a note about it, by keys alone.
fn note_face(window: &mut Bench, face: u32, text: &str) {
    let face = Element::Face(FaceRef { node: first_node(window), face });
    window.select(face);
    window.chord(CTRL, Key::B);
    window.type_into("Note text", text);
    window.chord(Modifiers::NONE, Key::Enter);
    while_open(window);
}

/// Runs frames until the box closes, and not one more.
fn while_open(window: &mut Bench) {
    let start = std::time::Instant::now();
    while window.query_by_label("Note text").is_some() {
        assert!(start.elapsed().as_secs() < 60, "the box does not close");
        window.step();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// The contents of all files in the folder.
fn on_disk(folder: &Path) -> String {
    kept(folder).iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn writes_a_note_when_its_box_closes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = remembering(folder.path(), SAMPLE);
    for (face, text) in [(0, "the wall"), (1, "the floor")] {
        let face = Element::Face(FaceRef { node: first_node(&window), face });
        window.send(Command::NoteOn(SelectionTarget::Element(face)));
        window.get_by_label("Note text").type_text(text);
        window.step();
        window.key_press(Key::Enter);
        while_open(&mut window);
        assert!(on_disk(folder.path()).contains(text));
    }
}

#[test]
fn the_menu_key_opens_the_menu_of_the_note_at_the_cursor() {
    let mut window = opened();
    note_face(&mut window, 0, "the wall");
    window.show(PanelId::NOTES);
    window.press(Key::Home);
    window.press(Key::Menu);
    window.get_by_label_contains("Edit note");
}

#[test]
fn writes_the_draft_until_it_is_discarded() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = remembering(folder.path(), SAMPLE);
    let face = Element::Face(FaceRef { node: first_node(&window), face: 0 });
    window.send(Command::NoteOn(SelectionTarget::Element(face)));
    window.type_into("Note text", "half a th");
    window.settle();
    assert!(on_disk(folder.path()).contains("half a th"));
    assert!(texts(&window).is_empty(), "a draft is not a note yet");
    window.chord(Modifiers::NONE, Key::Escape);
    window.settle();
    assert_eq!(on_disk(folder.path()), "");
}

fn small_level(faces: usize) -> Vec<u8> {
    level::bytes(faces, level::Textures { count: 1, side: 16 }).unwrap()
}

/// The first node with faces.
fn first_node(window: &Bench) -> NodeId {
    let scene = &window.model().scene().unwrap().scene;
    let has_faces = |node: &Node| scene.mesh_of(node).is_some_and(|mesh| mesh.faces.len() > 1);
    scene.nodes.find(has_faces).unwrap()
}

fn texts(window: &Bench) -> Vec<String> {
    window.model().notes.iter().map(|(_, note)| note.text.clone()).collect()
}

#[test]
fn bookmark_rows_select_their_element() {
    let mut window = opened();
    note_face(&mut window, 0, "the wall");
    let selection = window.model().selection.clone().unwrap();
    window.get_by_label("noted");
    note_face(&mut window, 1, "");
    window.get_by_label("bookmarked");
    assert_eq!(texts(&window), ["the wall", ""]);
    window.send(Command::Deselect);
    window.show(PanelId::NOTES);
    window.click_part("] the wall");
    let state = window.model();
    assert_eq!(state.selection.as_ref(), Some(&selection));
    assert!(matches!(selection.element, Some(Element::Face(_))));
    // The same element again opens its note instead of adding one.
    window.chord(CTRL, Key::B);
    window.type_into("Note text", " to ride");
    window.chord(Modifiers::NONE, Key::Enter);
    assert_eq!(texts(&window), ["the wall to ride", ""]);
}

#[test]
fn undo_reverts_notes() {
    let mut window = opened();
    note_face(&mut window, 0, "the wall");
    window.chord(CTRL, Key::Z);
    assert_eq!(texts(&window), [""], "the words are removed first");
    window.chord(CTRL, Key::Z);
    assert!(texts(&window).is_empty());
    window.chord(CTRL, Key::Y);
    window.chord(CTRL, Key::Y);
    assert_eq!(texts(&window), ["the wall"]);
    window.show(PanelId::NOTES);
    window.chord(Modifiers::NONE, Key::Delete);
    assert!(texts(&window).is_empty(), "the note that was written last has the cursor");
    window.chord(CTRL, Key::Z);
    assert_eq!(texts(&window), ["the wall"]);
}

#[test]
fn escape_keeps_a_bookmark_without_an_empty_note() {
    let mut window = opened();
    let face = Element::Face(FaceRef { node: first_node(&window), face: 0 });
    window.send(Command::NoteOn(SelectionTarget::Element(face)));
    window.type_into("Note text", "half a th");
    window.chord(Modifiers::NONE, Key::Escape);
    assert!(texts(&window).is_empty());
    window.select(face);
    window.chord(CTRL, Key::B);
    window.chord(Modifiers::NONE, Key::Escape);
    assert_eq!(texts(&window), [""]);
}

#[test]
fn clicking_outside_and_ctrl_enter_save_the_note() {
    let mut window = opened();
    let face = |face| Element::Face(FaceRef { node: first_node(&window), face });
    let targets = [face(0), face(1)].map(SelectionTarget::Element);
    let write = |window: &mut Bench, target: &SelectionTarget, text: &str| {
        window.send(Command::NoteOn(target.clone()));
        window.type_into("Note text", text);
    };
    write(&mut window, &targets[0], "the wall");
    let beside = egui::pos2(30.0, 500.0);
    for pressed in [true, false] {
        window.event(Event::PointerMoved(beside));
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        window.event(Event::PointerButton { pos: beside, button, pressed, modifiers });
        window.run_steps(2);
    }
    assert!(window.query_by_label("Note text").is_none());
    assert_eq!(texts(&window), ["the wall"]);
    write(&mut window, &targets[1], "the floor");
    window.chord(CTRL, Key::Enter);
    assert_eq!(texts(&window), ["the wall", "the floor"]);
}

#[test]
fn filters_notes_by_words_paths_and_offsets() {
    let mut window = opened();
    note_face(&mut window, 0, "the wall");
    note_face(&mut window, 1, "the floor");
    window.show(PanelId::NOTES);
    window.click("Filter notes");
    window.type_into("Filter notes", "faces[1] floor");
    window.get_by_label_contains("] the floor");
    assert!(window.query_by_label_contains("] the wall").is_none());
    window.type_into("Filter notes", " nowhere");
    window.get_by_label_contains("No note matches");
}

#[test]
fn restores_notes_of_renamed_files_in_the_next_session() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = small_level(4);
    let [one, two] = ["a.psx", "b.psx"].map(|name| folder.path().join(name));
    std::fs::write(&one, &bytes).unwrap();
    std::fs::write(&two, &bytes).unwrap();
    let mut window = remembering(folder.path(), one.to_str().unwrap());
    note_face(&mut window, 0, "the wall");
    window.chord(ALT | Modifiers::SHIFT, Key::Num3);
    window.settle();
    let files = kept(folder.path());
    assert_eq!(files.len(), 1);
    let crc32 = format!("{:08x}-{}.json", crc32fast::hash(&bytes), bytes.len());
    assert!(files[0].ends_with(crc32), "{files:?}");
    assert_eq!(std::fs::read(&one).unwrap(), bytes, "never in the file");
    drop(window);
    let mut window = remembering(folder.path(), two.to_str().unwrap());
    assert_eq!(texts(&window), ["the wall"]);
    let sidecar = window.model().own_sidecar().unwrap();
    assert_eq!(sidecar.views.keys().copied().collect::<Vec<_>>(), [3]);
    window.send(Command::DeleteView(3));
    window.show(PanelId::NOTES);
    window.click_part("] the wall");
    window.chord(Modifiers::NONE, Key::Delete);
    window.settle();
    assert!(kept(folder.path()).is_empty(), "a file without notes has no sidecar");
}

#[test]
fn reports_and_renames_a_broken_sidecar() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = small_level(4);
    let file = folder.path().join("a.psx");
    std::fs::write(&file, &bytes).unwrap();
    let name = format!("{:08x}-{}.json", crc32fast::hash(&bytes), bytes.len());
    std::fs::create_dir(folder.path().join("notes")).unwrap();
    let path = folder.path().join("notes").join(name);
    std::fs::write(&path, "{ \"v\": 1, \"notes\": [").unwrap();
    let mut window = remembering(folder.path(), file.to_str().unwrap());
    window.run_steps(3);
    window.get_by_label_contains("were moved to");
    let aside = path.with_extension("json.broken");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "{ \"v\": 1, \"notes\": [");
    note_face(&mut window, 0, "a new note");
    window.settle();
    assert_eq!(kept(folder.path()).len(), 2);
}

#[test]
fn notes_follow_files_that_change_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.psx");
    std::fs::write(&file, small_level(4)).unwrap();
    let mut window = remembering(folder.path(), file.to_str().unwrap());
    note_face(&mut window, 0, "the wall");
    let before = window.model().notes.entries()[0].key;
    std::fs::write(&file, small_level(5)).unwrap();
    window.send(Command::Reload);
    window.until("the file is read again", |w| {
        let entry = w.state.notes.entries().first();
        w.is_idle() && entry.is_some_and(|entry| entry.key != before)
    });
    window.until("the notes of the new content are loaded", |w| {
        w.is_idle() && w.state.notes.iter().next().is_some()
    });
    assert_eq!(texts(&window), ["the wall"]);
    window.settle();
    assert_eq!(kept(folder.path()).len(), 2, "the old content keeps its own");
}

#[test]
fn stores_a_view_and_moves_back_to_it() {
    let mut window = window(vec![SAMPLE.to_owned()]);
    ready(&mut window);
    window.show(PanelId::SCENE);
    window.chord(Modifiers::NONE, Key::Num7);
    window.until("the camera is above", |w| w.state.view.camera.pitch > 89.0);
    window.run_steps(20);
    let above = window.model().view.camera;
    window.chord(ALT | Modifiers::SHIFT, Key::Num1);
    window.get_by_label_contains("View 1 saved");
    let stored = window.model().own_sidecar().unwrap().views[&1].in_words();
    assert!(stored.starts_with("from above, "), "{stored}");
    window.chord(Modifiers::NONE, Key::W);
    window.chord(Modifiers::NONE, Key::Num1);
    window.until("the camera is in front", |w| w.state.view.camera.pitch.abs() < 1.0);
    window.run_steps(20);
    window.key_press_modifiers(ALT, Key::Num1);
    let between = Cell::new(0);
    window.until("the camera is above", |w| {
        let camera = w.state.view.camera;
        between.set(between.get() + usize::from((2.0..88.0).contains(&camera.pitch)));
        (camera.pitch - above.pitch).abs() < 0.1
            && (camera.distance - above.distance).abs() < above.distance * 1e-3
    });
    assert!(between.get() > 0, "it glides");
    window.chord(ALT, Key::Num2);
    window.get_by_label_contains("View 2 is empty");
}

#[test]
fn digits_recall_views_while_flying() {
    let mut window = opened();
    window.show(PanelId::SCENE);
    let at = window.state().scene_panel().rect().center();
    window.hover_at(at);
    window.run_steps(2);
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.event(button(true));
    window.run_steps(2);
    // Like a keyboard event: with Shift the digit becomes another sign.
    let shifted = |pressed| Event::Key {
        key: Key::Exclamationmark,
        physical_key: Some(Key::Num1),
        pressed,
        repeat: false,
        modifiers: Modifiers::SHIFT,
    };
    window.event_modifiers(shifted(true), Modifiers::SHIFT);
    window.event_modifiers(shifted(false), Modifiers::SHIFT);
    window.run_steps(3);
    let stored = window.model().own_sidecar().unwrap().views.clone();
    assert_eq!(stored.keys().copied().collect::<Vec<_>>(), [1]);
    let before = window.model().view.camera;
    window.chord(Modifiers::NONE, Key::Num7);
    window.get_by_label_contains("View 7 is empty");
    assert_eq!(window.model().view.camera, before, "no view from above while flying");
    window.event(button(false));
    window.run_steps(2);
}

#[test]
fn exports_and_imports_notes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let mut mine = opened();
    note_face(&mut mine, 0, "the wall");
    mine.send(Command::ExportNotesTo(path.clone()));
    mine.settle();
    let mut theirs = opened();
    note_face(&mut theirs, 1, "the floor");
    theirs.send(Command::MergeNotesFrom(path.clone()));
    theirs.settle();
    assert_eq!(texts(&theirs), ["the wall", "the floor"]);
    // Opening the file does the same; it contains nothing new.
    theirs.send(Command::Open(path.to_str().unwrap().to_owned()));
    theirs.settle();
    theirs.get_by_label_contains("nothing new");
    assert_eq!(texts(&theirs).len(), 2);
    assert!(theirs.model().scene().is_some(), "the open file stays open");
    theirs.chord(CTRL, Key::Z);
    assert_eq!(texts(&theirs), ["the floor"]);
}

#[test]
fn notes_on_a_closed_file_appear_when_it_opens() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.psx");
    let bytes = small_level(4);
    std::fs::write(&file, &bytes).unwrap();
    let text = format!(
        r#"[{{"v":1,"file":{{"name":"a.psx","crc32":"{:08x}","size":{}}},
        "notes":[{{"path":"","offset":"0x00000000","length":4,"text":"from afar"}}]}}]"#,
        crc32fast::hash(&bytes),
        bytes.len()
    );
    let notes = folder.path().join("theirs.json");
    std::fs::write(&notes, text).unwrap();
    let mut window = remembering(folder.path(), SAMPLE);
    window.send(Command::MergeNotesFrom(notes));
    window.settle();
    assert!(texts(&window).is_empty());
    window.send(Command::Open(file.to_str().unwrap().to_owned()));
    window.until("the notes are loaded", |w| {
        w.is_idle() && w.state.notes.entries().iter().any(|entry| entry.path.ends_with("a.psx"))
    });
    assert_eq!(texts(&window), ["from afar"]);
}

#[test]
fn reports_notes_on_missing_elements() {
    let mut window = opened();
    let file = window.model().notes.entries()[0].key;
    let path = "nothing.like.this".to_owned();
    let note = Note { offset: u64::MAX - 3, length: 4, path, ..Note::default() };
    window.send(Command::SetNote { file, before: None, after: Some(Box::new(note)) });
    window.show(PanelId::NOTES);
    window.click_part("nothing.like.this");
    window.get_by_label_contains("is not in the file");
}

#[test]
fn migrates_stars_from_the_settings_to_their_bank() {
    let mut window = opened();
    let entry = window.model().notes.entries()[0].clone();
    let stars = [(entry.key.crc32, 5), (1, 6)].into();
    window.model_mut().settings = Settings { stars, ..Settings::default() };
    window.send(Command::CloseFile);
    window.send(Command::Open(SAMPLE.to_owned()));
    ready(&mut window);
    let state = window.model();
    assert!(state.own_sidecar().unwrap().stars.contains(&5));
    assert_eq!(state.settings.stars, [(1, 6)].into());
}

#[test]
fn draft_survives_reloads_and_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = remembering(folder.path(), SAMPLE);
    let face = |window: &Bench, face| {
        SelectionTarget::Element(Element::Face(FaceRef { node: first_node(window), face }))
    };
    let target = face(&window, 0);
    window.send(Command::NoteOn(target));
    window.type_into("Note text", "through");
    let before = window.model().doc.as_ref().unwrap().generation;
    window.send(Command::Reload);
    window.until("it is read again", |w| {
        let is_new = w.state.doc.as_ref().is_some_and(|doc| doc.generation > before);
        is_new && w.is_idle() && !w.state.notes.entries().is_empty()
    });
    window.type_into("Note text", " a reload");
    window.chord(Modifiers::NONE, Key::Enter);
    while_open(&mut window);
    assert_eq!(texts(&window), ["through a reload"]);

    let target = face(&window, 1);
    window.send(Command::NoteOn(target));
    window.type_into("Note text", "half a th");
    window.send(Command::About);
    assert!(window.query_by_label("Note text").is_none());
    assert!(texts(&window).contains(&"half a th".to_owned()));
    // The draft does not hide notes that are written later.
    window.send(Command::Undo);
    window.settle();
    assert!(!on_disk(folder.path()).contains("half a th"));
}
