//! Keyboard shortcuts and mouse gestures, searchable, with the state of switches. Shortcuts can be changed here.

use egui::{Context, Event, Key, RichText, Role, ScrollArea, Sense, TextEdit, Ui};

use super::modal;
use crate::app::model::Command;
use crate::app::model::key_bindings::KeyBindings;
use crate::app::panels;
use crate::app::shell::commands::table;
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, GRID, Keys, ROW, Theme, Words, input, menus, row,
    shortcuts::{
        GESTURES,
        command_info::{CommandInfo, Menu, Scope},
    },
    theme,
};

/// The open sheet.
#[derive(Default)]
pub struct CheatSheet {
    filter: String,
    /// The filter had the focus.
    is_focused: bool,
    change: Option<KeyChange>,
    /// Asks whether to reset all keys.
    asks_to_reset: bool,
    /// The row of this command gets the focus.
    focus: Option<&'static CommandInfo>,
}

/// A command that gets the next keys that are pressed.
struct KeyChange {
    info: &'static CommandInfo,
    /// The command keeps its other keys.
    adds: bool,
    /// The pressed keys, if other commands have them.
    conflict: Option<Keys>,
    /// Pressed keys that no command can have.
    reserved: Option<Keys>,
    /// The question about the conflict has been shown.
    asked: bool,
}

