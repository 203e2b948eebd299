//! What was found, as a wall of pictures.

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Key, Modifiers, Rect, Response, Role, Sense, Slider, Ui, Vec2, pos2, vec2};
use egui_material_icons::icons;

use super::find::rows;
use crate::app::model::finding::{Found, TO_SEE, forget};
use crate::app::model::thumbnails::{MAX_FILE_LEN, Thumbnail};
use crate::app::model::{Command, PanelId, State, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, GRID, Panel, PanelInfo, ROW, RowScroll, Theme, cells, input, row, row_scroll, theme, tips,
};
use crate::index::{Hit, Kind};

/// Sides of the pictures.
const SIDES: std::ops::RangeInclusive<f32> = 48.0..=256.0;
const SIDE: f32 = 104.0;
/// Kinds of what there is to see or to hear.
const KINDS: [Kind; 5] = [Kind::Texture, Kind::Model, Kind::Palette, Kind::Sound, Kind::File];

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::GALLERY,
    title: "Gallery",
    icon: icons::ICON_GRID_VIEW,
    make: Some(|| Box::<Gallery>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
pub struct Gallery {
    side: f32,
    /// Shows this kind alone.
    kind: Option<Kind>,
    scroll: RowScroll,
    /// The tile with the cursor, among those shown.
    cursor: Option<usize>,
    /// Indices of the hits that are shown.
    shown: Vec<u32>,
    /// Kinds that there are to choose from.
    kinds: Vec<Kind>,
    made_for: Option<(Arc<Found>, Option<Kind>)>,
}

impl Default for Gallery {
    fn default() -> Self {
        let (scroll, shown, kinds) = Default::default();
        Self { side: SIDE, kind: None, scroll, cursor: None, shown, kinds, made_for: None }
    }
}

impl Panel for Gallery {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        ui.painter().rect_filled(ui.max_rect(), 0.0, Theme::of(ui).panel);
        let Some(found) = cx.state.finding.found.clone() else {
            forget(self.made_for.take().map(|(found, _)| found));
            return nothing(ui, cx);
        };
        self.choose(&found);
        self.bar(ui);
        if self.shown.is_empty() {
            let (headline, hint) = match found.hits.is_empty() {
                true => ("Nothing is found", "The panel Find has the query"),
                false => ("Nothing to show", "What was found has neither pictures nor sounds"),
            };
            return tips::empty_state(ui, icons::ICON_GRID_VIEW, headline, hint);
        }
        self.tiles(ui, cx, &found);
    }
}

/// Says how to fill the wall.
fn nothing(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let hint = "What the panel Find finds is shown here as pictures";
    tips::empty_state(ui, icons::ICON_GRID_VIEW, "Nothing was looked for yet", hint);
    let has_entries = cx.state.finding.entries.is_some_and(|entries| entries > 0);
    let is_indexed = has_entries || !cx.state.finding.indexed.is_empty();
    let link = |ui: &mut Ui| ui.link("Show every texture, model and sound").clicked();
    if is_indexed && ui.vertical_centered(link).inner {
        cx.push(Command::ShowGallery(TO_SEE.to_owned()));
    }
}

/// Whether there is anything of a hit to see or to hear.
fn is_shown(hit: &Hit) -> bool {
    match hit.kind {
        Kind::File => rows::is_pictured(hit),
        kind => KINDS.contains(&kind),
    }
}

impl Gallery {
    fn choose(&mut self, found: &Arc<Found>) {
        let key = (found.clone(), self.kind);
        let is_same = self
            .made_for
            .as_ref()
            .is_some_and(|(own, kind)| Arc::ptr_eq(own, found) && *kind == self.kind);
        if is_same {
            return;
        }
        let before = self.made_for.replace(key);
        if before.as_ref().is_none_or(|(own, _)| own.query != found.query) {
            (self.cursor, self.scroll) = (None, RowScroll::default());
        }
        forget(before.map(|(found, _)| found));
        self.shown.clear();
        let mut there = HashSet::new();
        for (at, hit) in (0u32..).zip(&found.hits).filter(|(_, hit)| is_shown(hit)) {
            there.insert(hit.kind);
            if self.kind.is_none_or(|kind| hit.kind == kind) {
                self.shown.push(at);
            }
        }
        self.kinds = KINDS.into_iter().filter(|kind| there.contains(kind)).collect();
        if self.shown.is_empty() && self.kind.is_some() {
            // The kind that was chosen is not among these.
            (self.kind, self.made_for) = (None, None);
        }
    }

