//! Everything that is wrong with the open document; a click jumps to the place.

use egui::{ScrollArea, Ui};
use egui_material_icons::icons;

use crate::app::command::{Command, Commands};
use crate::app::panel::{self, Item, Panel, PanelKind, offset};
use crate::app::selection::Target;
use crate::app::state::State;
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::widgets::filter::{Filter, Words};
use crate::bytes::{Problem, Severity};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Order {
    /// Worst first, then by offset.
    #[default]
    Severity,
    Offset,
    Field,
}

/// The panel.
#[derive(Default)]
pub struct ProblemsPanel {
    order: Order,
    filter: Filter,
    sorted: Vec<Problem>,
    made_for: Option<(u64, u64, Order, Words)>,
}

impl Panel for ProblemsPanel {
    fn kind(&self) -> PanelKind {
        PanelKind::Problems
    }

    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        let Some(doc) = &state.doc else {
            return match &state.failure {
                Some(why) => panel::empty_state(ui, icons::ICON_ERROR, "Not opened", why),
                None => panel::empty_state(ui, icons::ICON_TASK_ALT, "Nothing is open", ""),
            };
        };
        if doc.problems.is_empty() {
            let hint = "Every rule of the format holds";
            return panel::empty_state(ui, icons::ICON_TASK_ALT, "No problems", hint);
        }
        let key = (doc.generation, doc.problems.total(), self.order, self.filter.words());
        if self.made_for.as_ref() != Some(&key) {
            self.sort(doc.problems.iter().map(std::borrow::Cow::into_owned).collect());
            self.made_for = Some(key);
        }
        self.bar(ui, state, commands);
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().auto_shrink([false, false]);
        area.show_rows(ui, ROW, self.sorted.len(), |ui, range| {
            let with_field = self.sorted.iter().any(|problem| !problem.field.is_empty());
            for problem in self.sorted.get(range).unwrap_or(&[]) {
                row(ui, problem, with_field, state, commands);
            }
        });
    }

    fn command(&mut self, command: &Command, state: &State) {
        if *command == Command::Find && state.focus == PanelKind::Problems {
            self.filter.focus();
        }
    }
}

impl ProblemsPanel {
    fn sort(&mut self, problems: Vec<Problem>) {
        let words = self.filter.words();
        let matches = |problem: &Problem| words.are_in(&problem.to_string());
        self.sorted = problems.into_iter().filter(matches).collect();
        match self.order {
            Order::Severity => self
                .sorted
                .sort_by_key(|p| (std::cmp::Reverse(p.severity), p.span.source, p.span.start)),
            Order::Offset => self.sorted.sort_by_key(|p| (p.span.source, p.span.start)),
            Order::Field => self.sorted.sort_by(|a, b| a.field.cmp(&b.field)),
        }
    }

    fn bar(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                for (order, name) in [
                    (Order::Severity, "Worst first"),
                    (Order::Offset, "By offset"),
                    (Order::Field, "By field"),
                ] {
                    ui.selectable_value(&mut self.order, order, name);
                }
                if ui.button("Copy report").clicked() {
                    let name = state.doc.as_ref().map_or("", |doc| doc.opened.path.as_str());
                    let lines: Vec<String> = self.sorted.iter().map(Problem::to_string).collect();
                    let text = format!("{name}\n{}\n", lines.join("\n"));
                    commands.push(Command::Copy { what: "report", text });
                }
                self.filter.show(ui, "Filter the problems", "Filter", f32::INFINITY);
            });
        });
    }
}

fn row(ui: &mut Ui, problem: &Problem, with_field: bool, state: &State, commands: &mut Commands) {
    let theme = Theme::of(ui);
    let response = panel::row(ui, false, false);
    let rect = response.rect.shrink2(egui::vec2(GRID, 0.0));
    let (icon, colour) = match problem.severity {
        Severity::Error => (icons::ICON_ERROR, theme.error),
        Severity::Warning => (icons::ICON_WARNING, theme.warning),
        Severity::Note => (icons::ICON_INFO, theme.weak),
    };
    let font = egui::FontId::new(theme::BODY, icon.font_family());
    let mut left = rect.left();
    panel::row_text(ui, rect, left, rect.right(), icon.codepoint, font, colour);
    left += 5.0 * GRID;
    let place = offset(problem.span.start);
    let end = panel::row_text(ui, rect, left, rect.right(), place, theme::mono(), theme.weak);
    left = end + 3.0 * GRID;
    if with_field {
        let right = left + (rect.width() * 0.28).max(20.0 * GRID);
        panel::row_text(ui, rect, left, right, problem.field.as_str(), theme::mono(), theme.text);
        left = right + 3.0 * GRID;
    }
    panel::row_text(
        ui,
        rect,
        left,
        rect.right(),
        problem.message.as_str(),
        theme::body(),
        theme.text,
    );
    let target = target(problem, state);
    if response.hovered()
        && let Some(target) = &target
    {
        commands.hover(target.clone());
    }
    if response.clicked()
        && let Some(target) = target
    {
        commands.select(target);
    }
    panel::context_menu(&response, commands, || Item {
        value: problem.to_string(),
        offset: Some(problem.span.start),
        path: problem.field.clone(),
        like: None,
    });
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, problem.to_string()));
    response.on_hover_text(problem.to_string());
}

/// The place of a problem: its field where that holds the bytes concerned, else those.
fn target(problem: &Problem, state: &State) -> Option<Target> {
    let source = problem.span.source;
    let by_path = Target::Path { source, path: problem.field.clone() };
    let field = state.resolve(&by_path).map(|found| found.span);
    if !problem.field.is_empty() && field.is_some_and(|span| span.contains(problem.span.start)) {
        return Some(by_path);
    }
    let file = state.file_of(source)?;
    let last = file.document.source.len().checked_sub(1)?;
    Some(Target::Byte { source, offset: problem.span.start.min(last) })
}
