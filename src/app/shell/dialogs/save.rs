//! The *Save* dialog, which shows the differences before anything is written.

use egui::{Context, RichText, Ui};

use super::{button_row, modal, primary};
use crate::app::model::edits::save_plan::{MAX_LISTED, PlannedFile, SavePlan};
use crate::app::model::{Command, document::paths, grouped, numbers};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Side, Theme, cells, row, spinner, theme};
use crate::edit::{Difference, Kind};

/// Number of visible rows of differences.
const ROWS: f32 = 12.0;
/// Share of the width for paths.
const PATHS: f32 = 0.45;

/// The open dialog.
pub struct SaveBox {
    path: String,
    /// The job that computes the differences, while it runs.
    job: u64,
    plan: Option<Box<SavePlan>>,
}

impl SaveBox {
    pub fn new(path: String, job: u64) -> Self {
        Self { path, job, plan: None }
    }

    /// Takes the computed differences, if they belong to this dialog.
    pub fn take(&mut self, plan: Box<SavePlan>) {
        if plan.path == self.path {
            self.plan = Some(plan);
        }
    }

    /// Handles the end of the job; `true` if it failed to deliver a plan.
    pub fn ended(&self, job: u64) -> bool {
        self.job == job && self.plan.is_none()
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>) -> bool {
        let name = format!("Save {}", paths::name(&self.path));
        modal(ctx, &name, 190.0 * GRID, |ui| {
            let Some(plan) = &self.plan else {
                ui.horizontal(|ui| {
                    spinner(ui, ROW);
                    ui.label("Comparing with the file on disk…");
                });
                return ui.button("Cancel").clicked();
            };
            overview(ui, plan);
            ui.add_space(GRID);
            differences(ui, plan);
            ui.add_space(GRID);
            problems(ui, plan);
            files(ui, plan);
            ui.add_space(2.0 * GRID);
            let mut keep = cx.state.settings.keep_original;
            let tip = "Before the first save, copies the file to one with the suffix .orig";
            if ui.checkbox(&mut keep, "Keep the original as .orig").on_hover_text(tip).changed() {
                let settings = crate::app::model::Settings {
                    keep_original: keep,
                    ..cx.state.settings.clone()
                };
                cx.push(Command::SetSettings(Box::new(settings)));
            }
            ui.add_space(2.0 * GRID);
            buttons_row(ui, cx, plan, keep)
        })
    }
}

fn buttons_row(ui: &mut Ui, cx: &mut Ctx<'_>, plan: &SavePlan, keep: bool) -> bool {
    button_row(ui, |ui| {
        let can = plan.refusal.is_none() && plan.total() > 0;
        if primary(ui, "Save", can) {
            cx.push(Command::RunSave { path: plan.path.clone(), keep });
            return true;
        }
        let is_open = cx.state.doc.as_ref().is_some_and(|doc| doc.opened.path == plan.path);
        if plan.refusal.is_some() && is_open && ui.button("Save a copy…").clicked() {
            cx.push(Command::SaveCopy);
            return true;
        }
        ui.button("Cancel").clicked()
    })
}

fn overview(ui: &mut Ui, plan: &SavePlan) {
    let theme = Theme::of(ui);
    for step in plan.steps.iter().rev().take(3).rev() {
        ui.label(step);
    }
    if let Some(more) = plan.steps.len().checked_sub(3).filter(|more| *more > 0) {
        ui.weak(format!("and {} earlier", numbers::counted(more as u64, "change")));
    }
    if let Some(why) = &plan.refusal {
        ui.label(RichText::new(format!("Cannot be saved: {why}")).color(theme.error));
    }
}

fn differences(ui: &mut Ui, plan: &SavePlan) {
    let parts = [(plan.changed, "changed"), (plan.added, "added"), (plan.removed, "removed")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(n, word)| format!("{} {word}", grouped(*n))).collect();
    if parts.is_empty() {
        ui.weak("No differences from the file on disk.");
        return;
    }
    ui.weak(format!("Fields: {}", parts.join(", ")));
    let height = ROWS.min(plan.differences.len() as f32);
    row::well(ui, "Differences", height, &plan.differences, difference_row);
    if plan.total() > MAX_LISTED as u64 {
        ui.weak(format!("The first {}.", grouped(MAX_LISTED as u64)));
    }
}

fn difference_row(ui: &mut Ui, difference: &Difference) {
    let theme = Theme::of(ui);
    let size = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let cell = rect.shrink2(egui::vec2(GRID, 0.0));
    let (mark, rest) = cell.split_left_right_at_x(cell.left() + 4.0 * GRID);
    let (path, what) = rest.split_left_right_at_x(rest.left() + rest.width() * PATHS);
    let (sign, colour) = match difference.kind {
        Kind::Changed => ("~", theme.warning),
        Kind::Added => ("+", theme.accent),
        Kind::Removed => ("−", theme.error),
    };
    cells::text(ui, mark, Side::Left, sign, theme::mono(), colour);
    let short = path.with_max_x(path.right() - GRID);
    cells::text(ui, short, Side::Left, &difference.path, theme::mono(), theme.text);
    let shown = match difference.note.as_str() {
        "" => difference.shown.clone(),
        note => format!("{}   {note}", difference.shown),
    };
    cells::text(ui, what, Side::Left, &shown, theme::mono(), theme.weak);
    response.named(egui::Role::ListItem, format!("{}, {shown}", difference.path));
    response.on_hover_text(format!("{}\n{shown}", difference.path));
}

fn problems(ui: &mut Ui, plan: &SavePlan) {
    let theme = Theme::of(ui);
    for problem in plan.new_problems.iter().take(5) {
        ui.label(RichText::new(format!("New problem: {problem}")).color(theme.warning));
    }
    if let Some(more) = plan.new_problems.len().checked_sub(5).filter(|more| *more > 0) {
        ui.label(RichText::new(format!("and {more} more")).color(theme.warning));
    }
    if plan.gone_problems > 0 {
        ui.weak(format!("{} resolved", numbers::counted(plan.gone_problems as u64, "problem")));
    }
    if plan.new_problems.is_empty() && plan.refusal.is_none() {
        ui.weak("Verified by reading it back. No new problems.");
    }
}

fn files(ui: &mut Ui, plan: &SavePlan) {
    for PlannedFile { path, before, after, in_place } in &plan.files {
        let sizes = match (in_place, after.cmp(before)) {
            (true, _) => "only the changed sectors".to_owned(),
            (_, std::cmp::Ordering::Equal) => format!("{} bytes", grouped(*after)),
            _ => format!("{} → {} bytes", grouped(*before), grouped(*after)),
        };
        ui.weak(format!("Writes {}, {sizes}", path.display()));
    }
}
