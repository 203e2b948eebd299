//! Coverage strip: an overview of the whole file from top to bottom.

use std::ops::Range;

use egui::{Color32, Rect, Role, Sense, Ui, pos2, vec2};

use super::kinds::Mark;
use crate::app::model::{Note, numbers};
use crate::app::ui::named::Named;
use crate::app::ui::{Theme, theme::field_name};
use crate::bytes::{FieldKind, Hint, SourceId, Span, Tree};

/// Width of the strip, in points.
pub const WIDTH: f32 = 16.0;
/// Maximum number of unread gaps that are marked individually.
const MAX_GAPS: usize = 4_096;

/// Marks that are drawn over the strip.
pub struct Overlay<'a> {
    pub marks: &'a [Mark],
    pub notes: &'a [Note],
    pub selection: Option<Span>,
    pub hover: Option<Span>,
    /// Visible bytes.
    pub view: Range<u64>,
}

/// Cached colours of the strip; recomputed when file, height or theme changes.
#[derive(Default)]
pub struct Strip {
    key: Option<(SourceId, usize, bool)>,
    colours: Vec<Color32>,
    gaps: Vec<Range<u64>>,
}

impl Strip {
    /// Draws the strip into `rect`; returns the offset that was clicked or dragged to.
    pub fn ui(&mut self, ui: &Ui, rect: Rect, tree: &Tree, over: &Overlay<'_>) -> Option<u64> {
        let theme = Theme::of(ui);
        let len = tree.source().len();
        self.look_at(tree, rect.height() as usize, &theme);
        let painter = ui.painter();
        let inner = rect.shrink2(vec2(3.0, 0.0));
        for (y, colour) in self.colours.iter().enumerate() {
            let top = pos2(inner.left(), inner.top() + y as f32);
            painter.rect_filled(Rect::from_min_size(top, vec2(inner.width(), 1.0)), 0.0, *colour);
        }
        let y =
            |offset: u64| inner.top() + (offset as f64 / len.max(1) as f64) as f32 * inner.height();
        let band = |bytes: Range<u64>, least: f32, rect: Rect| {
            let (top, bottom) = (y(bytes.start), y(bytes.end));
            let top = top.min(rect.bottom() - least);
            Rect::from_x_y_ranges(rect.x_range(), top..=bottom.max(top + least))
        };
        for gap in &self.gaps {
            painter.rect_filled(band(gap.clone(), 1.0, inner), 0.0, theme.warning);
        }
        for mark in over.marks {
            let colour = theme.severity(mark.severity);
            painter.rect_filled(band(mark.bytes.clone(), 2.0, rect), 0.0, colour);
        }
        for note in over.notes {
            let edge = rect.with_min_x(inner.right() - 1.0);
            let mark = band(note.offset..note.offset.saturating_add(1), 3.0, edge);
            painter.rect_filled(mark, 0.0, theme.note);
        }
        if let Some(hover) = over.hover {
            painter.rect_filled(band(hover.start..hover.end(), 1.0, inner), 0.0, theme.weak);
        }
        if let Some(span) = over.selection {
            // Drawn at the edge, so that a large selection does not hide the colours.
            let edge = rect.with_max_x(inner.left() + 1.0);
            painter.rect_filled(band(span.start..span.end(), 2.0, edge), 0.0, theme.accent);
        }
        let view = band(over.view.clone(), 4.0, rect);
        painter.rect_stroke(view, 1.0, (1.0, theme.text), egui::StrokeKind::Inside);
        self.pointer(ui, rect, tree)
    }

    fn pointer(&self, ui: &Ui, rect: Rect, tree: &Tree) -> Option<u64> {
        let len = tree.source().len();
        let id = ui.scope_id().with("coverage");
        let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
        let coverage = tree.coverage();
        response.named(Role::Meter, format!("Coverage: {} of {len} bytes unread", coverage.unread));
        let at = |y: f32| {
            let share = f64::from((y - rect.top()) / rect.height().max(1.0)).clamp(0.0, 1.0);
            ((share * len as f64) as u64).min(len.saturating_sub(1))
        };
        if let Some(pointer) = response.hover_pos().filter(|_| !response.dragged()) {
            let offset = at(pointer.y);
            let path = tree.deepest_at(offset).map(|id| tree.path(&id)).unwrap_or_default();
            response.clone().on_hover_ui_at_pointer(|ui| {
                ui.label(format!("{}  {path}", numbers::offset(offset)));
                let share = |bytes: u64| bytes as f64 * 100.0 / len.max(1) as f64;
                ui.weak(format!(
                    "{:.1} % in fields, {:.1} % padding, {:.1} % unread",
                    share(coverage.fields),
                    share(coverage.padding),
                    share(coverage.unread)
                ));
            });
        }
        response.interact_pointer_pos().map(|pointer| at(pointer.y))
    }

    /// Samples the file once per line of the strip, and collects all unread gaps.
    fn look_at(&mut self, tree: &Tree, height: usize, theme: &Theme) {
        let key = (tree.source().id(), height, theme.dark);
        if self.key == Some(key) {
            return;
        }
        if self.key.is_none_or(|(source, ..)| source != key.0) {
            self.gaps = gaps(tree);
        }
        let len = tree.source().len();
        let sample = |line: usize| ((line as f64 + 0.5) / height as f64 * len as f64) as u64;
        self.colours = (0..height).map(|line| colour(tree, sample(line), theme)).collect();
        self.key = Some(key);
    }
}

fn gaps(tree: &Tree) -> Vec<Range<u64>> {
    let Ok(unread) = tree.find("unread") else { return Vec::new() };
    let children = tree.children(&unread, 0..MAX_GAPS);
    children.iter().map(|gap| gap.span.start..gap.span.end()).collect()
}

/// Colour of the run that contains the byte, so that an array is one block instead of the noise of its
/// elements' fields.
fn colour(tree: &Tree, offset: u64, theme: &Theme) -> Color32 {
    let Some(id) = tree.deepest_at(offset) else { return theme.well };
    let Some(leaf) = tree.field(&id) else { return theme.well };
    let plain = matches!(leaf.kind, FieldKind::Scalar(_) | FieldKind::Bits);
    let parent = tree.parent(&id).and_then(|id| tree.field(&id));
    let colour = match parent.filter(|parent| plain && !parent.path.is_empty()) {
        Some(parent) => theme.field_named(leaf.kind, Hint::Dec, field_name(&parent.path)),
        None => theme.field(&leaf),
    };
    theme.well.lerp_to_gamma(colour, 0.55)
}
