//! Keyboard access: paging in lists, finding and going to an offset from every panel, stepping through
//! panels and tabs.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::app::panels;
use gouraud::scene::{Element, Id};

use crate::SAMPLE;
use crate::driver::{Bench, Driver, window};

/// A window with the sample open; thumbnails may still be in progress.
fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    window.until("the scene is loaded", |w| w.state.scene().is_some() && !w.state.loading);
    window
}

fn show(window: &mut Bench, panel: PanelId) {
    window.show(panel);
}

fn focused_label(window: &Bench) -> Option<String> {
    let ids = ["Go to offset or field", "Filter contents", "Find bytes or text"];
    let found =
        ids.iter().find(|label| window.query_by_label(label).is_some_and(|node| node.is_focused()));
    found.map(|label| (*label).to_owned())
}

#[test]
fn page_keys_never_open_another_file() {
    let mut window = opened();
    for info in panels::ALL {
        show(&mut window, info.id);
        for key in [Key::PageDown, Key::PageUp] {
            window.chord(Modifiers::NONE, key);
        }
        let doc = window.model().doc.as_ref().unwrap();
        assert_eq!((doc.opened.path.as_str(), window.model().loading), (SAMPLE, false));
    }
}

#[test]
fn page_down_scrolls_contents_by_a_page() {
    let mut window = opened();
    window.state_mut().push(Command::Select(SelectionTarget::Element(Element::Node(Id::new(0)))));
    show(&mut window, PanelId::CONTENTS);
    window.chord(Modifiers::NONE, Key::ArrowDown);
    let one = window.model().selected_element();
    window.chord(Modifiers::NONE, Key::PageDown);
    let page = window.model().selected_element();
    let number = |element| match element {
        Some(Element::Node(node)) => node.number(),
        other => panic!("{other:?} is not an object"),
    };
    assert!(number(page) > number(one) + 4, "{one:?} to {page:?}");
    window.chord(Modifiers::NONE, Key::PageUp);
    assert_eq!(window.model().selected_element(), one);
}

