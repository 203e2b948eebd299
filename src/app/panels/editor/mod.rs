//! Parts of text editors: line numbers, a cached layout, and a list of the problems of lines.

mod gutter;
mod laid_text;

use egui::{ScrollArea, Ui, vec2};

pub use self::gutter::Gutter;
pub use self::laid_text::LaidText;
use crate::app::ui::{GRID, ROW, Theme, row, theme};
use crate::bytes::Severity;

/// Problems visible at once.
const LISTED: usize = 4;

/// A problem in a line; lines and columns are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct LineProblem {
    pub line: usize,
    pub column: usize,
    pub severity: Severity,
    pub message: String,
}

/// Height of the list of these problems.
pub fn list_height(problems: &[LineProblem]) -> f32 {
    problems.len().min(LISTED) as f32 * ROW
}

/// Lists problems with their lines; returns the one that was clicked.
pub fn list<'a>(ui: &mut Ui, problems: &'a [LineProblem]) -> Option<&'a LineProblem> {
    let theme = Theme::of(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]);
    let shown = area.show_rows(ui, ROW, problems.len(), |ui, range| {
        let mut clicked = None;
        for problem in problems.get(range).unwrap_or_default() {
            let response = row::row(ui, false, false);
            let rect = response.rect.shrink2(vec2(2.0 * GRID, 0.0));
            let line = format!("line {}", problem.line + 1);
            let colour = theme.severity(problem.severity);
            let (left, right) = (rect.left(), rect.right());
            row::row_text(ui, rect, left, right, line.as_str(), theme::mono(), colour);
            let left = left + 20.0 * GRID;
            let message = problem.message.as_str();
            row::row_text(ui, rect, left, right, message, theme::body(), theme.text);
            if response.on_hover_text(message).clicked() {
                clicked = Some(problem);
            }
        }
        clicked
    });
    shown.inner
}
