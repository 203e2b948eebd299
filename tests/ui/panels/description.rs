//! Descriptions of formats: started for unknown files, checked while the user types, and saved.

use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::description::place_of;
use gouraud::app::model::{Command, PanelId, SelectionTarget, State};
use gouraud::app::panels::description::keys::move_lines;
use gouraud::app::{Options, Window};
use gouraud::render::DeviceFaults;

use crate::driver::{Bench, Driver, window_with};

const TEXT: &str = "meta:\n  id: pair\n  endian: le\nseq:\n  - id: first\n    type: u2\n";

/// A folder with a file of an unknown format and a description.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("shape.q1z"), bytes).unwrap();
        std::fs::write(folder.path().join("pair.ksy"), TEXT).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn open(&self) -> Bench {
        self.open_with(Options::default())
    }

    fn open_with(&self, options: Options) -> Bench {
        let path = self.path("shape.q1z").to_string_lossy().into_owned();
        let mut window = window_with(vec![path], Options { remember: false, ..options });
        window.settle();
        window
    }

    /// The file, read by the description.
    fn read(&self) -> Bench {
        let format = Some(self.path("pair.ksy").to_string_lossy().into_owned());
        self.open_with(Options { format, ..Options::default() })
    }
}

/// A magic, the number of the records, and records of three floats, a number and four bytes.
fn records() -> Vec<u8> {
    let mut bytes = b"PNT1".to_vec();
    bytes.extend(200u32.to_le_bytes());
    for index in 0..200u32 {
        let angle = index as f32 * 0.1;
        for value in [angle.cos() * 5.0, angle.sin() * 3.0, angle] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend((index % 7).to_le_bytes());
        bytes.extend([200, (index % 256) as u8, 30, 255]);
    }
    bytes
}

fn value(state: &State, path: &str) -> Option<String> {
    let document = &state.doc.as_ref()?.opened.document;
    let field = document.tree.find(path).ok().and_then(|id| document.tree.field(&id))?;
    Some(format!("{:?}", field.value))
}

/// The edited text.
fn text(window: &Bench) -> String {
    window.get_by_label("Text of the description").value().unwrap_or_default()
}

/// Types at the end of the description.
fn write(window: &mut Bench, text: &str) {
    window.get_by_label("Text of the description").focus();
    window.run_steps(2);
    window.chord(Modifiers::COMMAND | Modifiers::CTRL, Key::End);
    window.type_into("Text of the description", text);
    window.settle();
}

fn key(key: Key) -> egui::Event {
    let modifiers = Modifiers::NONE;
    egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn typed(text: &str) -> egui::Event {
    egui::Event::Text(text.to_owned())
}

#[test]
fn an_unknown_file_is_read_by_a_description_that_is_started_for_it() {
    let folder = Folder::new(&records());
    let mut window = folder.open();
    assert_eq!(value(window.model(), "num_records"), None);
    window.get_by_label("Describe format").click();
    window.settle();
    window.until("it has fields", |window| value(&window.state, "num_records").is_some());
    assert_eq!(value(window.model(), "num_records").as_deref(), Some("Uint(200)"));
    assert_eq!(value(window.model(), "records[0].x").as_deref(), Some("Float(5.0)"));
    window.get_by_label_contains("not saved");
}

#[test]
fn a_description_that_is_started_can_be_typed_at_once() {
    let folder = Folder::new(&records());
    let mut window = folder.open();
    window.send(Command::Describe);
    window.until("it has fields", |window| value(&window.state, "num_records").is_some());
    window.run_steps(2);
    assert!(window.get_by_label("Text of the description").is_focused());
    window.chord(Modifiers::COMMAND | Modifiers::CTRL, Key::End);
    window.event(egui::Event::Text("# the end".to_owned()));
    window.settle();
    assert!(text(&window).ends_with("# the end"), "{}", text(&window));
}

#[test]
fn selected_lines_are_indented_with_tab() {
    let folder = Folder::new(&records());
    let mut window = folder.open();
    window.send(Command::Describe);
    window.until("it has fields", |window| value(&window.state, "num_records").is_some());
    write(&mut window, "\na:\nb: 1");
    window.chord(Modifiers::SHIFT, Key::ArrowUp);
    window.press(Key::Tab);
    window.settle();
    assert!(text(&window).ends_with("\n  a:\n  b: 1"), "{}", text(&window));
    window.chord(Modifiers::SHIFT, Key::Tab);
    window.settle();
    assert!(text(&window).ends_with("\na:\nb: 1"), "{}", text(&window));
}

#[test]
fn lines_move_by_a_level() {
    let moved = |text: &str, from, to, is_left| {
        let mut text = text.to_owned();
        let range = move_lines(&mut text, from..to, is_left);
        (text[range].to_owned(), text)
    };
    let both = |text: &str| (text.to_owned(), text.to_owned());
    assert_eq!(moved("a\nb", 0, 3, false), both("  a\n  b"));
    assert_eq!(moved("  a\n b\nc", 3, 8, true), both("a\nb\nc"));
    assert_eq!(moved("a\n\nb", 0, 4, false), both("  a\n\n  b"));
    assert_eq!(moved("a\nb", 0, 2, false), ("  a".to_owned(), "  a\nb".to_owned()));
    assert_eq!(moved("", 0, 0, true), both(""));
}

#[test]
fn a_mistake_is_listed_while_the_last_fields_stay() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.open();
    window.get_by_label("Describe format").click();
    window.until("it has fields", |window| value(&window.state, "field_0").is_some());
    write(&mut window, "\nnonsense: 1\n");
    let has_mistakes = |window: &Window| {
        let checked = window.state.description.checked.as_ref();
        checked.is_some_and(|checked| !checked.description.diagnostics.is_empty())
    };
    window.until("the mistake is found", has_mistakes);
    window.get_by_label_contains("1 error");
    assert!(value(window.model(), "field_0").is_some());
}