#[test]
fn the_menu_key_opens_the_menu_of_the_current_row() {
    let mut window = opened();
    window.select(Element::Node(Id::new(0)));
    for panel in [PanelId::CONTENTS, PanelId::FIELDS, PanelId::BYTES, PanelId::SCENE] {
        show(&mut window, panel);
        assert!(window.query_by_label_contains("Add note…").is_none(), "{panel:?}");
        window.chord(Modifiers::SHIFT, Key::F10);
        window.get_by_label_contains("Add note…");
        window.chord(Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn f10_gives_the_menu_bar_the_focus() {
    let mut window = opened();
    window.press(Key::F10);
    assert!(window.get_by_label("File").is_focused());
    window.press(Key::ArrowRight);
    assert!(window.get_by_label("Edit").is_focused());
    window.press(Key::Enter);
    window.get_by_label_contains("Undo");
}

#[test]
fn the_menu_key_opens_the_menu_of_the_widget_with_the_focus() {
    let mut window = opened();
    window.show(PanelId::TABLES);
    window.show(PanelId::SCENE);
    window.show(PanelId::FILES);
    // The tab of a panel, while another panel has a current row.
    let tab = window.get_by_role_and_label(egui::accesskit::Role::Button, "Contents");
    tab.focus();
    window.run_steps(2);
    window.chord(Modifiers::NONE, Key::Menu);
    window.get_by_label("Reset layout");
    assert!(window.query_by_label_contains("Copy path").is_none());
}

#[test]
fn a_mistyped_path_can_be_corrected() {
    let mut window = opened();
    window.send(Command::OpenPath);
    window.type_into("Path", "demo/skater.psx");
    window.chord(Modifiers::NONE, Key::Enter);
    window.get_by_label("Not found");
    window.chord(Modifiers::COMMAND, Key::A);
    window.type_into("Path", "demo//skater.psx");
    window.chord(Modifiers::NONE, Key::Enter);
    window.until("it is open", |w| {
        w.is_idle()
            && w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with("skater.psx"))
    });
}

#[test]
fn go_to_offset_works_from_every_panel() {
    let mut window = opened();
    for panel in [PanelId::SCENE, PanelId::FILES, PanelId::CONTENTS, PanelId::PROBLEMS] {
        show(&mut window, panel);
        window.chord(Modifiers::COMMAND, Key::G);
        assert_eq!(focused_label(&window).as_deref(), Some("Go to offset or field"), "{panel:?}");
        window.get_by_label("Go to offset or field").type_text("0x10");
        window.chord(Modifiers::NONE, Key::Enter);
        let selection = window.model().selection.clone().expect("a byte is selected");
        assert!(selection.span.contains(0x10), "{:?}", selection.span);
        window.send(Command::Deselect);
    }
    assert!(!window.model().view.marks.grid, "the scene received no key");
}

/// Keys and letters that type `text`.
fn typed(text: &str) -> Vec<Event> {
    let letters = text.chars().flat_map(|letter| {
        let letter = letter.to_string();
        let key = Key::from_name(&letter.to_uppercase()).map(|key| pressed(Modifiers::NONE, key));
        key.into_iter().chain([Event::Text(letter)])
    });
    letters.collect()
}

fn pressed(modifiers: Modifiers, key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// Sends all these events in one frame, as they arrive while a frame takes long.
fn in_one_frame(window: &mut Bench, events: impl IntoIterator<Item = Event>) {
    window.input_mut().events.extend(events);
    window.run_steps(5);
}

#[test]
fn text_typed_in_the_frame_of_a_shortcut_goes_to_the_box_it_opens() {
    let mut window = opened();
    show(&mut window, PanelId::SCENE);
    let goes = [pressed(Modifiers::COMMAND, Key::G)].into_iter().chain(typed("0x13"));
    in_one_frame(&mut window, goes.chain([pressed(Modifiers::NONE, Key::Enter)]));
    let state = window.model();
    assert!(state.selection.as_ref().is_some_and(|selection| selection.span.contains(0x13)));
    assert!(!state.view.marks.axes, "X is not a shortcut here");
    let source = state.own_source().unwrap();
    assert!(!state.edits.is_dirty(SAMPLE), "no byte of {source:?} is overwritten");

    let palette = pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    in_one_frame(&mut window, [palette].into_iter().chain(typed("wire")));
    let value = window.get_by_label("Run a command").accesskit_node().value();
    assert_eq!(value.as_deref(), Some("wire"));
    assert!(!window.model().view.marks.wireframe);
}

#[test]
fn text_typed_in_the_frame_of_a_click_goes_to_the_box_that_was_clicked() {
    let mut window = opened();
    show(&mut window, PanelId::SCENE);
    let pos = window.get_by_label("Filter contents").rect().center();
    let button = |pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let click = [Event::PointerMoved(pos), button(true), button(false)];
    in_one_frame(&mut window, click.into_iter().chain(typed("box")));
    let value = window.get_by_label("Filter contents").accesskit_node().value();
    assert_eq!(value.as_deref(), Some("box"));
    let marks = window.model().view.marks;
    assert!(!marks.bounds && !marks.axes);
}

#[test]
fn find_in_the_scene_filters_contents() {
    let mut window = opened();
    for panel in [PanelId::SCENE, PanelId::CARD, PanelId::TEXTURE] {
        show(&mut window, panel);
        window.chord(Modifiers::COMMAND, Key::F);
        assert_eq!(focused_label(&window).as_deref(), Some("Filter contents"), "{panel:?}");
    }
    show(&mut window, PanelId::BYTES);
    window.chord(Modifiers::COMMAND, Key::F);
    assert_eq!(focused_label(&window).as_deref(), Some("Find bytes or text"));
}

#[test]
fn follows_pointers_from_the_scene() {
    let mut window = opened();
    let source = window.model().own_source().unwrap();
    let path = "header.tag_offset".to_owned();
    window.state_mut().push(Command::Select(SelectionTarget::Path { source, path }));
    show(&mut window, PanelId::SCENE);
    let target = window.model().pointer_target().expect("the pointer has a target");
    let expected = window.model().resolve(&target).unwrap().span;
    window.chord(Modifiers::COMMAND, Key::Enter);
    assert_eq!(window.model().selection.as_ref().unwrap().span, expected);
    let face = SelectionTarget::Element(Element::Node(Id::new(0)));
    window.send(Command::Select(face));
    let why = gouraud::app::ui::shortcuts::blocked(&Command::FollowPointer, window.model());
    assert_eq!(why, Some("The selected field is not a reference"));
}

#[test]
fn shortcut_list_runs_no_commands() {
    let mut window = opened();
    window.chord(Modifiers::NONE, Key::F1);
    window.click_part("Wireframe, W");
    assert!(!window.model().view.marks.wireframe);
    window.get_by_label("Filter shortcuts");
}

#[test]
fn ctrl_f6_steps_through_a_group_of_panels_and_f6_through_all() {
    let mut window = opened();
    show(&mut window, PanelId::PROBLEMS);
    let mut seen = Vec::new();
    loop {
        window.chord(Modifiers::COMMAND, Key::F6);
        let focus = window.model().focus;
        if focus == PanelId::PROBLEMS || seen.len() > 20 {
            break;
        }
        seen.push(focus);
    }
    assert!(!seen.is_empty());
    assert!(!seen.contains(&PanelId::BYTES), "{seen:?}: it is in another group");
    let before = window.model().focus;
    window.chord(Modifiers::NONE, Key::F6);
    assert_ne!(window.model().focus, before);
    window.chord(Modifiers::SHIFT, Key::F6);
    assert_eq!(window.model().focus, before);
}

#[test]
fn tab_enters_a_list_once_and_arrows_move_in_it() {
    let mut window = opened();
    window.get_by_label("Filter contents").focus();
    window.run_steps(2);
    window.chord(Modifiers::NONE, Key::Tab);
    let is_at_list =
        |window: &Bench| window.get_by_role_and_label(egui::Role::List, "Contents").is_focused();
    assert!(is_at_list(&window), "the list comes behind its filter");
    window.chord(Modifiers::NONE, Key::ArrowDown);
    assert!(window.model().selection.is_some());
    window.chord(Modifiers::NONE, Key::Tab);
    assert!(!is_at_list(&window));
}

/// The control with the focus after each press of Tab, until the first one has it again.
fn cycle(window: &mut Bench, modifiers: Modifiers) -> Vec<egui::Id> {
    let mut reached = Vec::new();
    while reached.len() < 100 {
        window.chord(modifiers, Key::Tab);
        window.run_steps(2);
        let focused = window.ctx.memory(egui::Memory::focused);
        let focused = focused.unwrap_or_else(|| panic!("no focus after {}", reached.len()));
        if reached.first() == Some(&focused) {
            return reached;
        }
        reached.push(focused);
    }
    panic!("the first control never has the focus again");
}

#[test]
fn tab_reaches_every_control_of_a_dialog_in_both_directions() {
    for command in [Command::Export, Command::ComposePicture, Command::Settings] {
        let mut window = opened();
        window.send(command.clone());
        window.run_steps(3);
        let (mut forward, back) =
            (cycle(&mut window, Modifiers::NONE), cycle(&mut window, Modifiers::SHIFT));
        forward.reverse();
        let start = forward.iter().position(|id| *id == back[0]).unwrap_or(0);
        forward.rotate_left(start);
        assert_eq!(forward, back, "{command:?}");
        assert!(forward.len() > 8, "{command:?}: {} controls", forward.len());
    }
}

#[test]
fn dialogs_scroll_to_the_control_with_the_focus() {
    let mut window = opened();
    window.send(Command::Settings);
    window.set(|settings| settings.ui_scale = 3.0);
    window.send(Command::Export);
    window.run_steps(6);
    let area = window.ctx.content_rect();
    for number in 0..30 {
        let id = window.ctx.memory(egui::Memory::focused).expect("a control has the focus");
        let rect = window.ctx.read_response(id).expect("it is drawn").rect;
        let height = rect.height().min(40.0);
        assert!(
            rect.intersect(area).height() >= height * 0.9,
            "control {number} at {rect:?} is outside {area:?}"
        );
        window.chord(Modifiers::NONE, Key::Tab);
        window.run_steps(8);
    }
}
