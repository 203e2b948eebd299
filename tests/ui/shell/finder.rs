//! The command palette.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::driver::{Bench, Driver, window};

fn replace_query(window: &mut Bench, text: &str) {
    for _ in 0..20 {
        window.key_press(Key::Backspace);
    }
    window.run_steps(2);
    window.type_into("Run a command", text);
}

#[test]
fn matches_word_starts_and_parts_but_not_scattered_letters() {
    let mut window = window(Vec::new());
    window.run_steps(3);
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    for (typed, title, is_found) in [
        ("wire", "Wireframe", true),
        ("scene front", "Front", true),
        ("qqqq", "Wireframe", false),
        ("vram", "Previous frame", false),
        ("frsel", "Frame selection", true),
        ("ame selection", "Frame selection", true),
        ("sel fr", "Frame selection", true),
    ] {
        replace_query(&mut window, typed);
        assert_eq!(window.query_by_label(title).is_some(), is_found, "{typed}");
    }
    replace_query(&mut window, "frame sel");
    window.press(Key::Enter);
    window.get_by_label("Frame selection: Nothing is selected");
    // Available commands are above unavailable ones.
    replace_query(&mut window, "open");
    window.press(Key::Enter);
    assert!(window.query_by_label("Run a command").is_none(), "the first command is available");
}

#[test]
fn finds_commands_by_other_words() {
    let mut window = window(Vec::new());
    window.run_steps(3);
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    for (typed, title) in [
        ("light", "Switch theme"),
        ("dark", "Switch theme"),
        ("dark mode", "Switch theme"),
        ("preferences", "Settings…"),
        ("capture", "Screenshot"),
        ("revert", "Undo"),
        ("save as", "Export…"),
        ("hex", "Bytes"),
        ("exit", "Quit"),
        ("skeleton", "Bones"),
    ] {
        replace_query(&mut window, typed);
        let row = window.query_all_by_label(title).find(|row| row.rect().top() > 100.0);
        assert!(row.is_some(), "{typed}");
    }
}
