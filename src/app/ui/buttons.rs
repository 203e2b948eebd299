//! Buttons.

use egui::{Button, Response, RichText, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use super::{GRID, ROW, Theme, shortcuts, theme};
use crate::app::model::Command;
use crate::app::ui::Ctx;

/// An icon button. `tip` is its tooltip and name; `on` marks it as switched on.
pub fn icon_button(ui: &mut Ui, icon: MaterialIcon, tip: &str, on: bool) -> Response {
    let theme = Theme::of(ui);
    let colour = if on { theme.accent } else { theme.text };
    let text = icon.rich_text().size(theme::ICON).color(colour);
    let button = egui::Button::new(text)
        .frame_when_inactive(on)
        .selected(on)
        .min_size(vec2(ROW + GRID, ROW + GRID));
    let response = ui.add(button).on_hover_text(tip);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), on, tip.to_owned())
    });
    response
}

/// A button for a command of the table; greyed out if the command is disabled.
pub fn command_button(ui: &mut Ui, cx: &mut Ctx<'_>, icon: MaterialIcon, command: &Command) {
    let on = shortcuts::is_on(command, cx.state).unwrap_or(false);
    lit_button(ui, cx, icon, command, on);
}

/// A button for a command of the table, highlighted if `on`.
pub fn lit_button(ui: &mut Ui, cx: &mut Ctx<'_>, icon: MaterialIcon, command: &Command, on: bool) {
    let (tip, why_not) = (shortcuts::tip(command), shortcuts::blocked(command, cx.state));
    ui.add_enabled_ui(why_not.is_none(), |ui| {
        let response = icon_button(ui, icon, &tip, on);
        let why = format!("{tip}\n{}", why_not.unwrap_or_default());
        if response.on_disabled_hover_text(why).clicked() {
            cx.push(command.clone());
        }
    });
}

/// The icon of a play button: pause while playing, otherwise play.
pub fn play_icon(playing: bool) -> MaterialIcon {
    if playing { icons::ICON_PAUSE } else { icons::ICON_PLAY_ARROW }
}

/// A button in the accent colour, for the primary action of a dialog or panel.
pub fn primary(ui: &mut Ui, text: &str, enabled: bool) -> Response {
    let theme = Theme::of(ui);
    let text = RichText::new(text).color(Theme::on(theme.accent));
    let response = ui.add_enabled(enabled, Button::new(text).fill(theme.accent));
    if response.has_focus() {
        // The usual frame has the colour of the button.
        let (rect, radius) =
            (response.rect.expand(1.0), ui.visuals().widgets.hovered.corner_radius);
        let stroke = egui::Stroke::new(1.5, theme.text);
        ui.painter().rect_stroke(rect, radius, stroke, egui::StrokeKind::Outside);
    }
    response
}