#[test]
fn selected_bytes_become_a_field() {
    let folder = Folder::new(&records());
    let mut window = folder.open();
    window.get_by_label("Describe format").click();
    window.until("it has fields", |window| value(&window.state, "num_records").is_some());
    let source = window.model().own_source().unwrap();
    window.send(Command::Select(SelectionTarget::Byte { source, offset: 6 }));
    window.run_steps(4);
    window.send(Command::FieldFromSelection);
    window.until("it has the field", |window| value(&window.state, "field_4").is_some());
}

#[test]
fn a_description_is_saved_with_control_s() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.open();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.file.is_some());
    window.show(PanelId::DESCRIPTION);
    write(&mut window, "# end\n");
    window.chord(Modifiers::COMMAND | Modifiers::CTRL, Key::S);
    let saved = || std::fs::read_to_string(folder.path("pair.ksy")).unwrap();
    window.until("it is saved", |_| saved() != TEXT);
    assert_eq!(saved(), format!("{TEXT}# end\n"));
}

#[test]
fn members_of_types_are_suggested() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.read();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.checked.is_some());
    write(&mut window, "instances:\n  twice:\n    value: 2 * fi");
    window.press(Key::Tab);
    assert!(text(&window).ends_with("value: 2 * first"));
    write(&mut window, ".to_");
    window.press(Key::Enter);
    assert!(text(&window).ends_with("value: 2 * first.to_s"));
}

#[test]
fn a_typed_word_is_ended_with_enter() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.read();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.checked.is_some());
    write(&mut window, "  - id: more\n    ty");
    window.press(Key::Enter);
    assert!(text(&window).ends_with("    type: "), "{}", text(&window));
    window.event(typed("u2"));
    window.run_steps(2);
    window.press(Key::Enter);
    // The caret stays a caret, so that the next word does not replace the line.
    window.chord(Modifiers::SHIFT, Key::Tab);
    window.event(typed("- id: last"));
    window.run_steps(2);
    assert!(text(&window).ends_with("    type: u2\n  - id: last"), "{}", text(&window));
}

#[test]
fn keys_of_a_slow_frame_are_handled_in_order() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.read();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.checked.is_some());
    write(&mut window, "instances:\n  twice");
    let events = [
        typed(":"),
        key(Key::Enter),
        typed("value: 2 * fi"),
        key(Key::Tab),
        typed(".to_"),
        key(Key::Enter),
        typed("("),
    ];
    window.input_mut().events.extend(events);
    window.run_steps(20);
    assert!(text(&window).ends_with("  twice:\n    value: 2 * first.to_s("), "{}", text(&window));
}

