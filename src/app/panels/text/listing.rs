//! Read-only text that is generated from stored values, with search and links.

use std::sync::Arc;

use egui::{CursorIcon, Rect, Response, RichText, Role, ScrollArea, Sense, Ui, vec2};

use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, SelectionTarget};
use crate::app::ui::input::scroll_pages;
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, Filter, GRID, ROW, Theme, Words, row, theme};
use crate::bytes::Span;
use crate::scene::{AnnotatedLine, AnnotatedText, Origin, Word, WordKind};

/// Width of an indentation level.
const STEP: f32 = 5.0 * GRID;

/// Layout width of a word; longer text is shown on hover.
const LONGEST: f32 = 1e5;

/// State of the listing view.
#[derive(Default)]
pub struct Reader {
    filter: Filter,
    /// Visible lines, and the inputs they were computed from.
    rows: Vec<usize>,
    made_for: Option<(usize, Words)>,
    /// Width of the widest line that was drawn.
    widest: f32,
    /// Selection of the last frame, to notice a change.
    selected: Option<Span>,
}

impl Reader {
    pub fn focus(&mut self) {
        self.filter.focus();
    }

    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, listing: &Arc<AnnotatedText>) {
        self.bar(ui, listing);
        self.find(listing);
        let selected = cx.state.selection.as_ref().map(|selection| selection.span);
        let is_wide = self.widest > ui.available_width();
        let mut area = ScrollArea::new([is_wide, true]).auto_shrink([false, false]);
        if selected != self.selected {
            self.selected = selected;
            let goal = selected.and_then(|span| self.row_of(listing, span));
            if let Some(goal) = goal {
                let middle = ui.available_height() / 2.0;
                area = area.vertical_scroll_offset((goal as f32 * ROW - middle).max(0.0));
            }
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut widest = self.widest;
        area.show_rows(ui, ROW, self.rows.len(), |ui, range| {
            scroll_pages(ui, cx.state.focus == PanelId::TEXT);
            if is_wide {
                ui.set_width(self.widest);
            }
            for at in self.rows.get(range).unwrap_or_default() {
                let Some(line) = listing.lines.get(*at) else { continue };
                let is_selected = selected.is_some_and(|span| span == line.origin.span);
                widest = widest.max(show(ui, cx, line, is_selected));
            }
        });
        if widest.min(LONGEST) > self.widest {
            self.widest = widest.min(LONGEST);
            ui.ctx().request_repaint();
        }
    }

    fn bar(&mut self, ui: &mut Ui, listing: &AnnotatedText) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                let theme = Theme::of(ui);
                let lines = counted(listing.lines.len() as u64, "line");
                ui.label(RichText::new(format!("{}: {lines}", listing.name)).color(theme.weak));
                self.filter.show(ui, "Search the text", "Search", f32::INFINITY);
            });
        });
    }

    /// Finds lines that match all words, each with the heading of its paragraph.
    fn find(&mut self, listing: &Arc<AnnotatedText>) {
        let words = self.filter.words();
        let key = (Arc::as_ptr(listing) as usize, words.clone());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        self.rows.clear();
        self.widest = 0.0;
        let mut title = None;
        for (at, line) in listing.lines.iter().enumerate() {
            if line.depth == 0 {
                title = Some(at);
            }
            if words.is_empty() || words.are_in(&line.text()) {
                self.rows.extend(title.take().filter(|above| *above != at));
                self.rows.push(at);
            }
        }
        self.made_for = Some(key);
    }

    /// The row of the shortest line that contains a span.
    fn row_of(&self, listing: &AnnotatedText, span: Span) -> Option<usize> {
        let holds = |at: &usize| {
            let own = listing.lines.get(*at).map(|line| line.origin.span)?;
            let inside = own.source == span.source
                && own.start <= span.start
                && span.start < own.end().max(own.start + 1);
            inside.then_some(own.len)
        };
        let rows = self.rows.iter().enumerate();
        let found = rows.filter_map(|(row, at)| Some((holds(at)?, row))).min();
        found.map(|(_, row)| row)
    }
}

fn target(origin: &Origin) -> SelectionTarget {
    SelectionTarget::Path { source: origin.span.source, path: origin.path.clone() }
}

/// Draws a line; returns its width.
fn show(ui: &mut Ui, cx: &mut Ctx<'_>, line: &AnnotatedLine, is_selected: bool) -> f32 {
    let response = row::row(ui, is_selected, false);
    let rect = response.rect;
    let mut left = rect.left() + 2.0 * GRID + f32::from(line.depth) * STEP;
    let mut follows = None;
    for word in &line.words {
        let (end, pressed) = show_word(ui, word, rect, left);
        follows = follows.or(pressed);
        left = end + 1.5 * GRID;
    }
    let text = line.text();
    let is_cut = left > rect.right();
    response.named(Role::ListItem, &text);
    let response = if is_cut { response.on_hover_text(&text) } else { response };
    if let Some(origin) = follows {
        cx.select(target(origin));
    } else if response.double_clicked() {
        cx.push(Command::FrameTarget(target(&line.origin)));
    } else if response.clicked() {
        cx.select(target(&line.origin));
    }
    left - rect.left()
}

/// Draws a word; returns its right edge, and its target if it was clicked.
fn show_word<'a>(ui: &Ui, word: &'a Word, line: Rect, left: f32) -> (f32, Option<&'a Origin>) {
    let theme = Theme::of(ui);
    let colour = match (word.kind, &word.leads_to) {
        (_, Some(_)) => theme.accent,
        (WordKind::Title, _) => theme.text,
        (WordKind::Command, _) => theme.text,
        (WordKind::Unknown, _) => theme.warning,
        (WordKind::Plain, _) => theme.weak,
    };
    let end = row::row_text(ui, line, left, left + LONGEST, &*word.text, theme::mono(), colour);
    let Some(origin) = &word.leads_to else { return (end, None) };
    let rect = Rect::from_x_y_ranges(left..=end, line.y_range());
    let id = ui.scope_id().with(("link", line.top() as i32, left as i32));
    let response: Response = ui.interact(rect, id, Sense::click());
    if response.hovered() {
        let under = rect.shrink2(vec2(0.0, 4.0)).bottom();
        ui.painter().hline(rect.x_range(), under, (1.0, colour));
    }
    response.named(Role::Link, &word.text);
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    (end, response.clicked().then_some(origin))
}
