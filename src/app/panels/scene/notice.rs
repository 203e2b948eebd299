//! Says in the picture that something is wrong with what it shows, as when textures are missing;
//! for a while, as the status bar goes on saying it.

use std::time::Duration;

use egui::{Align2, Rect, Role, Ui, pos2, vec2};

use crate::app::model::{Command, Doc, PanelId, grouped};
use crate::app::panels::problems::causes::causes;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, cells, plate, theme};
use crate::bytes::{Problem, Severity};

/// Seconds that it stays.
const STAY: f64 = 10.0;
/// A sentence that takes more lines is cut.
const MAX_LINES: usize = 3;

/// The notice, kept until there is another document or another problem.
#[derive(Default)]
pub struct Notice {
    made_for: Option<(u64, u64)>,
    /// The costliest cause in words.
    words: Option<(Severity, String)>,
    /// Time at which the user was first there to see it.
    since: Option<f64>,
}

impl Notice {
    /// Draws it in a corner of the picture; a click leads to all problems.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect) {
        let Some(doc) = &cx.state.doc else { return };
        let key = Some((doc.generation, doc.problems.total()));
        if self.made_for != key {
            *self = Self { made_for: key, words: words(doc), since: None };
        }
        let Some((severity, words)) = &self.words else { return };
        let (now, is_there) = ui.input(|input| (input.time, !input.events.is_empty()));
        if is_there {
            self.since.get_or_insert(now);
        }
        if let Some(since) = self.since {
            if now - since > STAY {
                return;
            }
            ui.ctx().request_repaint_after(Duration::from_secs_f64(STAY - (now - since) + 0.05));
        }
        if draw(ui, rect, *severity, words) {
            cx.push(Command::ShowPanel(PanelId::PROBLEMS));
        }
    }
}

/// What costs the user most, notes apart.
fn words(doc: &Doc) -> Option<(Severity, String)> {
    let serious = doc.problems.iter().filter(|problem| problem.severity > Severity::Note);
    let serious: Vec<Problem> = serious.map(std::borrow::Cow::into_owned).collect();
    let all = serious.len();
    let source = &doc.opened.document.source;
    let causes = causes(serious, source.id(), source.len());
    let first = causes.first()?;
    let words = match all - first.covered() {
        0 => first.sentence.clone(),
        1 => format!("{} (and 1 more problem)", first.sentence),
        more => format!("{} (and {} more problems)", first.sentence, grouped(more as u64)),
    };
    Some((first.severity, words))
}

/// True when it was clicked.
fn draw(ui: &Ui, rect: Rect, severity: Severity, words: &str) -> bool {
    let theme = Theme::of(ui);
    let (icon, colour) = (cells::severity_icon(severity), theme.severity(severity));
    let corner = rect.right_bottom() - vec2(3.0, 3.0) * GRID;
    let area = plate::area("notice", rect, Align2::RIGHT_BOTTOM, corner);
    let shown = area.show(ui.ctx(), |ui| {
        // The axes are to the left.
        let room = (rect.width() - 50.0 * GRID).max(30.0 * GRID);
        let mut job =
            egui::text::LayoutJob::simple(words.to_owned(), theme::body(), theme.text, room);
        job.wrap.max_rows = MAX_LINES;
        let text = ui.painter().layout_job(job);
        let size = text.size() + vec2(8.0, 3.0) * GRID;
        let (plate, response) = ui.allocate_exact_size(size, egui::Sense::CLICK);
        let painter = ui.painter();
        painter.rect_filled(plate, 4.0, theme.panel.gamma_multiply(0.9));
        let icon_font = egui::FontId::new(theme::ICON, icon.font_family());
        let at = pos2(plate.left() + 3.5 * GRID, plate.center().y);
        painter.text(at, Align2::CENTER_CENTER, icon.codepoint, icon_font, colour);
        let at = pos2(plate.left() + 6.5 * GRID, plate.center().y - text.size().y / 2.0);
        painter.galley(at, text, theme.text);
        response.named(Role::Button, words);
        response.on_hover_text(format!("{words}\nClick shows all problems")).clicked()
    });
    shown.inner
}
