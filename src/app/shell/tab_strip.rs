//! The strip of tabs above the panels.

use egui::{Rect, Response, Role, ScrollArea, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use crate::app::model::document::paths;
use crate::app::model::document::tab_id::TabId;
use crate::app::model::document::tab_state::TabState;
use crate::app::model::document::tabs::names_of;
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{Command, State};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, cells, icon_button, menus, row, shortcuts, theme};

/// Height of the strip, in points.
pub const HEIGHT: f32 = ROW + 2.0 * GRID;
/// Maximum width of a tab, and width of its close button, in points.
const MAX_WIDTH: f32 = 60.0 * GRID;
const CLOSE: f32 = 4.0 * GRID;

/// A tab as displayed.
struct Label {
    id: TabId,
    name: String,
    path: String,
    is_current: bool,
    is_changed: bool,
    is_loading: bool,
}

/// Draws the strip.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let labels = labels(cx.state);
    let right = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(right, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let tip = shortcuts::tip(&Command::NewTab);
        if icon_button(ui, icons::ICON_ADD, &tip, false).clicked() {
            cx.push(Command::NewTab);
        }
        list(ui, cx, &labels);
        let left = egui::Layout::left_to_right(egui::Align::Center);
        ui.with_layout(left, |ui| tabs(ui, cx, &labels));
    });
}

fn labels(state: &State) -> Vec<Label> {
    let tabs: Vec<&TabState> = state.all_tabs().collect();
    // A resolved hash name replaces the stored one.
    let readable = |path: &str| {
        let stored = paths::name(path);
        let real = state.library.real_name(stored).map(|(name, _)| name);
        let parent = path.strip_suffix(stored).unwrap_or_default();
        real.map_or_else(|| path.to_owned(), |real| format!("{parent}{real}"))
    };
    let paths: Vec<String> = tabs.iter().map(|tab| readable(tab.path_shown())).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let label = |(tab, name): (&&TabState, String)| Label {
        id: tab.id,
        name: if name.is_empty() { "New tab".to_owned() } else { name },
        path: tab.path_shown().to_owned(),
        is_current: tab.id == state.tab.id,
        is_changed: state.edits.is_dirty(tab.path_shown()),
        is_loading: tab.loading,
    };
    tabs.iter().zip(names_of(&paths)).map(label).collect()
}

/// Button with a list of all tabs.
fn list(ui: &mut Ui, cx: &mut Ctx<'_>, labels: &[Label]) {
    let icon = icons::ICON_KEYBOARD_ARROW_DOWN.rich_text().size(theme::ICON);
    let shown = ui.menu_button(icon, |ui| {
        menus::scrolled(ui, |ui| {
            for label in labels {
                if ui.selectable_label(label.is_current, text_of(label)).clicked() {
                    cx.push(Command::ShowTab(label.id));
                    ui.close();
                }
            }
        });
    });
    shown.response.named(Role::Button, "All tabs");
    shown.response.on_hover_text("All tabs");
}

/// The name of a tab with its mark.
fn text_of(label: &Label) -> String {
    match (label.is_changed, label.is_loading) {
        (true, _) => format!("• {}", label.name),
        (false, true) => format!("{}…", label.name),
        (false, false) => label.name.clone(),
    }
}

fn tabs(ui: &mut Ui, cx: &mut Ctx<'_>, labels: &[Label]) {
    ui.spacing_mut().item_spacing.x = 1.0;
    // A tab is scrolled into view once, when it becomes current.
    let seen = egui::Id::unique("visible tab");
    let key = (cx.state.tab.id, labels.len());
    let is_new = ui
        .data_mut(|data| data.get_temp_mut_or_default::<Option<_>>(seen).replace(key) != Some(key));
    let area = ScrollArea::horizontal().auto_shrink([false, true]);
    let area = area.scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden);
    area.show(ui, |ui| {
        ui.horizontal(|ui| {
            let mut rects = Vec::new();
            for label in labels {
                let response = tab(ui, cx, label);
                if label.is_current && is_new {
                    response.scroll_to_me(None);
                }
                rects.push((label.id, response.rect));
                act(&response, cx, label, labels.len());
            }
            drag(ui, cx, &rects);
        });
    });
}

