//! Says in the picture that something is wrong with what it shows, as when textures are missing.

use egui::{Align2, Rect, Ui, pos2, vec2};
use egui_material_icons::icons;

use crate::app::command::{Command, Commands};
use crate::app::panel::{PanelKind, grouped};
use crate::app::state::State;
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::bytes::Severity;

/// Draws the worst problem in a corner, notes apart; a click leads to all of them.
pub fn show(ui: &mut Ui, rect: Rect, state: &State, commands: &mut Commands) {
    let Some(problems) = state.doc.as_ref().map(|doc| &doc.problems) else { return };
    let Some(worst) = problems.worst().filter(|worst| *worst > Severity::Note) else { return };
    let serious = || problems.iter().filter(|problem| problem.severity > Severity::Note);
    let Some(first) = serious().find(|problem| problem.severity == worst) else { return };
    let theme = Theme::of(ui);
    let (icon, colour) = match worst {
        Severity::Error => (icons::ICON_ERROR, theme.error),
        _ => (icons::ICON_WARNING, theme.warning),
    };
    let more = serious().count() - 1;
    let words = match more {
        0 => first.message.clone(),
        more => format!("{} (and {} more)", first.message, grouped(more as u64)),
    };
    let area = egui::Area::new(egui::Id::unique("notice"))
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(rect.right_bottom() - vec2(3.0, 3.0) * GRID)
        .order(egui::Order::Middle)
        .constrain_to(rect);
    area.show(ui.ctx(), |ui| {
        let font = theme::body();
        // The axes are to the left.
        let room = (rect.width() - 50.0 * GRID).max(30.0 * GRID);
        let mut job = egui::text::LayoutJob::simple_singleline(words.clone(), font, theme.text);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room);
        let text = ui.painter().layout_job(job);
        let size = vec2(text.size().x + 8.0 * GRID, ROW + GRID);
        let (plate, response) = ui.allocate_exact_size(size, egui::Sense::CLICK);
        let painter = ui.painter();
        painter.rect_filled(plate, 4.0, theme.panel.gamma_multiply(0.9));
        let icon_font = egui::FontId::new(theme::ICON, icon.font_family());
        let at = pos2(plate.left() + 3.5 * GRID, plate.center().y);
        painter.text(at, Align2::CENTER_CENTER, icon.codepoint, icon_font, colour);
        let at = pos2(plate.left() + 6.5 * GRID, plate.center().y - text.size().y / 2.0);
        painter.galley(at, text, theme.text);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words.clone()));
        if response.on_hover_text(format!("{words}\nClick shows all problems")).clicked() {
            commands.push(Command::ShowPanel(PanelKind::Problems));
        }
    });
}