#[test]
fn keys_after_a_click_in_one_frame_are_typed_there() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.read();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.checked.is_some());
    window.run_steps(2);
    let area = window.get_by_label("Text of the description").rect();
    // Below the last line, so that the caret is at the end.
    let pos = area.center_bottom() - egui::vec2(0.0, 20.0);
    let button = |pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let events = [
        egui::Event::PointerMoved(pos),
        button(true),
        button(false),
        typed("instances:"),
        key(Key::Enter),
        typed("a:"),
        key(Key::Enter),
        typed("value: 1"),
        key(Key::Tab),
        typed("+ 1"),
    ];
    window.input_mut().events.extend(events);
    window.run_steps(20);
    let end = "type: u2\ninstances:\n  a:\n    value: 1  + 1";
    assert!(text(&window).ends_with(end), "{}", text(&window));
}

#[test]
fn enter_starts_lines_without_indentation() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.open();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.file.is_some());
    write(&mut window, "-a: {b: c}");
    window.press(Key::Enter);
    window.chord(Modifiers::SHIFT, Key::Enter);
    window.event(typed("# end"));
    window.settle();
    assert!(text(&window).ends_with("\n-a: {b: c}\n\n# end"), "{}", text(&window));
}

#[test]
fn escape_closes_the_suggestions_and_keeps_the_selection() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.read();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.checked.is_some());
    let source = window.model().own_source().unwrap();
    window.send(Command::Select(SelectionTarget::Byte { source, offset: 1 }));
    write(&mut window, "instances:\n  twice:\n    value: 2 * fi");
    window.press(Key::Escape);
    assert!(window.model().selection.is_some());
    window.press(Key::Tab);
    assert!(text(&window).ends_with("value: 2 * fi  "), "{}", text(&window));
}

#[test]
fn a_field_leads_to_its_declaration_and_back() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.read();
    let opened = window.model().doc.as_ref().unwrap().opened.clone();
    let place = place_of(&opened.document, "first").unwrap();
    assert_eq!((place.line, &place.file), (5, &folder.path("pair.ksy")));
    window.send(Command::ShowInDescription(place));
    window.until("it is open", |window| window.state.description.checked.is_some());
    window.get_by_label("Text of the description").focus();
    window.run_steps(2);
    window.chord(Modifiers::COMMAND | Modifiers::CTRL, Key::End);
    window.press(Key::ArrowUp);
    let is_selected = |window: &Window| {
        window.state.selection.as_ref().is_some_and(|selection| selection.path == "first")
    };
    window.until("the field is selected", is_selected);
}

#[test]
fn a_description_that_is_opened_is_shown_and_used() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.open();
    window.send(Command::Open(folder.path("pair.ksy").to_string_lossy().into_owned()));
    window.until("it is open", |window| window.state.description.file.is_some());
    assert!(window.model().doc.is_some(), "the file stays open");
    let is_known = |window: &Window| {
        let known = window.state.library.descriptions.known();
        known.iter().any(|format| format.id == "user.pair")
    };
    window.until("its folder is searched", is_known);
}

#[test]
fn new_descriptions_in_watched_folders_are_offered() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    std::fs::remove_file(folder.path("pair.ksy")).unwrap();
    let formats = tempfile::tempdir().unwrap();
    let options = Options { formats: vec![formats.path().to_owned()], ..Options::default() };
    let mut window = folder.open_with(options);
    let is_known = |window: &Window| {
        let known = window.state.library.descriptions.known();
        known.iter().any(|format| format.id == "user.pair")
    };
    assert!(!is_known(window.state()));
    let file = formats.path().join("pair.ksy");
    std::fs::write(&file, TEXT).unwrap();
    window.until("it is known", is_known);
    std::fs::remove_file(&file).unwrap();
    window.until("it is forgotten", |window| !is_known(window));
}

