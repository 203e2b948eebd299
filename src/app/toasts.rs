//! Messages at the bottom right. Good news leaves by itself, bad news waits to be read; all of it
//! stays in the log.

use std::time::Duration;

use egui::{Align2, Area, Context, Frame, Id, Margin, RichText, Stroke, vec2};
use egui_material_icons::{MaterialIcon, icons};

use super::command::{Command, Commands, Level, Notice};
use super::panel::PanelKind;
use super::theme::{self, GRID, Theme};

/// Seconds that good news stays.
const STAY: f64 = 5.0;
/// More than this at once would hide the work.
const MOST: usize = 5;
const WIDTH: f32 = 88.0 * GRID;

struct Toast {
    notice: Notice,
    /// What a click on its link does, and what that is called.
    action: Option<(String, Command)>,
    /// When it was shown first; set in that frame.
    shown: Option<f64>,
    /// How many times the same was said.
    count: u32,
}

/// All messages that are on the screen.
#[derive(Default)]
pub struct Toasts(Vec<Toast>);

impl Toasts {
    pub fn push(&mut self, notice: Notice) {
        self.push_with(notice, None);
    }

    /// Shows a message with something to do about it.
    pub fn push_with(&mut self, notice: Notice, action: Option<(String, Command)>) {
        if let Some(same) = self.0.iter_mut().find(|toast| toast.notice == notice) {
            same.count = same.count.saturating_add(1);
            same.shown = None;
            return;
        }
        self.0.push(Toast { notice, action, shown: None, count: 1 });
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    /// Draws them above the status bar.
    pub fn show(&mut self, ctx: &Context, commands: &mut Commands) {
        let now = ctx.input(|input| input.time);
        self.0.retain_mut(|toast| {
            let age = now - *toast.shown.get_or_insert(now);
            let lasting = toast.notice.level >= Level::Warning;
            if !lasting && age < STAY {
                ctx.request_repaint_after(Duration::from_secs_f64(STAY - age));
            }
            lasting || age < STAY
        });
        if self.0.is_empty() {
            return;
        }
        let area = Area::new(Id::unique("toasts"))
            .anchor(Align2::RIGHT_BOTTOM, vec2(-3.0, -9.0) * GRID)
            .order(egui::Order::Foreground);
        area.show(ctx, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0 * GRID;
            let mut closed = None;
            for (at, toast) in self.0.iter().enumerate() {
                if draw(ui, toast, commands) {
                    closed = Some(at);
                }
            }
            if let Some(at) = closed {
                self.0.remove(at);
            }
        });
    }
}

/// Draws one; true when it is to go.
fn draw(ui: &mut egui::Ui, toast: &Toast, commands: &mut Commands) -> bool {
    let theme = Theme::of(ui);
    let (icon, colour) = looks(toast.notice.level, &theme);
    let frame = Frame::new()
        .fill(theme.panel)
        .stroke(Stroke::new(1.0, theme.line))
        .corner_radius(4)
        .inner_margin(Margin::symmetric(10, 6))
        .shadow(ui.visuals().popup_shadow);
    let shown = frame.show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.horizontal_top(|ui| {
            ui.label(icon.rich_text().size(theme::ICON).color(colour));
            let times = if toast.count > 1 { format!(" ×{}", toast.count) } else { String::new() };
            let text = RichText::new(format!("{}{times}", toast.notice.text));
            let label = egui::Label::new(text).wrap().selectable(true);
            ui.vertical(|ui| {
                ui.set_width(WIDTH - 14.0 * GRID);
                ui.add(label);
                if let Some((name, command)) = &toast.action
                    && ui.link(name).clicked()
                {
                    commands.push(command.clone());
                }
            });
            let close = icons::ICON_CLOSE.rich_text().size(theme::BODY).color(theme.weak);
            let button = egui::Button::new(close).frame(false);
            let response = ui.add(button).on_hover_text("Dismiss");
            response.accessible_name("Dismiss the message").clicked()
        })
        .inner
    });
    let click = shown.response.interact(egui::Sense::click());
    let tip = "Click for the log";
    if toast.notice.level >= Level::Warning && click.on_hover_text(tip).clicked() {
        commands.push(Command::ShowPanel(PanelKind::Log));
        return true;
    }
    shown.inner
}

fn looks(level: Level, theme: &Theme) -> (MaterialIcon, egui::Color32) {
    match level {
        Level::Info => (icons::ICON_INFO, theme.accent),
        Level::Success => (icons::ICON_CHECK_CIRCLE, theme.success),
        Level::Warning => (icons::ICON_WARNING, theme.warning),
        Level::Error => (icons::ICON_ERROR, theme.error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_message_is_counted_not_repeated() {
        let mut toasts = Toasts::default();
        let notice = |text: &str| Notice { level: Level::Info, text: text.to_owned() };
        toasts.push(notice("a"));
        toasts.push(notice("a"));
        assert_eq!((toasts.0.len(), toasts.0[0].count), (1, 2));
        for n in 0..10 {
            toasts.push(notice(&n.to_string()));
        }
        assert_eq!(toasts.0.len(), MOST);
    }
}
