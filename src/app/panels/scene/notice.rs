//! Notice over the picture about its most important problem, such as missing textures. It disappears
//! after a while, since the status bar counts the problems too.

use std::time::Duration;

use egui::text::LayoutJob;
use egui::{Align2, Margin, Rect, Role, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::{Command, Doc, PanelId, State, grouped};
use crate::app::panels::problems::causes::causes;
use crate::app::ui::named::Named;
use crate::app::ui::shorten::capitalized;
use crate::app::ui::{Ctx, GRID, Theme, cells, plate, theme};
use crate::bytes::{Problem, Severity};

/// Seconds that the notice stays.
const STAY: f64 = 10.0;
/// Longer messages are truncated.
const MAX_LINES: usize = 3;

/// The notice, cached until there is another document or another problem.
#[derive(Default)]
pub struct Notice {
    made_for: Option<(u64, u64)>,
    content: Option<Content>,
    /// Time at which the user could first see the notice.
    since: Option<f64>,
}

struct Content {
    severity: Severity,
    /// Message of the most important cause.
    words: String,
    /// Opens the dialog that locates a missing companion.
    locate: Option<Command>,
}

/// The clicked part of a notice.
enum Clicked {
    Words,
    Locate,
    Close,
}

impl Notice {
    /// Draws the notice in a corner of the picture; a click shows all problems. Returns the part of `rect`
    /// below it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect) -> Rect {
        let Some(doc) = &cx.state.doc else { return rect };
        let key = Some((doc.generation, doc.problems.total()));
        if self.made_for != key {
            *self = Self { made_for: key, content: content(cx.state, doc), since: None };
        }
        let Some(content) = &self.content else { return rect };
        let (now, is_there) = ui.input(|input| (input.time, !input.events.is_empty()));
        if is_there {
            self.since.get_or_insert(now);
        }
        // A notice with an action stays until the action is taken or the notice is closed.
        if let Some(since) = self.since.filter(|_| content.locate.is_none()) {
            if now - since > STAY {
                return rect;
            }
            ui.ctx().request_repaint_after(Duration::from_secs_f64(STAY - (now - since) + 0.05));
        }
        let (clicked, bottom) = draw(ui, rect, content);
        match clicked {
            Some(Clicked::Words) => cx.push(Command::ShowPanel(PanelId::PROBLEMS)),
            Some(Clicked::Locate) => cx.extend(content.locate.clone()),
            Some(Clicked::Close) => self.content = None,
            None => {}
        }
        rect.with_min_y(bottom.min(rect.bottom()))
    }
}

/// The most important cause; notes do not count.
fn content(state: &State, doc: &Doc) -> Option<Content> {
    let serious = doc.problems.iter().filter(|problem| problem.severity > Severity::Note);
    let serious: Vec<Problem> = serious.map(std::borrow::Cow::into_owned).collect();
    let own = &doc.opened.stored;
    let miss =
        serious.iter().find_map(|problem| state.library.missing_companion(own, &problem.message));
    let locate = miss.map(|miss| Command::WhereIs { name: miss.name, looked_in: miss.looked_in });
    let all = serious.len();
    let source = &doc.opened.document.source;
    let causes = causes(serious, source.id(), source.len());
    let first = causes.first()?;
    let sentence = capitalized(&first.sentence);
    let words = match all - first.covered() {
        0 => sentence,
        1 => format!("{sentence} (1 more problem)"),
        more => format!("{sentence} ({} more problems)", grouped(more as u64)),
    };
    Some(Content { severity: first.severity, words, locate })
}

/// Draws the notice; returns what was clicked, and its lower edge.
fn draw(ui: &Ui, rect: Rect, content: &Content) -> (Option<Clicked>, f32) {
    let theme = Theme::of(ui);
    let words = &content.words;
    let (icon, colour) = (cells::severity_icon(content.severity), theme.severity(content.severity));
    let corner = rect.left_top() + vec2(3.0, 3.0) * GRID;
    let area = plate::area("notice", rect, Align2::LEFT_TOP, corner);
    let shown = area.show(ui.ctx(), |ui| {
        plate::frame(ui, Margin::symmetric(8, 4)).show(ui, |ui| {
            // The legend is on the right.
            let room = (rect.width() * 0.6 - 20.0 * GRID).max(30.0 * GRID);
            ui.horizontal_top(|ui| {
                ui.label(icon.rich_text().size(theme::ICON).color(colour));
                let clicked = ui.vertical(|ui| {
                    let mut job = LayoutJob::simple(words.clone(), theme::body(), theme.text, room);
                    job.wrap.max_rows = MAX_LINES;
                    let text = ui.painter().layout_job(job);
                    let (place, response) = ui.allocate_exact_size(text.size(), egui::Sense::CLICK);
                    ui.painter().galley(place.min, text, theme.text);
                    response.named(Role::Button, words);
                    let tip = format!("{words}\nClick to show all problems");
                    let words = response.on_hover_text(tip).clicked();
                    let locates = content.locate.is_some() && ui.link("Locate…").clicked();
                    (words, locates)
                });
                let close = icons::ICON_CLOSE.rich_text().size(theme::BODY).color(theme.weak);
                let close = ui.add(egui::Button::new(close).frame(false)).on_hover_text("Dismiss");
                let closes = close.accessible_name("Dismiss the notice").clicked();
                match (clicked.inner, closes) {
                    (_, true) => Some(Clicked::Close),
                    ((_, true), _) => Some(Clicked::Locate),
                    ((true, _), _) => Some(Clicked::Words),
                    _ => None,
                }
            })
            .inner
        })
    });
    (shown.inner.inner, shown.response.rect.bottom())
}
