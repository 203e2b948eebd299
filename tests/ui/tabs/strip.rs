//! The strip of tabs: names, keys, closing and reordering.

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::tabs::names_of;
use gouraud::app::model::{Command, PanelId};

use super::{OTHER, is_open, open_in_tab, opened, paths};
use crate::SAMPLE;
use crate::driver::{Bench, Driver};

const THIRD: &str = "demo//plaza_l.psx";

fn with_three() -> Bench {
    let mut window = opened();
    open_in_tab(&mut window, OTHER);
    open_in_tab(&mut window, THIRD);
    window
}

fn tab<'a>(window: &'a Bench, name: &'a str) -> egui_kittest::Node<'a> {
    window.get_by_role_and_label(Role::Tab, name)
}

#[test]
fn is_hidden_while_there_is_one_tab() {
    let mut window = opened();
    assert!(window.query_by_label("All tabs").is_none());
    open_in_tab(&mut window, OTHER);
    window.get_by_label("All tabs");
}

#[test]
fn names_differ_for_equal_file_names() {
    assert_eq!(names_of(&["/a/x/level.psx", "/a/y/level.psx"]), ["x/level.psx", "y/level.psx"]);
    assert_eq!(names_of(&["/a/x/level.psx", "/a/x/other.psx"]), ["level.psx", "other.psx"]);
    assert_eq!(names_of(&["d.pkr//x.psx", "e.pkr//x.psx"]), ["d.pkr//x.psx", "e.pkr//x.psx"]);
    assert_eq!(names_of(&["/a/b.psx", "/a/b.psx", ""]), ["b.psx", "b.psx", ""]);
    assert_eq!(names_of(&["b.psx", "/b.psx"]), ["b.psx", "/b.psx"]);
}

#[test]
fn a_click_shows_a_tab() {
    let mut window = with_three();
    tab(&window, "plaza.psx").click();
    window.run_steps(4);
    assert!(is_open(window.state(), SAMPLE));
    let count = |window: &Bench| window.get_all_by_label("skater.psx").count();
    let before = count(&window);
    window.click("All tabs");
    assert_eq!(count(&window), before + 1, "the list contains it");
}

#[test]
fn ctrl_tab_steps_through_the_tabs_from_any_panel() {
    let mut window = with_three();
    window.send(Command::ShowPanel(PanelId::FIELDS));
    window.chord(Modifiers::COMMAND, Key::Tab);
    assert!(is_open(window.state(), SAMPLE));
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::Tab);
    assert!(is_open(window.state(), THIRD));
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::Tab);
    assert!(is_open(window.state(), OTHER));
}

#[test]
fn a_middle_click_closes_a_tab() {
    let mut window = with_three();
    let at = tab(&window, "skater.psx").rect().center();
    window.hover_at(at);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Middle, Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        window.step();
    }
    window.run_steps(2);
    assert_eq!(paths(&window), [SAMPLE, THIRD]);
    assert!(is_open(window.state(), THIRD), "the current tab stays");
    window.click("Close plaza.psx");
    assert_eq!(paths(&window), [THIRD]);
}

#[test]
fn a_dragged_tab_moves() {
    let mut window = with_three();
    let from = tab(&window, "plaza_l.psx").rect().center();
    let to = tab(&window, "plaza.psx").rect().left_center() + vec2(4.0, 0.0);
    window.drag_at(from);
    window.step();
    for part in [0.2, 0.5, 0.8, 1.0] {
        window.hover_at(from + (to - from) * part);
        window.run_steps(2);
    }
    window.drop_at(to);
    window.run_steps(4);
    assert_eq!(paths(&window), [THIRD, SAMPLE, OTHER]);
    assert!(is_open(window.state(), THIRD));
}

#[test]
fn ctrl_enter_in_quick_open_and_files_opens_a_tab() {
    let mut window = opened();
    window.chord(Modifiers::COMMAND, Key::P);
    window.type_into("Quick open", "skater.psx");
    window.chord(Modifiers::COMMAND, Key::Enter);
    window.until("it is open", |w| is_open(w, OTHER));
    assert_eq!(paths(&window), [SAMPLE, OTHER]);
}

#[test]
fn closes_the_other_tabs() {
    let mut window = with_three();
    let kept = window.model().all_tabs().nth(1).map(|tab| tab.id).unwrap();
    window.send(Command::CloseOtherTabs(kept));
    assert_eq!(paths(&window), [OTHER]);
    assert!(is_open(window.state(), OTHER));
}

#[test]
fn thirty_tabs_scroll_and_stay_reachable() {
    let mut window = opened();
    for at in 0..29 {
        let path = if at % 2 == 0 { OTHER } else { THIRD };
        window.state_mut().push(Command::OpenBehind(path.to_owned()));
    }
    window.run_steps(4);
    window.until("all are open", |w| {
        w.is_idle() && w.state.tabs.others().all(|tab| tab.scene().is_some())
    });
    assert_eq!(window.model().tabs.count(), 30);
    window.send(Command::PreviousDocument);
    assert!(is_open(window.state(), OTHER));
    window.run_steps(60);
    let content = window.ctx.content_rect();
    let current = window.get_all_by_role_and_label(Role::Tab, "skater.psx").last().unwrap().rect();
    assert!(content.contains_rect(current), "{current:?} is scrolled into view");
}
