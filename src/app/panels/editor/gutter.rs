//! Line numbers next to a text, with a mark at lines with problems.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use egui::{Align2, Galley, Pos2, Rect, Sense, Shape, Ui, layers::ShapeIdx, pos2};

use super::LineProblem;
use crate::app::ui::{GRID, Theme, theme};
use crate::bytes::Severity;

/// Approximate width of a digit.
const DIGIT: f32 = 7.0;

/// Content of the gutter.
pub struct Gutter {
    lines: usize,
    /// Worst severity and messages of each line with problems.
    marks: BTreeMap<usize, (Severity, String)>,
    /// Lines of the selection.
    lit: Option<RangeInclusive<usize>>,
}

impl Gutter {
    pub fn of(text: &str, problems: &[LineProblem], lit: Option<RangeInclusive<usize>>) -> Self {
        let mut marks: BTreeMap<usize, (Severity, String)> = BTreeMap::new();
        for problem in problems {
            let (worst, words) =
                marks.entry(problem.line).or_insert_with(|| (problem.severity, String::new()));
            *worst = (*worst).max(problem.severity);
            if !words.is_empty() {
                words.push('\n');
            }
            words.push_str(&problem.message);
        }
        Self { lines: text.matches('\n').count() + 1, marks, lit }
    }

    /// Width of the longest number and the mark.
    pub fn width(&self) -> f32 {
        self.lines.to_string().len().max(2) as f32 * DIGIT + 4.0 * GRID
    }

    /// Rectangle of a line in the laid-out text.
    pub fn line(&self, galley: &Galley, line: usize) -> Option<Rect> {
        rows(galley).find(|(of, _, _)| *of == line).map(|(_, _, rect)| rect)
    }

    /// Draws the numbers of the visible lines, and the background of the selected ones into `behind`.
    pub fn paint(&self, ui: &Ui, behind: ShapeIdx, (at, galley): (Pos2, &Galley)) {
        let theme = Theme::of(ui);
        let left = at.x - self.width();
        let mut fills = Vec::new();
        for (line, is_first, rect) in rows(galley) {
            let rect = rect.translate(at.to_vec2());
            if !ui.clip_rect().y_range().intersects(rect.y_range()) {
                continue;
            }
            if self.lit.as_ref().is_some_and(|lit| lit.contains(&line)) {
                let all = rect.with_min_x(left).with_max_x(ui.clip_rect().right());
                fills.push(Shape::rect_filled(all, 0.0, theme.accent_fill));
            }
            if !is_first {
                continue;
            }
            let marks = self.marks.get(&line);
            let colour = marks.map_or(theme.weak, |(worst, _)| theme.severity(*worst));
            let number = (line + 1).to_string();
            let place = pos2(at.x - 2.0 * GRID, rect.center().y);
            ui.painter().text(place, Align2::RIGHT_CENTER, number, theme::mono(), colour);
            if let Some((_, words)) = marks {
                let mark = pos2(left + GRID, rect.center().y);
                ui.painter().circle_filled(mark, 3.0, colour);
                let beside = rect.with_min_x(left).with_max_x(at.x);
                let id = ui.scope_id().with(("line", line));
                ui.interact(beside, id, Sense::hover()).on_hover_text(words);
            }
        }
        ui.painter().set(behind, Shape::Vec(fills));
    }
}

/// Rows of the laid-out text: the line of each, whether it is its first row, and its rectangle.
fn rows(galley: &Galley) -> impl Iterator<Item = (usize, bool, Rect)> + '_ {
    let mut next = (0, true);
    galley.rows.iter().map(move |row| {
        let (line, is_first) = next;
        next = if row.ends_with_newline { (line + 1, true) } else { (line, false) };
        (line, is_first, row.rect())
    })
}
