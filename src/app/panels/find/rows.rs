//! Draws the lines and handles clicks on them.

use std::ops::Range;

use egui::{Align2, FontId, Rect, Role, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use super::lines::Line;
use super::{FindPanel, hit_item};
use crate::app::model::document::thumbnails::{Item, Thumbnail};
use crate::app::model::search::{Group, GroupBy, SearchResults};
use crate::app::model::{Command, State, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, Theme, cells, menus, row, shorten, theme, tips};
use crate::index::Hit;

/// Side of a hit's thumbnail.
const PICTURE: f32 = 7.0 * GRID;
/// Maximum number of characters of a text that are shown.
const MAX_TEXT: usize = 80;

impl FindPanel {
    pub(super) fn line(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        found: &SearchResults,
        row: u64,
        rect: Rect,
    ) {
        let by = cx.state.settings.hits_by;
        match self.line_at(row) {
            Some(Line::Head(at)) => {
                if let Some(group) = found.groups(by).get(at) {
                    self.head(ui, group, by, rect);
                }
            }
            Some(Line::Hit(at)) => {
                if let Some(hit) = found.hits.get(at as usize) {
                    self.hit(ui, cx, found, hit, (row, rect));
                }
            }
            None => {}
        }
    }

    /// Draws a heading; a click folds or unfolds its group.
    fn head(&mut self, ui: &Ui, group: &Group, by: GroupBy, rect: Rect) {
        let theme = Theme::of(ui);
        let id = ui.scope_id().with(("group", &group.name));
        let response = ui.interact(rect, id, Sense::CLICK);
        row::fill(ui, rect, false, response.hovered());
        let is_folded = self.folded.contains(&group.name);
        let arrow = if is_folded { icons::ICON_CHEVRON_RIGHT } else { icons::ICON_EXPAND_MORE };
        row::row_icon(ui, rect, rect.left() + GRID, arrow, theme::BODY + 1.0, theme.weak);
        let count = grouped(group.hits.len() as u64);
        let right = rect.right() - GRID;
        let right = row::right_text(ui, rect, right, &count, theme::small(), theme.weak);
        let (left, right) = (rect.left() + 6.0 * GRID, right - 2.0 * GRID);
        let title = match by {
            GroupBy::Kind => hit_item::title_of(&group.name).to_owned(),
            GroupBy::File => tail(ui, &group.name, &theme::body(), right - left),
        };
        row::row_text(ui, rect, left, right, title, theme::body(), theme.text);
        response.named_on(Role::Button, !is_folded, &group.name);
        if response.clicked() && !self.folded.remove(&group.name) {
            self.folded.insert(group.name.clone());
        }
        if by == GroupBy::File {
            response.on_hover_text(&group.name);
        }
    }

    fn hit(
        &mut self,
        ui: &Ui,
        cx: &mut Ctx<'_>,
        found: &SearchResults,
        hit: &Hit,
        (row, rect): (u64, Rect),
    ) {
        let id = ui.scope_id().with(("hit", row));
        let response = ui.interact(rect, id, Sense::CLICK);
        row::fill(ui, rect, self.is_at(hit), response.hovered());
        match cx.state.settings.hits_by {
            GroupBy::Kind => tall(ui, cx.state, hit, rect),
            GroupBy::File => flat(ui, cx.state, hit, rect),
        }
        response.named_on(Role::ListItem, self.is_at(hit), hit_item::label(hit));
        let opens_menu = self.opens_menu && self.is_at(hit);
        menus::context(&response, opens_menu, |ui| hit_item::menu_of(ui, cx, found, hit));
        let response = tips::beside(response, |ui| hit_item::tip(ui, cx.state, hit));
        if response.middle_clicked() {
            cx.push(Command::OpenBehind(hit.path.clone()));
        }
        // The second click of a double click would open it again.
        if response.clicked() && !response.double_clicked() {
            self.open(hit, cx);
        }
    }

    /// Requests the thumbnails of the visible rows, the topmost first.
    pub(super) fn want_pictures(&self, cx: &mut Ctx<'_>, found: &SearchResults, rows: Range<u64>) {
        for row in rows.rev() {
            let Some(Line::Hit(at)) = self.line_at(row) else { continue };
            let Some(hit) = found.hits.get(at as usize) else { continue };
            hit_item::want_picture(cx, hit);
        }
    }
}

/// Draws a hit with a line for its name and one for its path.
fn tall(ui: &Ui, state: &State, hit: &Hit, rect: Rect) {
    let theme = Theme::of(ui);
    let inner = rect.shrink2(vec2(2.0 * GRID, 2.0));
    let corner = pos2(inner.left(), inner.center().y - PICTURE / 2.0);
    picture(ui, state, hit, Rect::from_min_size(corner, vec2(PICTURE, PICTURE)));
    let left = inner.left() + PICTURE + 2.0 * GRID;
    let (upper, lower) = inner.split_top_bottom_at_fraction(0.54);
    words(ui, hit, upper, left, inner.right());
    let place = tail(ui, &hit_item::place(hit), &theme::small(), inner.right() - left);
    row::row_text(ui, lower, left, inner.right(), place, theme::small(), theme.weak);
}

/// Draws a hit in one line, below the path of its file.
fn flat(ui: &Ui, state: &State, hit: &Hit, rect: Rect) {
    let inner = rect.shrink2(vec2(2.0 * GRID, 1.0));
    let side = inner.height();
    let corner = pos2(inner.left() + 4.0 * GRID, inner.top());
    picture(ui, state, hit, Rect::from_min_size(corner, vec2(side, side)));
    words(ui, hit, inner, corner.x + side + GRID, inner.right());
}

/// Draws name, text and facts in a line.
fn words(ui: &Ui, hit: &Hit, line: Rect, left: f32, right: f32) {
    let theme = Theme::of(ui);
    let facts = hit_item::facts(hit);
    let facts_left = right - cells::width(ui, &facts, theme::small());
    // If space is short, the name has priority.
    let name_width = cells::width(ui, &hit.name, theme::body());
    let fits = facts_left - left >= name_width.min(20.0 * GRID);
    let right = match fits && !facts.is_empty() {
        true => row::right_text(ui, line, right, &facts, theme::small(), theme.weak) - 2.0 * GRID,
        false => right,
    };
    let end = row::row_text(ui, line, left, right, &hit.name, theme::body(), theme.text);
    let rest = end + 2.0 * GRID;
    if let Some(text) = hit.text.as_deref().map(first_line).filter(|text| !text.is_empty())
        && right - rest > 8.0 * GRID
    {
        let text = format!("“{text}”");
        row::row_text(ui, line, rest, right, text, theme::small(), theme.weak);
    }
}

/// Draws the thumbnail of a hit, or the icon of its kind.
fn picture(ui: &Ui, state: &State, hit: &Hit, area: Rect) {
    if let Some(Thumbnail::Ready { small, .. }) = state.files.thumbnails.get(&Item::of(hit)) {
        return egui::Image::new(small)
            .tint(hit_item::tint(hit, &Theme::of(ui)))
            .paint_at(ui, area);
    }
    let theme = Theme::of(ui);
    let icon = hit_item::icon_of(hit);
    let size = (area.height() * 0.66).max(theme::BODY + 1.0);
    let font = FontId::new(size, icon.font_family());
    ui.painter().text(area.center(), Align2::CENTER_CENTER, icon.codepoint, font, theme.weak);
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(MAX_TEXT).collect()
}

/// The end of a path, as much as fits.
fn tail(ui: &Ui, path: &str, font: &FontId, room: f32) -> String {
    let width = |text: &str| cells::width(ui, text, font.clone());
    let all = width(path);
    if all <= room {
        return path.to_owned();
    }
    // Estimated, because letters differ in width.
    let fitting = (path.chars().count() as f32 * room / all) as usize;
    let mut shorter = (0..=fitting + 2).rev().map(|letters| shorten::tail(path, letters));
    shorter.find(|text| width(text) <= room).unwrap_or_default()
}
