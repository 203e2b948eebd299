//! Section with the results of the plausibility rules.

use egui::{Role, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::ProblemsPanel;
use super::rows::{self, ICON};
use crate::app::model::{Doc, State};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, row, theme};
use crate::bytes::{Problem, Severity};
use crate::plausibility::Outcome;

/// Largest share of the panel's height for the section.
const MAX_SHARE: f32 = 0.5;

/// Height of the section if `room` is available; 0 if rules are not checked.
pub(super) fn height(state: &State, doc: &Doc, room: f32) -> f32 {
    if !state.settings.plausibility {
        return 0.0;
    }
    let rows = state.plausibility.outcomes(doc).map_or(1, |outcomes| outcomes.len() + 1);
    (rows as f32 * ROW).min(room * MAX_SHARE).max(2.0 * ROW)
}

/// Results as lines of a report.
pub(super) fn report(state: &State, doc: &Doc) -> Vec<String> {
    let outcomes = state.plausibility.outcomes(doc).filter(|_| state.settings.plausibility);
    let outcomes = outcomes.into_iter().flat_map(|outcomes| outcomes.iter());
    outcomes.map(|outcome| format!("plausibility: {outcome}")).collect()
}

impl ProblemsPanel {
    pub(super) fn plausibility(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, doc: &Doc, height: f32) {
        let theme = Theme::of(ui);
        let outcomes = cx.state.plausibility.outcomes(doc).cloned();
        let failed = cx.state.plausibility.has_failed(doc);
        let colour = if failed { theme.severity(Severity::Error) } else { theme.weak };
        let summary = match &outcomes {
            None if failed => "Plausibility: the check failed; see Log".to_owned(),
            None => "Plausibility: checking…".to_owned(),
            Some(all) => {
                let broken = all.iter().filter(|outcome| outcome.is_broken()).count();
                format!("Plausibility: {broken} of {} rules broken", all.len())
            }
        };
        let (head, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
        ui.painter().hline(head.x_range(), head.top() + 0.5, (1.0, theme.line));
        let cell = head.shrink2(vec2(2.0 * GRID, 0.0));
        cells::text(ui, cell, Side::Left, &summary, theme::small(), colour);
        response.named(Role::Label, summary);
        let Some(outcomes) = outcomes else { return };
        let area = ScrollArea::vertical()
            .id_salt("plausibility")
            .auto_shrink([false, false])
            .max_height((height - ROW).max(ROW));
        row::rows(ui, area, &outcomes, |ui, outcome| self.outcome(ui, cx, outcome));
    }

    fn outcome(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, outcome: &Outcome) {
        let theme = Theme::of(ui);
        let problem = outcome.worst.as_ref().map(|worst| {
            let (span, field) = (worst.origin.span, worst.origin.path.clone());
            Problem::new(Severity::Warning, span, field, outcome.to_string())
        });
        let is_chosen = problem.is_some() && self.chosen == problem;
        let response = row::row(ui, is_chosen, false);
        let cell = response.rect.shrink2(vec2(2.0 * GRID, 0.0));
        let mark = cell.with_max_x(cell.left() + 4.0 * GRID);
        let (icon, colour) = match outcome.is_broken() {
            true => (icons::ICON_WARNING, theme.severity(Severity::Warning)),
            false => (icons::ICON_CHECK, theme.weak),
        };
        cells::icon(ui, mark, icon, theme::BODY, colour);
        let text = cell.with_min_x(cell.left() + ICON);
        cells::text(ui, text, Side::Left, &outcome.to_string(), theme::body(), theme.text);
        if response.clicked()
            && let Some(problem) = problem
        {
            let target = rows::target(&problem, cx.state);
            (self.chosen, self.cursor) = (Some(problem), None);
            target.into_iter().for_each(|target| cx.select(target));
        }
        let state = if outcome.is_broken() { "Broken" } else { "Passed" };
        response.named(Role::Button, format!("{state}: {outcome}"));
        response.on_hover_text(format!("{}\n{outcome}", outcome.rule.meaning));
    }
}