impl CheatSheet {
    /// Draws the sheet. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        self.take_press(ctx, cx);
        self.asks_to_reset &= self.change.is_none();
        modal(ctx, "Keyboard shortcuts", 190.0 * GRID, |ui| {
            ui.horizontal(|ui| {
                let is_changed = !cx.state.settings.keys.is_empty();
                let reset = if is_changed { 28.0 * GRID } else { 0.0 };
                let edit = TextEdit::singleline(&mut self.filter)
                    .hint_text("Filter")
                    .desired_width(ui.available_width() - reset);
                let edit = ui.add(edit).accessible_name("Filter shortcuts");
                if !std::mem::replace(&mut self.is_focused, true) {
                    edit.request_focus();
                }
                if is_changed && ui.button("Reset all keys").clicked() {
                    (self.change, self.asks_to_reset) = (None, true);
                }
            });
            ui.add_space(GRID);
            self.draw_change(ui, cx);
            let height = (ui.ctx().content_rect().height() * 0.7).max(50.0 * GRID);
            ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show(ui, |ui| {
                input::scroll_dialog(ui);
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.columns(2, |columns| {
                    if let [left, right] = columns {
                        let menus = [Menu::File, Menu::Edit, Menu::Select, Menu::Go, Menu::Notes];
                        self.side(left, cx, &menus);
                        self.side(left, cx, &[Menu::Sound, Menu::Help]);
                        self.gestures(right);
                        let menus = [Menu::Scene, Menu::Overlays, Menu::Effects, Menu::Animation];
                        self.side(right, cx, &menus);
                        let menus = [
                            Menu::View,
                            Menu::Panels,
                            Menu::Layout,
                            Menu::Texture,
                            Menu::SavedViews,
                        ];
                        self.side(right, cx, &menus);
                    }
                });
            });
            false
        })
    }

    /// Assigns the keys that were pressed in this frame, if a command waits for them.
    fn take_press(&mut self, ctx: &Context, cx: &mut Ctx<'_>) {
        let Some(change) = &mut self.change else { return };
        let (cancelled, pressed) = ctx.input_mut(|input| {
            let pressed = input.events.iter().find_map(Keys::of_press);
            let cancelled = input.key_pressed(Key::Escape);
            let is_typed = |event: &Event| {
                matches!(event, Event::Key { .. } | Event::Text(_) | Event::Paste(_))
                    || matches!(event, Event::Copy | Event::Cut)
            };
            // While the question about a conflict is open, Tab and Enter reach its buttons.
            let asks = change.conflict.is_some();
            input.events.retain(|event| !is_typed(event) || (asks && !cancelled));
            (cancelled, pressed.filter(|_| !asks))
        });
        if cancelled {
            self.end_change();
        } else if let Some(keys) = pressed.filter(|keys| keys.is_reserved()) {
            change.reserved = Some(keys);
        } else if let Some(keys) = pressed {
            change.conflict = Some(keys);
            if conflicts(&cx.state.settings.keys, change.info, keys).is_empty() {
                self.assign(cx);
            }
        }
    }

    /// Gives the pressed keys to the command that waits for them, and takes them from all others of the same
    /// panel, or of the window.
    fn assign(&mut self, cx: &mut Ctx<'_>) {
        let Some(KeyChange { info, adds, conflict: Some(new), .. }) = self.end_change() else {
            return;
        };
        change_keys(cx, |bindings| {
            let others = conflicts(bindings, info, new).into_iter();
            // The key of a panel's command still runs that of the window elsewhere.
            for other in others.filter(|other| other.scope.overlaps(info.scope)) {
                let mut keys = other.keys_with(bindings);
                keys.retain(|keys| *keys != new);
                set_keys(bindings, other, keys);
            }
            let mut keys = if adds { info.keys_with(bindings) } else { Vec::new() };
            if !keys.contains(&new) {
                keys.push(new);
            }
            set_keys(bindings, info, keys);
        });
    }

    /// The question whether to reset all keys; otherwise the command that waits for keys, and the commands
    /// that have the pressed ones.
    fn draw_change(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let mut closes = false;
        let mut assigns = false;
        ui.horizontal(|ui| {
            // The line has the same height without a change, so that the rows below do not move.
            ui.set_min_height(ui.spacing().interact_size.y);
            if self.asks_to_reset {
                ui.colored_label(Theme::of(ui).warning, "Every command gets its default keys.");
                let resets = ui.button("Reset").clicked();
                if resets {
                    change_keys(cx, |keys| *keys = KeyBindings::default());
                }
                self.asks_to_reset = !resets && !ui.button("Keep changed keys").clicked();
                return;
            }
            let Some(KeyChange { info, conflict, reserved, asked, .. }) = &mut self.change else {
                ui.weak("Click a command to change its keys.");
                return;
            };
            let Some(keys) = *conflict else {
                if let Some(keys) = reserved {
                    let text = format!("{} is reserved.", keys.text());
                    ui.colored_label(Theme::of(ui).warning, text);
                }
                ui.label(format!("Press the new keys of “{}”", info.title));
                closes = ui.button("Cancel").clicked();
                return;
            };
            let others = conflicts(&cx.state.settings.keys, info, keys);
            let others: Vec<String> =
                others.iter().map(|other| format!("“{}”", other.title)).collect();
            let text = format!("{} already runs {}", keys.text(), others.join(" and "));
            ui.colored_label(Theme::of(ui).warning, text);
            let button = ui.button(format!("Use for “{}”", info.title));
            if !std::mem::replace(asked, true) {
                button.request_focus();
            }
            assigns = button.clicked();
            closes = ui.button("Cancel").clicked();
        });
        ui.add_space(GRID);
        if assigns {
            self.assign(cx);
        } else if closes {
            self.end_change();
        }
    }

    /// Ends the change of keys; the row of the command gets the focus.
    fn end_change(&mut self) -> Option<KeyChange> {
        let change = self.change.take();
        self.focus = change.as_ref().map(|change| change.info);
        change
    }

    fn matches(&self, parts: &[&str]) -> bool {
        Words::new(&self.filter).are_in(&parts.join(" "))
    }

    fn side(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, menus: &[Menu]) {
        for menu in menus {
            // Commands without keys are shown when the user looks for them.
            let is_shown = |entry: &&CommandInfo| {
                let keys = key_text(entry, " ");
                let is_listed = !keys.is_empty() || !self.filter.trim().is_empty();
                let is_here = entry.menu == *menu && is_listed;
                is_here && self.matches(&[entry.title, menu.title(), &keys])
            };
            let rows: Vec<&'static CommandInfo> = table().iter().filter(is_shown).collect();
            if rows.is_empty() {
                continue;
            }
            heading(ui, menu.title());
            for entry in rows {
                self.command(ui, cx, entry);
            }
        }
    }

    /// The row of a command; a click changes its keys.
    fn command(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, entry: &'static CommandInfo) {
        let on = entry.is_on(cx.state) == Some(true);
        let scope = match entry.scope {
            Scope::Window => "",
            Scope::In(ids) => ids.first().map_or("", |id| panels::info(*id).title),
        };
        let scope = if on { format!("{scope} · on") } else { scope.to_owned() };
        let waits = self.change.as_ref().is_some_and(|change| change.info.command == entry.command);
        let keys = if waits { "Press keys".to_owned() } else { key_text(entry, ", ") };
        let is_changed = cx.state.settings.keys.is_changed(&entry.name());
        let colours = RowColours { title: on, keys: waits || is_changed };
        let response = row(ui, entry.title, &scope, &keys, colours, Sense::click());
        let default =
            entry.default_keys.iter().map(|keys| keys.text()).collect::<Vec<_>>().join(", ");
        let tip = match (is_changed, default.is_empty()) {
            (false, _) => "Click to change the keys".to_owned(),
            (true, false) => format!("Default keys: {default}"),
            (true, true) => "No keys by default".to_owned(),
        };
        let response = response.on_hover_text(tip);
        if self.focus.is_some_and(|info| info.command == entry.command) {
            response.request_focus();
            self.focus = None;
        }
        let begin = |adds| {
            Some(KeyChange { info: entry, adds, conflict: None, reserved: None, asked: false })
        };
        if response.clicked() {
            // Typed keys are meant for the command.
            ui.memory_mut(|memory| memory.stop_text_input());
            self.change = begin(false);
        }
        menus::context(&response, false, |ui| {
            if ui.button("Change keys").clicked() {
                self.change = begin(false);
            }
            if ui.button("Add keys").clicked() {
                self.change = begin(true);
            }
            if ui.add_enabled(!keys.is_empty(), egui::Button::new("Remove keys")).clicked() {
                change_keys(cx, |bindings| set_keys(bindings, entry, Vec::new()));
            }
            if ui.add_enabled(is_changed, egui::Button::new("Reset keys")).clicked() {
                change_keys(cx, |bindings| bindings.reset(&entry.name()));
            }
        });
    }

    fn gestures(&self, ui: &mut Ui) {
        let rows = GESTURES.iter().filter(|(panel, what, does)| self.matches(&[panel, what, does]));
        let rows: Vec<_> = rows.collect();
        if rows.is_empty() {
            return;
        }
        heading(ui, "In the panels");
        for (panel, what, does) in rows {
            row(ui, does, panel, what, RowColours::default(), Sense::hover());
        }
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(3.0 * GRID);
    ui.label(RichText::new(text).strong());
    ui.add_space(GRID);
}

