//! Keys of commands that the user changes.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId, Settings};
use gouraud::app::ui::shortcuts::tip;

use crate::driver::{Bench, Driver, Kept, again, window};

/// A window with the list of shortcuts, reduced to a few rows that are all visible.
fn sheet() -> Bench {
    let mut window = window(vec!["demo//plaza.psx".to_owned()]);
    window.settle();
    window.chord(Modifiers::NONE, Key::F1);
    window.type_into("Filter shortcuts", "frame");
    window
}

/// Runs the sheet's change of the command in this row to these keys.
fn change(window: &mut Bench, row: &str, modifiers: Modifiers, key: Key) {
    window.click_part(row);
    window.chord(modifiers, key);
}

#[test]
fn new_keys_run_the_command_and_are_shown_everywhere() {
    let mut window = sheet();
    change(&mut window, "Wireframe, W", Modifiers::NONE, Key::F9);
    window.get_by_label("Wireframe, F9");
    window.chord(Modifiers::NONE, Key::Escape);
    assert!(tip(&Command::Toggle(gouraud::app::model::Switch::Wireframe)).ends_with("(F9)"));
    window.send(Command::ShowPanel(PanelId::SCENE));
    window.chord(Modifiers::NONE, Key::W);
    assert!(!window.model().view.marks.wireframe, "the default key has no effect");
    window.chord(Modifiers::NONE, Key::F9);
    assert!(window.model().view.marks.wireframe);
}

#[test]
fn keys_of_another_command_are_taken_from_it_only_on_request() {
    let mut window = sheet();
    change(&mut window, "Frame all, Home", Modifiers::NONE, Key::W);
    window.get_by_label("W already runs “Wireframe”");
    assert!(window.model().settings.keys.is_empty());
    window.chord(Modifiers::NONE, Key::Escape);
    window.get_by_label("Frame all, Home");
    change(&mut window, "Frame all, Home", Modifiers::NONE, Key::W);
    window.click("Use for “Frame all”");
    window.get_by_label("Frame all, W");
    assert!(window.query_by_label("Wireframe, W").is_none());
    window.click("Reset all keys");
    window.click("Keep changed keys");
    window.get_by_label("Frame all, W");
    window.click("Reset all keys");
    window.get_by_label("Every command gets its default keys.");
    window.click("Reset");
    window.get_by_label("Frame all, Home");
    window.get_by_label("Wireframe, W");
    assert!(window.model().settings.keys.is_empty());
}

/// In the scene, its own command would hide that of the window.
#[test]
fn keys_of_the_whole_window_are_not_given_to_a_panel_without_a_question() {
    let mut window = sheet();
    change(&mut window, "Wireframe, W", Modifiers::COMMAND, Key::E);
    window.get_by_label("Ctrl+E already runs “Export…”");
    window.click("Use for “Wireframe”");
    window.get_by_label("Wireframe, Ctrl+E");
    // The panel's command has priority there; elsewhere, the keys still run that of the window.
    assert_eq!(tip(&Command::Export), "Export… (Ctrl+E)");
}

#[test]
fn modifiers_alone_and_reserved_keys_are_not_assigned() {
    let mut window = sheet();
    window.click_part("Wireframe, W");
    let held = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    // As a window system sends them.
    for modifier in [Key::ControlLeft, Key::ShiftRight, Key::AltLeft] {
        window.chord(held, modifier);
        window.get_by_label("Wireframe, Press keys");
    }
    window.chord(Modifiers::NONE, Key::Tab);
    window.get_by_label("Tab is reserved.");
    window.chord(held, Key::J);
    window.get_by_label("Wireframe, Ctrl+Shift+J");
}

#[test]
fn the_sheet_is_used_with_the_keyboard_alone() {
    let mut window = sheet();
    for _ in 0..8 {
        window.press(Key::Tab);
        if window.get_by_label("Wireframe, W").is_focused() {
            break;
        }
    }
    window.press(Key::Enter);
    window.press(Key::F9);
    // The row has the focus again, also if the change is cancelled.
    assert!(window.get_by_label("Wireframe, F9").is_focused());
    window.press(Key::Enter);
    window.press(Key::Escape);
    assert!(window.get_by_label("Wireframe, F9").is_focused());
    window.press(Key::Enter);
    window.press(Key::Home);
    assert!(window.get_by_label("Use for “Wireframe”").is_focused());
    window.press(Key::Enter);
    assert!(window.get_by_label("Wireframe, Home").is_focused());
}

#[test]
fn escape_ends_waiting_for_keys_and_leaves_the_sheet_open() {
    let mut window = sheet();
    change(&mut window, "Wireframe, W", Modifiers::NONE, Key::Escape);
    window.get_by_label("Wireframe, W");
    window.get_by_label("Filter shortcuts");
    window.chord(Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Filter shortcuts").is_none());
}

#[test]
fn changed_keys_are_restored_in_the_next_session() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::default();
    let keys = (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::J);
    settings.keys.assign("Overlays › Wireframe".to_owned(), vec![keys]);
    let mut kept = Kept::default();
    eframe::set_value(&mut kept, "settings", &settings);
    let mut window = again(folder.path(), Box::new(kept));
    window.settle();
    assert_eq!(window.model().settings.keys, settings.keys);
}