/// Draws a tab and its close button.
fn tab(ui: &mut Ui, cx: &mut Ctx<'_>, label: &Label) -> Response {
    let theme = Theme::of(ui);
    let text = text_of(label);
    let name = cells::width(ui, &text, theme::body());
    let width = (name + CLOSE + 5.0 * GRID).min(MAX_WIDTH);
    let id = egui::Id::unique(("tab", label.id));
    let (rect, _) = ui.allocate_exact_size(vec2(width, HEIGHT - GRID), Sense::hover());
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let close = Rect::from_min_max(pos2(rect.right() - CLOSE - GRID, rect.top()), rect.max);
    let closing = ui.interact(close, id.with("close"), Sense::CLICK);
    let fill = match (label.is_current, response.hovered() || closing.hovered()) {
        (true, _) => theme.panel,
        (false, true) => theme.hover_fill,
        (false, false) => theme.bar(),
    };
    ui.painter().rect_filled(rect, 2.0, fill);
    if label.is_current {
        ui.painter().hline(rect.x_range(), rect.top() + 0.5, (1.0, theme.accent));
    }
    let colour = if label.is_current { theme.text } else { theme.weak };
    let (left, right) = (rect.left() + 2.0 * GRID, close.left() - GRID);
    row::row_text(ui, rect, left, right, text, theme::body(), colour);
    if label.is_current || response.hovered() || closing.hovered() {
        let colour = if closing.hovered() { theme.text } else { theme.weak };
        row::row_icon(ui, rect, close.left(), icons::ICON_CLOSE, theme::BODY, colour);
    }
    let tip = format!("Close {}", label.name);
    closing.named(Role::Button, &tip);
    if closing.on_hover_text(tip).clicked() {
        cx.push(Command::CloseTab(label.id));
    }
    response
}

/// Handles clicks on a tab.
fn act(response: &Response, cx: &mut Ctx<'_>, label: &Label, count: usize) {
    response.named_on(Role::Tab, label.is_current, &label.name);
    if response.clicked() {
        cx.push(Command::ShowTab(label.id));
    }
    if response.middle_clicked() {
        cx.push(Command::CloseTab(label.id));
    }
    menus::context(response, false, |ui| {
        menus::entry(ui, cx, "Close", Command::CloseTab(label.id));
        ui.add_enabled_ui(count > 1, |ui| {
            menus::entry(ui, cx, "Close others", Command::CloseOtherTabs(label.id));
        });
        ui.add_enabled_ui(!label.is_current, |ui| {
            let beside = Command::ShowSecond(SecondScene::Tab(label.id));
            menus::entry(ui, cx, "Show beside", beside);
        });
        menus::command(ui, cx, &Command::ReopenTab);
        if !label.path.is_empty() {
            let copy = Command::Copy { what: "path", text: label.path.clone() };
            ui.separator();
            menus::entry(ui, cx, "Copy path", copy);
        }
    });
    if !label.path.is_empty() {
        response.clone().on_hover_text(&label.path);
    }
}

/// Moves a dragged tab to the position under the pointer.
fn drag(ui: &Ui, cx: &mut Ctx<'_>, rects: &[(TabId, Rect)]) {
    let dragged =
        |(id, _): &&(TabId, Rect)| ui.ctx().is_being_dragged(egui::Id::unique(("tab", *id)));
    let Some(from) = rects.iter().position(|tab| dragged(&tab)) else { return };
    let Some(pointer) = ui.input(|input| input.pointer.interact_pos()) else { return };
    let Some((id, own)) = rects.get(from) else { return };
    // Past the middle of a neighbour; otherwise wide and narrow tabs would swap back and forth.
    let is_past = |(at, (_, rect)): &(usize, &(TabId, Rect))| match at.cmp(&from) {
        std::cmp::Ordering::Less => pointer.x < rect.left() + own.width().min(rect.width()) / 2.0,
        std::cmp::Ordering::Equal => false,
        std::cmp::Ordering::Greater => {
            pointer.x > rect.right() - own.width().min(rect.width()) / 2.0
        }
    };
    let mut past = rects.iter().enumerate().filter(is_past).map(|(at, _)| at);
    let first = past.next();
    let to = first.filter(|to| *to < from).or(past.next_back()).or(first);
    if let Some(to) = to {
        cx.push(Command::MoveTab { tab: *id, to });
    }
}