    /// Kinds to choose from, how many there are, and how large they are.
    fn bar(&mut self, ui: &mut Ui) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.kind, None, "All");
                for kind in &self.kinds {
                    let title = rows::title_of(kind.name());
                    ui.selectable_value(&mut self.kind, Some(*kind), title);
                }
                ui.weak(grouped(self.shown.len() as u64));
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    ui.spacing_mut().slider_width = 24.0 * GRID;
                    let slider = Slider::new(&mut self.side, SIDES).show_value(false);
                    ui.add(slider).accessible_name("Size of the pictures");
                    let icon = icons::ICON_PHOTO_SIZE_SELECT_LARGE.rich_text();
                    ui.label(icon.color(Theme::of(ui).weak).size(theme::ICON));
                });
            });
        });
    }

    fn tiles(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, found: &Found) {
        let size = vec2(self.side + 4.0 * GRID, self.side + 2.0 * GRID + 2.0 * ROW);
        let room = ui.available_width() - row_scroll::BAR;
        let columns = ((room / size.x) as usize).max(1);
        self.keys(ui, cx, found, columns);
        let count = self.shown.len().div_ceil(columns);
        let view = self.scroll.show(ui, "Gallery of hits", count as u64, size.y);
        let at = |row: u64| usize::try_from(row).unwrap_or(0).saturating_mul(columns);
        // What is asked for last is drawn first: the topmost row.
        let in_sight = at(view.rows.start)..at(view.rows.end).min(self.shown.len());
        for number in in_sight.rev() {
            if let Some(hit) = self.hit(found, number) {
                want(cx, hit);
            }
        }
        view.each(ui, |ui, row, rect| {
            for column in 0..columns {
                let number = at(row) + column;
                let Some(hit) = self.hit(found, number) else { break };
                let corner = rect.min + vec2(column as f32 * size.x, 0.0);
                let rect = Rect::from_min_size(corner, size).shrink(GRID / 2.0);
                let response = tile(ui, cx.state, hit, rect, self.cursor == Some(number));
                if response.clicked() {
                    self.cursor = Some(number);
                }
                if response.double_clicked() {
                    open(cx, found, hit);
                }
                tips::beside(response, |ui| rows::tip(ui, cx.state, hit));
            }
        });
    }

    fn hit<'a>(&self, found: &'a Found, number: usize) -> Option<&'a Hit> {
        found.hits.get(*self.shown.get(number)? as usize)
    }

    fn keys(&mut self, ui: &Ui, cx: &mut Ctx<'_>, found: &Found, columns: usize) {
        let typing = ui.ctx().text_edit_focused();
        if cx.state.focus != PanelId::GALLERY || typing || input::is_covered(ui.ctx()) {
            return;
        }
        let last = self.shown.len().saturating_sub(1);
        let keys = [Key::ArrowDown, Key::ArrowUp, Key::ArrowRight, Key::ArrowLeft];
        for (key, _) in input::take_presses(ui, &keys) {
            let next = match (self.cursor, key) {
                (None, _) => 0,
                (Some(at), Key::ArrowDown) => (at + columns).min(last),
                (Some(at), Key::ArrowUp) => at.saturating_sub(columns),
                (Some(at), Key::ArrowRight) => (at + 1).min(last),
                (Some(at), _) => at.saturating_sub(1),
            };
            self.cursor = Some(next);
            self.scroll.reveal((next / columns) as u64);
        }
        let reached = ui.memory(|memory| memory.focused().is_some());
        let is_entered = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        if let Some(hit) = self.cursor.and_then(|at| self.hit(found, at))
            && !reached
            && is_entered()
        {
            open(cx, found, hit);
        }
    }
}

fn open(cx: &mut Ctx<'_>, found: &Found, hit: &Hit) {
    cx.push(Command::OpenGoal(Box::new(found.goal(hit))));
}

/// Asks for the picture of a hit.
fn want(cx: &mut Ctx<'_>, hit: &Hit) {
    let key = rows::picture_of(hit);
    let is_small = hit.file_len <= MAX_FILE_LEN;
    if rows::is_pictured(hit) && is_small && cx.state.files.thumbnails.get(&key).is_none() {
        cx.push(Command::DrawThumbnail(key));
    }
}

/// Picture or icon, name, facts.
fn tile(ui: &Ui, state: &State, hit: &Hit, rect: Rect, at_cursor: bool) -> Response {
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(("tile", hit.id)), Sense::click());
    row::fill(ui, rect, at_cursor, response.hovered());
    let side = (rect.width() - 2.0 * GRID).max(0.0);
    let corner = pos2(rect.center().x - side / 2.0, rect.top() + GRID);
    let picture = Rect::from_min_size(corner, Vec2::splat(side));
    match state.files.thumbnails.get(&rows::picture_of(hit)) {
        Some(Thumbnail::Ready { large, .. }) => egui::Image::new(large).paint_at(ui, picture),
        _ => cells::icon(ui, picture, rows::icon_of(hit), side * 0.45, theme.weak),
    }
    let line = |at: f32| {
        let top = picture.bottom() + at * ROW * 0.8;
        Rect::from_min_size(pos2(picture.left(), top), vec2(side, ROW * 0.8))
    };
    cells::centred(ui, line(0.0), &hit.name, theme::body(), theme.text);
    cells::centred(ui, line(1.0), &rows::facts(hit), theme::small(), theme.weak);
    response.named_on(Role::ListItem, at_cursor, rows::label(hit));
    response
}
