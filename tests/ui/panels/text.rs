//! Text formats as text: edited as a whole, one step per edit, with problems shown at their lines.

use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::scene::Element;

use crate::driver::{Bench, Driver, painted, window, window_with};

const SCRIPT: &str = "version 2\r\nobject Door\r\n\tframe 0 pos 0 0 0 rot 0 0 0 1 scale 1\r\n\
                      \tframe 2 pos 1 0 0 rot 0 0 0 1 scale 1\r\nend_object\r\n";

struct Script(tempfile::TempDir);

impl Script {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("door.asa"), text).unwrap();
        Self(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap().join("door.asa")
    }

    fn open(&self) -> Bench {
        let path = self.path().to_string_lossy().into_owned();
        let mut window = window_with(vec![path], Options { remember: false, ..Options::default() });
        window.settle_scene();
        window.show(PanelId::TEXT);
        window
    }
}

fn stored(window: &Bench) -> String {
    let document = &window.model().doc.as_ref().unwrap().opened.document;
    String::from_utf8(document.source.bytes().to_vec()).unwrap()
}

/// Puts the cursor at the start and types.
fn write(window: &mut Bench, text: &str) {
    window.get_by_label("Text of the file").focus();
    window.run_steps(2);
    window.chord(Modifiers::COMMAND | Modifiers::CTRL, Key::Home);
    window.type_into("Text of the file", text);
}

#[test]
fn ctrl_enter_applies_text_as_one_step_keeping_line_endings() {
    let script = Script::new(SCRIPT);
    let mut window = script.open();
    write(&mut window, "forced_rate 30 ");
    assert_eq!(stored(&window), SCRIPT, "nothing is stored before it is applied");
    window.get_by_label_contains("not applied yet");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.settle_scene();
    assert_eq!(stored(&window), format!("forced_rate 30 {SCRIPT}"));
    let edits = window.model().own_edits().unwrap();
    assert_eq!(edits.history.to_undo().unwrap().name, "edit text, line 1");
    assert_eq!(edits.history.done(), 1);
    window.state_mut().push(Command::Undo);
    window.settle_scene();
    assert_eq!(stored(&window), SCRIPT);
    assert_eq!(std::fs::read_to_string(script.path()).unwrap(), SCRIPT, "the disk waits");
}

#[test]
fn leaving_applies_text_and_escape_reverts_it() {
    let script = Script::new(SCRIPT);
    let mut window = script.open();
    write(&mut window, "forced_rate 9 ");
    window.get_by_label("Filter fields").focus();
    window.settle_scene();
    assert!(stored(&window).starts_with("forced_rate 9 version 2\r\n"));
    write(&mut window, "x");
    window.key_press(Key::Escape);
    window.settle_scene();
    assert!(stored(&window).starts_with("forced_rate 9 version 2\r\n"));
    assert_eq!(window.model().own_edits().unwrap().history.done(), 1);
    // The button takes the focus as well; it is still one step.
    write(&mut window, " ");
    window.get_by_label("Apply").click();
    window.settle_scene();
    assert!(stored(&window).starts_with(" forced_rate 9 version 2\r\n"));
    assert_eq!(window.model().own_edits().unwrap().history.done(), 2);
    assert!(window.query_by_label_contains("not applied yet").is_none());
}

#[test]
fn reports_problems_with_their_line_while_typing() {
    let script = Script::new(SCRIPT);
    let mut window = script.open();
    assert!(window.query_by_label_contains("problem,").is_none());
    window.get_by_label("5 lines");
    write(&mut window, "version 7 ");
    window.get_by_label("5 lines, 1 problem, not applied yet");
    window.click("Revert");
    window.get_by_label("5 lines");
}

#[test]
fn clicking_a_word_selects_it_in_all_panels() {
    let script = Script::new(SCRIPT);
    let mut window = script.open();
    let source = window.model().doc.as_ref().unwrap().opened.document.source.id();
    let path = "statements[1].frames[1].seconds".to_owned();
    window.send(Command::Select(SelectionTarget::Path { source, path: path.clone() }));
    // The first letter of the file, in the word "version"; before, the cursor is elsewhere.
    write(&mut window, "");
    let corner = window.get_by_label("Text of the file").rect().left_top();
    let at = corner + egui::vec2(60.0, 12.0);
    window.hover_at(at);
    window.run_steps(1);
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.run_steps(3);
    let selection = window.model().selection.clone().unwrap();
    assert_eq!(selection.path, "statements[0].value", "the 2");
}

