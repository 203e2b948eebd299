//! Collapsible sections of the card; their state is saved between sessions.

use egui::{RichText, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::{Command, settings::CardPart};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, theme};

/// Draws a section: a title, and its content if it is expanded.
pub fn part(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    part: CardPart,
    title: &str,
    content: impl FnOnce(&mut Ui, &mut Ctx<'_>),
) {
    let theme = Theme::of(ui);
    let open = cx.state.settings.card.contains(&part);
    ui.spacing_mut().item_spacing.y = GRID;
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, (1.0, theme.line));
    let colour = if response.hovered() { theme.text } else { theme.weak };
    let (arrow, text) = rect.split_left_right_at_x(rect.left() + 4.0 * GRID);
    let icon = if open { icons::ICON_EXPAND_MORE } else { icons::ICON_CHEVRON_RIGHT };
    cells::icon(ui, arrow, icon, theme::ICON, colour);
    cells::text(ui, text, Side::Left, title, theme::small(), colour);
    response.named_on(Role::Button, open, title);
    if response.clicked() {
        cx.push(Command::FoldCard { part, open: !open });
    }
    if open {
        content(ui, cx);
    }
}

/// Heading of a section that cannot be collapsed.
pub fn heading(ui: &mut Ui, text: &str) {
    let theme = Theme::of(ui);
    ui.add_space(GRID);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, theme.line);
    ui.label(RichText::new(text).size(theme::SMALL).color(theme.weak));
}

/// Draws rows of names and values in monospaced digits; long values are truncated and shown in full under
/// the pointer.
pub fn facts(ui: &mut Ui, list: &[(&str, String)]) {
    let list = list.iter().map(|(name, value)| (*name, value.clone(), String::new()));
    explained_facts(ui, &list.collect::<Vec<_>>());
}

/// The same with a tooltip for each row.
pub fn explained_facts(ui: &mut Ui, list: &[(&str, String, String)]) {
    let theme = Theme::of(ui);
    let names = list.iter().map(|(name, ..)| cells::width(ui, name, theme::body()));
    let names = names.fold(0.0, f32::max).min(ui.available_width() * 0.45);
    for (name, value, tip) in list {
        let size = vec2(ui.available_width(), ROW - 2.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let (left, right) = rect.split_left_right_at_x(rect.left() + names + 3.0 * GRID);
        let left = left.with_max_x(left.right() - 2.0 * GRID);
        cells::text(ui, left, Side::Left, name, theme::body(), theme.weak);
        cells::text(ui, right, Side::Left, value, theme::mono(), theme.text);
        let label = format!("{name} {value}");
        response.named(Role::Label, &label);
        let is_cut = cells::width(ui, value, theme::mono()) > right.width();
        let whole = if is_cut { format!("{value}\n{tip}") } else { tip.clone() };
        if !whole.is_empty() {
            response.on_hover_text(whole.trim_end());
        }
    }
}

/// Draws a link in the accent colour; returns `true` if it was clicked.
pub fn link(ui: &mut Ui, text: &str, tip: &str) -> bool {
    let colour = Theme::of(ui).accent;
    let label = egui::Label::new(RichText::new(text).size(theme::SMALL).color(colour));
    ui.add(label.sense(Sense::CLICK)).on_hover_text(tip).clicked()
}