#[test]
fn descriptions_in_open_folders_are_used_and_watched() {
    let folder = Folder::new(b"Q1Z\0ab");
    let root = tempfile::tempdir().unwrap();
    let described = root.path().join("formats");
    std::fs::create_dir(&described).unwrap();
    let write = |id: &str| {
        let seq = format!("seq: [{{contents: Q1Z}}, {{id: {id}, type: u1}}]\n");
        let text = format!("meta: {{id: q1z, file-extension: q1z}}\n{seq}");
        std::fs::write(described.join("q1z.ksy"), text).unwrap();
    };
    write("first");
    let mut window = folder.open();
    let format = |window: &Window| {
        let doc = window.state.doc.as_ref();
        doc.map(|doc| doc.opened.document.format.id.to_owned())
    };
    assert_eq!(format(window.state()).as_deref(), Some("bytes"));
    let root = root.path().canonicalize().unwrap().to_string_lossy().into_owned();
    window.send(Command::AddRoot(root.clone()));
    window.until("the file is recognised", |window| value(&window.state, "first").is_some());
    let is_known = |window: &Window| {
        let known = window.state.library.descriptions.known();
        known.iter().any(|format| format.id == "user.q1z")
    };
    window.send(Command::CloseRoot(root.clone()));
    window.until("it is forgotten", |window| !is_known(window));
    window.send(Command::AddRoot(root.clone()));
    window.until("it is known again", is_known);
    window.settle();
    write("second");
    window.until("the file is read again", |window| value(&window.state, "second").is_some());
    // An error is reported, and the fields stay as they were.
    window.settle();
    std::fs::write(described.join("q1z.ksy"), "meta: {id: q1z}\nseq: [{id: third, type: u9}]\n")
        .unwrap();
    window.wait_for("q1z.ksy:2:");
    window.settle();
    assert!(value(window.model(), "second").is_some());
    assert!(is_known(window.state()), "the last version without errors stays in use");
    window.send(Command::CloseRoot(root));
    window.until("it is forgotten again", |window| !is_known(window));
}

#[test]
fn descriptions_that_appear_in_open_folders_are_used() {
    let folder = Folder::new(b"Q1Z\0ab");
    let root = tempfile::tempdir().unwrap();
    let below = root.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    let mut window = folder.open();
    let path = root.path().canonicalize().unwrap().to_string_lossy().into_owned();
    window.send(Command::AddRoot(path));
    window.settle();
    let seq = "seq: [{contents: Q1Z}, {id: first, type: u1}]";
    let text = format!("meta: {{id: q1z, file-extension: q1z}}\n{seq}\n");
    std::fs::write(below.join("q1z.ksy"), text).unwrap();
    window.until("the file is recognised", |window| value(&window.state, "first").is_some());
}

#[test]
fn an_unknown_file_is_read_by_a_text_that_is_not_saved() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let text = TEXT.replace("id: pair", "id: pair\n  file-extension: q1z");
    std::fs::write(folder.path("pair.ksy"), format!("{text}    nonsense: 1\n")).unwrap();
    let mut window = folder.open();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.wait_for("1 error");
    assert!(value(window.model(), "first").is_none());
    window.show(PanelId::DESCRIPTION);
    window.get_by_label("Text of the description").focus();
    window.run_steps(2);
    window.chord(Modifiers::COMMAND | Modifiers::CTRL, Key::End);
    window.press(Key::ArrowUp);
    window.event(typed("#"));
    window.until("the file is recognised", |window| value(&window.state, "first").is_some());
}

#[test]
fn a_description_with_errors_is_opened_instead_of_a_new_one() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let formats = tempfile::tempdir().unwrap();
    let file = formats.path().join("q1z.ksy");
    std::fs::write(&file, format!("{TEXT}    nonsense: 1\n")).unwrap();
    let options = Options { formats: vec![formats.path().to_owned()], ..Options::default() };
    let mut window = folder.open_with(options);
    window.send(Command::Describe);
    window.until("it is open", |window| window.state.description.file.is_some());
    assert!(text(&window).ends_with("nonsense: 1\n"), "{}", text(&window));
}