/// The keys of a command.
fn key_text(entry: &CommandInfo, between: &str) -> String {
    entry.keys().iter().map(|keys| keys.text()).collect::<Vec<_>>().join(between)
}

/// The other commands that these keys run.
fn conflicts(bindings: &KeyBindings, info: &CommandInfo, keys: Keys) -> Vec<&'static CommandInfo> {
    let others = table().iter().filter(|other| other.command != info.command);
    let others = others.filter(|other| other.scope.meets(info.scope));
    others.filter(|other| other.keys_with(bindings).contains(&keys)).collect()
}

fn set_keys(bindings: &mut KeyBindings, info: &CommandInfo, keys: Vec<Keys>) {
    if keys == info.default_keys {
        bindings.reset(&info.name());
    } else {
        bindings.assign(info.name(), keys.into_iter().map(|Keys(modifiers, key)| (modifiers, key)));
    }
}

fn change_keys(cx: &mut Ctx<'_>, change: impl FnOnce(&mut KeyBindings)) {
    let mut settings = cx.state.settings.clone();
    change(&mut settings.keys);
    cx.push(Command::SetSettings(Box::new(settings)));
}

/// Parts of a row with the accent colour.
#[derive(Clone, Copy, Default)]
struct RowColours {
    title: bool,
    keys: bool,
}

fn row(
    ui: &mut Ui,
    title: &str,
    scope: &str,
    keys: &str,
    colours: RowColours,
    sense: Sense,
) -> egui::Response {
    let theme = Theme::of(ui);
    let size = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, sense);
    row::fill(ui, rect, false, sense.senses_click() && response.hovered());
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.has_focus() {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
    }
    let rect = rect.shrink2(egui::vec2(GRID, 0.0));
    let colour = if colours.keys { theme.accent } else { theme.weak };
    let left = row::right_text(ui, rect, rect.right(), keys, theme::small(), colour);
    let colour = if colours.title { theme.accent } else { theme.text };
    let right = left - 2.0 * GRID;
    let end = row::row_text(ui, rect, rect.left(), right, title, theme::body(), colour);
    let cut = end >= right - 1.0;
    if right - end > ROW * 2.0 {
        row::row_text(ui, rect, end + 2.0 * GRID, right, scope, theme::small(), theme.weak);
    }
    let role = if sense.senses_click() { Role::Button } else { Role::Label };
    response.named(role, format!("{title}, {keys}"));
    if cut { response.on_hover_text(title) } else { response }
}