/// A menu and its companion picture: with Ctrl pressed, the word that names the picture is a link to it.
#[test]
fn ctrl_click_follows_names() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let picture = image::RgbImage::from_pixel(4, 4, image::Rgb([200, 80, 40]));
    picture.save(root.join("main.bmp")).unwrap();
    let menu = "BACKGROUND 0 0 4 4 \"menu\\\\MAIN.bmp\"\r\n";
    std::fs::write(root.join("start.ddf"), menu).unwrap();
    let path = root.join("start.ddf").to_string_lossy().into_owned();
    let mut window = window_with(vec![path], Options { remember: false, ..Options::default() });
    window.settle_scene();
    window.show(PanelId::TEXT);
    assert!(window.query_by_label("texture MAIN.bmp").is_none(), "no link without the key");
    let held = Modifiers::COMMAND | Modifiers::CTRL;
    window.event(egui::Event::ModifiersChanged(held));
    window.run_steps(2);
    let link = window.get_by_label("texture MAIN.bmp").rect().center();
    window.hover_at(link);
    window.step();
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: link,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: held,
        });
        window.step();
    }
    window.run_steps(3);
    let selected = window.model().selection.clone().unwrap();
    assert!(matches!(selected.element, Some(Element::Texture(_))), "{selected:?}");
}

/// The demo's triggers, with their text in front.
fn triggers() -> Bench {
    let path = vec!["demo//plaza_t.trg".to_owned()];
    let mut window = window_with(path, Options { remember: false, ..Options::default() });
    window.settle_scene();
    window.show(PanelId::TEXT);
    window
}

#[test]
fn trigger_text_links_select_their_targets() {
    let mut window = triggers();
    window.get_by_label("AUTOEXEC 0");
    window.click("SpoolEnv name \"plaza\"");
    let selected = |window: &Bench| window.model().selection.clone().unwrap().path;
    let path = selected(&window);
    assert!(path.starts_with("nodes[0].commands["), "{path}");
    let trg = window.model().doc.as_ref().unwrap().opened.document.source.id();
    assert_eq!(window.model().selection.as_ref().unwrap().source, trg);
    // The search keeps the paragraph's title above its matches.
    let search = window.get_by_label("Search the text");
    search.focus();
    window.run_steps(2);
    window.type_into("Search the text", "platform");
    assert!(window.query_by_label("AUTOEXEC 0").is_none());
    let title = window.get_by_label_contains("BADDY");
    title.click();
    window.run_steps(3);
    let node = selected(&window);
    assert!(node.starts_with("nodes[") && !node.contains("]."), "{node}");
}

#[test]
fn node_links_select_their_target() {
    let mut window = triggers();
    window.get_by_label("Search the text").focus();
    window.run_steps(2);
    window.type_into("Search the text", "→ railpoint");
    let link = window.get_all_by_role(egui::accesskit::Role::Link).next().expect("a link");
    link.click();
    window.run_steps(3);
    let selection = window.model().selection.clone().expect("it selects");
    let document = &window.model().doc.as_ref().unwrap().opened.document;
    let id = document.tree.find(&selection.path).expect("the node is listed");
    let meaning = document.tree.field(&id).unwrap().meaning;
    assert!(meaning.starts_with("RAILPOINT"), "{meaning}");
}

#[test]
fn long_lines_scroll_sideways() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, format!("short\n{}end\n", "word ".repeat(60))).unwrap();
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    window.until("it is open", |w| w.state.doc.is_some() && w.is_idle());
    window.show(PanelId::TEXT);
    let left_of = |window: &Bench| {
        let texts = painted(window);
        // Bytes also show the text, on the right.
        let is_line =
            |(text, rect): &&(String, egui::Rect)| text.contains("short") && rect.left() < 800.0;
        texts.iter().find(is_line).expect("the first line").1.left()
    };
    let before = left_of(&window);
    window.hover_at(egui::pos2(before + 100.0, 300.0));
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(-200.0, 0.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(20);
    assert!(left_of(&window) < before - 100.0, "{} after {before}", left_of(&window));
}