#[test]
fn files_of_other_tabs_are_recognised_when_a_description_appears() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let formats = tempfile::tempdir().unwrap();
    let options = Options { formats: vec![formats.path().to_owned()], ..Options::default() };
    let mut window = folder.open_with(options);
    let tab = window.state().state.tab.id;
    window.send(Command::NewTab);
    window.settle();
    let text = TEXT.replace("id: pair", "id: pair\n  file-extension: q1z");
    std::fs::write(formats.path().join("pair.ksy"), text).unwrap();
    let is_known = |window: &Window| {
        let known = window.state.library.descriptions.known();
        known.iter().any(|format| format.id == "user.pair")
    };
    window.until("it is known", is_known);
    window.settle();
    window.send(Command::ShowTab(tab));
    window.until("the file is recognised", |window| value(&window.state, "first").is_some());
}

#[test]
fn unsaved_texts_survive_another_description() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    std::fs::write(folder.path("other.ksy"), TEXT.replace("pair", "other")).unwrap();
    let mut window = folder.open();
    let open = |window: &mut Bench, name: &str| {
        let path = folder.path(name);
        window.send(Command::OpenDescription(path.clone()));
        window.until("it is open", |window| {
            window.state.description.file.as_ref().is_some_and(|file| file.path == path)
        });
    };
    open(&mut window, "pair.ksy");
    write(&mut window, "# kept\n");
    open(&mut window, "other.ksy");
    assert!(text(&window).contains("id: other"));
    open(&mut window, "pair.ksy");
    assert!(text(&window).ends_with("# kept\n"));
}

#[test]
fn an_unsaved_text_is_restored_however_often_the_window_is_lost() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let config = Some(folder.path("app.ron"));
    let options = Options { config: config.clone(), ..Options::default() };
    let open = |options: &Options| {
        let path = folder.path("shape.q1z").to_string_lossy().into_owned();
        let mut window = window_with(vec![path], options.clone());
        window.settle();
        window
    };
    let lose = |mut window: Bench, options: &Options| {
        window.settle();
        options.faults.set_lost("driver reset".to_owned());
        window.run_steps(1);
    };
    let mut window = open(&options);
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.file.is_some());
    write(&mut window, "# kept\n");
    let is_unsaved = |window: &Window| window.state.description.drafts.unsaved().count() == 1;
    window.until("it is checked", is_unsaved);
    lose(window, &options);

    let options = Options { faults: DeviceFaults::default(), ..options };
    let mut next = open(&options);
    next.until("it is open", |window| window.state.description.file.is_some());
    assert!(text(&next).ends_with("# kept\n"));
    lose(next, &options);

    // The program ended: nothing is carried over.
    let options = Options { config, ..Options::default() };
    let mut last = open(&options);
    last.wait_for("The unsaved text of pair.ksy was restored");
    last.until("it is open", |window| window.state.description.file.is_some());
    assert!(text(&last).ends_with("# kept\n"));
    last.get_by_label("Save").click();
    last.until("it is saved", |window| !is_unsaved(window));
    last.settle();
    drop(last);
    let window = open(&options);
    assert!(window.state().state.description.file.is_none(), "nothing is left to restore");
}

#[test]
fn another_window_does_not_restore_the_texts_of_an_open_one() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let options = Options { config: Some(folder.path("app.ron")), ..Options::default() };
    let mut window = window_with(Vec::new(), options.clone());
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.file.is_some());
    write(&mut window, "# kept\n");
    window.settle();
    let mut other = window_with(Vec::new(), options);
    other.settle();
    assert!(other.state().state.description.file.is_none());
}

#[test]
fn quitting_asks_for_descriptions_that_are_not_saved() {
    let folder = Folder::new(&[1, 2, 3, 4]);
    let mut window = folder.open();
    window.send(Command::OpenDescription(folder.path("pair.ksy")));
    window.until("it is open", |window| window.state.description.file.is_some());
    let unsaved = |window: &Window| window.state.description.drafts.unsaved().count();
    assert_eq!(unsaved(window.state()), 0);
    write(&mut window, "# end\n");
    window.until("it is checked", |window| unsaved(window) == 1);
    window.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events =
        vec![egui::ViewportEvent::Close];
    window.run_steps(2);
    window.get_by_label_contains("These descriptions are not saved");
    window.get_by_label("Save descriptions").click();
    window.until("it is saved", |window| unsaved(window) == 0);
    window.settle();
    window.until("it is written", |_| {
        std::fs::read_to_string(folder.path("pair.ksy")).unwrap().ends_with("# end\n")
    });
    assert!(window.query_by_label_contains("not saved").is_none());
}
