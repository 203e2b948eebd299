//! Menus and submenus: contents, and that they fit the window.

use egui::{Rect, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId, Switch};
use gouraud::app::shell::commands::table;
use gouraud::app::ui::shortcuts::command_info::Menu;

use crate::driver::{Bench, Driver};
use crate::opened;

/// Opens a menu of the bar.
fn open(window: &mut Bench, menu: &str) {
    let buttons = window.get_all_by_role_and_label(egui::Role::Button, menu);
    let highest = |node: &Node<'_>| node.rect().top() as i32;
    buttons.min_by_key(highest).expect("the menu is in the bar").click();
    window.run_steps(4);
}

fn menus_of(window: &Bench) -> Vec<Rect> {
    let layers = window.ctx.memory(|memory| memory.areas().visible_layer_ids().clone());
    let menus = layers.into_iter().filter(|layer| layer.order == egui::Order::Foreground);
    menus.filter_map(|layer| window.ctx.memory(|memory| memory.area_rect(layer.id))).collect()
}

#[test]
fn every_menu_fits_a_window_of_1280_by_800() {
    let mut window = opened();
    for size in [vec2(1280.0, 800.0), vec2(720.0, 480.0)] {
        window.set_size(size);
        window.run_steps(3);
        let screen = window.ctx.content_rect();
        for menu in Menu::BAR {
            open(&mut window, menu.title());
            let rects = menus_of(&window);
            assert!(!rects.is_empty(), "{menu:?} opens");
            for rect in rects {
                assert!(screen.contains_rect(rect), "{menu:?} at {size}: {rect:?}");
                assert!(rect.top() >= 20.0, "{menu:?} covers the bar at {size}: {rect:?}");
            }
            window.press(egui::Key::Escape);
        }
    }
}

#[test]
fn effects_and_overlays_are_submenus_of_scene() {
    let mut window = opened();
    window.set_size(vec2(1280.0, 800.0));
    window.run_steps(3);
    for (submenu, last) in [("PS1 effects", "Reflections"), ("Overlays", "Statistics")] {
        open(&mut window, "Scene");
        assert!(window.query_by_label_contains(last).is_none());
        window.get_all_by_label_contains(submenu).next().expect(submenu).click();
        window.run_steps(4);
        let row = window.get_by_label_contains(last).rect();
        assert!(window.ctx.content_rect().contains_rect(row), "{last}: {row:?}");
        window.key_press(egui::Key::Escape);
        window.press(egui::Key::Escape);
    }
    for entry in table() {
        if let Command::Toggle(switch) = entry.command {
            let menu = match Switch::MARKS.contains(&switch) {
                true => Menu::Overlays,
                false => Menu::Effects,
            };
            assert_eq!(entry.menu, menu, "{switch:?}");
        }
    }
}

#[test]
fn the_file_menu_is_not_higher_than_800_points() {
    let mut window = opened();
    window.set_size(vec2(1280.0, 800.0));
    window.run_steps(3);
    for (submenu, row) in [("Changes", "Revert all changes"), ("Compare", "End comparison")] {
        open(&mut window, "File");
        let last = window.get_by_label_contains("Quit").rect();
        assert!(window.ctx.content_rect().contains_rect(last), "{last:?}");
        let menu = menus_of(&window)[0];
        let mut buttons = window.get_all_by_label_contains(submenu);
        buttons.find(|node| menu.contains_rect(node.rect())).expect(submenu).click();
        drop(buttons);
        window.run_steps(4);
        let shown = window.get_by_label_contains(row).rect();
        assert!(window.ctx.content_rect().contains_rect(shown), "{row}: {shown:?}");
        window.key_press(egui::Key::Escape);
        window.press(egui::Key::Escape);
    }
}

/// A menu that is higher than the window scrolls.
#[test]
fn a_menu_higher_than_the_window_scrolls() {
    let mut window = opened();
    window.set_size(vec2(900.0, 480.0));
    window.run_steps(3);
    open(&mut window, "File");
    let menu = menus_of(&window)[0];
    let last = |window: &Bench| window.get_by_label_contains("Quit").rect();
    assert!(last(&window).bottom() > menu.bottom(), "it is below the edge");
    window.hover_at(menu.center());
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -2000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    window.run_steps(20);
    assert!(menu.contains_rect(last(&window)), "{:?} in {menu:?}", last(&window));
}

#[test]
fn every_submenu_opens_from_a_menu() {
    for entry in table() {
        let menu = entry.menu;
        let is_known = Menu::BAR.contains(&menu) != menu.parent().is_some();
        assert!(is_known, "{menu:?}");
        let parent = menu.parent().map_or(menu, |parent| parent);
        assert!(Menu::BAR.contains(&parent), "{menu:?} in {parent:?}");
    }
    assert_eq!(Menu::Effects.path(), "Scene › PS1 effects");
}

#[test]
fn commands_of_a_panel_bring_it_to_the_front() {
    let mut window = opened();
    for (command, panel) in [
        (Command::CopyBytes, PanelId::BYTES),
        (Command::ShowStp, PanelId::TEXTURE),
        (Command::NextPalette, PanelId::TEXTURE),
    ] {
        window.state_mut().push(Command::ShowPanel(PanelId::SCENE));
        window.state_mut().push(command.clone());
        window.run_steps(3);
        assert_eq!(window.state().state.focus, panel, "{command:?}");
    }
}
