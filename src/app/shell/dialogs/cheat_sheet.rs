//! Keyboard shortcuts and mouse gestures, searchable, with the state of switches.

use egui::{Context, RichText, Role, ScrollArea, Sense, TextEdit, Ui};

use super::modal;
use crate::app::panels;
use crate::app::shell::commands::table;
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, GRID, ROW, Theme, Words, row,
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
}

impl CheatSheet {
    /// Draws the sheet. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        modal(ctx, "Keyboard shortcuts", 190.0 * GRID, |ui| {
            let edit = TextEdit::singleline(&mut self.filter)
                .hint_text("Filter")
                .desired_width(f32::INFINITY);
            ui.add(edit).accessible_name("Filter shortcuts").request_focus();
            ui.add_space(GRID);
            let height = (ui.ctx().content_rect().height() * 0.7).max(50.0 * GRID);
            ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.columns(2, |columns| {
                    if let [left, right] = columns {
                        let menus = [Menu::File, Menu::Edit, Menu::Select, Menu::Go, Menu::Notes];
                        self.side(left, cx, &menus);
                        self.side(left, cx, &[Menu::Sound, Menu::Help]);
                        self.gestures(right);
                        let menus = [Menu::Scene, Menu::Overlays, Menu::Effects, Menu::Animation];
                        self.side(right, cx, &menus);
                        let menus = [Menu::View, Menu::Panels, Menu::Texture, Menu::SavedViews];
                        self.side(right, cx, &menus);
                    }
                });
            });
            false
        })
    }

    fn matches(&self, parts: &[&str]) -> bool {
        Words::new(&self.filter).are_in(&parts.join(" "))
    }

    fn side(&self, ui: &mut Ui, cx: &mut Ctx<'_>, menus: &[Menu]) {
        for menu in menus {
            let keys_of = |entry: &CommandInfo, between: &str| {
                entry.keys.iter().map(|keys| keys.text()).collect::<Vec<_>>().join(between)
            };
            let is_shown = |entry: &&CommandInfo| {
                let is_here = entry.menu == *menu && !entry.keys.is_empty();
                is_here && self.matches(&[entry.title, menu.title(), &keys_of(entry, " ")])
            };
            let rows: Vec<&CommandInfo> = table().iter().filter(is_shown).collect();
            if rows.is_empty() {
                continue;
            }
            heading(ui, menu.title());
            for entry in rows {
                let on = entry.is_on(cx.state);
                let scope = match entry.scope {
                    Scope::Window => "",
                    Scope::In(ids) => ids.first().map_or("", |id| panels::info(*id).title),
                };
                let scope =
                    if on == Some(true) { format!("{scope} · on") } else { scope.to_owned() };
                row(ui, entry.title, &scope, &keys_of(entry, ", "), on == Some(true));
            }
        }
    }

    fn gestures(&self, ui: &mut Ui) {
        let rows = GESTURES.iter().filter(|(panel, what, does)| self.matches(&[panel, what, does]));
        let rows: Vec<_> = rows.collect();
        if rows.is_empty() {
            return;
        }
        heading(ui, "Mouse");
        for (panel, what, does) in rows {
            row(ui, does, panel, what, false);
        }
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(3.0 * GRID);
    ui.label(RichText::new(text).strong());
    ui.add_space(GRID);
}

fn row(ui: &mut Ui, title: &str, scope: &str, keys: &str, on: bool) {
    let theme = Theme::of(ui);
    let size = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let rect = rect.shrink2(egui::vec2(GRID, 0.0));
    let left = row::right_text(ui, rect, rect.right(), keys, theme::small(), theme.weak);
    let colour = if on { theme.accent } else { theme.text };
    let right = left - 2.0 * GRID;
    let end = row::row_text(ui, rect, rect.left(), right, title, theme::body(), colour);
    let cut = end >= right - 1.0;
    if right - end > ROW * 2.0 {
        row::row_text(ui, rect, end + 2.0 * GRID, right, scope, theme::small(), theme.weak);
    }
    response.named(Role::Label, format!("{title}, {keys}"));
    if cut {
        response.on_hover_text(title);
    }
}
